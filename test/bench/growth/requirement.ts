/**
 * A property of a generated program that costs one look at its lines: some statements must stay, and, as a compiler asks, no name may
 * be used that is not defined before. Statements are required with all that they use.
 */
import { draw } from '../../../src/reducers/list';

/** What a line says, whatever its language. */
interface Line {
  /** A function or variable, `f0` or `v0`, that is defined here. */
  readonly defines?: string;
  readonly uses: readonly string[];
}

export interface Requirement {
  /** Statements that must stay, and all statements. */
  readonly required: number;
  readonly statements: number;
  holds(text: string): boolean;
}

/** How many statements are required: a share of them, or a number of them with what they use. */
export type Amount = { readonly share: number } | { readonly count: number };

export function requirementOf(text: string, amount: Amount, seed = 1): Requirement {
  const lines = linesOf(text);
  const statements = lines.filter((line) => isStatement(lineOf(line)));
  const required = drawn(lines, statements, amount, seed);
  const known = new Map(lines.map((line) => [line, lineOf(line)]));
  const holds = (candidate: string) => {
    const left = linesOf(candidate);
    const found = new Set(left.filter((line) => required.has(line)));
    return found.size === required.size && allDefined(left, (line) => known.get(line) ?? lineOf(line));
  };
  return { required: required.size, statements: statements.length, holds };
}

function allDefined(lines: readonly string[], read: (line: string) => Line): boolean {
  const defined = new Set<string>();
  for (const line of lines) {
    const { defines, uses } = read(line);
    if (uses.some((name) => !defined.has(name))) return false;
    if (defines) defined.add(defines);
  }
  return true;
}

/** Statements one after the other, each with what it needs, until there are enough. */
function drawn(lines: readonly string[], statements: readonly string[], amount: Amount, seed: number): Set<string> {
  const definition = new Map(lines.map((line) => [lineOf(line).defines, line]));
  const required = new Set<string>();
  const require = (line: string) => {
    if (required.has(line)) return;
    required.add(line);
    for (const name of lineOf(line).uses) {
      // Of a function that is called its name must stay: its first line is no statement.
      if (name.startsWith('v')) require(definition.get(name)!);
    }
  };
  const isEnough = (taken: number) =>
    'count' in amount ? taken >= amount.count : required.size >= amount.share * statements.length;
  const lots = statements.map((line, at) => ({ line, lot: draw(seed, 6, at) })).sort((a, b) => a.lot - b.lot);
  for (let taken = 0; taken < lots.length && !isEnough(taken); taken++) require(lots[taken].line);
  return required;
}

function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim());
}

/** An assignment: it stands for itself, as every variable has a name of its own. */
function isStatement({ defines }: Line): boolean {
  return defines?.startsWith('v') ?? false;
}

const definition = /^(?:(?:let|int|const) )?(v\d+)(?:: number)? = |^(?:function|def|int) (f\d+)\(/;

function lineOf(line: string): Line {
  const found = definition.exec(line);
  const names = line.match(/\b[fv]\d+\b/g) ?? [];
  return found ? { defines: found[1] ?? found[2], uses: names.slice(1) } : { uses: names };
}
