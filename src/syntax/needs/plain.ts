/**
 * Units of a text without a grammar: its lines, each with those that are nested in it. A name is given by the line in whose head it stands
 * first, or by the only one of these that has lines in it: `$blue: #00f`, `@mixin button($size) {`, `subroutine sort(list)`.
 */
import { addTo, type ElementTree } from '../elementTree';
import { typeOf } from './names';
import { Unit } from './units';

const name = /[A-Za-z_$@%#][\w$]*(?:[-.][\w$]+)*/g;

/** What comes before the value, the parameters or the contents: so many words, at most. */
const longestHead = 4;

/** Blocks of one name, at most. */
const mostOfOneName = 2;

/** Lines around a line whose names it may use. */
const mostLevels = 20;

/** The units, in the order of the text. `bound`: by unit, the names that its parameters bind; none. */
export function readLines(tree: ElementTree) {
  const units: Unit[] = [];
  const unitOf = new Int32Array(tree.count).fill(-1);
  let description = 0;
  for (let element = 1; element < tree.count; element++) {
    const parent = unitOf[tree.parent[element]];
    unitOf[element] = parent;
    const type = typeOf(tree, element);
    if (type === 'string') description = element;
    if (type !== 'line' && !tree.extra[element]) continue;
    const isTop = parent < 0 || units[parent].isOpen;
    const kind = tree.extra[element] ? 'noise' : isTop ? 'declaration' : 'statement';
    // A string on the line before it goes with it.
    const isDescribed =
      tree.last[description] + 1 === element && tree.parent[description] === tree.parent[element] && description > 0;
    const unit = new Unit(kind, element, type, parent, isDescribed ? [description] : [], undefined);
    unit.isOpen = tree.weight[element] > tree.weight[0] / 2 && kind !== 'noise';
    if (parent >= 0) units[parent].children.push(units.length);
    unitOf[element] = units.length;
    units.push(unit);
  }
  giveNames(tree, units);
  return { units, bound: new Map<number, ReadonlySet<string>>() };
}

/** Only the heads of lines with lines in them give names to the whole text; the others to the lines around them. */
function giveNames(tree: ElementTree, units: readonly Unit[]): void {
  const isTop = (unit: number) => unit < 0 || units[unit].isOpen;
  const keyOf = (word: string, parent: number) => (isTop(parent) ? word : `${word}@${parent}`);
  const words = units.map((unit) => (unit.kind === 'noise' ? [] : ownWords(tree, units, unit)));
  /** By name, and by name and the unit around. */
  const [blocks, lines] = [new Map<string, number[]>(), new Map<string, number[]>()];
  const first = new Map<string, number>();
  units.forEach(({ kind, parent, element, children }, index) => {
    for (const word of words[index]) if (!first.has(keyOf(word, parent))) first.set(keyOf(word, parent), index);
    const heads = kind === 'noise' ? [] : headOf(tree, element);
    const isBlock = children.some((child) => units[child].kind !== 'noise');
    for (const word of heads) addTo(isBlock ? blocks : lines, isBlock ? word : keyOf(word, parent), index);
  });
  for (const [word, givers] of blocks)
    // `CREATE TABLE a (`: a word of the language.
    if (givers.length <= mostOfOneName)
      for (const giver of givers) if (givers.length === 1 || isTop(units[giver].parent)) units[giver].names.add(word);
  for (const [key, [giver]] of lines) if (first.get(key) === giver) units[giver].names.add(key);
  const given = new Set(units.flatMap(({ names }) => [...names]));
  units.forEach((unit, index) => {
    const around = [-1];
    for (let one = unit.parent; !isTop(one) && around.length < mostLevels; one = units[one].parent) around.push(one);
    for (const key of words[index].flatMap((word) => around.map((one) => keyOf(word, one))))
      if (given.has(key)) unit.uses.add(key);
  });
}

/** Those of the unit, without those of the units in it. */
function ownWords({ text, start, end }: ElementTree, units: readonly Unit[], { element, children }: Unit): string[] {
  const words: string[] = [];
  let from = start[element];
  for (const child of [...children, -1]) {
    const to = child < 0 ? end[element] : start[units[child].element];
    words.push(...withParts(text.slice(from, to)));
    if (child >= 0) from = end[units[child].element];
  }
  return words;
}

/** Names with their parts: whether a hyphen is a sign of its own is not known. */
function withParts(text: string): string[] {
  return (text.match(name) ?? []).flatMap((word) => [word, ...(/[-.]/.test(word) ? word.split(/[-.]/) : [])]);
}

function headOf({ text, start, end }: ElementTree, element: number): string[] {
  const line = text.slice(start[element], end[element]);
  if (closing.test(line)) return [];
  const [head] = /^\(?(?:[^\n]*?::)?[^\n:={(]*/.exec(line)!;
  const words =
    head
      .replace(/^.*::|\s(?:implements|extends)\s.*/g, '')
      .match(name)
      ?.slice(0, longestHead) ?? [];
  return startsWithKeyword.test(line) ? words.slice(1) : words;
}

const closing = /^end/i;
const startsWithKeyword = /^\W?[\w-]+[ \t]+[\w$@%#.(]/;
