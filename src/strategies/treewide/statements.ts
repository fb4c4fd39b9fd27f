/**
 * The elements that may go when a search ends at statements: members of blocks, of lists of arguments, and of literals. The rest stays
 * as a person wrote it: titles and bodies of tests, and declarations of variables that are still used.
 */
import { childrenOf, groupBy, type ElementTree } from '../../syntax/elementTree';
import type { Removed } from '../../syntax/removal';
import { covering, merged, type Range } from '../../text/ranges';
import type { Mending } from '../needs/repair';
import { mayGo, type ScopedTree } from '../parsedText';

/** Types of the nodes whose members may go, in all grammars. In a bundle, a file stands for the root of its grammar. */
const containers =
  /^(?:directory|file(?:\.\w+)?|program|module|source_file|translation_unit|document|compilation_unit|(?:\w+_)?(?:block|body)|(?:declaration|field_declaration|statement)_list|arguments|argument_list|array|array_expression|list|tuple|set|object|dictionary|literal_value|initializer_list|named_imports|import_clause|import_list|import_spec_list|import_from_statement|(?:lexical|variable)_declaration|use_list|object_pattern|expression_list|jsx_element|suite|switch_case|match_block|composite_literal|struct_expression|field_initializer_list|token_tree)$/;

/** Calls that make the frame of tests. */
const frame =
  /^(?:describe|context|suite|it|test|specify|before|after|beforeEach|afterEach|beforeAll|afterAll|setup|teardown)\b/;

const declared = /^([\w$]+)$/;
const declaration = /^(?:let|var)\s+([\w$]+(?:\s*,\s*[\w$]+)*)\s*;?$/;

export function isStatementOrEntry(tree: ElementTree, element: number): boolean {
  const { types, type, parent, extra } = tree;
  if (extra[element] === 1) return true;
  const around = types[type[parent[element]]];
  if (!containers.test(around) || listed.test(types[type[element]])) return false;
  if (listed.test(around)) return !isOfFrame(tree, parent[element]) && isSpareArgument(tree, element);
  return !isUsedElsewhere(tree, element) && mayBeWithout(tree, element);
}

/** Is there something useful left of what is around it? */
function mayBeWithout(tree: ElementTree, element: number): boolean {
  return !isLastOfBranch(tree, element) && !closesUsed(tree, element);
}

const message = /string$|template/;

/** The same, but a call keeps what it is given: a bug may ignore what makes the right answer. A message of its own may go, and so may rows. */
export function isStatementOrRow(tree: ElementTree, element: number): boolean {
  const { types, type, parent } = tree;
  const around = types[type[parent[element]]];
  const isGiven =
    (literal.test(around) && !isUnreadField(tree, element)) ||
    (listed.test(around) && !message.test(types[type[element]]));
  return (!isGiven || tree.extra[element] === 1) && isStatementOrEntry(tree, element);
}

/** `b: 2` in `const x = { a: 1, b: 2 }`, if the file reads fields of `x` by their names only, and none of this name. */
function isUnreadField({ text, start, end, parent }: ElementTree, element: number): boolean {
  const list = parent[element];
  const [, key] = /^['"]?([\w$]+)['"]?\s*:/.exec(text.slice(start[element], end[element])) ?? [];
  const [, name] = /([\w$]+)\s*(?::[^=]*)?=\s*$/.exec(text.slice(start[parent[list]], start[list])) ?? [];
  if (!key || !name) return false;
  const uses = [...text.matchAll(wordOf(name))].filter(({ index }) => index < start[parent[list]] || index > end[list]);
  const reads = uses.map(({ index }) => reading.exec(text.slice(index + name.length, index + name.length + 80))?.[1]);
  return reads.every((read) => read !== undefined && read !== key);
}

/** `.a` or `['a']` */
const reading = /^(?:\.|\[['"])([\w$]+)/;

const listed = /^argument(?:s|_list)$/;
const named = /^(?:keyword_argument|\w*(?:splat|spread)\w*)$/;
const literal = /^(?:object|dictionary)$/;
const error = /(?:Error|Exception)$/;

/** `f(a, b)` may become `f(a)`, but neither `f(b)` nor `f()`: no argument takes the place of another one. Options may go. */
function isSpareArgument(tree: ElementTree, element: number): boolean {
  const { text, start, types, type, parent } = tree;
  const typeOf = (one: number) => types[type[one]];
  if (named.test(typeOf(element))) return true;
  const list = parent[element];
  const places = childrenOf(tree, list).filter((one) => tree.extra[one] === 0 && !named.test(typeOf(one)));
  if (places.at(-1) !== element) return false;
  return places.length > 1 || literal.test(typeOf(element)) || error.test(text.slice(start[parent[list]], start[list]));
}

const branch = /^(?:if|elif|else|for|while|do|try)_/;

/** The statement for which there is a branch goes with it. In Go, the statements of a block are in a list. */
function isLastOfBranch(tree: ElementTree, element: number): boolean {
  const { types, type, parent, extra } = tree;
  const typeOf = (one: number) => types[type[one]] ?? '';
  const list = parent[element];
  const block = typeOf(list) === 'statement_list' ? parent[list] : list;
  if (!/^(?:statement_)?block$/.test(typeOf(block)) || !branch.test(typeOf(parent[block]))) return false;
  return childrenOf(tree, list).findLast((one) => extra[one] === 0) === element;
}

/** Types of the nodes whose members are statements, in all grammars. */
const blocks =
  /^(?:directory|file(?:\.\w+)?|program|module|source_file|translation_unit|document|compilation_unit|(?:\w+_)?(?:block|body)|(?:declaration|statement)_list|suite|switch_case|match_block)$/;

export function isStatement(tree: ElementTree, element: number): boolean {
  return isInBlock(tree, element) && isStatementOrEntry(tree, element);
}

/** The same, also if something else uses what it gives. */
export function isWholeStatement(tree: ElementTree, element: number): boolean {
  return isInBlock(tree, element) && mayBeWithout(tree, element);
}

function isInBlock({ types, type, parent }: ElementTree, element: number): boolean {
  return blocks.test(types[type[parent[element]]]);
}

const control = /^(?:async\s+)?(?:if|unless|for|foreach|while|until|loop|do|try|with|using|lock|unsafe|switch|match)\b/;

/** A statement that decides whether others in it run, how often, or what surrounds them. It has the element of a block whose only one it is. */
export function isControl(tree: ElementTree, element: number): boolean {
  const { text, start, types, type } = tree;
  return (
    control.test(text.slice(start[element], start[element] + 20)) &&
    (isInBlock(tree, element) || blocks.test(types[type[element]])) &&
    childrenOf(tree, element).some((child) => statementsIn(tree, child).length > 0)
  );
}

/** What is in a block, or stands in the place of one. */
export function statementsIn(tree: ElementTree, element: number): number[] {
  const { types, type, parent } = tree;
  const around = types[type[parent[element]]];
  if (blocks.test(types[type[element]])) return childrenOf(tree, element);
  return branch.test(around) && /_statement$/.test(types[type[element]]) ? [element] : [];
}

/** Types of nodes, besides blocks, of which something useful is left without a member that names a file. */
const lists =
  /^(?:array|list|tuple|set|object|dictionary|paragraph|content|element|(?:block|flow)_(?:node|sequence|mapping)|preproc_(?:if|el)\w*|import_\w*list|use_list)$/;

/** The smallest statement or entry around the name of a file: the whole `var a = require('./a');`. 0 if there is none. */
export function importAround(tree: ElementTree, use: number): number {
  const { types, type, parent, slot, previous, next } = tree;
  for (let element = use; element > 0; element = parent[element]) {
    if (slot[element] < 0) continue;
    // `from . import a, b`
    const isListed = previous[element] >= 0 || next[element] >= 0;
    const around = types[type[parent[element]]];
    if (isInBlock(tree, element) || lists.test(around) || (isListed && around === 'import_from_statement'))
      return element;
  }
  return 0;
}

function isOfFrame({ text, start, parent }: ElementTree, list: number): boolean {
  const call = parent[list];
  return call >= 0 && frame.test(text.slice(start[call], start[list]));
}

const teardown = /^(?:after|suiteTeardown|teardown)\w*\s*\(/i;
const closing =
  /(?<![\w$.])([\w$]+)(?:\.\w+)*\.(?:close|stop|end|destroy|kill|terminate|disconnect|shutdown|quit|dispose|useRealTimers|restore)\w*\(/gi;

/** The objects that a teardown closes, stops or restores: while something else uses them, a process may not end without it. */
export function closedIn(text: string): string[] {
  return teardown.test(text) ? [...text.matchAll(closing)].map(([, name]) => name) : [];
}

function closesUsed({ text, start, end, parent }: ElementTree, element: number): boolean {
  for (let at = element; at > 0; at = parent[at]) {
    const names = closedIn(text.slice(start[at], end[at]));
    const rest = () => text.slice(0, start[at]) + text.slice(end[at]);
    if (names.some((name) => isIn(rest(), name))) return true;
  }
  return false;
}

/** Something that is used elsewhere: compilers ask for imports and types also where they are not run. */
function isUsedElsewhere(tree: ElementTree, element: number): boolean {
  const { text, start, end } = tree;
  const reach = reachOf(tree, element);
  const rest = () =>
    (text.slice(reach.start, start[element]) + text.slice(end[element], reach.end)).replace(moduleName, '');
  return namesGivenBy(tree, element).some((name) => isIn(rest(), name));
}

/** An import, or an entry of it. */
export const imports = /import|^use_list$/;

/** Where the names that it gives may be used: those of an import in its file, of a bundle. */
function reachOf({ text, start, end, types, type, parent }: ElementTree, element: number): Range {
  const isImport = imports.test(`${types[type[element]]} ${types[type[parent[element]]]}`);
  const next = isImport ? text.indexOf('\0', end[element]) : -1;
  return { start: isImport ? text.lastIndexOf('\0', start[element]) + 1 : 0, end: next < 0 ? text.length : next };
}

const moduleName = /\bfrom\s*(?:'[^'\n]*'|"[^"\n]*"|[\w.]+(?=\s+import\b))/g;

/** Of an import or an entry of it, a type, and `let a;` or the `a` of it. */
function namesGivenBy({ text, start, end, types, type, parent }: ElementTree, element: number): readonly string[] {
  const [own, around] = [types[type[element]], types[type[parent[element]]]];
  const words = text.slice(start[element], end[element]);
  if (imports.test(`${own} ${around}`)) return importedNames(words);
  if (/^(?:interface|type_alias|enum)_declaration$/.test(own)) return [/\w+\s+([\w$]+)/.exec(words)![1]];
  const isOne = own.endsWith('_declaration');
  if (!isOne && !/^(?:lexical|variable)_declaration$/.test(around)) return [];
  return (isOne ? declaration : declared).exec(words)?.[1].split(/\s*,\s*/) ?? [];
}

/** Imports, types and `let a;` go with the last of their uses: compilers refuse what nothing uses. `only`: types of nodes. */
export function withUnused({ tree, scope }: ScopedTree, only = /./): Mending {
  const { text, start, end, types, type, parent, count, last } = tree;
  const words = text.replace(moduleName, (path) => ' '.repeat(path.length));
  const places = groupBy(words.matchAll(word), ([name]) => name);
  const usesOf = (element: number) => {
    // A package of Go, `url.Parse()`, beside a variable with its name.
    const [reach, next] = [reachOf(tree, element), types[type[element]] === 'import_spec' ? '.' : ''];
    return namesGivenBy(tree, element)
      .flatMap((name) => places.get(name)?.filter(({ index }) => text.startsWith(next, index + name.length)) ?? [])
      .map(({ index }) => ({ start: index, end: index }))
      .filter(({ start: at }) => (at < start[element] || at >= end[element]) && at >= reach.start && at < reach.end);
  };
  const given = Array.from(start.keys())
    .filter((one) => mayGo({ tree, scope }, one) && only.test(`${types[type[one]]} ${types[type[parent[one]]]}`))
    .filter((one) => containers.test(types[type[parent[one]]]))
    .map((element) => ({ element, uses: usesOf(element) }))
    .filter(({ uses }) => uses.length > 0);
  const isGoneIn = (removed: Removed) => {
    const gone: Range[] = [];
    for (let one = 1; one < count; one = removed[one] ? last[one] + 1 : one + 1)
      if (removed[one]) gone.push({ start: start[one], end: end[one] });
    return covering(merged(gone));
  };
  return (before) => {
    const removed = before.slice();
    for (let more = given; more.length > 0;) {
      const isGone = isGoneIn(removed);
      more = given.filter(({ element, uses }) => !removed[element] && uses.every(isGone));
      for (const { element } of more) removed[element] = 1;
    }
    return removed.some((one, at) => one !== before[at]) ? { removed, edits: [] } : undefined;
  };
}

/** `import a, { b as c } from 'd'`, `from a import b as c`, `import a.b`, `"a/b/v2"`, or an entry of a list: the names that it gives. */
function importedNames(text: string): string[] {
  const [, list] = /^(?:from\s+\S+\s+)?(?:import\s+)?(?:type\s+)?([^]*?)(?:\s+from\s+['"][^]*)?;?$/.exec(text)!;
  return list.split(/[,{}()\n]/).flatMap((entry) => {
    const path = entry.trim().replace(/^"(.*\/)?(?!v\d)|\/v\d+(?="$)|"$/g, '');
    return /([\w$]+)$/.exec(path.replace(/^([\w$]+)\..*/, '$1'))?.[1] ?? [];
  });
}

/** As a name, and not that of a member. */
export function isIn(text: string, name: string): boolean {
  return wordOf(name).test(text);
}

const word = /(?<![\w$.])[A-Za-z_$][\w$]*/g;
const wordOf = (name: string) => new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g');
