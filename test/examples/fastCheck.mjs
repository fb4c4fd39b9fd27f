/** A property of fast-check has a big counterexample that does not shrink by itself: Whittle shrinks it as JSON. */
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { reduce } from 'whittle';

// The code to test: tables to CSV and back. It forgets that a field may hold a line break.
const quoted = (field) => (/[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
const unquoted = (field) => (field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
const toCsv = (table) => table.map((row) => row.map(quoted).join(',')).join('\n');
const comma = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;
const fromCsv = (text) => text.split('\n').map((line) => line.split(comma).map(unquoted));

/** Is the table another one after the way to CSV and back? */
const isLost = (table) => !isDeepStrictEqual(fromCsv(toCsv(table)), table);

/** Tables from another generator, say of your own: fast-check cannot shrink them. */
const field = fc.stringMatching(/^[a-z]([a-z ]|\n){0,12}[a-z]$/);
const tables = fc.noShrink(fc.array(fc.array(field, { minLength: 3, maxLength: 8 }), { minLength: 5, maxLength: 12 }));

export function bigCounterexample() {
  const { counterexample } = fc.check(
    fc.property(tables, (table) => !isLost(table)),
    { seed: 1 },
  );
  return counterexample[0];
}

/** Candidates that are no JSON throw, which counts as "the bug is not there". */
export async function shrunk(table) {
  const { text } = await reduce({
    input: JSON.stringify(table),
    language: 'json',
    property: (candidate) => {
      const smaller = JSON.parse(candidate);
      return isTable(smaller) && isLost(smaller);
    },
  });
  return JSON.parse(text);
}

/** Is it something that the generator could have made? At least one field in each row, no field empty. */
function isTable(value) {
  const isRow = (row) => Array.isArray(row) && row.length > 0 && row.every((one) => typeof one === 'string' && one);
  return Array.isArray(value) && value.length > 0 && value.every(isRow);
}
