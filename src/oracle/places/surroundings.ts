/**
 * What a test finds around it where nothing else keeps it from the user's files: a home directory, and a current directory, of links.
 * A test that deletes them deletes links. Each slot has its own, which is as it was for the next test.
 */
import { homedir } from 'node:os';
import { basename, isAbsolute, join, parse, relative, resolve } from 'node:path';
import { isReadable, usual } from '../platform/files';
import { traits } from '../platform/traits';
import { type Copier, type Directory, copierTo, directoryOf, type Entry } from './entries';
import { slots, treeAt } from './tree';
import { pictureAround, pictureOf } from './picture';
import { unmoved } from './place';
import { realPath, within } from './roots';

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

/** New ones stay for the next tests in this slot. */
const cacheDirectories = ['.cache', 'Library/Caches', 'AppData/Local'];
const caches = new Set(
  '.bun .cargo .ccache .deno .dotnet .gradle .ivy2 .m2 .npm .nuget .pub-cache .rustup .sbt go pnpm virtualenv'.split(
    ' ',
  ),
);

/** What changes there is no harm: tools can make it again. */
const inCache = /[\\/](?:\.cache|Caches)[\\/]/;

/** One test at a time has it. */
export interface Surroundings {
  readonly variables: Readonly<Record<string, string>>;
  /** The counterpart of a directory of the user, and of all that is in it. Throws errors of the file system. */
  readonly around: (directory: string) => (path: string) => string;
  /**
   * Undoes all changes. Returns paths of the user whose counterparts were deleted, replaced or changed. Throws errors of the file
   * system.
   */
  settle(): string[];
  /** False once a test has put something else in its place. */
  isOurs(): boolean;
}

/** A picture of what is at `real`. */
interface Shown {
  readonly real: string;
  readonly picture: Directory;
}

/** For the tests of one run; `root`: the run root. `environment`: the user's. Lending throws errors of the file system. */
export function surroundingsIn(root: string, environment: NodeJS.ProcessEnv = process.env) {
  const copyOf = memo(() => copierTo(join(root, 'shown')));
  const homes = memo(() => homesOf(environment, copyOf()));
  const viewOf = memo((directory: string) => viewAt(directory, copyOf()));
  return slots((number) => slotAt(join(root, `around-${number}`), homes(), viewOf));
}

/** What has been made once is not made again. */
function memo<Made>(make: (key: string) => Made): (key?: string) => Made {
  const made = new Map<string, Made>();
  return (key = '') => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key)!;
  };
}

function slotAt(path: string, homes: Homes, viewOf: (directory: string) => Shown): Surroundings {
  const tree = treeAt(path);
  /** By their ways in the tree. */
  const shown = new Map([...homes.shown].map(([name, home]) => [`home/${name}`, home]));
  const whole = () => {
    const entries = [...shown].map(([way, { picture }]): [string, Entry] => [way, picture]);
    return directoryOf([['home', directoryOf([])], ...entries], usual.privateDirectory);
  };
  let now = whole();
  tree.hold(now);
  return {
    variables: Object.fromEntries(homes.variables.map(([name, way]) => [name, join(path, 'home', way)])),
    around: memo((directory) => {
      const near = realPath(directory);
      if (!isReadable(near)) return unmoved;
      const name = `view-${shown.size}`;
      shown.set(name, viewOf(near));
      now = whole();
      tree.hold(now);
      return movedInto(join(path, name), near);
    }),
    settle() {
      if (!tree.isOurs()) return [...homes.shown.values()].map(({ real }) => real);
      const changed = tree.hold(now).flatMap((way) => realsOf(way, shown));
      return changed.filter((one) => !inCache.test(one));
    },
    isOurs: tree.isOurs,
  };
}

/** Where paths to a directory, and in it, are in a view of it; others stay as they are. */
function movedInto(view: string, directory: string): (path: string) => string {
  const { root } = parse(directory);
  const isTooLong = join(view, relative(root, directory)).length > traits.longestDirectory;
  return (path) => {
    const real = realPath(path);
    const isSeen = within(directory, real) !== undefined || within(real, directory) !== undefined;
    return isSeen && !isTooLong ? join(view, relative(root, real)) : path;
  };
}

function realsOf(way: string, shown: ReadonlyMap<string, Shown>): string[] {
  const isIn = (one: string, other: string) => other === '' || one === other || one.startsWith(`${other}/`);
  const around = [...shown].find(([at]) => isIn(way, at));
  if (around) return [join(around[1].real, way.slice(around[0].length))];
  return [...shown].filter(([at]) => isIn(at, way)).map(([, { real }]) => real);
}

/** From the root of the file system on. */
function viewAt(directory: string, copyOf: Copier): Shown {
  const near = pictureOf(directory, { limits: { ...viewLimits }, copyOf });
  return { real: parse(directory).root, picture: pictureAround(directory, near, copyOf) };
}

interface Homes {
  /** By names. */
  readonly shown: ReadonlyMap<string, Shown>;
  /** Variables, and where they lead: a name, and the way from there. */
  readonly variables: readonly (readonly [string, string])[];
}

/** Variables that name directories of the user. */
const named = /^(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_\w+_(?:HOME|DIR))$/;

function homesOf(environment: NodeJS.ProcessEnv, copyOf: Copier): Homes {
  const given = directoriesIn(environment);
  const tops = new Map<string, string>();
  const variables = given.map(([variable, path]): [string, string] => {
    const top = [...tops].find(([, real]) => within(real, path) !== undefined);
    if (!top) tops.set(variable, path);
    const [name, real] = top ?? [variable, path];
    return [variable, join(name, within(real, path)!)];
  });
  const paths = given.map(([, path]) => path);
  const shown = [...tops].map(([name, real]): [string, Shown] => [
    name,
    { real, picture: homePicture(real, paths, environment, copyOf) },
  ]);
  return { shown: new Map(shown), variables };
}

/** The outermost first. */
function directoriesIn(environment: NodeJS.ProcessEnv): [string, string][] {
  const isSet = ['HOME', 'USERPROFILE'].some((name) => environment[name]);
  const all = { ...environment, ...(!isSet && { HOME: homedir() }) };
  const found = Object.entries(all).filter(([name, path]) => named.test(name) && path && isAbsolute(path));
  return found
    .map(([name, path]): [string, string] => [name, realPath(resolve(path!))])
    .filter(([, path]) => isReadable(path))
    .sort(([, one], [, other]) => one.length - other.length);
}

function homePicture(
  top: string,
  inside: readonly string[],
  environment: NodeJS.ProcessEnv,
  copyOf: Copier,
): Directory {
  const open = new Set(opened.map((name) => join(top, name)));
  for (const path of inside) {
    const way = within(top, path)?.split(/[\\/]/) ?? [];
    way.forEach((_, at) => open.add(join(top, ...way.slice(0, at + 1))));
  }
  const cache = new Set([environment.XDG_CACHE_HOME, ...cacheDirectories.map((name) => join(top, name))]);
  const stays = (path: string, name: string) => cache.has(path) || caches.has(name) || basename(path) === 'Caches';
  return pictureOf(top, { limits: { ...homeLimits }, copyOf, open, stays });
}
