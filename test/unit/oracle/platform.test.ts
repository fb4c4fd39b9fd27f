/** What a system tells of processes, macOS by stand-ins of its programs. That nothing else asks a system is a lint rule. */
import assert from 'node:assert/strict';
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linux } from '../../../src/oracle/platform/linux';
import { macos, sandboxed } from '../../../src/oracle/platform/macos';
import { withPrograms } from '../../support/standIns';
import { freshDirectory } from '../../support/files';
import { runsElsewhere, isRunning, thisProcess } from '../../../src/reduction/journal/identity';

describe('what is known of processes', () => {
  it('is the same from ps, as on macOS: the start of a process that is there, nothing of one that is not', () => {
    const start = macos.startOf(process.pid);
    assert.match(start ?? '', /\d{4}$/);
    assert.equal(macos.startOf(process.pid), start);
    assert.equal(macos.startOf(2 ** 22 + 1), undefined);
    assert.equal(macos.isInForeground(), linux.isInForeground());
  });

  it('tells the writer of a journal from a later process with its number', () => {
    const own = thisProcess();
    assert.deepEqual([runsElsewhere(own), isRunning(own)], [false, true]);
    const later = { ...own, started: 'another start' };
    assert.deepEqual([runsElsewhere(later), isRunning(later)], [false, false]);
    assert.equal(isRunning({ pid: 2 ** 22 + 1 }), false);
  });
});

/** What `ps` and `lsof` of macOS print, by their manuals. */
describe('macOS', () => {
  const directory = freshDirectory();
  const me = process.pid;
  /** `program` prints `text` if it is called with `args`; else, as for a process that is not there, nothing. */
  const told = <T>(program: string, args: string, text: string, work: () => T): T => {
    const line = `[ "$*" = '${args}' ] || exit 1\n[ "$LC_ALL $TZ" = 'C UTC' ] || exit 1\ncat <<'END'\n${text}\nEND\nexit 1`;
    return withPrograms(join(directory.path, program), { [program]: line }, work);
  };

  it('tells the marks of processes, whose environment follows the command', () => {
    const text = [
      '  311 /usr/libexec/trustd --agent',
      ' 4711 /bin/sh -c node a.js SHELL=/bin/zsh WHITTLE_RUN=whittle-run-1/2 TMPDIR=/var/folders/x/T/',
      '14712 node a.js XWHITTLE_RUN=no',
    ].join('\n');
    const args = `-x -E -ww -U ${process.getuid!()} -o pid= -o command=`;
    const found = told('ps', args, text, () => macos.marked());
    assert.deepEqual(found, [{ pid: 4711, mark: 'whittle-run-1/2' }]);
  });

  it('tells the start of a process', () => {
    const text = 'Ss+  Wed Nov  4 09:05:01 2026    ';
    const start = told('ps', '-p 7 -o stat= -o lstart=', text, () => macos.startOf(7));
    assert.equal(start, 'Wed Nov  4 09:05:01 2026');
  });

  it('tells a zombie from a process, and one that is not there', () => {
    const args = '-p 7 -o stat= -o lstart=';
    const text = 'Z    Wed Nov  4 09:05:01 2026    ';
    assert.deepEqual(
      told('ps', args, text, () => [macos.startOf(7), macos.startOf(8)]),
      ['ended', undefined],
    );
  });

  it('tells the memory of groups: kilobytes of each process', () => {
    const text = '    1  13568\n   40    100\n   40     28\n   41      1';
    const used = told('ps', '-ax -o pgid= -o rss=', text, () => [macos.memoryOf(40, ''), macos.memoryOf(42, '')]);
    assert.deepEqual(used, [128 * 1024, 0]);
  });

  it('tells whether this process has the terminal', () => {
    const args = `-p ${me} -o pgid= -o tpgid=`;
    assert.equal(
      told('ps', args, '  900   900', () => macos.isInForeground()),
      true,
    );
  });

  it('tells that it has not, or that there is none', () => {
    const args = `-p ${me} -o pgid= -o tpgid=`;
    assert.equal(
      told('ps', args, '  900     0', () => macos.isInForeground()),
      false,
    );
  });

  it('tells whether another process writes to a file', () => {
    const file = (access: string, path: string) => ['f7', `a${access}`, `n${path}`];
    const lines = [
      ...['p311', 'fcwd', 'a ', 'n/w/.whittle-1.out', ...file('r', '/w/.whittle-2.out'), ...file('u', '->0x1')],
      ...[`p${me}`, ...file('w', '/w/.whittle-3.out'), 'p312', ...file('u', '/w/.whittle-4.out'), ...file('w', '/w/5')],
    ].join('\n');
    const args = `-n -P -w -u ${process.getuid!()} -F pan`;
    const marks = ['whittle-1', 'whittle-2', 'whittle-3', 'whittle-4', '/5', '/6'];
    const written = told('lsof', args, lines, () => marks.map((mark) => macos.isWritten(mark)));
    assert.deepEqual(written, [false, false, false, true, true, false]);
  });

  it('wraps a launcher in sandbox-exec: it may write in the run root and in caches only', () => {
    assert.equal(sandboxed(['node', 'launcher.js'], directory.path, 1, join(directory.path, 'none')), undefined);
    const tool = join(directory.path, 'sandbox-exec');
    writeFileSync(tool, '');
    const { words, shadows, name } = sandboxed(['node', 'launcher.js'], directory.path, 1, tool)!;
    const [program, option, profile, ...rest] = words;
    assert.deepEqual([program, option, rest, shadows, name], [tool, '-p', ['node', 'launcher.js'], [], 'sandbox-exec']);
    assert.match(profile, /\(deny file-write\*\)\n\(allow file-write\* \(subpath "[^"]+"\)/);
    assert.ok(profile.includes(`(subpath ${JSON.stringify(realpathSync(directory.path))})`));
  });

  it('does not tell where there is no such program, and ends groups as Linux does', () => {
    const before = process.env.PATH;
    process.env.PATH = directory.path;
    try {
      assert.deepEqual([macos.isWritten('x'), macos.startOf(me), macos.marked()], [undefined, undefined, []]);
    } finally {
      process.env.PATH = before;
    }
    assert.equal(macos.signalGroup, linux.signalGroup);
    assert.deepEqual([macos.childrenMs(), macos.hide('X')], [undefined, undefined]);
    assert.equal(macos.machine(), linux.machine().split(' ')[0]);
  });
});
