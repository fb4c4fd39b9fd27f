/** A reduction of the terminal as windows see it: by a socket that only the user may use. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { conversation, socketName, sweepSockets } from '../../../src/host/watchable';
import type { FileRemoval, FromTerminal, ToTerminal } from '../../../src/host/port';
import { finishedOf, whittle, workplace } from '../../support/cli';
import { until } from '../../support/files';
import { ownState } from '../../support/state';

const sockets: Socket[] = [];
// Before the check that nothing is left: hooks run in the order in which they are defined.
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
const { directory, at, write, read } = workplace();
ownState(at);

const input = Array.from({ length: 200 }, (_, line) => (line === 99 ? 'needle' : `line ${line} is hay`)).join('\n');
const meeting = () => at('state/whittle/runs');
const names = () => (existsSync(meeting()) ? readdirSync(meeting()) : []);

/** Its tests wait for the file `go` as soon as half of the input is removed. */
function running() {
  write('in.txt', input);
  const wait = `[ $(wc -l < {}) -gt 100 ] || until [ -e '${at('go')}' ]; do sleep 0.05; done`;
  return whittle(['reduce', '--test', `grep -q needle {} || exit 1; ${wait}`, '--json', 'in.txt'], directory.path);
}

async function window() {
  await until('it can be watched', () => names().length === 1);
  const socket = connect(join(meeting(), names()[0]));
  sockets.push(socket);
  const told: FromTerminal[] = [];
  const send = conversation<FromTerminal, ToTerminal>(socket, (message) => told.push(message));
  const events = () => told.flatMap((message) => (message.kind === 'events' ? message.events : []));
  const changes = () => events().flatMap((event) => (event.event === 'accepted' && event.changes) || []);
  const removed = () => (changes() as FileRemoval[]).flatMap((change) => change.removed);
  return { socket, told, send, events, removed };
}

describe('A reduction of the terminal', () => {
  it('tells windows its file, its job and its progress, and ends with its best result when one asks for that', async () => {
    const run = running();
    const { socket, told, send, removed } = await window();
    await until('the path is told', () => told.length > 0);
    assert.deepEqual(told, [{ kind: 'path', path: at('in.txt') }]);
    assert.match(names()[0], socketName);
    assert.deepEqual([statSync(meeting()).mode & 0o777, statSync(meeting()).uid], [0o700, process.getuid!()]);
    for (const line of ['no message', '{}', '{"kind":"toString"}', '[]', '"pause"']) socket.write(`${line}\n`);
    send({ kind: 'job' });
    await until('the job is told', () => told.length > 1);
    assert.ok(told[1].kind === 'job' && told[1].job.input.text === input);
    send({ kind: 'watch' });
    await until('something is removed', () => removed().length > 0);
    const late = await window();
    late.send({ kind: 'watch' });
    await until('a window that comes late knows the same', () => late.removed().length > 0);
    assert.ok(
      ['started', 'calibrated', 'candidate'].every((name) => late.events().some(({ event }) => event === name)),
    );
    send({ kind: 'stop' });
    const ended = await run;
    assert.equal(finishedOf(ended).ending, 'interrupted');
    assert.equal(ended.code, 130);
    assert.ok(read('in.reduced.txt').length < input.length);
    await until('both know the result', () => [told, late.told].every((all) => all.at(-1)?.kind === 'result'));
    assert.deepEqual(told.at(-1), { kind: 'result', outcome: read('in.reduced.txt') });
    assert.deepEqual(names(), []);
  });

  it('is shown to nobody where others have access, and works all the same', async () => {
    mkdirSync(meeting(), { recursive: true });
    chmodSync(meeting(), 0o777);
    writeFileSync(at('go'), '');
    let seen = 0;
    const timer = setInterval(() => (seen += names().length), 5);
    const ended = await running();
    clearInterval(timer);
    assert.deepEqual([ended.code, seen], [0, 0]);
  });
});

describe('The meeting directory', () => {
  it('loses the sockets of killed runs, and no others', async () => {
    const listening = (name: string) =>
      `require('net').createServer().listen(${JSON.stringify(join(meeting(), name))}, () => process.kill(process.pid, 9))`;
    mkdirSync(meeting(), { recursive: true, mode: 0o700 });
    const { pid } = spawnSync('true');
    const [dead, alive] = [`${pid}-00000000.sock`, `${process.pid}-00000000.sock`];
    for (const name of [dead, alive]) spawnSync(process.execPath, ['-e', listening(name)]);
    writeFileSync(join(meeting(), 'note.txt'), '');
    const server = createServer();
    const live = `${pid}-11111111.sock`;
    await new Promise<void>((done) => server.listen(join(meeting(), live), done));
    try {
      assert.deepEqual(names().sort(), [alive, dead, live, 'note.txt'].sort());
      sweepSockets(meeting());
      await until('the dead one is gone', () => !names().includes(dead));
      assert.deepEqual(names().sort(), [alive, live, 'note.txt'].sort());
    } finally {
      await new Promise((done) => server.close(done));
    }
  });
});
