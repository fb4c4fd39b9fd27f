/** *Reduce the File to This Error*, from the light bulb, with the real tsc and eslint. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as vscode from 'vscode';
import type { ReductionResult } from './given';
import { api, fixture, messagesOf, open, panelIn, within, write } from './support';
import { seldom } from '../support/seldom';

/** Of this project: this file is built to out/test/vscode. */
const installed = resolve(__dirname, '..', '..', '..', 'node_modules');

const typed = `interface Shape { readonly sides: number }
const square: Shape = { sides: 4 };
function area(shape: Shape): number {
  const text: number = 'wrong';
  return shape.sides * text;
}
const other: string = 3;
area(square);
`;

/** Without the library of browsers, which takes tsc most of its time. */
const project = { compilerOptions: { lib: ['es5'], types: [] }, files: ['problem.ts'] };

const linted = `const first = 1;
function used(value) {
  var unused = value + first;
  var other = value;
  return value;
}
used(first);
`;

describe('A problem', () => {
  const problems = vscode.languages.createDiagnosticCollection('problems of the test');
  const modules = fixture('node_modules').fsPath;

  before(async () => {
    await api();
    mkdirSync(modules);
    for (const name of ['.bin', 'typescript', 'eslint']) symlinkSync(join(installed, name), join(modules, name));
    await write('tsconfig.json', JSON.stringify(project));
    await write('eslint.config.mjs', "export default [{ rules: { 'no-unused-vars': 'error' } }];\n");
  });
  afterEach(async () => {
    for (const [uri] of problems) await vscode.commands.executeCommand('whittle.discardResult', uri);
    problems.clear();
  });
  after(async () => {
    problems.dispose();
    rmSync(modules, { recursive: true });
    for (const name of ['tsconfig.json', 'eslint.config.mjs']) await vscode.workspace.fs.delete(fixture(name));
  });

  /** A file with a problem at the line of `at`. */
  async function shown(name: string, text: string, at: string, problem: Partial<vscode.Diagnostic>) {
    const uri = await write(name, text);
    const { document } = await open(name);
    const { range } = document.lineAt(document.positionAt(text.indexOf(at)).line);
    problems.set(uri, [Object.assign(new vscode.Diagnostic(range, problem.message!), problem)]);
    return { uri, range };
  }

  async function reducedFromBulb({ uri, range }: { uri: vscode.Uri; range: vscode.Range }): Promise<string> {
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      range,
    );
    const { command } = actions.find(({ title }) => title === 'Reduce the File to This Error')!;
    // tsc takes a second for each test.
    const result = await within(16, async () =>
      vscode.commands.executeCommand<ReductionResult>(command!.command, ...command!.arguments!),
    );
    assert.ok(result.finished.confirmed);
    return result.text;
  }

  seldom.it('of tsc stays, by a command that nobody had to name', async () => {
    const message = "Type 'string' is not assignable to type 'number'.";
    const text = await reducedFromBulb(
      await shown('problem.ts', typed, 'const text', { source: 'ts', code: 2322, message }),
    );
    assert.match(text, /: ?number ?= ?['"]/);
    assert.ok(text.length < typed.length, text);
  });

  it('of eslint likewise, by its configuration', async () => {
    const message = "'unused' is assigned a value but never used.";
    const code = { value: 'no-unused-vars', target: vscode.Uri.parse('https://eslint.org/docs/rules/no-unused-vars') };
    const text = await reducedFromBulb(
      await shown('problem.js', linted, 'var unused', { source: 'eslint', code, message }),
    );
    assert.match(text, /unused ?=/);
    assert.ok(text.length < linted.length, text);
  });

  it('of eslint likewise if its version words it in another way: code and line decide, and the panel names both', async () => {
    const problem = { source: 'eslint', code: 'no-unused-vars', message: "No line uses 'unused'." };
    const text = await reducedFromBulb(await shown('otherwise.js', linted, 'var unused', problem));
    assert.match(text, /unused ?=/);
    const { head } = panelIn(await api()).shown!;
    assert.equal(head[0], `Looking for: "no-unused-vars: 'unused' is assigned a value but never used"`);
    assert.match(head[1], /^eslint \d+\.[\d.]+ words it in another way than eslint in the editor$/);
  });

  it('that the compiler does not report is told with its version and that of the editor', async () => {
    const problem = { source: 'ts', code: 2551, message: 'Something else.' };
    const { uri, range } = await shown('problem.ts', typed, 'const square', problem);
    const diagnostic = Object.assign(new vscode.Diagnostic(range, problem.message), problem);
    const reduce = async () => vscode.commands.executeCommand('whittle.reduceToProblem', uri, diagnostic);
    const [message] = await messagesOf(reduce);
    assert.match(
      message,
      /^The command fails, but not in the expected way\. Expected: "TS2551: Something else"\..* The command runs tsc \d[\d.]+, the editor TypeScript \d[\d.]+\./,
    );
  });

  it('is offered for none that a known program shows, and told if there is none at the cursor', async () => {
    const { uri, range } = await shown('problem.txt', 'wrod\n', 'wrod', { source: 'spell', message: 'Unknown word' });
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      range,
    );
    assert.ok(!actions.some(({ title }) => title === 'Reduce the File to This Error'));
    const [message] = await messagesOf(async () => vscode.commands.executeCommand('whittle.reduceToProblem', uri));
    assert.match(message, /^There is no error at the cursor that a known program shows/);
  });
});
