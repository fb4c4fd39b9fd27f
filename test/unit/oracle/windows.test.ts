/** Windows, as far as it can be seen elsewhere: its shells, its tables of processes, and directories in which links are refused. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join, parse } from 'node:path';
import { findFolder } from '../../../src/reduction/folder/findFolder';
import { linux } from '../../../src/oracle/platform/linux';
import { makeLink } from '../../../src/oracle/platform/files';
import { isForCmd, shellOf } from '../../../src/oracle/platform/shells';
import { traits, traitsOf } from '../../../src/oracle/platform/traits';
import { descendants, readCim, readWmic, windows } from '../../../src/oracle/platform/windows';
import { isAlive } from '../../../src/oracle/platform/platform';
import { start } from '../../../src/oracle/processes/supervise';
import { freshDirectory } from '../../support/files';
import { withPrograms } from '../../support/standIns';

const directory = freshDirectory();

/** A line in which the path stands in each way of quoting. */
function lineOf(program: string, ...pieces: readonly string[]): string[] {
  const shell = shellOf(program, 'win32');
  const reader = shell.reader();
  const line = pieces.map((piece) => {
    if (piece !== '{}') reader.read(piece);
    return piece === '{}' ? shell.word("C:\\a b\\it's", reader.quotes()) : piece;
  });
  return shell.words(line.join(''));
}

describe('the shells of Windows', () => {
  it('cmd.exe gets the line as it is, in quotes that it takes off, and paths in quotes', () => {
    const words = lineOf('C:\\Windows\\System32\\CMD.EXE', 'type ', '{}', ' | find "in ', '{}', '" ^" ', '{}');
    const path = "C:\\a b\\it's";
    const line = `"type "${path}" | find "in ${path}" ^" "${path}""`;
    assert.deepEqual(words, ['C:\\Windows\\System32\\CMD.EXE', '/d', '/s', '/c', line]);
    assert.ok(isForCmd(words));
    assert.ok(!isForCmd(['/bin/sh', '-c', 'x']));
    // Else the backslash would take the quote with it.
    assert.equal(shellOf('cmd').word('C:\\', 'none'), '"C:\\\\"');
    assert.equal(shellOf('cmd').word('a\\"b" &', 'none'), '"a\\\\""b"" &"');
  });

  it('PowerShell gets paths in quotes of its own', () => {
    const words = lineOf('pwsh', 'type ', '{}', "; type 'in ", '{}', `'; type "it\`" `, '{}', '"');
    const line = `type 'C:\\a b\\it''s'; type 'in C:\\a b\\it''s'; type "it\`" C:\\a b\\it's"`;
    assert.deepEqual(words, ['pwsh', '-NoProfile', '-NonInteractive', '-Command', line]);
    assert.equal(shellOf('powershell.exe').word('$x`y"', 'double'), '`$x``y`"');
  });

  it('are the default there only, and a POSIX shell that a task names stays one', () => {
    assert.ok(isForCmd(shellOf(undefined, 'win32').words('x')));
    assert.deepEqual(shellOf(undefined, 'linux').words('x'), ['/bin/sh', '-c', 'x']);
    assert.deepEqual(shellOf('C:\\Git\\bin\\bash.exe', 'win32').words('x'), ['C:\\Git\\bin\\bash.exe', '-c', 'x']);
  });
});

describe('the processes of Windows', () => {
  const wmic = [
    'CommandLine               ParentProcessId  ProcessId  ',
    'C:\\node.exe C:\\a 7 8\\b.js  4                12         ',
    '                          0                4          ',
  ].join('\r\r\n');
  const table = [
    { pid: 12, parent: 4, command: 'C:\\node.exe C:\\a 7 8\\b.js' },
    { pid: 4, parent: 0, command: '' },
  ];

  it('are read from what wmic and PowerShell print', () => {
    assert.deepEqual(readWmic(Buffer.from(wmic)), table);
    assert.deepEqual(readWmic(Buffer.from(`\ufeff${wmic}`, 'utf16le')), table);
    const born = Date.UTC(2026, 0, 1);
    const [file, system] = table;
    const cim = '12 4 134116992000000000 C:\\node.exe C:\\a 7 8\\b.js\r\n4 0 134116992000000000 \r\n';
    assert.deepEqual(readCim(cim), [
      { ...file, born },
      { ...system, born },
    ]);
    assert.deepEqual(readCim(''), []);
  });

  it('belong to a leader over its children, also if one of these has ended', () => {
    const row = (pid: number, parent: number) => ({ pid, parent, command: '' });
    // 0 is its own parent there.
    const rows = [row(0, 0), row(5, 2), row(3, 2), row(6, 5), row(7, 1), row(2, 1)];
    assert.deepEqual(descendants(rows, 2), [5, 3, 6]);
    assert.deepEqual(descendants(rows, 9), []);
  });

  it('belong to a leader that has ended, but not to those that had its number before and after', () => {
    const row = (pid: number, parent: number, born: number) => ({ pid, parent, born, command: '' });
    const rows = [row(3, 2, 90), row(4, 2, 110), row(5, 4, 120), row(6, 4, 80)];
    assert.deepEqual(descendants(rows, 2, 100), [4, 5]);
    assert.deepEqual(descendants(rows, 2), [], 'when it was started is not known');
    assert.deepEqual(descendants([...rows, row(2, 1, 105)], 2, 100), []);
    assert.deepEqual(descendants([...rows, row(2, 1, 105)], 2), [4, 5]);
  });

  it('are ended with all that they have started, by whichever program is there', async function () {
    if (process.platform === 'win32') this.skip(); // for the stand-ins, see cli/everySystem for the real ones
    this.timeout(180_000);
    const cim = `ps -A -o pid= -o ppid= -o args= | awk '{ $2 = $2 " 0"; print }'`;
    const table = `echo 'CommandLine  ParentProcessId  ProcessId'; ps -A -o args= -o ppid= -o pid=`;
    await endsTree({ 'powershell.exe': cim, taskkill: 'exit 1' });
    await endsTree({ 'powershell.exe': 'exit 0', wmic: table, taskkill: 'exit 1' });
    await endsTree({ taskkill: '[ "$1 $2 $3" = "/T /F /PID" ] && kill -s KILL -- "-$4"' });
  });
});

/** Two shells that start a third process: all of them are gone. */
async function endsTree(programs: Readonly<Record<string, string>>): Promise<void> {
  const place = join(directory.path, `programs-${Object.keys(programs).length}`);
  const line = `trap '' TERM; sh -c "trap '' TERM; sleep 100 & echo $$ \\$! ; wait" & wait`;
  const child = spawn('/bin/sh', ['-c', line], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const pids = said.toString().trim().split(' ').map(Number);
  withPrograms(place, programs, () => windows.signalGroup(child.pid!, 'SIGKILL'));
  await once(child, 'exit');
  // The others end at the same time, but their new parent may take a moment to hear of it.
  const there = (pid: number) => isAlive(pid) && linux.startOf(pid) !== 'ended';
  while (pids.some(there)) await new Promise((wait) => setTimeout(wait, 20));
}

describe('files on two drives', () => {
  it('are refused with a sentence', async function () {
    const [one, other] = [directory.path, process.cwd()].map((path) => parse(path).root);
    if (one === other) this.skip(); // Wine has the temporary directory on C:, and this one on Z:
    writeFileSync(join(directory.path, 'a.js'), '');
    const found = findFolder([join(directory.path, 'a.js'), 'package.json']);
    await assert.rejects(found, /are on two drives: copy the files to one/);
  });
});

describe('a directory whose path is too long for programs', () => {
  it('is named if nothing can start there', async () => {
    // Wine cannot show it: there the start itself crashes.
    const before = traits.longestDirectory;
    const order = { words: [process.execPath], cwd: join(directory.path, 'none'), env: process.env, files: {} };
    try {
      await assert.rejects(start(order), /ENOENT/);
      traits.longestDirectory = 5;
      await assert.rejects(start(order), /the path of its directory is too long for this system: .*none$/);
    } finally {
      traits.longestDirectory = before;
    }
  });
});

describe('traits of systems', () => {
  it('say where files lie that outlive a run', () => {
    const home = join(directory.path, 'home');
    const at = (system: NodeJS.Platform) => traitsOf(system).stateHome(() => home);
    const names = ['LOCALAPPDATA', 'XDG_STATE_HOME'];
    const before = names.map((name) => [name, process.env[name]] as const);
    try {
      for (const name of names) delete process.env[name];
      assert.equal(at('win32'), join(home, 'AppData', 'Local'));
      assert.equal(at('darwin'), join(home, 'Library', 'Application Support'));
      assert.equal(at('linux'), join(home, '.local', 'state'));
      for (const name of names) process.env[name] = directory.path;
      assert.deepEqual([at('win32'), at('linux')], [directory.path, directory.path]);
      for (const name of names) process.env[name] = 'relative';
      assert.deepEqual([at('win32'), at('linux')], [join(home, 'AppData', 'Local'), join(home, '.local', 'state')]);
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });
});

describe('a link that the system refuses', () => {
  const refused = (): never => {
    throw Object.assign(new Error('refused'), { code: 'EPERM' });
  };

  it('is a directory of the same files', () => {
    const [from, to] = [join(directory.path, 'from'), join(directory.path, 'to')];
    mkdirSync(join(from, 'deep'), { recursive: true });
    writeFileSync(join(from, 'deep', 'one'), 'text');
    makeLink(from, to, refused);
    assert.ok(lstatSync(join(to, 'deep')).isDirectory());
    assert.equal(readFileSync(join(to, 'deep', 'one'), 'utf8'), 'text');
    assert.equal(lstatSync(join(to, 'deep', 'one')).ino, lstatSync(join(from, 'deep', 'one')).ino);
    makeLink(join('from', 'deep', 'one'), join(directory.path, 'file'), refused);
    assert.equal(readFileSync(join(directory.path, 'file'), 'utf8'), 'text');
  });

  it('is a link where it may be one, and other errors are told', function () {
    if (process.platform === 'win32') this.skip(); // some may, some may not
    makeLink(directory.path, join(directory.path, 'link'), symlinkSync);
    assert.ok(lstatSync(join(directory.path, 'link')).isSymbolicLink());
    assert.throws(() => makeLink(directory.path, join(directory.path, 'link')), /EEXIST/);
  });
});
