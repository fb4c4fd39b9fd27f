import assert from 'node:assert/strict';
import { Chances, traitsNumber, withHistory } from '../../../../src/strategies/treewide/chances';
import { ofAPart } from '../../../../src/strategies/treewide/names';
import { usualModel } from '../../../../src/strategies/treewide/model';

describe('the chances of the tree-wide search', () => {
  const none = Chances.none(usualModel);
  const unit = traitsNumber(5, 0, 0, 20);
  const otherKind = traitsNumber(6, 0, 0, 20);
  const otherUse = traitsNumber(5, 1, 0, 20);

  it('are one in eight where nothing is known, and nine in ten for what failed before', () => {
    assert.ok(Math.abs(none.required(unit) - 1 / 8) < 1e-9);
    assert.ok(Math.abs(none.required(withHistory(unit, 2)) - 0.9) < 1e-9);
  });

  it('follow what was seen, of the same kind most of all', () => {
    const seen = none
      .taught([unit, unit, unit, unit], false)
      .taught([otherKind, otherKind, otherKind, otherKind], true);
    assert.ok(seen.required(unit) < 0.2, String(seen.required(unit)));
    assert.ok(seen.required(otherKind) > 0.7, String(seen.required(otherKind)));
    assert.ok(seen.required(otherUse) > seen.required(unit));
    assert.ok(Math.abs(none.required(unit) - 1 / 8) < 1e-9, 'what is known is never written to');
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
    near(none.taught(many, true).required(unit), 0.995);
    near(none.taught(many, false).required(unit), 0.002);
  });

  it('do not see what the model leaves out', () => {
    const withoutKinds = Chances.none({ ...usualModel, kinds: false }).taught([unit, unit], true);
    assert.equal(withoutKinds.required(unit), withoutKinds.required(otherKind));
    const withoutUses = Chances.none({ ...usualModel, references: false }).taught([unit, unit], true);
    assert.equal(withoutUses.required(unit), withoutUses.required(otherUse));
  });
});
