import assert from 'node:assert/strict';
import { Evidence, type Removal } from '../../../src/reduction/drive/forecast';

/** Parts of ten units each: `ac` is 0…10 and 20…30. */
const without = (parts: string, adds = false): Removal => ({
  ranges: [...parts].map((part) => ({ start: 10 * (part.charCodeAt(0) - 97), end: 10 * (part.charCodeAt(0) - 96) })),
  adds,
});

function signOf(evidence: Evidence, removal: Removal, place = evidence.here) {
  return evidence.sign(Evidence.part(removal, place), place);
}

function tested(evidence: Evidence, removal: Removal, holds: boolean, place = evidence.here): void {
  evidence.tested(Evidence.part(removal, place), removal, holds);
}

describe('evidence of other tests', () => {
  it('tells that a part which could not go blocks a larger one, on each way of the search', () => {
    const evidence = new Evidence();
    tested(evidence, without('b'), false);
    tested(evidence, without('de'), false);
    assert.equal(signOf(evidence, without('ab')).blocks, 1);
    assert.equal(signOf(evidence, without('abde')).blocks, 2);
    assert.equal(signOf(evidence, without('ad')).blocks, 0, 'only half of it');
    const ahead = evidence.after(without('cd'));
    assert.equal(signOf(evidence, without('cde'), ahead).blocks, 1, 'the rest of it, if the half has gone');
    assert.equal(signOf(evidence, without('acd'), ahead).blocks, 0);
  });

  it('tells which share went in tests that held', () => {
    const evidence = new Evidence();
    tested(evidence, without('ab'), true);
    assert.equal(signOf(evidence, without('a')).covered, 1);
    assert.equal(signOf(evidence, without('bc')).covered, 0.5);
    assert.equal(signOf(evidence, without('c')).covered, 0);
  });

  it('forgets what the walk has removed, and tests whose part has gone meanwhile', () => {
    const evidence = new Evidence();
    const { here } = evidence;
    tested(evidence, without('ab'), false);
    evidence.reached(without('a'));
    assert.equal(signOf(evidence, without('ab')).blocks, 1, 'b must be it');
    evidence.reached(without('ab'));
    assert.equal(signOf(evidence, without('abc')).blocks, 0);
    tested(evidence, without('b'), false, here);
    assert.equal(signOf(evidence, without('abc')).blocks, 0);
  });

  it('says nothing of candidates with other words', () => {
    const evidence = new Evidence();
    tested(evidence, without('a', true), false);
    tested(evidence, without('b'), false);
    assert.deepEqual(
      [signOf(evidence, without('a')), signOf(evidence, without('b', true))].map(({ blocks }) => blocks),
      [0, 0],
    );
  });
});
