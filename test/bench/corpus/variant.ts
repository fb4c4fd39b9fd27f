/** Other texts with the bug of a case: other names, another order, more in them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { childrenOf, textOf, type ElementTree } from '../../../src/syntax/elementTree';
import { languageOf } from '../../../src/syntax/languages';
import { grammarOf } from '../../support/grammars';
import { drawing } from '../../support/random';
import { samples } from '../../support/samples';
import type { Case } from './cases';
import { definedNamesOf } from './defined';

/** Edits of a text that can be applied together. */
interface Edits {
  readonly count: number;
  apply(chosen: readonly number[]): string;
}
type Draw = (below: number) => number;
type Kind = 'rename' | 'reorder' | 'pad';

const kindsInTurn: readonly (readonly Kind[])[] = [
  ['rename'],
  ['reorder'],
  ['pad'],
  ['reorder', 'rename'],
  ['pad', 'reorder', 'rename'],
];
/** Tests that one kind of edit may take. */
const mostTests = 24;
const mostPads = 12;

/** As many as `count`, but for those of which no edit keeps the bug. */
export async function* variantsOf(one: Case, count: number): AsyncGenerator<string> {
  for (let seed = 0; seed < count; seed++) {
    const text = await variantOf(one, kindsInTurn[seed % kindsInTurn.length], drawing(seed + 1));
    if (text !== undefined) yield text;
  }
}

/** Undefined where no edit keeps the bug. */
async function variantOf(one: Case, kinds: readonly Kind[], draw: Draw): Promise<string | undefined> {
  const language = languageOf(one.input)?.id;
  const input = readFileSync(one.input, 'utf8');
  if (language === undefined) return undefined;
  const grammar = await grammarOf(language);
  const makers = { rename: renames, reorder: swaps, pad: pads };
  const directory = mkdtempSync(join(tmpdir(), 'whittle-bench-variant-'));
  const holds = (text: string): boolean => {
    const file = join(directory, basename(one.input));
    writeFileSync(file, text);
    try {
      execFileSync('bash', [one.oracle, file], { stdio: 'ignore', timeout: 60_000 });
      return true;
    } catch {
      return false;
    }
  };
  try {
    let text = input;
    for (const kind of kinds) {
      const { count, apply } = makers[kind](grammar.elements(text), draw, language);
      const chosen = mostThatHold(count, (some) => holds(apply(some)));
      text = apply(chosen);
    }
    return text === input ? undefined : text;
  } finally {
    grammar.dispose();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** As many of the edits as hold together, found by halving. */
function mostThatHold(count: number, holds: (chosen: readonly number[]) => boolean): number[] {
  let tests = 0;
  let kept: number[] = [];
  const queue = [Array.from({ length: count }, (_, index) => index)];
  while (queue.length > 0 && tests < mostTests) {
    const next = queue.shift()!;
    if (next.length === 0) continue;
    tests++;
    const together = [...kept, ...next];
    if (holds(together)) kept = together;
    else if (next.length > 1) queue.push(next.slice(0, next.length / 2), next.slice(next.length / 2));
  }
  return kept;
}

function renames(tree: ElementTree, draw: Draw): Edits {
  const { text } = tree;
  const words = new Set(text.match(/\w+/g));
  const names = definedNamesOf(tree)
    .filter((name) => name.occurrences.length > 1 && /^[A-Za-z_]\w*$/.test(name.text))
    .map((name) => name.text);
  const fresh = names.map(() => {
    for (;;) {
      const name = Array.from({ length: 3 + draw(5) }, () => 'abcdefghijklmnopqrstuvwxyz'[draw(26)]).join('');
      if (words.has(name)) continue;
      words.add(name);
      return name;
    }
  });
  return {
    count: names.length,
    apply: (chosen) => {
      const to = new Map(chosen.map((index) => [names[index], fresh[index]]));
      return text.replace(/\w+/g, (word) => to.get(word) ?? word);
    },
  };
}

/** Neighbours at the top level change places. */
function swaps(tree: ElementTree, draw: Draw): Edits {
  const children = childrenOf(tree, 0);
  const disjoint: number[] = [];
  for (let place = draw(2); place + 1 < children.length; place += 2 + draw(2)) disjoint.push(place);
  return {
    count: disjoint.length,
    apply: (chosen) => {
      let result = '';
      let at = 0;
      for (const index of [...chosen].sort((a, b) => a - b)) {
        const [left, right] = [children[disjoint[index]], children[disjoint[index] + 1]];
        result += tree.text.slice(at, tree.start[left]) + textOf(tree, right);
        result += tree.text.slice(tree.end[left], tree.start[right]) + textOf(tree, left);
        at = tree.end[right];
      }
      return result + tree.text.slice(at);
    },
  };
}

/** Parts of a sample of the language between the elements of the top level. */
function pads(tree: ElementTree, draw: Draw, language: string): Edits {
  const parts = (samples[language]?.text ?? '').split(/\n(?=\S)/).filter((part) => part.trim());
  const places = childrenOf(tree, 0).map((child) => tree.end[child]);
  const all = Array.from({ length: Math.min(mostPads, 2 * parts.length) }, () => ({
    at: places[draw(places.length)],
    part: parts[draw(parts.length)],
  }));
  return {
    count: places.length === 0 ? 0 : all.length,
    apply: (chosen) => {
      const sorted = chosen.map((index) => all[index]).sort((a, b) => a.at - b.at);
      let result = '';
      let at = 0;
      for (const { at: place, part } of sorted) {
        result += `${tree.text.slice(at, place)}\n${part}\n`;
        at = place;
      }
      return result + tree.text.slice(at);
    },
  };
}
