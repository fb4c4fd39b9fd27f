/** Grammars, loaded on demand: text in, tables out. Trees live in the wasm heap; all but the last are freed here. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { Language as WasmLanguage, type Node, Parser, type Tree } from 'web-tree-sitter';
import { elementsOf, elementsOfMembers, type Knowledge } from './elements';
import type { ElementTree } from './elementTree';
import type { Units } from './frame';
import { type Language, languageAfter, languageNamed, longestRead } from './languages';
import { splitByBrackets } from './split';

/** Limit for one parse, ms of processor time: a pathological file is better reduced as lines. */
const parseLimit = 20_000;

/** A text of so many UTF-16 units is never slow to parse: to ask for the time takes longer. */
const quick = 16_384;

/** UTF-16 units that are handed to the parser at a time; it copies all of them. */
const chunk = 256;

export interface Grammar {
  readonly language: Language;
  /** Throws `ParseTooSlow`. */
  elements(text: string): ElementTree;
  /** A tree for the filter; the caller must `delete()` it. `previous` makes the parse fast. Throws `ParseTooSlow`. */
  tree(text: string, previous?: Tree): Tree;
  /** Parts of a parsed text in other languages, such as scripts of a page. */
  embedded(tree: Tree, text: string): readonly Embedded[];
  dispose(): void;
}

interface Embedded {
  readonly start: number;
  readonly text: string;
  readonly grammar: Grammar;
}

/** Lends the root of a text's tree, which is freed then. Throws `ParseTooSlow`. */
export function withRoot<T>(grammar: Grammar, text: string, work: (root: Node) => T): T {
  const tree = grammar.tree(text);
  try {
    return work(tree.rootNode);
  } finally {
    tree.delete();
  }
}

class ParseTooSlow extends Error {
  constructor(language: Language) {
    super(`Parsing as ${language.id} took more than ${parseLimit / 1000} s.`);
  }
}

/** Is the text too slow to parse, or too big for the memory of WebAssembly? It can then be read in another way. */
export function isParseProblem(error: unknown): boolean {
  return error instanceof ParseTooSlow || (error as Error).name === 'RuntimeError';
}

/**
 * Loads `language` from the folder in which the build puts the grammars. The last text is remembered: search and filter often need
 * the same one again.
 */
export async function openGrammar(assets: string, language: Language): Promise<Grammar> {
  await (ready ??= start(assets).catch((error: Error) => {
    ready = undefined;
    throw error;
  }));
  const parser = new Parser();
  parser.setLanguage(await load(join(assets, `${basename(language.wasm)}.br`)));
  const knowledge = { units: await unitsOf(assets, language), fillers: table(language.fillers) };
  const inner = new Map<string, Grammar>();
  for (const id of language.embedded ?? []) inner.set(id, await openGrammar(assets, languageNamed(id)));
  return makeGrammar(parser, language, knowledge, inner);
}

/** Once: two starts at a time would have parsers in two memories. */
let ready: Promise<void> | undefined;

async function start(assets: string): Promise<void> {
  await Parser.init({ wasmBinary: await readFile(join(assets, 'web-tree-sitter.wasm')) });
}

const languages = new Map<string, WasmLanguage>();

const unpack = promisify(brotliDecompress);

/** Loaded once for all files of the language. The build packs grammars: together they are larger than all else. */
async function load(path: string): Promise<WasmLanguage> {
  const known = languages.get(path) ?? (await WasmLanguage.load(await unpack(await readFile(path))));
  languages.set(path, known);
  return known;
}

function makeGrammar(
  parser: Parser,
  language: Language,
  knowledge: Knowledge,
  inner: ReadonlyMap<string, Grammar>,
): Grammar {
  let last: { readonly text: string; readonly tree: Tree; elements?: ElementTree } | undefined;
  const forget = () => {
    last?.tree.delete();
    last = undefined;
  };
  const parsed = (text: string) => {
    if (last?.text === text) return last;
    forget();
    return (last = { text, tree: parse(parser, language, text) });
  };
  const embedded: Grammar['embedded'] = (tree, text) => partsOf(tree, text, inner);
  return {
    language,
    embedded,
    tree: (text, previous) => (previous ? parse(parser, language, text, previous) : parsed(text).tree.copy()),
    elements(text) {
      const bySplit = () => {
        const parseMember = (member: string) => parse(parser, language, member);
        return elementsOfMembers(splitByBrackets(text), text, parseMember, knowledge);
      };
      if (language.isSplit && text.length > longestRead) return bySplit();
      const known = parsed(text);
      const isByMembers = language.isSplit && known.tree.rootNode.hasError;
      const read = () => {
        const parts = embedded(known.tree, text).map((one) => [one.start, one.grammar.elements(one.text)] as const);
        return elementsOf(known.tree, text, knowledge, new Map(parts));
      };
      return (known.elements ??= isByMembers ? bySplit() : read());
    },
    dispose() {
      for (const one of inner.values()) one.dispose();
      forget();
      parser.delete();
    },
  };
}

/** `inner`: grammars by their languages. */
function partsOf({ rootNode }: Tree, text: string, inner: ReadonlyMap<string, Grammar>): Embedded[] {
  if (inner.size === 0) return [];
  return rootNode.descendantsOfType(['raw_text', 'svelte_raw_text']).flatMap((node) => {
    const { startIndex: start, endIndex: end, parent } = node!;
    const grammar = inner.get(languageAfter(text.slice(parent!.startIndex, start)) ?? '');
    // `{...rest}` has no syntax of its own.
    return grammar && !text.startsWith('...', start) ? [{ start, text: text.slice(start, end), grammar }] : [];
  });
}

/** The rules that the build has read from the language's `grammar.json`, if it has one. */
async function unitsOf(assets: string, { id, rules }: Language): Promise<Units | undefined> {
  if (!rules) return undefined;
  const isTable = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const text = await readFile(join(assets, `${id}.units.json`), 'utf8');
  return JSON.parse(text, (_key, value: object) => (isTable(value) ? table(value) : value)) as Units;
}

/** Keyed by node types, one of which may be `constructor`: it inherits nothing. */
function table<T extends object>(entries: T): T {
  return Object.assign(Object.create(null) as T, entries);
}

function parse(parser: Parser, language: Language, text: string, previous?: Tree): Tree {
  let limit: number | undefined;
  let calls = 0;
  // Called some hundred thousand times a second; reading the time itself is slow, and most texts are parsed before the first time.
  const tooSlow = () => ++calls % 8192 === 0 && processorTime() > (limit ??= processorTime() + parseLimit);
  const read = language.misread ? text.replace(language.misread, 'x') : text;
  // Of a parse that goes on from another, only the text around the edits is read.
  const some = (index: number) => read.slice(index, index + chunk);
  const progressCallback = read.length > quick ? tooSlow : undefined;
  const parsed = parser.parse(previous ? some : read, previous, { progressCallback });
  if (parsed) return parsed;
  parser.reset();
  throw new ParseTooSlow(language);
}

function processorTime(): number {
  return process.cpuUsage().user / 1000;
}
