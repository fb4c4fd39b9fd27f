/** Which conditions of the sources are turned round, below which statements of a test, and in which order. */
import { rollup, sum } from 'd3-array';
import type { Range } from '../text/ranges';
import type { TurnableSources } from './turning';

/** A condition, below which statement of the test it is turned, and at which time; each time if unset. */
export interface Turn {
  readonly number: number;
  readonly statement: string;
  readonly time?: number;
  /** Of numbers that it compares, at most: a candidate that changes them much has another reason to fail. */
  readonly distance?: number;
  /** Of a literal: the value in its place. */
  readonly other?: unknown;
}

/** `text`: of the test. Its other lines that are subsequences of the statement, too, are no rest of it. */
export function orderOf({ number, statement, time = 0, distance, other }: Turn, text: string): string {
  const others = text.split('\n').map((line) => line.trim());
  const alike = others.filter((line) => /\w/.test(line) && !statement.includes(line) && isSubsequence(line, statement));
  const where = [statement, ...new Set(alike)].join('\0');
  // What is not finite becomes null.
  return JSON.stringify([number, where, time, distance, ...(other === undefined ? [] : [other])]);
}

function isSubsequence(line: string, of: string): boolean {
  let at = 0;
  for (const sign of of) if (sign === line[at]) at++;
  return at >= line.length;
}

/** Conditions of the failing statement, for one of each other. */
const ofFailing = 4;

export interface Reached extends Turn {
  readonly times: number;
  readonly order: number;
  /** The last distance. */
  readonly last: number;
}

/** What was reached below each statement: what the test reaches seldom first, as it says more of this test, and the latest of that. */
export function turnsIn(log: string, { all }: TurnableSources, statementOf: (line: number) => string): Reached[] {
  const reached = new Map<string, Reached>();
  for (const one of log.split('\n')) {
    const [number, line, times, order, last] = one.split(' ', 5).map(Number);
    if (order === undefined || !all[number]) continue;
    const statement = statementOf(line);
    const key = `${number} ${statement}`;
    const distance = Math.max(reached.get(key)?.distance ?? 0, last);
    const { other } = all[number];
    reached.set(key, { number, statement, times, order, last, distance, other });
  }
  const often = rollup(
    [...reached.values()],
    (some) => Math.floor(Math.log2(sum(some, ({ times }) => times))),
    ({ number }) => number,
  );
  return [...reached.values()].sort((a, b) => often.get(a.number)! - often.get(b.number)! || b.order - a.order);
}

/** In turn for each statement of the test: first conditions, each time; then each at its last times; then literals, and returned values. */
export function inOrder(reached: readonly Reached[], { all }: TurnableSources, failing: string, most: number): Turn[] {
  const groupOf = ({ number, other }: Turn) => (all[number].isReturn ? 2 : Number(other !== undefined));
  const [conditions, literals, returns] = [0, 1, 2].map((kind) => reached.filter((one) => groupOf(one) === kind));
  const late = conditions
    .filter(({ times }) => times > 1 && times < 16)
    .map((one) => ({ ...one, time: one.times, distance: one.last }));
  const [first, second, ...others] = [conditions, late, literals, returns].map((some) => inTurn(some, failing));
  const last = others.flat();
  // Whatever the conditions are, some other values are tried as well.
  return [...[...first, ...second].slice(0, most - Math.min(last.length, most / 4)), ...last];
}

/** One of each statement after the other, but several of the failing one. */
function inTurn(turns: readonly Turn[], failing: string): Turn[] {
  const places = new Map<string, number>();
  const placed = turns.map((turn) => {
    const place = places.get(turn.statement) ?? 0;
    places.set(turn.statement, place + 1);
    return { turn, place: turn.statement === failing ? Math.floor(place / ofFailing) : place };
  });
  return placed.sort((a, b) => a.place - b.place).map(({ turn }) => turn);
}

const asserting = /^(?:await\s+)?(?:self\.|t\.)?(?:assert|expect\b|require\.|with\s[^\n]*(?:[rR]aises|warns)\b)/;
const inRaising = /\bwith\s[^\n]*(?:[rR]aises|warns)\b[^\n]*:\s*$/;
/** Names that a file of tests gives: variables, members, fixtures. */
const given =
  /\b(?:const|let|var|as)\s+(\w+)|(?:^|\b(?:self|this)\.)[ \t]*(\w+)[ \t]*(?::=|=(?![=>]))|\bdef test\w*\(([^)]*)\)/gm;

/** Does a statement that passes only assert, and change nothing that the failing one reads? What it calls, or gives to a call, it may change. */
export function onlyAsserts({ start, end }: Range, text: string, failing: string): boolean {
  const own = text.slice(start, end);
  if (!asserting.test(own) && !inRaising.test(text.slice(0, start))) return false;
  const names = Array.from(text.matchAll(given), (found) => found.slice(1).join(' ').match(/\w+/g) ?? []).flat();
  const here = new Set(own.match(/\w+/g));
  const inFailing = new Set(failing.match(/\w+/g));
  return [...new Set(names)].every((name) => {
    if (!here.has(name) || !inFailing.has(name) || /^(?:self|this)$/.test(name)) return true;
    const mayChange = new RegExp(`(?<!(?<!\\b(?:self|this))\\.)\\b${name}\\b(?!\\.\\w+\\b(?!\\s*\\())`);
    return !mayChange.test(own);
  });
}
