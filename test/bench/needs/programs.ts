/** Programs whose closures are measured, and what checks them. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Linter } from 'eslint';
import ts from 'typescript';
import { corpusFolder, pathOf } from '../support/folders';

export interface Program {
  readonly name: string;
  readonly language: string;
  /** Its text; undefined: it is not on this machine. */
  readonly read: () => string | undefined;
}

/** Errors of a text, a line each; undefined: what checks it is not on this machine. */
type Checker = (text: string, directory: string) => string[] | undefined;

const cHeaders =
  'stdio.h stdlib.h string.h ctype.h math.h time.h signal.h errno.h wchar.h locale.h setjmp.h pthread.h unistd.h fcntl.h poll.h dirent.h termios.h sys/types.h sys/stat.h sys/socket.h sys/mman.h sys/wait.h netinet/in.h arpa/inet.h netdb.h';
const cppHeaders: Readonly<Record<string, string>> = {
  containers: 'map set string vector list deque unordered_map',
  algorithms: 'algorithm numeric functional memory tuple',
  streams: 'iostream sstream iomanip',
  others: 'optional variant chrono thread mutex random',
};

export function programs(): Program[] {
  return [
    preprocessed('system headers', 'c', 'gcc', 'c', includes(cHeaders)),
    ...['python', 'html', 'rust', 'ruby', 'scala', 'css', 'bash', 'javascript'].map((name) => scanner(name)),
    ...Object.entries(cppHeaders).map(([name, headers]) => preprocessed(name, 'cpp', 'g++', 'c++', includes(headers))),
    ...['rust-rustc-no-entry', 'rust-rustc-opaque-discriminant'].map(fromCorpus),
    ...[
      'encoding/csv/reader',
      'text/tabwriter/tabwriter',
      'container/list/list',
      'bufio/bufio',
      'bytes/buffer',
      'text/scanner/scanner',
    ].map(goFile),
    ...[
      'java/util/ArrayDeque',
      'java/util/StringJoiner',
      'java/util/BitSet',
      'java/util/Scanner',
      'java/util/Optional',
    ].map(javaFile),
    ...[
      'argparse',
      'textwrap',
      'json/decoder',
      'csv',
      'difflib',
      'statistics',
      'zipfile',
      'dataclasses',
      'configparser',
      'shlex',
    ].map(pythonFile),
    ...[
      'lodash/lodash.js',
      'underscore/underscore-umd.js',
      'acorn/dist/acorn.js',
      'js-yaml/dist/js-yaml.js',
      'semver/classes/range.js',
      'sprintf-js/src/sprintf.js',
      'minimist/index.js',
      'diff/dist/diff.js',
    ].map((path) => fromPackage('javascript', path)),
    ...[
      'zod/src/v3/types.ts',
      'zod/src/v4/core/util.ts',
      'rxjs/src/internal/Observable.ts',
      'vite/dist/node/index.d.ts',
    ].map((path) => fromPackage('typescript', path)),
  ];
}

const includes = (headers: string) =>
  headers
    .split(' ')
    .map((header) => `#include <${header}>\n`)
    .join('');

function preprocessed(name: string, language: string, compiler: string, dialect: string, source: string): Program {
  return { name, language, read: () => outputOf(compiler, ['-E', '-P', '-x', dialect, '-'], source) };
}

function scanner(name: string): Program {
  const folder = resolve(`node_modules/tree-sitter-${name}/src`);
  const path = join(folder, 'scanner.c');
  const read = () => (existsSync(path) ? outputOf('gcc', ['-E', '-P', `-I${folder}`, path]) : undefined);
  return { name: `scanner of ${name}`, language: 'c', read };
}

function fromCorpus(name: string): Program {
  const corpus = pathOf(corpusFolder);
  return { name, language: 'rust', read: () => (corpus ? inputIn(join(corpus, name)) : undefined) };
}

function goFile(path: string): Program {
  const root = () => outputOf('go', ['env', 'GOROOT'])?.trim();
  return { name: path, language: 'go', read: () => readIf(join(root() ?? '', 'src', `${path}.go`)) };
}

/** The JDK with its sources: JAVA_HOME, else that of the command. */
function javaHome(): string {
  const { JAVA_HOME } = process.env;
  return JAVA_HOME ?? dirname(dirname(outputOf('sh', ['-c', 'readlink -f "$(command -v javac)"'])?.trim() ?? ''));
}

function javaFile(path: string): Program {
  const read = () => {
    const unzip = 'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))';
    return outputOf('python3', ['-c', unzip, join(javaHome(), 'lib/src.zip'), `java.base/${path}.java`]);
  };
  return { name: path, language: 'java', read };
}

function pythonFile(path: string): Program {
  const folder = () => outputOf('python3', ['-c', "import sysconfig; print(sysconfig.get_path('stdlib'))"])?.trim();
  return { name: path, language: 'python', read: () => readIf(join(folder() ?? '', `${path}.py`)) };
}

function fromPackage(language: string, path: string): Program {
  return { name: path, language, read: () => readIf(resolve('node_modules', path)) };
}

function inputIn(folder: string): string | undefined {
  const name = existsSync(folder) ? readdirSync(folder).find((one) => one.endsWith('.rs')) : undefined;
  return name && readIf(join(folder, name));
}

function readIf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function outputOf(program: string, words: readonly string[], input = ''): string | undefined {
  const { stdout, status } = spawnSync(program, words, { input, encoding: 'utf8', maxBuffer: 1e9 });
  return status === 0 ? stdout : undefined;
}

/** Lines of a compiler that tell an error. */
function errorsOf(program: string, words: readonly string[], error: RegExp): string[] | undefined {
  const { stdout, stderr, error: failed } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1e9 });
  if (failed) return undefined;
  return `${stdout}\n${stderr}`.split('\n').flatMap((line) => error.exec(line)?.[1] ?? []);
}

const written = (directory: string, name: string, text: string) => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};

export const checkers: Readonly<Record<string, Checker>> = {
  c: (text, directory) => errorsOf('gcc', ['-fsyntax-only', '-w', written(directory, 'p.c', text)], / error: (.*)/),
  cpp: (text, directory) => errorsOf('g++', ['-fsyntax-only', '-w', written(directory, 'p.cc', text)], / error: (.*)/),
  rust: (text, directory) =>
    errorsOf(
      'rustc',
      [
        '--edition=2021',
        '--crate-type=lib',
        '--emit=metadata',
        '-Awarnings',
        '--error-format=short',
        '-o',
        join(directory, 'out'),
        written(directory, 'p.rs', text),
      ],
      /: (error.*)/,
    ),
  go: (text, directory) => {
    written(directory, 'go.mod', 'module p\n');
    const path = written(directory, 'p.go', text);
    const { stderr, error } = spawnSync('go', ['build', '-gcflags=-e', '-o', '/dev/null', basename(path)], {
      cwd: directory,
      encoding: 'utf8',
    });
    return error ? undefined : stderr.split('\n').flatMap((line) => /^\S+?\.go:\d+:\d+: (.*)/.exec(line)?.[1] ?? []);
  },
  java: (text, directory) => {
    const name = /\b(?:class|interface|enum)\s+(\w+)/.exec(text.replace(/\/\*[^]*?\*\//g, ''))?.[1] ?? 'P';
    const words = ['-proc:none', '-nowarn', '--patch-module', `java.base=${directory}`, '-d', join(directory, 'out')];
    return errorsOf(
      join(javaHome(), 'bin/javac'),
      [...words, written(directory, `${name}.java`, text)],
      /\.java:\d+: error: (.*)/,
    );
  },
  python: (text, directory) =>
    errorsOf(
      'python3',
      ['-m', 'pyflakes', written(directory, 'p.py', text)],
      /^\S+p\.py:\d+:\d+:? (undefined name.*|.*syntax.*|.*indent.*|expected.*)/,
    ),
  javascript: (text) =>
    new Linter()
      .verify(text, { languageOptions: { sourceType: 'commonjs' }, rules: { 'no-undef': 'error' } })
      .map(({ message }) => message),
  typescript: (text) => typeErrors(text),
};

let lastProgram: ts.Program | undefined;

function typeErrors(text: string): string[] {
  const path = resolve('node_modules/zod/src/v3/p.ts');
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...others) =>
    name === path
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
      : (lastProgram?.getSourceFile(name) ?? getSourceFile(name, ...others));
  const program = ts.createProgram([path], options, host, lastProgram);
  lastProgram = program;
  const file = program.getSourceFile(path);
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, ' '),
  );
}
