/** What `--journal` names and cannot be a journal is refused before anything runs; and a run that breaks keeps its best result. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { eventsOf, whittleProcess, workplace } from '../../support/cli';

const { directory, at, write, read, reduce } = workplace();

const program = Array.from({ length: 20 }, (_, index) => `f${index}();\n`).join('');

describe('--journal', () => {
  const cases: Readonly<Record<string, readonly [path: () => string, said: RegExp]>> = {
    'a pipe': [
      () => {
        execFileSync('mkfifo', [at('pipe')]);
        return 'pipe';
      },
      /^whittle: The journal pipe is not a regular file: name another file\.\n$/,
    ],
    'a directory': [
      () => {
        mkdirSync(at('folder'));
        return 'folder';
      },
      /^whittle: The journal folder is not a regular file: name another file\.\n$/,
    ],
    'a device': [() => '/dev/zero', /^whittle: The journal \/dev\/zero is not a regular file: name another file\.\n$/],
    'a file of another kind': [
      () => {
        write('notes', 'not a journal\n');
        return 'notes';
      },
      /^whittle: notes is not a journal of Whittle: name another file for it\.\n$/,
    ],
  };
  for (const [what, [path, said]] of Object.entries(cases)) {
    it(`is not ${what}`, async () => {
      write('in.js', program);
      const run = await reduce('in.js', '--test', `touch ${at('ran')}`, '--journal', path());
      assert.equal(run.code, 2);
      assert.match(run.stderr, said);
      assert.equal(existsSync(at('ran')), false);
    });
  }
});

describe('an error that nobody has caught', () => {
  const { NODE_OPTIONS } = process.env;
  afterEach(() => {
    if (NODE_OPTIONS === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = NODE_OPTIONS;
  });

  it('ends the run with its best result, and not with the code of a property that does not hold', async () => {
    write('in.js', program);
    write(
      'throw.js',
      `const { stdout } = process;
      const write = stdout.write.bind(stdout);
      let thrown = false;
      stdout.write = (text, ...rest) => {
        if (!thrown && text.includes('"accepted"')) {
          thrown = true;
          setImmediate(() => { throw new Error('Aborted().'); });
        }
        return write(text, ...rest);
      };`,
    );
    process.env.NODE_OPTIONS = `--require ${at('throw.js')}`;
    const args = ['reduce', 'in.js', '--test', 'sleep 0.05; grep -q f7 {}', '--json'];
    const run = await whittleProcess(args, directory.path);
    assert.equal(run.code, 2, run.stderr);
    assert.match(run.stderr, /^whittle: Aborted\(\)\. The best result so far is kept\.$/m);
    const last = eventsOf(run).at(-1);
    assert.ok(last?.event === 'finished' && last.ending === 'interrupted');
    assert.ok(read('in.reduced.js').includes('f7') && read('in.reduced.js').length < program.length);
  });
});
