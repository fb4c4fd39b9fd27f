/** From a right-click on a failing test file, or on a test where others fail too, with five runners, to a result that passes as soon as the source is mended. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as vscode from 'vscode';
import type { ReductionResult } from '../../src/vscode/runs/reduction';
import { casesIn } from '../bench/tests/cases';
import { judge } from '../bench/tests/judge';
import { rightProject, wrongProject } from '../bench/tests/project';
import { runners } from '../bench/tests/runners';
import { run } from '../bench/tests/running';
import { item } from './explorer';
import { fixture, settled, within } from './support';

const cases = casesIn([resolve(__dirname, '../../../test/bench/tests')]);

/** Most of the text goes first; the rest takes long with some of the runners. */
const mostTests = 40;

describe('A reduced test passes when the source is mended', () => {
  let home: string;
  before(() => void (home = mkdtempSync(join(tmpdir(), 'whittle-test-'))));
  after(() => rmSync(home, { recursive: true, force: true }));

  for (const [name, what, isOnly] of [
    ['cart-negative', 'mocha, with a message of its own', true],
    ['ledger-raises', 'pytest.raises', true],
    ['store-middleware', 'vitest, toEqual', true],
    ['mailer-called-with', 'jest, toHaveBeenCalledWith', false],
    ['queue-retry', 'node:test', true],
  ] as const) {
    it(what, async function () {
      const one = cases.find((each) => each.name === name)!;
      const { needs } = runners[one.runner];
      if ((await run(needs, { cwd: home, ms: 30_000 })).code !== 0) {
        console.log(`${needs.join(' ')} does not run here`);
        this.skip();
      }
      const folder = fixture(name);
      const right = join(home, name);
      await rightProject(one, right);
      await wrongProject(one, folder.fsPath);
      try {
        const uri = vscode.Uri.joinPath(folder, one.test);
        const result = await within(mostTests, async () =>
          vscode.commands.executeCommand<ReductionResult>(
            isOnly ? 'whittle.reduceFailingTest' : 'whittle.reduceThisTest',
            isOnly ? uri : item(uri, ...one.titles),
          ),
        );
        await settled();
        await vscode.commands.executeCommand('whittle.discardResult', uri);
        assert.ok(result.finished.confirmed);
        assert.ok(result.text.length < readFileSync(uri.fsPath, 'utf8').length / 2, result.text);
        const judged = await judge(one, result.text, { right, wrong: folder.fsPath });
        assert.deepEqual(judged, { right: 'passed', wrong: 'failed', meaningful: true }, result.text);
      } finally {
        rmSync(folder.fsPath, { recursive: true, force: true });
      }
    });
  }
});
