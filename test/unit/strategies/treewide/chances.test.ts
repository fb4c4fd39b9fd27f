import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  Chances,
  firstGuess,
  hadToStay,
  leastAfterFailure,
  leastRequired,
  mostRequired,
  traitsNumber,
  withHistory,
  ofAPart,
} from '../../../../src/strategies/treewide/chances';

describe('the chances of the tree-wide search', () => {
  const { none } = Chances;
  const unit = traitsNumber(5, 0, 0, 20);
  const otherKind = traitsNumber(6, 0, 0, 20);
  const otherUse = traitsNumber(5, 1, 0, 20);

  it('are one in eight where nothing is known, and nine in ten for what failed before', () => {
    assert.ok(Math.abs(none.required(unit) - firstGuess) < 1e-9);
    assert.ok(Math.abs(none.required(withHistory(unit, hadToStay)) - leastAfterFailure) < 1e-9);
  });

  it('follow what was seen, of the same kind most of all', () => {
    const seen = none
      .taught([unit, unit, unit, unit], false)
      .taught([otherKind, otherKind, otherKind, otherKind], true);
    assert.ok(seen.required(unit) < 0.2, String(seen.required(unit)));
    assert.ok(seen.required(otherKind) > 0.7, String(seen.required(otherKind)));
    assert.ok(seen.required(otherUse) > seen.required(unit));
    assert.ok(Math.abs(none.required(unit) - firstGuess) < 1e-9, 'what is known is never written to');
  });

  it('are the same for a kind that was not seen, whatever its index: tests ahead number kinds in another order', () => {
    let seen = none;
    for (let time = 0; time < 30; time++) {
      seen = seen.taught([unit, otherUse], time % 3 === 0);
      const [below, above] = [1, 9].map((kind) => seen.required(traitsNumber(kind, 0, 0, 20)));
      assert.equal(below, above, `after ${time + 1}`);
    }
  });

  it('learn of very long runs from such runs alone, and of the others from the others', () => {
    const long = traitsNumber(5, ofAPart, 0, 40_000);
    const seen = none.taught([long, long, long, long], true);
    assert.ok(seen.required(long) > 0.7, String(seen.required(long)));
    assert.equal(seen.required(unit), none.required(unit));
    assert.equal(none.taught([unit, unit], true).required(long), none.required(long));
  });

  it('never are a certainty', () => {
    const many = Array.from({ length: 10_000 }, () => unit);
    const near = (chance: number, expected: number) => assert.ok(Math.abs(chance - expected) < 1e-9, String(chance));
    near(none.taught(many, true).required(unit), mostRequired);
    near(none.taught(many, false).required(unit), leastRequired);
  });

  const lessons = fc.array(
    fc.tuple(
      fc.nat({ max: 4 }),
      fc.nat({ max: 3 }),
      fc.nat({ max: 2 }),
      fc.integer({ min: 1, max: 300 }),
      fc.boolean(),
    ),
    { maxLength: 30 },
  );
  const numberOf = ([kind, reference, history, weight]: readonly [number, number, number, number, boolean]) =>
    traitsNumber(kind, reference, history, weight);

  it('are the same in whatever order it was learned, and in bounds', () => {
    fc.assert(
      fc.property(lessons, (all) => {
        const taught = (some: typeof all) =>
          some.reduce((before, lesson) => before.taught([numberOf(lesson)], lesson[4]), none);
        const [one, other] = [taught(all), taught(all.toReversed())];
        for (const lesson of all) {
          const required = one.required(numberOf(lesson));
          assert.ok(required >= leastRequired - 1e-9 && required <= mostRequired + 1e-9);
          assert.equal(other.required(numberOf(lesson)), required);
          assert.ok(Math.abs(Math.exp(-one.cost(numberOf(lesson))) - (1 - required)) < 1e-9);
        }
      }),
    );
  });

  it('rise with each that had to stay, and fall with each that went', () => {
    fc.assert(
      fc.property(lessons, (all) => {
        const seen = all.reduce((before, lesson) => before.taught([numberOf(lesson)], lesson[4]), none);
        for (const lesson of all) {
          const number = numberOf(lesson);
          assert.ok(seen.taught([number], true).required(number) >= seen.required(number));
          assert.ok(seen.taught([number], false).required(number) <= seen.required(number));
        }
      }),
    );
  });
});
