import assert from 'node:assert/strict';
import { Forecast, after, noSign } from '../../../src/reduction/drive/forecast';

const of = (chance: number, recent = 0, sign = noSign) => ({ chance, recent, sign });

describe('the forecast of chances', () => {
  it('learns the share that held, and leaves what is certain', () => {
    const forecast = new Forecast();
    for (let seen = 0; seen < 900; seen++) forecast.learn(of(0.62), seen % 3 === 0);
    assert.ok(Math.abs(forecast.corrected(of(0.62)) - 1 / 3) < 0.04);
    assert.ok(forecast.corrected(of(0.9)) > forecast.corrected(of(0.3)));
    for (const chance of [0, 1]) assert.equal(forecast.corrected(of(chance)), chance);
  });

  it('looks at the last verdicts', () => {
    const forecast = new Forecast();
    let recent = 0;
    for (let seen = 0; seen < 400; seen++) {
      const holds = seen % 4 < 2;
      forecast.learn(of(0.5, recent), holds);
      recent = after(recent, holds);
    }
    assert.ok(forecast.corrected(of(0.5, 0b001)) > 0.8, 'a pair is completed');
    assert.ok(forecast.corrected(of(0.5, 0b011)) < 0.2, 'and ends');
  });

  it('expects before it has learned that a part which went goes, and one that failed does not', () => {
    const forecast = new Forecast();
    const [went, failed] = [
      { blocks: 0, covered: 1 },
      { blocks: 2, covered: 0 },
    ].map((sign) => forecast.corrected(of(0.5, 0, sign)));
    assert.ok(went > 0.9 && failed < 0.3, `${went}, ${failed}`);
    for (let seen = 0; seen < 50; seen++) forecast.learn(of(0.5, 0, { blocks: 2, covered: 0 }), true);
    assert.ok(forecast.corrected(of(0.5, 0, { blocks: 2, covered: 0 })) > 0.8);
  });
});
