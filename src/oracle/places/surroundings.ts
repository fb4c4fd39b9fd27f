/**
 * What a test finds around it where nothing else keeps it from the user's files: a file system of links, from its root on, in which the
 * home directory and the current directory are directories of ours. A test that deletes them deletes links. Each slot has its own,
 * which is as it was for the next test.
 */
import { homedir } from 'node:os';
import { isAbsolute, join, parse, resolve } from 'node:path';
import { isReadable } from '../platform/files';
import { traits } from '../platform/traits';
import { counterpart, driveOf, pictureOf } from './picture';
import { unmoved } from './place';
import { realPath, within } from './roots';
import { slots, treeAt, type Copier, type Directory, copierTo } from './tree';

/** Links in a home directory, below its top. */
const homeLimits = { entries: 300, bytes: 0 };
/** Of a current directory: each is looked at after each test. */
const viewLimits = { entries: 200, bytes: 32e6 };

/** Directories in a home directory that hold much more than caches: what is in them is a link each. */
const opened = [
  ...['.config', '.cache', '.local', '.local/share', '.local/state', '.local/bin'],
  ...['AppData', 'AppData/Local', 'AppData/LocalLow', 'AppData/Roaming'],
  ...['Library', 'Library/Application Support', 'Library/Caches', 'Library/Preferences'],
];

/** In a home directory: new ones, and new entries of theirs, stay for the next tests in this slot. */
const caches = `.bun .cache .cargo .ccache .deno .dotnet .gradle .ivy2 .m2 .npm .nuget .pub-cache .rustup .sbt go
  .local/share/pnpm .local/share/virtualenv AppData/Local Library/Caches`.split(/\s+/);

/** What changes there is no harm: tools can make it again. */
const inCache = /[\\/](?:\.cache|Caches)[\\/]/;
/** Variables that name directories of the user. */
const named = /^(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_\w+_(?:HOME|DIR))$/;

/** For the tests of one run; `root`: the run root. `environment`: the user's. Lending throws errors of the file system. */
export function surroundingsIn(root: string, environment: NodeJS.ProcessEnv = process.env) {
  const homes = homesIn(environment);
  const { tops, variables } = homes;
  const known = new Map<string, Directory>();
  let copyOf: Copier | undefined;
  const open = [...tops.flatMap((top) => opened.map((name) => join(top, name))), ...variables.map(([, path]) => path)];
  const inHomes = tops.flatMap((top) => caches.map((name) => join(top, name)));
  const stay = new Set([environment.XDG_CACHE_HOME, ...inHomes]);
  const stays = (path: string, name: string) => stay.has(path) || stay.has(join(path, name));
  /** With these current directories. */
  const pictureWith = (views: readonly string[]): Directory => {
    const key = views.join('\0');
    const areas = new Map(tops.map((top) => [top, { ...homeLimits }]));
    for (const view of views) areas.set(view, { ...viewLimits });
    copyOf ??= copierTo(join(root, 'shown'));
    if (!known.has(key)) known.set(key, pictureOf({ areas, open, stays, copyOf }));
    return known.get(key)!;
  };
  return slots((number) => slotAt(join(root, `around-${number}`), homes, pictureWith));
}

/** One test at a time has it. */
function slotAt(path: string, { tops, variables }: Homes, pictureWith: (views: string[]) => Directory) {
  const tree = treeAt(path);
  const views: string[] = [];
  let now = pictureWith(views);
  tree.hold(now);
  return {
    variables: Object.fromEntries(variables.map(([name, directory]) => [name, counterpart(path, directory)])),
    /** The counterpart of a directory of the user, and of all that is in it. Throws errors of the file system. */
    around(directory: string) {
      const near = realPath(directory);
      if (!isReadable(near)) return unmoved;
      if (!views.includes(near)) {
        views.push(near);
        now = pictureWith(views);
        tree.hold(now);
      }
      return movedInto(path, near);
    },
    /** Undoes all changes. Returns paths of the user whose counterparts were deleted, replaced or changed. Throws errors of the file system. */
    settle(): string[] {
      if (!tree.isOurs()) return [...tops];
      const roots = [...tops, ...views].map((one) => parse(one).root);
      return tree
        .hold(now)
        .map((way) => realOf(way, roots))
        .filter((one) => !inCache.test(one));
    },
    isOurs: tree.isOurs,
  };
}

function realOf(way: string, roots: readonly string[]): string {
  const root = roots.find((one) => `${way}/`.startsWith(driveOf(one))) ?? roots[0];
  return join(root, way.slice(driveOf(root).length));
}

/** Where paths to a directory, and in it, are in the tree; others stay as they are. */
function movedInto(tree: string, directory: string): (path: string) => string {
  const isTooLong = counterpart(tree, directory).length > traits.longestDirectory;
  return (path) => {
    const real = realPath(path);
    const isSeen = within(directory, real) !== undefined || within(real, directory) !== undefined;
    return isSeen && !isTooLong ? counterpart(tree, real) : path;
  };
}

type Homes = ReturnType<typeof homesIn>;

/** `tops`: those that are in no other one; `variables`: with their directories, the outermost first. */
function homesIn(environment: NodeJS.ProcessEnv) {
  const isSet = ['HOME', 'USERPROFILE'].some((name) => environment[name]);
  const all = { ...environment, ...(!isSet && { HOME: homedir() }) };
  const variables = Object.entries(all)
    .filter(([name, path]) => named.test(name) && path && isAbsolute(path))
    .map(([name, path]): [string, string] => [name, realPath(resolve(path!))])
    .filter(([, path]) => isReadable(path))
    .sort(([, one], [, other]) => one.length - other.length);
  const paths = [...new Set(variables.map(([, path]) => path))];
  const isIn = (path: string) => paths.some((other) => other !== path && within(other, path) !== undefined);
  return { tops: paths.filter((path) => !isIn(path)), variables };
}
