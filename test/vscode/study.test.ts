/** Comparisons on several files, in rounds, with several values of an option; and their files. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Row } from '../../src/reduction/comparison/comparison';
import { saveStudyAs } from '../../src/vscode/comparison/saveAs';
import { Study } from '../../src/vscode/comparison/study';
import type { Turn } from '../../src/vscode/comparison/study';
import { api, fixture, open, settled, withWindow, write } from './support';

const statements = Array.from({ length: 30 }, (_, index) => `let v${index} = ${index};\n`).join('');
const command = "grep -q 'needle()' ${file}";

async function compare(uri: vscode.Uri, request: object): Promise<readonly Row[] | undefined> {
  return vscode.commands.executeCommand('whittle.compareReducers', uri, request);
}

/** The geometric mean over files, each of whose rounds have the same result. */
function meanTokens(rows: readonly Row[], name: string): number {
  const tokens = rows.filter((row) => row.name === name).map(({ after }) => after!.tokens);
  return Math.round(Math.exp(tokens.reduce((sum, one) => sum + Math.log(one), 0) / tokens.length));
}

describe('A study', () => {
  beforeEach(async () => void (await write('compared.js', `${statements}function f() {\n  needle();\n}\n`)));
  afterEach(async () => {
    await settled();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('compares on several files, in rounds: the one that runs or has ended, means of all, and what failed', async () => {
    await write('compared.none.js', statements);
    await write('compared.two.js', `${statements}needle();\n`);
    const files = ['compared.js', 'compared.two.js', 'compared.none.js'].map(fixture);
    const rows = await compare(files[0], { command, files, searches: ['hddr:cdd', 'lines:cdd'], rounds: 2 });
    assert.equal(rows?.length, 2 * 2 * 2);
    const { turns, problems, tables, title, rows: shown, summary } = (await api()).comparison()!;
    assert.equal(title, '3 files: ways to reduce them');
    assert.match(summary, /^Best on average: (hddr|lines):cdd, \d+ tokens in \d+ tests$/);
    assert.deepEqual(
      turns?.names,
      [1, 2].flatMap((round) => [
        `compared.js, round ${round}`,
        `compared.two.js, round ${round}`,
        `compared.none.js, round ${round} (failed)`,
      ]),
    );
    assert.equal(turns?.shown, 4, 'the last one that has rows');
    assert.equal(shown[0].cells[2], String(rows![6].tests));
    assert.match(problems.join('\n'), /^compared\.none\.js, round 1: .*\ncompared\.none\.js, round 2: .*$/);
    const [means] = tables;
    assert.deepEqual(
      means.rows.map(([name, inputs, tokens]) => [name, inputs, tokens]),
      ['hddr:cdd', 'lines:cdd'].map((name) => [name, '2', String(meanTokens(rows!, name))]),
    );
  }).timeout(120_000);

  it('is saved beside the file as what is chosen, or as what the name says, and opened', async () => {
    const { document } = await open('compared.js');
    const rows = await compare(document.uri, { command, searches: ['hddr:cdd', 'hddr:ddmin'] });
    const turn = { document, round: 1, comparison: { rows } } as unknown as Turn;
    const study = Object.assign(new Study([turn], []), { turns: [turn], rounds: 1 });
    const saved = async (format: string, ending = '') => {
      let target: vscode.Uri | undefined;
      const showQuickPick = async (items: vscode.QuickPickItem[]) => items.find(({ label }) => label === format);
      const showSaveDialog = async ({ defaultUri }: vscode.SaveDialogOptions) =>
        (target = defaultUri!.with({ path: defaultUri!.path + ending }));
      await withWindow({ showQuickPick, showSaveDialog }, () => saveStudyAs(study, turn, 'time'));
      const text = vscode.window.activeTextEditor!.document;
      assert.equal(text.uri.toString(), target!.toString());
      await vscode.workspace.fs.delete(target!);
      return [target!.path.split('/').at(-1), text.getText()];
    };
    const [markdown, table] = await saved('Markdown');
    assert.equal(markdown, 'compared.comparison.md');
    assert.match(table!, /^# compared\.js: ways to reduce it\n/);
    const [csv, lines] = await saved('CSV');
    assert.equal(csv, 'compared.comparison.csv');
    assert.equal(lines!.trim().split(/\r?\n/).length, 3);
    const [, json] = await saved('JSON');
    assert.deepEqual((JSON.parse(json!) as { rows: Row[] }).rows[1].tests, rows![1].tests);
    const [svg, picture] = await saved('SVG');
    assert.equal(svg, 'compared.comparison.svg');
    assert.match(picture!, /<title>compared\.js: size over time<\/title>/);
    const [other, text] = await saved('SVG', '.json');
    assert.equal(other, 'compared.comparison.svg.json');
    assert.equal(text, json);
  });
});
