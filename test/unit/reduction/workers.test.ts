import assert from 'node:assert/strict';
import { crowdingOf, workersFor } from '../../../src/reduction/drive/loops';

describe('the number of workers', () => {
  it("is the user's choice", () => {
    assert.equal(workersFor(5, 8, 2), 5);
  });

  it('else leaves one core free, and is smaller if a test keeps several cores busy', () => {
    assert.equal(workersFor('auto', 0.9, 8), 7);
    assert.equal(workersFor('auto', 0.1, 8), 7);
    assert.equal(workersFor('auto', 2.2, 8), 3);
    assert.equal(workersFor('auto', 30, 8), 1);
    assert.equal(workersFor('auto', 1, 1), 1);
  });
});

describe('crowding', () => {
  it('is how many times as many cores the tests keep busy as there are', () => {
    assert.equal(crowdingOf(64, 0.5, 2), 16);
    assert.equal(crowdingOf(64, 0.01, 2), 1);
    assert.equal(crowdingOf(7, 0.9, 8), 1);
  });
});
