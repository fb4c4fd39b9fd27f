/**
 * Lists behind one name, with the same brackets, form a family: parameters with their arguments, `<T>` of a type with those of its uses,
 * the indices of an array. The i-th items of a family belong together.
 */
import { groupBy } from '../../syntax/elementTree';
import type { Range } from '../../text/ranges';
import type { Edit } from '../../text/source';
import type { Lexeme, List } from './lexemes';
import type { Change, SmallText } from './view';

type Family = readonly List[];

/** An item of a family; -1: its lists, with their brackets. */
interface Seed {
  readonly family: Family;
  readonly index: number;
}

/** How far a deletion leads: the uses of a name go, and lists that lose their only item. The widest first. */
interface Reach {
  readonly uses: boolean;
  readonly lists: boolean;
}

const reaches: readonly Reach[] = [
  { uses: true, lists: true },
  { uses: true, lists: false },
  { uses: false, lists: false },
];

/**
 * The i-th items go with the uses of the names that they introduce, and with the items that those are: `<T>` of `enum Slot<T> { Taken(T) }`
 * goes with `Slot<()>`, with `(T)` and with `(x)` of `Taken(x)`.
 */
export function* signatures(text: SmallText): Generator<Change> {
  const families = familiesIn(text);
  for (const family of families) {
    const most = Math.max(...family.map(({ items }) => items.length));
    for (let index = -1; index < most; index++) {
      for (const [rank, reach] of reaches.entries()) {
        const change = closure(text, families, { family, index }, reach);
        yield { ...change, rank: rank - text.gainOf(change) * reaches.length };
      }
    }
  }
}

/** The item behind the second name stands in place of the uses: `struct s<t> { a: t }` with `s<u8>` becomes `struct s { a: u8 }`. */
export function* filledParameters(text: SmallText): Generator<Change> {
  for (const family of familiesIn(text)) {
    for (let index = 0; index < family[0].items.length; index++) {
      const items = itemsOf({ family, index });
      if (items.length < 2) continue;
      const isEmptied = !family[0].bracket.endsWith('(') && family.every((list) => list.items.length <= 1);
      const cuts: Edit[] = isEmptied ? family.map(({ whole }) => whole) : items.map(({ cut }) => cut);
      const insert = text.text.slice(items[1].start, items[1].end);
      const [uses = []] = introducedIn(text, items[0]).map((all) =>
        all.filter((use) => !items.some((item) => isIn(use, item))),
      );
      if (uses.length > 0)
        yield { elements: [], edits: [...cuts, ...uses.map(({ start, end }) => ({ start, end, insert }))] };
    }
  }
}

const conversion = /\s?%[-+ #0]*[\d*.]*(?:hh|ll|[hlzjtL])?[a-zA-Z]/g;

/** A conversion of a format goes with its argument, or all do: `printf("%d %s", a, b)` becomes `printf("%s", b)`. */
export function* conversions({ text, lists }: SmallText): Generator<Change> {
  for (const { items } of lists) {
    const at = items.findIndex(({ start }) => text[start] === '"');
    const [format, ...given] = at < 0 ? [] : items.slice(at);
    const found = format ? [...text.slice(format.start, format.end).matchAll(conversion)] : [];
    if (found.length === 0 || found.length !== given.length) continue;
    const cuts = found.map(({ index, 0: { length } }) => ({
      start: format.start + index,
      end: format.start + index + length,
    }));
    yield { elements: [], edits: [...cuts, { start: format.end, end: given.at(-1)!.end }], rank: -1 };
    for (const [place, cut] of cuts.entries()) yield { elements: [], edits: [cut, given[place].cut] };
  }
}

/** The families of at least two lists. A word without an element of its own is a keyword. */
function familiesIn(text: SmallText): Family[] {
  const lists = text.lists.filter(({ head }) => head && text.isName(head));
  const families = groupBy(lists, ({ head, bracket }) => head!.text + bracket);
  const made = text.language === undefined ? [] : lists.flatMap((list) => constructorsOf(text, list, lists));
  const all = [...families.values(), ...calledAtOnce(text), ...made].filter(({ length }) => length > 1);
  return [...all, ...all.flatMap(withoutReceiver)];
}

/** What a method is called on may have no place in the brackets of its calls: `def keep(self, a)`, `self.keep(1)`. */
function withoutReceiver([first, ...others]: Family): Family[] {
  const mayBeMethod = others.every(({ items }) => items.length > 0 && items.length === first.items.length - 1);
  return mayBeMethod ? [[{ ...first, items: first.items.slice(1) }, ...others]] : [];
}

/**
 * Parameters of a constructor that has not the name of its class, and arguments of what is made by a declaration: `constructor(a)` and
 * `new C(b)`, `C(int a)` and `C<int> c(b)`.
 */
function constructorsOf({ text }: SmallText, list: List, lists: readonly List[]): Family[] {
  const before = text.slice(0, list.head!.start);
  if (!list.bracket.endsWith('(')) return [];
  const isNamed = /^(?:constructor|__init__|__construct)$/.test(list.head!.text);
  const classes = before.matchAll(isNamed ? /\bclass\s+(\w+)/g : /\b(\w+)\s*(?:<[^<>;{}()]*>)?[\s&*]+$/g);
  const name = [...classes].at(-1)?.[1];
  const others = lists.filter(({ head, bracket }) => head!.text === name && bracket.endsWith('('));
  return others.length === 0 ? [] : [isNamed ? [list, ...others] : [...others, list]];
}

/** Parameters and arguments of what is called where it stands: `(function (a) {…})(b)`, `function (a) {…}(b)`. */
function calledAtOnce({ text, lists }: SmallText): Family[] {
  const endingBefore = (start: number) =>
    lists.find(({ whole }) => whole.end <= start && text.slice(whole.end, start).trim() === '');
  return lists.flatMap((given) => {
    const callee = given.bracket.endsWith('(') ? endingBefore(given.whole.start) : undefined;
    const isBody = callee?.bracket.endsWith('{');
    const isIn = ({ whole }: List) => whole.start > callee!.whole.start && whole.end < callee!.whole.end;
    const parameters = callee && (isBody ? endingBefore(callee.whole.start) : lists.find(isIn));
    return parameters ? [[parameters, given]] : [];
  });
}

function itemsOf({ family, index }: Seed) {
  return family.flatMap(({ items }) => items.slice(index, index + 1));
}

export const isIn = ({ start, end }: Range, around: Range) => start >= around.start && end <= around.end;

/** All occurrences of each name whose first one is here. */
function introducedIn({ names }: SmallText, range: Range): (readonly Lexeme[])[] {
  return [...names.values()].filter(([first]) => isIn(first, range));
}

function closure(text: SmallText, families: readonly Family[], seed: Seed, reach: Reach): Change {
  const cuts = new Set<Range>();
  const elements = new Set<number>();
  const waiting = [seed];
  const isGone = (range: Range) => [...cuts].some((cut) => isIn(range, cut));
  const follow = (use: Lexeme) => {
    const family = families.find((lists) => lists.some(({ items }) => items.some((item) => isSame(item, use))));
    const [around] = text.membersAround(use);
    if (family) waiting.push({ family, index: placeOf(family, use) });
    else if (around !== undefined) elements.add(around);
  };
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { family, index } = next;
    for (const { whole, items } of family) {
      const item = items.at(index === -1 ? items.length : index);
      if (index >= 0 && !item) continue;
      const cut = !item || (reach.lists && items.length === 1) ? whole : item.cut;
      if (cuts.has(cut)) continue;
      cuts.add(cut);
      const uses = reach.uses ? introducedIn(text, item ?? whole).flat() : [];
      for (const use of uses) if (!isGone(use)) follow(use);
    }
  }
  return { elements: [...elements], edits: [...cuts] };
}

const isSame = (one: Range, other: Range) => one.start === other.start && one.end === other.end;

function placeOf(family: Family, use: Lexeme): number {
  return Math.max(...family.map(({ items }) => items.findIndex((item) => isSame(item, use))));
}
