import assert from 'node:assert/strict';
import { workspace } from '../../../support/fakeEditor';
import { shownIn } from '../../../support/pieces';
import type { Layer } from '../../../../src/oracle/processes/starter';
import type { Accepted, Calibrated } from '../../../../src/reduction/events/events';
import { panelOf } from '../../../../src/vscode/panel/panel';
import { Progress } from '../../../../src/reduction/events/runState';
import type { Run } from '../../../../src/vscode/runs/run';

function alsoChanges(layer: Layer | undefined, ...writes: string[]): string | undefined {
  const run = Object.assign(new Progress(), {
    ...{ uri: {}, first: 'Testing', job: { limits: {} }, name: 'a.js', tests: 1 },
  });
  run.add({
    event: 'calibrated',
    jobs: 1,
    rules: [],
    layer,
    ...(writes.length > 0 && { writes }),
  } as unknown as Calibrated);
  const { shown } = shownIn(panelOf(run as unknown as Run, [], 'tests'));
  return new Map(shown!.facts).get('Also changes');
}

describe('what the panel says that a test also changes', () => {
  it('is nothing if it changes nothing', () => assert.equal(alsoChanges('namespaces'), undefined));

  it('is the first path, how many more there are, and whether the changes stay', () => {
    const path = '/folder/log.txt';
    assert.equal(alsoChanges('namespaces', path), 'log.txt (thrown away)');
    assert.equal(alsoChanges('namespaces', path, '/a', '/b'), 'log.txt and 2 more (thrown away)');
    for (const layer of ['sandbox-exec', 'links', 'off'] as const) {
      assert.equal(alsoChanges(layer, path), 'log.txt (the changes stay)');
    }
    assert.equal(alsoChanges(undefined, path), 'log.txt');
  });
});

describe('what the panel says of the smallest text so far', () => {
  it('is in how many of its runs the bug showed, of a flaky test, and the number that is to become small', () => {
    const run = Object.assign(new Progress(), { uri: {}, first: 'Testing', job: { limits: {} }, name: 'a.js' });
    const told = () => new Map(shownIn(panelOf(run as unknown as Run, [], 'tests')).shown!.facts);
    assert.equal(told().has('Bug shows'), false);
    const accepted = { event: 'accepted', tests: 1, bytes: 9, tokens: 3, shown: { held: 9, runs: 12 }, number: 1200 };
    run.add(accepted as unknown as Accepted);
    assert.equal(told().get('Bug shows'), 'in 9 of 12 runs');
    assert.equal(told().get('Number'), '1,200');
  });
});

describe('what the panel says of the time left', () => {
  it('is the estimate, until that is older than its own length', () => {
    const clock = { ms: 4000, start: () => {}, stop: () => {} };
    const run = Object.assign(new Progress(clock), { uri: {}, first: 'Testing', job: { limits: {} }, name: 'a.js' });
    const left = () => new Map(shownIn(panelOf(run as unknown as Run, [], 'tests')).shown!.facts).get('Left');
    for (const event of [
      { event: 'started', tokens: 50, bytes: 90 },
      { event: 'candidate', verdict: 'fails', ms: 10, tests: 40, expected: 60, cached: false },
    ])
      run.add(event as unknown as Accepted);
    assert.match(left()!, /^\d+ tests, 2 s$/);
    clock.ms += 2500;
    assert.equal(left(), 'longer than expected');
  });
});

describe('what the panel says of time-outs', () => {
  it('is their share of the tests; a test without a verdict need not be one', () => {
    const run = Object.assign(new Progress(), { uri: {}, first: 'Testing', job: { limits: {} }, name: 'a.js' });
    const told = () => new Map(shownIn(panelOf(run as unknown as Run, [], 'tests')).shown!.facts).get('Timed out');
    const tested = { event: 'candidate', verdict: 'unresolved', ms: 10, cached: false } as const;
    run.add({ ...tested, tests: 1 });
    assert.equal(told(), undefined);
    run.add({ ...tested, tests: 2, timedOut: true });
    assert.equal(told(), '50%');
  });
});

describe('what the panel says before a run', () => {
  const commands = () => shownIn(panelOf(undefined, [], 'tests')).start.map(({ command }) => command);

  it('is how to begin one', () => {
    assert.deepEqual(commands(), ['whittle.reduceFile', 'whittle.isolateDifference', 'whittle.chooseSearch']);
  });

  it('is in a workspace that is not trusted only that, with a button for the trust editor', () => {
    workspace.isTrusted = false;
    try {
      const { welcome } = shownIn(panelOf(undefined, [], 'tests'));
      assert.equal(welcome.length, 1);
      assert.match(welcome[0], /^This workspace is not trusted\. .* you must trust/);
      assert.deepEqual(commands(), ['workbench.trust.manage']);
    } finally {
      workspace.isTrusted = true;
    }
  });
});
