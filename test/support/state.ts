/** A state directory of its own for each test of a `describe`, so that tests never see the user's. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { traits } from '../../src/oracle/platform/traits';

const { stateVariable: variable } = traits;

// All other tests share one.
const shared = mkdtempSync(join(tmpdir(), 'whittle-state-'));
process.env[variable] = shared;
process.once('exit', () => rmSync(shared, { recursive: true, force: true }));

/** `at`: a path in the test's own directory, which is there when the test begins; `begin`: what else each test needs. */
export function ownState(at: (name: string) => string, begin: () => void = () => {}): void {
  let before: string | undefined;
  beforeEach(() => {
    before = process.env[variable];
    process.env[variable] = at('state');
    begin();
  });
  afterEach(() => {
    if (before === undefined) delete process.env[variable];
    else process.env[variable] = before;
  });
}
