import assert from 'node:assert/strict';
import '../../../support/fakeEditor';
import type { Layer } from '../../../../src/oracle/protection/protect';
import type { Calibrated } from '../../../../src/reduction/events/events';
import { snapshotOf } from '../../../../src/vscode/panel/snapshot';
import { Progress } from '../../../../src/vscode/runs/progress';
import type { Run } from '../../../../src/vscode/runs/run';

function alsoChanges(layer: Layer | undefined, ...writes: string[]): string | undefined {
  const run = Object.assign(new Progress(), {
    ...{ uri: {}, doing: { first: 'Testing' }, job: { limits: {} }, name: 'a.js', tests: 1 },
  });
  run.add({
    event: 'calibrated',
    jobs: 1,
    rules: [],
    layer,
    ...(writes.length > 0 && { writes }),
  } as unknown as Calibrated);
  const { shown } = snapshotOf(run as unknown as Run, [], 'tests');
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
