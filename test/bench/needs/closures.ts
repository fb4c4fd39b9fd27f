/**
 * Delete what nothing needs: of each program some units are chosen, and what the least model of each leaves is given to the compiler (in
 * JavaScript and Python to a checker of names). A closure holds if it has no error that the whole program has not.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leastModel } from '../../../src/syntax/needs/model';
import { needsRulesOf } from '../../../src/syntax/needs/rules';
import { readUnits, withoutUnneeded } from '../../../src/syntax/needs/table';
import type { Unit, UnitKind, UnitTable } from '../../../src/syntax/needs/units';
import { removalRanges } from '../../../src/syntax/removal';
import { edited, render, sourceText } from '../../../src/text/source';
import { tidyCuts } from '../../../src/text/tidy';
import { grammarOf } from '../../support/grammars';
import { percent, table, type Claim, type Report } from '../support/report';
import type { Options } from '../support/suite';
import { checkers, programs, type Program } from './programs';

/** Units of a program, spread evenly. */
const mostUnits = 60;
const chosenKinds: readonly UnitKind[] = ['declaration', 'member'];
const wanted = 0.95;

export async function measureClosures({ subjects }: Options): Promise<Report> {
  const directory = mkdtempSync(join(tmpdir(), 'whittle-bench-closures-'));
  try {
    const rows: string[][] = [];
    const byLanguage = new Map<string, [held: number, all: number]>();
    for (const program of programs()) {
      if (subjects && !subjects.some((one) => one === program.name || one === program.language)) continue;
      const row = await measure(program, directory);
      if (typeof row === 'string') {
        rows.push([program.name, program.language, row, '', '']);
        continue;
      }
      const [held, all] = byLanguage.get(program.language) ?? [0, 0];
      byLanguage.set(program.language, [held + row.held, all + row.failures.length + row.held]);
      const count = row.held + row.failures.length;
      rows.push([program.name, program.language, String(count), percent(row.held / count, 0), row.failures[0] ?? '']);
      console.error(`${program.name}: ${row.held} of ${count}`);
      for (const failure of row.failures) console.error(`  ${failure}`);
    }
    const claims: Claim[] = Array.from(byLanguage, ([language, [held, all]]) => ({
      text: `${language}: ${held} of ${all} closures hold (at least ${percent(wanted, 0)})`,
      met: held >= wanted * all,
    }));
    return { text: table(['program', 'language', 'units', 'hold', 'first error'], rows), claims, plots: {} };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(
  { name, language, read }: Program,
  directory: string,
): Promise<{ held: number; failures: string[] } | string> {
  const text = read();
  if (text === undefined) return 'not here';
  const errorsOf = (source: string) => checkers[language](source, directory);
  const before = errorsOf(text);
  if (before === undefined) return 'no checker';
  const known = new Set(before.map(withoutPlace));
  const grammar = await grammarOf(language);
  const units = readUnits(grammar.elements(text), needsRulesOf(language));
  const failures: string[] = [];
  let held = 0;
  for (const unit of chosenUnits(units)) {
    const rest = closureOf(units, unit);
    const fresh = errorsOf(rest)!.filter((error) => !known.has(withoutPlace(error)));
    if (fresh.length === 0) held++;
    else
      failures.push(
        `${name} ${[...units.units[unit].names].join(' ')} (${units.units[unit].type}): ${fresh.slice(0, 2).join(' | ')}`,
      );
  }
  grammar.dispose();
  return { held, failures };
}

function chosenUnits({ units }: UnitTable): number[] {
  // An import of Go that nothing uses is an error by itself.
  const isChosen = ({ kind, type, isOpen }: Unit) => chosenKinds.includes(kind) && !isOpen && !/^import_/.test(type);
  const all = [...units.keys()].filter((unit) => isChosen(units[unit]));
  const step = Math.max(1, all.length / mostUnits);
  return Array.from({ length: Math.min(mostUnits, all.length) }, (_, index) => all[Math.floor(index * step)]);
}

function closureOf(table: UnitTable, unit: number): string {
  const { tree } = table;
  const { removed, shells } = withoutUnneeded(table, leastModel(table, { whole: [unit], tier: 'bodies' }));
  const edits = tidyCuts(tree.text, [...removalRanges(tree, removed), ...shells], { start: 0, end: tree.text.length });
  return render(edited(sourceText(tree.text), edits));
}

/** The same error at another line is no new one. */
function withoutPlace(error: string): string {
  return error.replace(/\d+/g, '#');
}
