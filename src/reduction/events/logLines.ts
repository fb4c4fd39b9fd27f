/**
 * The reduction log, in the language that syntaxes/ highlights. Answers from the cache are not logged. The log has a grammar, so it
 * stays English; only messages and phase labels, which users also see elsewhere, are in the user's language.
 */
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import type { Layer } from '../../oracle/processes/starter';
import { isExitZero } from '../../oracle/judging/rule';
import { describedRule, english } from '../../oracle/judging/ruleWords';
import type { Calibrated, EndTold, PlainEvent, Smaller, Started } from './events';
import { apart, counted, reliability, sizes } from './progress';

/** Not "fails": the command of a user may succeed without the bug. */
const verdicts = { holds: 'bug kept', fails: 'bug gone', unresolved: 'no verdict' } as const;

/** Lines without line ends. `accepted` may be without texts. */
export function logLines(event: PlainEvent | Smaller): string[] {
  switch (event.event) {
    case 'started':
      return startedLines(event);
    case 'calibrated':
      return calibratedLines(event);
    case 'phase':
      return [`phase: ${event.label}`];
    case 'candidate':
      return event.cached ? [] : [`#${event.tests} ${verdicts[event.verdict]} ${Math.round(event.ms)} ms`];
    case 'accepted': {
      const files = event.files === undefined ? '' : `${counted(event.files, 'file')}, `;
      return [`accepted: ${files}${counted(event.tokens, 'token')}, ${counted(event.bytes, 'byte')}`];
    }
    case 'paused':
      return [event.problem ? `failed: ${event.problem} Paused.` : 'note: paused'];
    case 'resumed':
      return [`note: resumed after ${counted(event.tests, 'test')}`];
    case 'skipped':
      return [`note: skipped ${event.label}`];
    case 'notice':
      return [`note: ${event.message}`];
    case 'finished':
      return endLines(event, sizes(event.tokens, event.files, english));
    case 'narrowed':
      return [`narrowed: ${apart(event, english)}`];
    case 'isolated':
      return endLines(event, apart(event, english));
    case 'contender':
    case 'compared':
    case 'cluster':
      return [];
    case 'left':
      return [`failed: ${event.message}`];
    case 'failed':
      return [`failed: ${event.message}`, ...outputLines(event.output ?? '')];
  }
}

function startedLines({ file, files, tokens, language, search, oracle, notice }: Started): string[] {
  const kind = files ? counted(files.length, 'file') : (language ?? 'no grammar');
  return [
    `# ${file}: ${counted(tokens, 'token')}, ${kind}, ${search}`,
    `oracle: ${oracle}`,
    ...(notice ? [`note: ${notice}`] : []),
  ];
}

function outputLines(output: string): string[] {
  return output.split('\n').flatMap((line) => (line ? [`  | ${line}`] : []));
}

function calibratedLines(event: Calibrated): string[] {
  const { ms, timeoutMs, memoryBytes, jobs, held, runs, rules, notice, layer, writes } = event;
  const memory = memoryBytes ? `, at most ${(memoryBytes / 2 ** 30).toFixed(1)} GB` : '';
  const often = held < runs ? ` in ${held} of ${runs} runs` : '';
  return [
    `calibrated: holds${often} in ${Math.round(ms)} ms, time-out ${timeoutMs} ms${memory}${jobs > 1 ? `, ${jobs} at once` : ''}`,
    ...rules.flatMap((one) => ruleLine(one, rules.length)),
    ...protectionLines(layer, writes).map((line) => `note: ${line}`),
    ...(notice ? [`note: ${notice}`] : []),
  ];
}

/** Sentences: what keeps candidates from doing harm, and what the unchanged input's test changes outside its directories. */
export function protectionLines(layer: Layer | undefined, writes: readonly string[] = []): string[] {
  return [...(layer ? [layerWords[layer]] : []), ...(writes.length > 0 ? [writesLine(layer, writes)] : [])];
}

const layerWords: Readonly<Record<Layer, string>> = {
  namespaces: 'Candidates run in namespaces: whatever they change outside the run directory is thrown away.',
  'sandbox-exec': 'Candidates run in sandbox-exec: they cannot write outside the run directory and caches.',
  links: 'Candidates run without a sandbox of the system: HOME is a directory of links (docs/placement.md).',
  off: 'Protection is off: candidates can change and delete your files.',
};

const mostNamed = 5;

function writesLine(layer: Layer | undefined, writes: readonly string[]): string {
  const more = writes.length > mostNamed ? `, and ${writes.length - mostNamed} more` : '';
  const fate = layer === 'namespaces' ? '. Whittle discards these changes; WHITTLE_PROTECT=off keeps them.' : '.';
  return `The test also changes ${writes.slice(0, mostNamed).join(', ')}${more}${fate}`;
}

/** Empty for the usual rule. */
function ruleLine({ command, rule, learned }: SettledRule, commands: number): string[] {
  if (!learned && isExitZero(rule)) return [];
  return [`rule: ${learned ? 'learned, ' : ''}${describedRule(rule)}${commands > 1 ? `, of ${command}` : ''}`];
}

function endLines(event: EndTold, figures: string): string[] {
  const { ending, problem, tests, timeouts, ms, confirmed, unverified } = event;
  const slow = timeouts > 0 ? `, ${timeouts} timed out` : '';
  const verdict = confirmed ? 'verified' : `not verified${unverified ? ' again' : ''}`;
  return [
    ...(problem ? [`failed: ${problem}`] : []),
    `finished (${ending}): ${figures}, ${counted(tests, 'test')}${slow}, ${(ms / 1000).toFixed(1)} s, ${verdict}${reliability(event)}`,
  ];
}
