import assert from 'node:assert/strict';
import { defaultOptions, learn, noExperience, optionsFor } from '../../../src/reducers/options';

const auto = { ...defaultOptions, p0: 'auto' as const };

describe('the learned p₀', () => {
  it('is the usual one while nothing is known', () => {
    assert.equal(optionsFor(auto, noExperience).p0, defaultOptions.p0);
  });

  it('approaches the share that stayed, and follows its changes', () => {
    let experience = noExperience;
    for (let list = 0; list < 20; list++) experience = learn(experience, 50, 20);
    assert.ok(Math.abs(optionsFor(auto, experience).p0 - 0.4) < 0.01);
    for (let list = 0; list < 20; list++) experience = learn(experience, 50, 1);
    assert.ok(Math.abs(optionsFor(auto, experience).p0 - 0.02) < 0.01);
  });

  it('is never certain', () => {
    assert.equal(optionsFor(auto, learn(noExperience, 1e6, 0)).p0, 0.01);
    assert.equal(optionsFor(auto, learn(noExperience, 1e6, 1e6)).p0, 0.9);
  });

  it('is the chosen value, if there is one', () => {
    assert.equal(optionsFor({ ...auto, p0: 0.3 }, learn(noExperience, 100, 100)).p0, 0.3);
  });
});
