/** Runs whose candidates real workers test, which a real Redis brings together. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { Measured } from '../../src/reduction/events/events';
import { noRedis, startRedis, startWorker, type Server, type StartedWorker } from '../support/redis';
import type { ReductionResult } from './given';
import { api, comparisonIn, messagesOf, panelIn, reduceFile, until, within, withWindow, write } from './support';
import { seldom } from '../support/seldom';

const password = 's3cret+of=ours';
const command = (name: string, ...args: unknown[]) => vscode.commands.executeCommand(`whittle.${name}`, ...args);
const needle = 'sleep 0.3; grep -q needle {}';
const words = Array.from({ length: 100 }, (_, at) => (at === 30 ? 'needle' : `hay${at}`)).join('\n');
const set = (value: unknown) =>
  vscode.workspace.getConfiguration('whittle').update('cluster', value, vscode.ConfigurationTarget.Workspace);

/** The address as a setting has it: the password is in a variable. */
const address = ({ port }: Server) => `redis://:\${env:WHITTLE_TEST_REDIS}@127.0.0.1:${port}`;

describe('A cluster', () => {
  // Pending, by this sentence; where tests must be complete it fails.
  if (noRedis && !process.env.CI) return void it(noRedis);
  let redis: Server;
  let workers: StartedWorker[] = [];

  before(async () => {
    assert.equal(noRedis, undefined, noRedis);
    process.env.WHITTLE_TEST_REDIS = password;
    redis = await startRedis(password);
    const { url } = redis;
    workers = [
      await startWorker('.', { url, name: 'first', oracle: `crash=${needle}`, more: ['-j', '2'] }),
      await startWorker('.', { url, name: 'second', oracle: `crash=${needle}` }),
      await startWorker('.', { url, name: 'third', oracle: 'crash=exit 0' }),
    ];
  });

  afterEach(async () => set(undefined));

  after(async () => {
    for (const worker of workers) await worker.stop('SIGKILL');
    await redis?.stop();
    delete process.env.WHITTLE_TEST_REDIS;
  });

  it('is offered for a file, tests its candidates, and is shown while it does', async () => {
    const whittle = await api();
    await set({ redis: address(redis), oracle: 'crash' });
    const uri = await write('far.txt', words);
    const label = `$(server) crash on the workers`;
    // A last answer would come first.
    const showQuickPick = async (items: Promise<readonly vscode.QuickPickItem[]>) =>
      (await items).slice(0, 2).find((item) => item.label === label);
    const running = withWindow({ showQuickPick }, async () => command('reduceFile', uri)) as Promise<ReductionResult>;
    const shown = () => panelIn(whittle).shown;
    const at = (name: string) => shown()?.workers?.rows.find((row) => row.name === name);
    await until('both work', () =>
      ['first', 'second'].every((name) => at(name)?.doing === 'working' && Number(at(name)?.figures[1]) > 0),
    );
    assert.deepEqual(shown()!.workers!.columns, ['Worker', 'Parallel tests', 'Tests']);
    assert.deepEqual([at('first')!.doing, at('first')!.figures[0]], ['working', '2']);
    assert.match(Object.fromEntries(shown()!.facts).Waiting, /^\d+$/);
    assert.equal(Object.fromEntries(shown()!.facts)['Parallel tests'], '3');
    await until('the third one is refused', () => at('third')?.doing === 'refused');
    assert.match(shown()!.workers!.refusals[0], /^third is refused: /);
    assert.deepEqual(keeping(whittle.historyFolder), [], 'while it runs');
    const result = await running;
    assert.equal(result.text.trim(), 'needle');
    assert.equal(shown()!.workers!.trouble, undefined);
    await command('copyBugReport', uri);
    const told = `${JSON.stringify(whittle.snapshot())} ${await vscode.env.clipboard.readText()}`;
    assert.ok(!told.includes(password) && !told.includes(encodeURIComponent(password)));
    await until('it is in the history', () =>
      readdirSync(whittle.historyFolder).some((name) => name.endsWith('.json')),
    );
    assert.deepEqual(keeping(whittle.historyFolder), [], 'at the end');
  });

  seldom.it('is kept as a task, and by its name in the history', async () => {
    const whittle = await api();
    await set({ redis: address(redis), oracle: 'other' });
    const uri = await write('far.txt', words);
    await reduceFile(uri, { oracle: 'crash' });
    const tasks = vscode.Uri.joinPath(uri, '../.vscode/tasks.json');
    const before = await vscode.workspace.fs.readFile(tasks);
    try {
      await messagesOf(async () => command('saveTask', uri));
      const text = Buffer.from(await vscode.workspace.fs.readFile(tasks)).toString();
      assert.match(text.slice(text.indexOf('reduce far.txt')), /"cluster": \{\s*"oracle": "crash"\s*\}/);
    } finally {
      await vscode.workspace.fs.writeFile(tasks, before);
    }
    const [last] = (await whittle.history.getChildren())!;
    const again = (await command('historyAgain', last)) as ReductionResult;
    assert.equal(again.text.trim(), 'needle');
    const used = whittle.job(uri)!.oracle;
    assert.equal(used.kind === 'workers' && used.name, 'crash');
  });

  seldom.it('is what a task of type whittle says, beside the setting', async () => {
    await set({ redis: address(redis) });
    const uri = await write('far.txt', words);
    const result = await within(12, async () => reduceFile(uri, { task: 'whittle far away' }));
    assert.ok(result?.finished.confirmed);
  });

  seldom.it('has its password from the secrets of VS Code, and none from the settings', async () => {
    const whittle = await api();
    const uri = await write('far.txt', words);
    await set({ redis: `redis://:plain@127.0.0.1:${redis.port}`, oracle: 'crash' });
    const [refusal] = await messagesOf(async () => command('reduceFile', uri, { oracle: 'crash' }));
    assert.match(String(refusal), /settings contain the password/);
    await set({ redis: `redis://127.0.0.1:${redis.port}`, oracle: 'crash' });
    const showInputBox = async () => password;
    await withWindow({ showInputBox }, async () => command('setRedisPassword', uri));
    const result = await reduceFile(uri, { oracle: 'crash' });
    assert.equal(result?.text.trim(), 'needle');
    assert.deepEqual(keeping(whittle.historyFolder), []);
    await withWindow({ showInputBox: async () => '' }, async () => command('setRedisPassword', uri));
    const [refused] = await messagesOf(async () => command('reduceFile', uri, { oracle: 'crash' }));
    assert.match(String(refused), /refuses the password/);
  });

  seldom.it('isolates and compares too', async () => {
    const whittle = await api();
    await set({ redis: address(redis), oracle: 'crash' });
    const uri = await write('apart.txt', 'a\nneedle\nb\n');
    const isolated = await command('isolateDifference', uri, { oracle: 'crash', passing: '' });
    assert.match((isolated as { failing: string }).failing, /needle/);
    const request = { oracle: 'crash', searches: ['lines:ddmin', 'lines:cdd'] };
    const rows = await command('benchmarkSearches', uri, request);
    assert.deepEqual(
      (rows as readonly Measured[]).map(({ after }) => after?.tokens),
      [1, 1],
    );
    assert.equal(comparisonIn(whittle)?.running, false);
  });
});

/** Files of the workspace's storage in which the password is. */
function keeping(historyFolder: string): string[] {
  const storage = dirname(historyFolder);
  const files = readdirSync(storage, { recursive: true, encoding: 'utf8' }).map((name) => join(storage, name));
  assert.ok(files.some((name) => name.endsWith('.json')));
  return files.filter((name) => {
    const text = statSync(name).isFile() ? readFileSync(name, 'utf8') : '';
    return text.includes(password) || text.includes(encodeURIComponent(password));
  });
}
