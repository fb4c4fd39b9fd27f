/** Programs that do harm as soon as a guard is gone from them, and a made-up home, repository and process that they can reach. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Language = 'sh' | 'js' | 'py';

export interface HarmCase {
  readonly action: string;
  readonly language: Language;
  readonly guard: number;
  readonly place: 'copy' | 'overlay';
}

/**
 * Scripts, so that no part of one can run by itself. FENCE stands for the made-up directory: they do nothing unless what they are about to
 * destroy lies in it.
 */
const actions: Readonly<Record<string, string>> = {
  'rm HOME': 'case "$HOME" in FENCE/*) rm -rf "$HOME";; esac',
  'rm XDG_CONFIG_HOME': 'case "$XDG_CONFIG_HOME" in FENCE/*) rm -rf "$XDG_CONFIG_HOME";; esac',
  'rm parent': 'case "$PWD" in FENCE/*/*/*) rm -rf ../*;; esac',
  'rm workspace': 'case "$PWD" in FENCE/*/*) rm -rf "$PWD"/* "$PWD"/.[a-z]*;; esac',
  'git commit': 'case "$PWD" in FENCE/*) git add -A && git commit -qm harm --allow-empty && git tag -f harm;; esac',
  'git config': 'case "$PWD" in FENCE/*) git config core.worktree /nowhere && git config user.name harm;; esac',
  'git reset': 'case "$PWD" in FENCE/*) git reset -q --hard HEAD~1 && git clean -qfdx;; esac',
  'mv in HOME': 'case "$HOME" in FENCE/*) mv "$HOME"/notes.txt "$HOME"/gone.txt;; esac',
  'chmod HOME': 'case "$HOME" in FENCE/*) chmod 777 "$HOME"/*;; esac',
  'overwrite in HOME':
    'case "$HOME" in FENCE/*) for f in "$HOME"/* "$HOME"/.[a-z]*; do [ ! -f "$f" ] || echo harm > "$f"; done;; esac',
  'kill others': 'kill -9 "$BYSTANDER"',
  'absolute path': 'echo harm > FENCE/outside/data; rm -f FENCE/outside/other',
};

/** No cases for these on the plain layer: see docs/placement.md. */
export const holesOfPlain: ReadonlySet<string> = new Set([
  'overwrite in HOME',
  'chmod HOME',
  'kill others',
  'absolute path',
  'rm parent',
]);

/** Each action, in each language, behind each guard, in two places. */
export const harmCases: readonly HarmCase[] = Object.keys(actions).flatMap((action) =>
  (['sh', 'js', 'py'] as const).flatMap((language) =>
    [0, 1, 2].flatMap((guard) => (['copy', 'overlay'] as const).map((place) => ({ action, language, guard, place }))),
  ),
);

/** What stays of the program. */
const calls: Readonly<Record<Language, string>> = {
  sh: '"$HARM"',
  js: 'execSync("$HARM")',
  py: 'subprocess.call("$HARM"',
};

const interpreters: Readonly<Record<Language, string>> = { sh: 'sh', js: process.execPath, py: 'python3' };

/** Fails with "boom"; the harm, a script, is behind a guard. */
function programFor({ language, guard }: HarmCase): string {
  const line = calls.sh;
  const text = '"$HARM"';
  const programs: Readonly<Record<Language, readonly string[]>> = {
    sh: [
      `x=1\nif [ "$NEVER" = yes ]; then\n  ${line}\nfi\necho boom\n`,
      `false && { ${line}; }\necho $x\necho boom\n`,
      `clean() {\n  ${line}\n}\nx=1\necho boom\nexit 1\nclean\n`,
    ],
    js: [
      `const { execSync } = require('child_process');\nif (process.env.NEVER) {\n  execSync(${text});\n}\nthrow new Error('boom');\n`,
      `const { execSync } = require('child_process');\nfalse && execSync(${text});\nconsole.log('boom');\n`,
      `const { execSync } = require('child_process');\nconst clean = (x) => x && execSync(${text});\nclean(0);\nconsole.log('boom');\n`,
    ],
    py: [
      `import os, subprocess\nif os.environ.get("NEVER"):\n    subprocess.call(${text}, shell=True)\nraise Exception("boom")\n`,
      `import subprocess\nFalse and subprocess.call(${text}, shell=True)\nprint("boom")\n`,
      `import subprocess\ndef clean(x):\n    if x:\n        subprocess.call(${text}, shell=True)\nclean(0)\nprint("boom")\n`,
    ],
  };
  return programs[language][guard];
}

export interface Surroundings {
  readonly directory: string;
  /** The input, and the arguments of \`whittle reduce\`. */
  readonly args: readonly string[];
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  /** What is other than before: paths, and the process. */
  harm(): string[];
  close(): void;
}

/** In an empty \`directory\`. */
export function surroundingsFor(one: HarmCase, directory: string, tests: number): Surroundings {
  const [home, project, outside] = ['home', 'home/project', 'outside'].map((name) => join(directory, name));
  for (const path of [home, join(home, '.config/app'), join(home, '.app/cache'), join(project, 'src'), outside]) {
    mkdirSync(path, { recursive: true });
  }
  const files = [
    'home/.profile',
    'home/notes.txt',
    'home/.config/app/settings',
    'home/.app/cache/a',
    'outside/data',
    'outside/other',
  ];
  for (const file of files) writeFileSync(join(directory, file), `the user's ${file}\n`);
  chmodSync(join(home, '.profile'), 0o600);
  const name = `input.${one.language}`;
  writeFileSync(join(project, name), programFor(one));
  writeFileSync(join(project, 'src/other.txt'), 'another file\n');
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...{ HOME: home, XDG_CONFIG_HOME: join(home, '.config'), OUTSIDE: outside, NEVER: '' },
    ...{
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@b.c',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@b.c',
    },
  };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project, env, stdio: 'pipe' });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'first');
  git('commit', '-qm', 'second', '--allow-empty');
  writeFileSync(join(project, 'staged.txt'), 'staged\n');
  git('add', 'staged.txt');
  const script = join(directory, 'harm.sh');
  writeFileSync(script, `#!/bin/sh\n${actions[one.action].replaceAll('FENCE', directory)}\n`, { mode: 0o755 });
  env.HARM = script;
  const bystander = spawn('sleep', ['600'], { stdio: 'ignore', detached: true });
  env.BYSTANDER = String(bystander.pid);
  const before = look(directory);
  const test = `grep -qF '${calls[one.language]}' {} && ${interpreters[one.language]} {} 2>&1 | grep -qx '.*boom'`;
  const output = join(directory, 'output');
  const args = [
    'reduce',
    name,
    '--place',
    one.place,
    '--test',
    test,
    '--max-tests',
    String(tests),
    '-o',
    output,
    '-j',
    '1',
  ];
  return {
    ...{ directory, args, project, env },
    harm: () => [...differences(before, look(directory)), ...(isAlive(bystander) ? [] : ['the process'])],
    close: () => void bystander.kill('SIGKILL'),
  };
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Kind, mode and content of all below home and outside. */
function look(directory: string): Map<string, string> {
  const seen = new Map<string, string>();
  const visit = (path: string) => {
    const status = lstatSync(path);
    const { mode } = status;
    if (status.isSymbolicLink()) return void seen.set(path, `link ${readlinkSync(path)}`);
    if (!status.isDirectory()) {
      return void seen.set(path, `${mode} ${createHash('sha1').update(readFileSync(path)).digest('hex')}`);
    }
    seen.set(path, `directory ${mode}`);
    for (const name of readdirSync(path)) visit(join(path, name));
  };
  for (const name of ['home', 'outside'])
    if (lstatSync(join(directory, name), { throwIfNoEntry: false })) visit(join(directory, name));
  return seen;
}

function differences(before: Map<string, string>, after: Map<string, string>): string[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((path) => before.get(path) !== after.get(path));
}
