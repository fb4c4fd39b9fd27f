/** From a right-click on a failing test file, or on a test where others fail too, to a result that passes as soon as the source is mended. */
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
import { writeTree } from '../support/tree';
import { item } from './explorer';
import { fixture, settled, within } from './support';

const cases = casesIn([resolve(__dirname, '../../../test/bench/tests')]);

/** Most of the text goes first; the rest takes long with some of the runners. */
const mostTests = 40;

describe('A reduced test passes when the source is mended', () => {
  let home: string;
  before(() => void (home = mkdtempSync(join(tmpdir(), 'whittle-test-'))));
  after(() => rmSync(home, { recursive: true, force: true }));

  // The other runners have unit tests: here they would take minutes.
  it('mocha, with a message of its own', async function () {
    const one = cases.find(({ name }) => name === 'cart-negative')!;
    const { needs } = runners[one.runner];
    if ((await run(needs, { cwd: home, ms: 30_000 })).code !== 0) {
      console.log(`${needs.join(' ')} does not run here`);
      this.skip();
    }
    const folder = fixture(one.name);
    const right = join(home, one.name);
    await rightProject(one, right);
    await wrongProject(one, folder.fsPath);
    try {
      const uri = vscode.Uri.joinPath(folder, one.test);
      const result = await within(mostTests, async () =>
        vscode.commands.executeCommand<ReductionResult>('whittle.reduceFailingTest', uri),
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

  it('node:test, the one that fails of two with the same title', async () => {
    const folder = fixture('twins');
    const source = (operator: string) =>
      `exports.total = (items) => items.reduce((sum, { price, count }) => sum + price ${operator} count, 0);\n`;
    const path = 'test/cart.test.js';
    writeTree(folder.fsPath, { 'package.json': {}, 'cart.js': source('+'), [path]: twins });
    try {
      const uri = vscode.Uri.joinPath(folder, path);
      const { text, finished } = await within(mostTests, async () =>
        vscode.commands.executeCommand<ReductionResult>('whittle.reduceThisTest', item(uri, 'cart', 'has a total')),
      );
      await settled();
      await vscode.commands.executeCommand('whittle.discardResult', uri);
      assert.ok(finished.confirmed);
      assert.match(text, /it\('has a total'[^]*total\(items\), 6/);
      assert.doesNotMatch(text, /total\(\[\]\)|other/);
      const codeWith = async (operator: string) => {
        writeTree(folder.fsPath, { 'cart.js': source(operator), [path]: text });
        return (await run([process.execPath, '--test', path], { cwd: folder.fsPath, ms: 30_000 })).code;
      };
      assert.deepEqual([await codeWith('+'), await codeWith('*')], [1, 0]);
    } finally {
      rmSync(folder.fsPath, { recursive: true, force: true });
    }
  });
});

const twins = `const assert = require('node:assert');
const { describe, it } = require('node:test');
const { total } = require('../cart');

describe('cart', () => {
  it('has a total', () => {
    assert.equal(total([]), 0);
  });

  it('has a total', () => {
    const other = ['unused'];
    const items = [{ price: 2, count: 3 }];
    other.push('more');
    assert.equal(total(items), 6);
  });
});
`;
