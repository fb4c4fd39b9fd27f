/** `whittle compare`: reduces each file with several searches and prints a table of their costs. Writes no reduced file. */
import { basename } from 'node:path';
import { pictureText } from '../charts/chart';
import type { Done } from '../host/host';
import { OracleError } from '../oracle/calibration/calibrate';
import { type Sample, bestOf, columns, comparisonPicture, reportFor } from '../reduction/comparison/comparison';
import { contendersFrom, usualContenders } from '../reduction/comparison/contenders';
import { type Output, PathError, outputAt, writeOutput } from '../reduction/ending/outputs';
import type { Listener, ReductionEvent, Row } from '../reduction/events/events';
import { counted, grouped, testCount } from '../reduction/events/progress';
import type { Job } from '../reduction/job';
import { varied } from '../reduction/searches/searchValue';
import { decode } from '../text/encoding';
import { fileJob, readInput } from './jobs';
import type { Given } from './options';
import { exitCodes, show, streams, warn } from './printing';
import { progressPrinter } from './progress';
import { complain, printEvent, runToEnd, tellLeft } from './run';

interface Turn {
  readonly file: string;
  readonly round: number;
  readonly job: Job;
}

export async function compareSearches(files: readonly string[], options: Given, assets: string): Promise<number> {
  const contenders = contendersOf(options);
  const turns = await turnsOf(files, options, assets);
  const outputs = await outputsOf(files, options);
  const samples: Sample[] = [];
  let code: number = exitCodes.reduced;
  for (const turn of turns) {
    const one = await takeTurn(turn, contenders, options, turns.length > 1);
    samples.push(...one.samples);
    if (one.code === exitCodes.interrupted || code === exitCodes.reduced) code = one.code;
    if (one.code === exitCodes.interrupted) break;
  }
  await write(outputs, samples, options.plot !== undefined);
  return code;
}

/** Of several inputs, one whose test does not hold is left out. Throws `JobError`; of a single one `OracleError` too. */
async function takeTurn(
  { file, round, job }: Turn,
  contenders: readonly string[],
  { json, rounds = 1 }: Given,
  isOneOfSeveral: boolean,
): Promise<{ samples: Sample[]; code: number }> {
  const title = rounds > 1 ? `${file}, round ${round} of ${rounds}` : file;
  const listener = json
    ? named({ file, round }, printEvent)
    : tablePrinter(contenders, isOneOfSeveral ? title : undefined);
  const samples: Sample[] = [];
  const conclude = ({ outcome: rows }: Done<Row[]>) => {
    samples.push(...rows.map((row) => ({ file, round, row })));
    return exitCodeFor(rows, contenders);
  };
  try {
    const work = { kind: 'compare', job, contenders, round } as const;
    return { samples, code: await runToEnd(listener, (hosting) => hosting.run<Row[]>(work), conclude) };
  } catch (error) {
    if (!isOneOfSeveral || !(error instanceof OracleError)) throw error;
    return { samples: [], code: complain(error) };
  }
}

function contendersOf({ searches = usualContenders, vary = [] }: Given): string[] {
  return vary.reduce((contenders, text) => {
    const [option, ...values] = text.split('=');
    return varied(contenders, option.trim(), values.join('=').split(','));
  }, contendersFrom(searches));
}

async function turnsOf(files: readonly string[], options: Given, assets: string): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (const file of files) {
    await tellLeft(file, warn);
    const job = fileJob(file, options, decode(await readInput(file)), assets);
    for (let round = 1; round <= (options.rounds ?? 1); round++) {
      turns.push({ file, round, job });
    }
  }
  return turns;
}

/** Of the reports, and last of the picture, if one is wanted. Throws `PathError`. */
async function outputsOf(files: readonly string[], { tables = [], plot, rounds = 1 }: Given): Promise<Output[]> {
  if (plot !== undefined && files.length * rounds > 1)
    throw new PathError('One picture shows one comparison: leave --plot out, or give one file.');
  const outputs: Output[] = [];
  for (const wanted of [...tables, plot ?? []].flat()) outputs.push(await outputAt(wanted, files));
  if (plot !== undefined && outputs.slice(0, -1).some(({ path }) => path === outputs.at(-1)!.path))
    throw new PathError('The picture would replace the report: choose another --plot.');
  return outputs;
}

async function write(outputs: readonly Output[], samples: readonly Sample[], hasPicture: boolean): Promise<void> {
  if (samples.length === 0) return;
  const paths = new Set(samples.map(({ file }) => file));
  // Where two files have the same base name, the paths as they were given.
  const areTold = new Set([...paths].map((path) => basename(path))).size === paths.size;
  const named = samples.map((sample) => ({ ...sample, file: areTold ? basename(sample.file) : sample.file }));
  const rows = named.map(({ row }) => row);
  for (const [at, output] of outputs.entries()) {
    const isPicture = hasPicture && at === outputs.length - 1;
    const text = isPicture ? pictureText(comparisonPicture(named[0].file, rows)) : reportFor(output.path, named);
    await writeOutput(output, Buffer.from(text));
  }
}

/** Each event with its file, round and search. */
function named(turn: Pick<Turn, 'file' | 'round'>, print: Listener): Listener {
  let contender: string | undefined;
  return (event) => {
    if (event.event === 'contender') contender = event.name;
    print({ ...turn, contender, ...event } as { contender?: string } & ReductionEvent);
  };
}

function exitCodeFor(rows: readonly Sample['row'][], contenders: readonly string[]): number {
  if (rows.length < contenders.length || rows.some(({ ending }) => ending === 'interrupted')) {
    return exitCodes.interrupted;
  }
  if (rows.some(({ ending }) => ending === 'broken' || ending === 'failed')) return exitCodes.usage;
  return rows.every(({ confirmed, unverified }) => confirmed || unverified) ? exitCodes.reduced : exitCodes.doesNotHold;
}

/** What is the same for all searches. How one has ended is in its row. */
const toldOnce: readonly ReductionEvent['event'][] = ['started', 'calibrated'];

/** `title`: of one comparison of several. */
function tablePrinter(contenders: readonly string[], title?: string): Listener {
  const longest = Math.max(...contenders.map((name) => name.length));
  const widths = columns.map(({ heading }, at) => (at === 0 ? longest : Math.max(8, heading().length)));
  const rows: Row[] = [];
  const { stderr } = streams();
  const tell = progressPrinter(stderr, ({ event }) => {
    return event !== 'finished' && (rows.length === 0 || !toldOnce.includes(event));
  });
  const print = (cells: readonly string[]) => {
    const padded = cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])));
    show(`${[...padded.slice(0, -1), cells.at(-1)].join('  ')}\n`);
  };
  return (event) => {
    tell(event);
    if (event.event !== 'compared') return;
    if (stderr.isTTY) stderr.write('\r\x1b[K');
    if (rows.length === 0 && title) show(`\n# ${title}\n`);
    if (rows.length === 0) print(columns.map(({ heading }) => heading()));
    rows.push(event.row);
    print(columns.map(({ cell }) => cell(event.row)));
    if (rows.length === contenders.length) show(`\n${verdict(rows)}\n`);
  };
}

function verdict(rows: readonly Row[]): string {
  const best = bestOf(rows);
  if (!best) return 'No result is verified.';
  const size = `${grouped(best.before!.tokens)} → ${counted(best.after!.tokens, 'token')}`;
  return `Best: ${best.name}, ${size} in ${testCount(best.tests)}.`;
}
