/**
 * Linux namespaces: a program and all that it starts see the whole file system and may change it, but every change outside the run root
 * goes to a directory of ours and is thrown away. They see no processes but their own, and none outlives the first. util-linux makes the
 * mounts as an ordinary user, in 0.1 s, from one table that is written here (docs/placement.md says what that protects).
 */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { attempt, entriesOf, tolerating } from './files';
import type { Isolation, Shadow } from './processes';

/** Options that a mount keeps when it is mounted again in a namespace: the kernel refuses less. */
const locked = new Set(['nosuid', 'nodev', 'noexec', 'noatime', 'nodiratime', 'relatime']);
/** Devices that programs need; disks and the memory of the machine are not among them. */
const devices = /^(?:null|zero|full|random|urandom|tty|ptmx|pts|kvm|fuse|dri|snd|dxg|nvidia.*|fd|stdin|stdout|stderr)$/;

/** What root could change of the machine itself. */
const settings = ['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'acpi'].map((name) => `/proc/${name}`);

/** A table of mounts has no other way to write these. */
const unwritable = /[\s,:\\"#]/;
/** Bytes; larger files of a directory that cannot be shadowed are read-only. */
const largestCopy = 1 << 16;
const mostSockets = 100;

const setup = `set -e
home=$1 cwd=$2 uid=$3 gid=$4
shift 4
cd -P "$home/root"
mount --all --fstab "$home/table" 2> "$home/problems" || true
mounts=$(cat /proc/self/mountinfo)
isMounted() { case $mounts in *" $PWD$1 "*) ;; *) return 1 ;; esac }
while IFS=' ' read -r options path; do
  isMounted "$path" || mount -o "$options" "$path" "$home/root$path"
done < "$home/shadows"
for path in /proc /dev/shm "$cwd"; do isMounted "$path"; done
cd "$PWD"
pivot_root . .old
umount -l /.old
exec unshare --user --map-user="$uid" --map-group="$gid" --wd="$cwd" sh -c '"$@" & wait' sh "$@"
`;

/**
 * `words`: a program and its arguments; `root`: the run root, which stays as it is; `number`: another one for each call. Undefined if this
 * cannot be written. Whether the system allows it is known when the program runs. Throws errors of the file system.
 */
export function isolate(words: readonly string[], root: string, number: number): Isolation | undefined {
  if (unwritable.test(root)) return undefined;
  const home = join(root, `view-${number}`);
  const view = openView(home);
  view.show('/');
  showSystem(view);
  view.rows.push([root, root, 'none', 'bind'], ['tmpfs', home, 'tmpfs', 'size=4k']);
  for (const socket of sockets(root)) view.rows.push([socket, socket, 'none', 'bind']);
  const rows = view.rows.map(([source, at, type, options]) => `${source} ${home}/root${at} ${type} ${options} 0 0\n`);
  fs.writeFileSync(join(home, 'table'), `${home}/root ${home}/root none bind 0 0\n${rows.join('')}`);
  fs.writeFileSync(join(home, 'shadows'), view.shadows.map(({ path, flags }) => `${flags} ${path}\n`).join(''));
  const entering = '--user --map-root-user --mount --pid --ipc --fork --kill-child --propagation private'.split(' ');
  const [uid, gid] = [process.getuid!(), process.getgid!()].map(String);
  const inside = ['sh', '-c', setup, 'sh', home, root, uid, gid, ...words];
  return { name: 'namespaces', words: ['unshare', ...entering, ...inside], shadows: view.shadows };
}

type Row = readonly [source: string, at: string, type: string, options: string];

function openView(home: string) {
  const mounts = mountsOf(fs.readFileSync('/proc/self/mountinfo', 'utf8'));
  const flagsAt = (path: string) => ['bind', 'ro', ...flagsOf(mounts, path)].join(',');
  const root = join(home, 'root');
  const rows: Row[] = [];
  const shadows: (Shadow & { readonly flags: string })[] = [];
  fs.mkdirSync(join(root, '.old'), { recursive: true });

  const shadow = (path: string) => {
    const [upper, work] = ['upper', 'work'].map((name) => join(home, `${name}-${shadows.length}`));
    for (const one of [upper, work]) fs.mkdirSync(one);
    rows.push(['overlay', path, 'overlay', `lowerdir=${path},upperdir=${upper},workdir=${work},userxattr`]);
    shadows.push({ path, upper, flags: flagsAt(path) });
  };
  const showFile = (path: string, status: fs.Stats) => {
    if (status.isFile() && status.size <= largestCopy) return fs.copyFileSync(path, root + path);
    fs.writeFileSync(root + path, '');
    if (status.isFile()) rows.push([path, path, 'none', flagsAt(path)]);
  };
  const showEntry = (path: string) => {
    const status = fs.lstatSync(path);
    if (status.isSymbolicLink()) return fs.symlinkSync(fs.readlinkSync(path), root + path);
    if (unwritable.test(path)) return;
    if (!status.isDirectory()) return showFile(path, status);
    fs.mkdirSync(root + path);
    fs.chmodSync(root + path, status.mode & 0o1777);
    if (['/proc', '/sys', '/dev'].includes(path)) return;
    if (mounts.some(({ at }) => at.startsWith(`${path}/`))) show(path);
    else shadow(path);
  };
  const show = (directory: string) => {
    for (const path of pathsIn(directory)) tolerating(() => showEntry(path));
  };
  return { root, mounts, rows, shadows, show, flagsAt };
}

type View = ReturnType<typeof openView>;

/** Processes, devices and the machine's own files. */
function showSystem({ root, mounts, rows, flagsAt }: View): void {
  rows.push(['proc', '/proc', 'proc', 'defaults']);
  for (const path of settings.filter((one) => fs.existsSync(one))) rows.push([path, path, 'none', 'bind,ro']);
  for (const { at } of mounts.filter(({ at }) => at === '/sys' || at.startsWith('/sys/'))) {
    rows.push([at, at, 'none', flagsAt(at)]);
  }
  const showDevice = (path: string) => {
    const status = fs.lstatSync(path);
    if (status.isSymbolicLink()) return fs.symlinkSync(fs.readlinkSync(path), root + path);
    if (status.isDirectory()) fs.mkdirSync(root + path);
    else fs.writeFileSync(root + path, '');
    rows.push([path, path, 'none', 'bind']);
  };
  for (const path of pathsIn('/dev').filter((one) => devices.test(one.slice('/dev/'.length)))) {
    tolerating(() => showDevice(path));
  }
  fs.mkdirSync(`${root}/dev/shm`);
  rows.push(['tmpfs', '/dev/shm', 'tmpfs', 'mode=1777']);
}

/** The format is in proc(5): the fifth field is where, the sixth are its options. */
function mountsOf(table: string) {
  const lines = table.split('\n').filter(Boolean);
  return lines.map((line) => {
    const [, , , , at, options] = line.split(' ');
    return { at, flags: options.split(',').filter((one) => locked.has(one)) };
  });
}

/** Those of the mount in which the path lies: the last one of the longest path. */
function flagsOf(mounts: ReturnType<typeof mountsOf>, path: string): readonly string[] {
  const around = mounts.filter(({ at }) => at === '/' || path === at || path.startsWith(`${at}/`));
  const longest = Math.max(...around.map(({ at }) => at.length));
  return around.findLast(({ at }) => at.length === longest)?.flags ?? [];
}

/** Servers are reached by their own sockets, and only by those: a shadow of a socket leads nowhere. */
function sockets(root: string): string[] {
  const table = attempt(() => fs.readFileSync('/proc/net/unix', 'utf8'), '');
  const paths = new Set([...table.matchAll(/ (\/.+)$/gm)].map(([, path]) => path));
  const isReached = (path: string) => !unwritable.test(path) && !path.startsWith(`${root}/`) && isSocket(path);
  return [...paths].filter(isReached).slice(0, mostSockets);
}

const isSocket = (path: string): boolean => attempt(() => fs.lstatSync(path).isSocket(), false);

function pathsIn(directory: string): string[] {
  return entriesOf(directory).map(({ name }) => join(directory, name));
}
