import assert from 'node:assert/strict';
import { after, Forecast } from '../../../src/reduction/drive/forecast';

describe('the forecast of chances', () => {
  it('trusts the search at first, then the outcomes', () => {
    const forecast = new Forecast();
    assert.equal(forecast.corrected(0.65, 0), 0.65);
    for (let seen = 0; seen < 900; seen++) forecast.learn(0.62, 0, seen % 3 === 0);
    assert.ok(Math.abs(forecast.corrected(0.65, 0) - 1 / 3) < 0.02);
    assert.equal(forecast.corrected(0.3, 0), 0.3);
    for (const chance of [0, 1]) assert.equal(new Forecast().corrected(chance, 0), chance);
  });

  it('distinguishes verdicts after a success from verdicts after a failure', () => {
    const forecast = new Forecast();
    for (let seen = 0, recent = 0; seen < 900; seen++) {
      const holds = Math.floor(seen / 3) % 2 === 0;
      forecast.learn(0.5, recent, holds);
      recent = after(recent, holds);
    }
    // Three successes and three failures in turn: after two successes the third follows, after three successes none.
    assert.ok(forecast.corrected(0.5, 0b011) > 0.9);
    assert.ok(forecast.corrected(0.5, 0b111) < 0.1);
    assert.ok(Math.abs(forecast.corrected(0.55, 0b000) - 1) < 0.1);
  });

  it('looks back on three verdicts and no more', () => {
    const path = [true, true, false, true];
    assert.equal(path.reduce(after, 0), 0b101);
    assert.equal(path.slice(1).reduce(after, 0), 0b101);
  });
});
