/** Moves over the occurrences of one name. What defines and what uses it is found by trying: the test decides. */
import { childrenOf, groupBy, rangeOf } from '../../syntax/elementTree';
import type { Range } from '../../text/ranges';
import { countTokens } from '../../text/tokens';
import { calledAt, inlinedCalls, signed } from './paths';
import { lexemesOf, unbalanced, type Lexeme } from './lexemes';
import type { Change, SmallText } from './view';

/** Occurrences of a name that is looked at, at most. */
const mostOccurrences = 10;

/** A name with the elements around each occurrence. */
interface Occurring {
  readonly occurrences: readonly Lexeme[];
  readonly around: readonly (readonly number[])[];
}

/** A name in several functions may be one in each. */
function occurring(text: SmallText, least: number): Occurring[] {
  const inFunctions = (all: readonly Lexeme[]) => {
    const groups = groupBy(all, (one) => text.functionAround(one));
    return groups.size > 1 ? [all, ...[...groups].flatMap(([around, some]) => (around > 0 ? [some] : []))] : [all];
  };
  return [...text.names.values()]
    .flatMap(inFunctions)
    .filter(({ length }) => length >= least && length <= mostOccurrences)
    .map((occurrences) => ({ occurrences, around: occurrences.map((one) => text.around(one)) }))
    .filter(({ around }) => around.every(({ length }) => length > 0));
}

/** Occurrences that may define the name: the first ones. */
const mostDefinitions = 3;

/** Of a whole text an element with a definition has at most this share, or so many tokens. */
const largestShare = 0.8;
const fewTokens = 20;

/** Bodies of a definition that are tried. */
const mostBodies = 8;

/** Definitions beside one, whose names may stand for its own; and where these names are, in UTF-16 units. */
const mostBeside = 2;
const longestHead = 100;

/** A definition goes, and a part of it stands at its uses: a value, a type, a body; 0 if it does nothing. */
export function* inline(text: SmallText): Generator<Change> {
  const heaviest = Math.max(largestShare * text.tokens, fewTokens);
  for (const { occurrences, around } of occurring(text, 2)) {
    for (let at = 0; at < Math.min(occurrences.length, mostDefinitions); at++) {
      for (const element of around[at]) {
        if (text.tree.weight[element] > heaviest) break;
        const uses = occurrences.filter((use, index) => index !== at && !text.isIn(use, [element]));
        if (uses.length > 0) yield* inlinings(text, element, occurrences[at], uses);
        yield* movedToUse(text, element, uses);
      }
    }
  }
}

/** What stands between a name and its value. */
const isValueNext = /^\s*(?:\([^()]*\)\s*)?(?:[:={]|[?+]=|as\b)/i;

function* inlinings(text: SmallText, element: number, name: Lexeme, uses: readonly Lexeme[]): Generator<Change> {
  const after = text.text.slice(name.end, text.tree.end[element]);
  const isKeyword = name.start === text.tree.start[element] && /^\s+\w/.test(after);
  const isMacro = /^#\s*define\b/.test(text.textOf(element));
  const rank = uses.length + (text.isStatement(element) ? 0 : 0.5) + (isKeyword ? uses.length : 0);
  for (const edits of inlinedCalls(text, element, name, uses))
    yield { elements: [element], edits, rank: uses.length - 1 };
  for (const other of text.language === undefined ? [] : namesBeside(text, element, name))
    yield at(other, uses.length - 0.75, (use) => placeOf(text, use, 0));
  // A line at the margin begins something else.
  const isPlain = text.language === undefined && text.isStatement(element) && !/\n[\w.:]/.test(after);
  const before = isPlain ? lexemesOf(text.text, { start: text.tree.start[element], end: name.start }) : [];
  const isDefinition =
    isPlain &&
    before.length <= longestBefore &&
    !text.isInTerm(name) &&
    isValue.test(after) &&
    uses.every((use) => use.start > name.start);
  const areSigned = isPlain && uses.every((use) => signed(text, use).start < use.start);
  for (const [index, body] of bodiesOf(text, element, name).entries()) {
    const isLikely = index === 0 && (isMacro || isDefinition || isValueNext.test(after));
    if (areSigned) yield at(body, (isLikely ? rank / 2 : rank) - 0.1, (use) => signed(text, use));
    for (const level of [0, 1, 2]) yield at(body, isLikely ? rank / 2 : rank, (use) => placeOf(text, use, level));
  }

  function at(insert: string, rank: number, placeFor: (use: Lexeme) => Range): Change {
    const edits = uses.map((use) => calledAt(text, use, insert) ?? { ...placeFor(use), insert });
    return { elements: [element], edits, rank };
  }
}

/** What the nearest definitions beside this one define. */
function namesBeside(text: SmallText, element: number, name: Lexeme): string[] {
  const { start, end, parent, type } = text.tree;
  const place = lexemesOf(text.text, { start: start[element], end: name.start }).length;
  return childrenOf(text.tree, parent[element])
    .filter((one) => one !== element && type[one] === type[element])
    .sort((a, b) => Math.abs(a - element) - Math.abs(b - element))
    .slice(0, mostBeside)
    .flatMap((one) => {
      const head = { start: start[one], end: Math.min(end[one], start[one] + longestHead) };
      const [other] = lexemesOf(text.text, head).slice(place);
      return text.names.get(other?.text)?.some((known) => known.start === other.start) ? [other.text] : [];
    });
}

/** A definition stands at its first use, which begins like it: `struct s { int i; }; f(struct s a)` becomes `f(struct s { int i; } a)`. */
function* movedToUse(text: SmallText, element: number, uses: readonly Lexeme[]): Generator<Change> {
  const insert = text.textOf(element).replace(/\s*;\s*$/, '');
  const use = uses.find(({ start }) => start >= text.tree.end[element]);
  for (const around of use ? text.around(use) : []) {
    const head = text.textOf(around);
    if (head.length < insert.length && insert.startsWith(head))
      yield { elements: [element], edits: [text.replaced(around, insert)], rank: uses.length };
  }
}

/** Lexemes before the name of a definition, in texts without a grammar: `#define`, `: a`, `define([a]`. */
const longestBefore = 3;

/** The use; the call or the like that begins with it; what is around it. */
function placeOf(text: SmallText, use: Lexeme, level: number) {
  const [first, second] = text.around(use);
  if (level === 0 || first === undefined) return { start: use.start, end: use.end };
  const isLarger = text.tree.end[first] > use.end || text.tree.start[first] < use.start;
  const around = isLarger ? first : second;
  if (around === undefined) return { start: use.start, end: use.end };
  const begins = text.tree.start[around] === use.start;
  return level === 2 || begins ? rangeOf(text.tree, around) : { start: use.start, end: use.end };
}

/** It has a word, a string or a group: no single sign stands for a name. */
const isValue = /[\p{ID_Continue}$"'`([{]/u;

/** What stands after and before the name of a definition, the likeliest first; then the smallest of its parts without the name. */
function bodiesOf(text: SmallText, element: number, name: Lexeme): string[] {
  const { tree } = text;
  const after = text.text.slice(name.end, tree.end[element]);
  const before = text.text.slice(tree.start[element], name.start).trim();
  const isBody = (body: string) =>
    isValue.test(body) && unbalanced(body) === 0 && !lexemesOf(body).some((one) => one.text === name.text);
  const bodies = new Set<string>(
    [
      ...itemsBehind(text, name),
      after
        .replace(/^\s*(?:\([^()]*\)\s*)?(?:[:?+]{0,2}=|:)?\s*/, '')
        .replace(/[;,]\s*$/, '')
        .trim()
        // A view, as a part of a query.
        .replace(/^as\s+([^]*)$/i, '($1)'),
      before.replace(/^(?:typedef|as)\s+/i, ''),
      before.replace(/\s*as$/i, ''),
    ].filter(isBody),
  );
  const parts = new Set<string>();
  const visit = (around: number) => {
    for (const child of childrenOf(tree, around)) {
      const isBeside = tree.start[child] > name.start || tree.end[child] <= name.start;
      if (isBeside && !text.isKeyword(child)) parts.add(text.textOf(child));
      if (parts.size < mostBodies) visit(child);
    }
  };
  visit(element);
  const smallest = [...parts].filter(isBody).sort((a, b) => countTokens(a) - countTokens(b));
  for (const part of smallest) if (bodies.size < mostBodies) bodies.add(part);
  return [...bodies];
}

/** In texts without a grammar, of `define(a, [b])`: `b` and `[b]`. */
function itemsBehind({ text, lists, language }: SmallText, name: Lexeme): string[] {
  if (language !== undefined) return [];
  const list = lists.findLast(
    ({ whole, items }) => whole.start < name.start && whole.end > name.end && items.length > 1,
  );
  const at = list?.items.findIndex(({ start, end }) => start <= name.start && end >= name.end) ?? -1;
  const next = list?.items[at + 1];
  const body = next ? text.slice(next.start, next.end) : '';
  return at < 0 || !next ? [] : [/^([([{`'"])[^]*[)\]}'"]$/.test(body) ? body.slice(1, -1) : body, body];
}

/** Levels of the uses. */
const mostLevels = 5;

/** A declaration goes with all uses, each at a level of its own; or the uses become 0. */
export function* names(text: SmallText): Generator<Change> {
  for (const { around, occurrences } of occurring(text, 2)) {
    const small = around.map((elements) =>
      elements.filter((element) => text.tree.weight[element] <= 0.7 * text.tokens),
    );
    if (small.some(({ length }) => length === 0)) continue;
    for (let at = 0; at < Math.min(occurrences.length, mostDefinitions); at++) {
      for (const definition of small[at]) {
        const uses = small.filter((_, index) => index !== at && !text.isIn(occurrences[index], [definition]));
        const rank = text.isStatement(definition) ? 0 : 1;
        for (let level = 0; level < mostLevels; level++) {
          const elements = uses.map((levels) => levels[Math.min(level, levels.length - 1)]);
          yield { elements: [definition, ...elements], edits: [], rank };
          yield { elements: [definition], edits: elements.map((element) => text.replaced(element, '0')), rank };
        }
      }
    }
  }
}

/** Occurrences so far from each other belong together. */
const nearest = 3;

/** What is said of a name in one place is said at another: `where e: B` becomes `<e: B>`, `int x; x = 5;` becomes `int x = 5;`. */
export function* carry(text: SmallText): Generator<Change> {
  const { tree } = text;
  for (const { occurrences, around } of occurring(text, 2)) {
    for (const [from, elements] of around.entries()) {
      for (const [to, { start, end }] of occurrences.entries()) {
        if (from === to || Math.abs(from - to) > nearest) continue;
        for (const [level, element] of elements.entries()) {
          if (text.isIn({ start, end }, [element]) || tree.weight[element] > 0.6 * text.tokens) break;
          if (level === 0) continue;
          for (const inner of elements.slice(1, level + 1)) {
            const insert = text.textOf(inner).replace(/;$/, '');
            if (unbalanced(insert) === 0) yield { elements: [element], edits: [{ start, end, insert }] };
          }
        }
      }
    }
  }
}
