/** Programs as external passes: those that answer, and those that do not keep to the protocol. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPasses, type Pass, type PassSource } from '../../../src/oracle/passes';
import { expectNoRunRoots, freshDirectory, processesWith, until } from '../../support/files';
import { seldom } from '../../support/seldom';

expectNoRunRoots();
const directory = freshDirectory();

/** A program that does this with each line; `say` prints a line of its answer. */
function program(body: string): PassSource {
  const lines = [
    `const say = (value) => console.log(typeof value === 'string' ? value : JSON.stringify(value));`,
    `const end = () => say({ end: true });`,
    `require('readline').createInterface({ input: process.stdin }).on('line', (line) => { ${body} });`,
  ];
  writeFileSync(join(directory.path, 'pass.cjs'), lines.join('\n'));
  return { line: `${JSON.stringify(process.execPath)} pass.cjs`, cwd: directory.path };
}

async function opened<T>(source: PassSource, work: (pass: Pass, told: string[]) => Promise<T>, patience?: number) {
  const told: string[] = [];
  const { passes, close } = await openPasses([source], { onFailure: ({ message }) => told.push(message), patience });
  try {
    return await work(passes[0], told);
  } finally {
    close();
  }
}

const question = { text: 'ab😀cd', language: null };

describe('a pass that is a program', () => {
  it('is asked by lines, and answers with edits, in order', async () => {
    const echo = program(`say({ edits: [{ start: 4, end: 6, text: line }, { start: 0, end: 1 }] }); say(''); end();`);
    await opened(echo, async (pass, told) => {
      const [first, second] = await Promise.all([pass.propose(question), pass.propose({ ...question, held: 3 })]);
      const [{ edits }] = first;
      assert.deepEqual(edits[0], { start: 0, end: 1, text: undefined });
      assert.deepEqual(JSON.parse(edits[1].text!), question);
      assert.deepEqual(JSON.parse(second[0].edits[1].text!), { ...question, held: 3 });
      assert.deepEqual(told, []);
    });
  });

  const wrong: [name: string, body: string, told: RegExp][] = [
    [
      'prints what is no JSON',
      `say('hello'); end();`,
      /because it said "hello": each line of an answer must be like \{"edits":/,
    ],
    ['prints something else', `say([1]); end();`, /because it said "\[1\]"/],
    ['prints null', `say('null'); end();`, /because it said "null"/],
    ['proposes no numbers', `say({ edits: [{ start: '0', end: 1 }] }); end();`, /because it said "\{\\?"edits/],
    ['proposes a text that is none', `say({ edits: [{ start: 0, end: 1, text: 1 }] }); end();`, /because it said/],
    [
      'goes out of range',
      `say({ edits: [{ start: 2, end: 7 }] }); end();`,
      /because it said .*"end":7.* its edits must not overlap or leave the text \(count/,
    ],
    ['begins before the text', `say({ edits: [{ start: -1, end: 0 }] }); end();`, /because it said .*"start":-1/],
    ['ends before it begins', `say({ edits: [{ start: 3, end: 2 }] }); end();`, /because it said .*"start":3,"end":2/],
    [
      'overlaps',
      `say({ edits: [{ start: 1, end: 4 }, { start: 3, end: 5 }] }); end();`,
      /because it said .*must not overlap/,
    ],
    [
      'proposes too often',
      `for (let at = 0; at < 100001; at++) say({ edits: [] }); end();`,
      /because its answer took more than 60 s or was too long/,
    ],
    [
      'does not end its line',
      `const on = () => process.stdout.write('x'.repeat(2 ** 22), on); on();`,
      /or was too long/,
    ],
    [
      'dies',
      `console.error('first\\nno licence'); process.exit(3);`,
      /because it ended \(3: no licence\): it must answer/,
    ],
    ['is killed', `process.kill(process.pid, 'SIGKILL');`, /because it ended \((?:SIGKILL|137)/],
  ];

  for (const [name, body, expected] of wrong) {
    it(`is left out if it ${name}`, async () => {
      await opened(program(body), async (pass, told) => {
        await assert.rejects(pass.propose(question), expected);
        await assert.rejects(pass.propose(question), expected);
        assert.equal(told.length, 1);
        assert.match(told[0], /^The pass .*pass\.cjs is left out because .*\.$/);
      });
    });
  }

  seldom.it('is left out if it hangs, with all that it has started', async () => {
    const hangs = program(`require('child_process').spawn('sleep', ['98763'], { detached: true, stdio: 'ignore' });`);
    const sleeping = () => processesWith('sleep 98763').length > 0;
    await opened(
      hangs,
      async (pass, told) => {
        const answer = pass.propose(question);
        answer.catch(() => undefined);
        await until('it hangs', sleeping);
        await assert.rejects(
          answer,
          /because its answer took more than 3 s or was too long: let it propose .* end each answer with/,
        );
        assert.equal(told.length, 1);
        assert.equal(sleeping(), false);
      },
      3000,
    );
  });

  it('is ended with the run, without a word', async () => {
    const told: string[] = [];
    const { passes, close } = await openPasses([program('')], { onFailure: ({ message }) => told.push(message) });
    void passes[0].propose(question).catch(() => undefined);
    await until('it runs', () => processesWith('pass.cjs').length > 0);
    close();
    await until('it is gone', () => processesWith('pass.cjs').length === 0);
    assert.deepEqual(told, []);
  });
});
