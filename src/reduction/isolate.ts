/**
 * A whole isolation: a minimal difference between an input that fails and one that passes. Its states are pairs of texts; a candidate
 * that passes brings them closer too. Files and editors are left to the caller.
 */
import * as l10n from '@vscode/l10n';
import { rejecting } from '../search/compose';
import {
  defaultUnit,
  isolation,
  startOf,
  units,
  type Isolation,
  type IsolationTrial,
  type Unit,
} from '../strategies/isolation';
import type { ParseFilter } from '../syntax/filter';
import { candidateText, render, sourceText, type SourceText } from '../text/source';
import { encode } from '../text/encoding';
import { Controls } from './controls';
import { named } from './ending/outputs';
import type { Isolated, Listener } from './events/events';
import { sizeOf } from './events/ended';
import { identityOfIsolation } from './journal/identity';
import { type IsolationJob, JobError } from './job';
import { modeOf } from './plan';
import { filterForAll } from './reader';
import { runSubject, type Watching } from './run';
import type { Subject } from './subjects/subject';

export interface IsolationOutcome {
  readonly isolated: Isolated;
  /** The very bytes that were tested last. */
  readonly passing: Buffer;
  readonly failing: Buffer;
}

type IsolationSubject = Subject<IsolationTrial, Isolation, Isolated>;

/**
 * An abort of `signal` ends it at once with the closest texts so far.
 *
 * Throws `JobError` and `OracleError` (after a `failed` event); other errors come from the file system.
 */
export async function isolate(
  job: IsolationJob,
  onEvent: Listener,
  signal: AbortSignal,
  controls = new Controls(),
  watching: Watching = {},
): Promise<IsolationOutcome> {
  const open = async () => {
    const { text, passing, unit: given = defaultUnit } = job.input;
    if (text === passing)
      throw new JobError(l10n.t('The two files are the same: choose one that fails and one that passes.'));
    const unit = units.find((one) => one === given);
    if (!unit) throw new JobError(l10n.t('There is no unit "{0}": choose one of {1}.', given, units.join(', ')));
    modeOf(job);
    return isolationSubject(job, unit, await filterForAll(job, [text, passing]));
  };
  const inputs = { ...job, passes: undefined };
  const { finished, passing, content } = await runSubject(inputs, { ...watching, onEvent, signal, controls }, open);
  return { isolated: finished, passing: passing as Buffer, failing: content as Buffer };
}

/** `filter`: refuses candidates without a test. */
export function isolationSubject(job: IsolationJob, unit: Unit, filter: ParseFilter | undefined): IsolationSubject {
  const { text, passing, encoding, fileName, file } = job.input;
  const bytesOf = (source: SourceText) => encode(render(source), encoding);
  const original = startOf({ passing: sourceText(passing), failing: sourceText(text) }, unit);
  return {
    original,
    target: { fileName, file, encoding },
    identity: identityOfIsolation(job, unit),
    started: {
      file: fileName,
      language: filter?.language ?? null,
      search: `dd+unit=${unit}`,
      difference: { changes: original.changes, unit },
      ...sizeOf(original.failing, encoding),
    },
    search(from) {
      const whole = isolation(from, unit);
      return filter ? rejecting(whole, ({ candidate }) => filter.isWorse(candidate)) : whole;
    },
    after: (trial, verdict) => trial.after(verdict === 'holds' || verdict),
    contentOf: ({ failing }) => bytesOf(failing),
    candidateContent: ({ candidate }) => encode(candidateText(candidate), encoding),
    passingOf: ({ passing }) => bytesOf(passing),
    bestContent: ({ passing, failing }) => ({
      files: [
        { path: named(fileName, 'passing', ''), bytes: bytesOf(passing) },
        { path: named(fileName, 'failing', ''), bytes: bytesOf(failing) },
      ],
    }),
    sizeOf: ({ changes }) => ({ bytes: changes, tokens: changes }),
    told: ({ changes }, _, __, tests) => ({ event: 'narrowed', changes, unit, tests }),
    ended: ({ changes }, end) => ({ event: 'isolated', changes, unit, ...end }),
    input: { input: bytesOf(original.failing), text, fileName, path: file },
    forbidden: { content: bytesOf(original.passing), problem: whyNotPassing },
    dispose: () => filter?.dispose(),
  };
}

const whyNotPassing: NonNullable<IsolationSubject['forbidden']>['problem'] = (
  { verdict, timedOut },
  { rules, timeoutMs },
) => {
  if (verdict === 'holds') {
    return rules.some(({ learned }) => learned)
      ? l10n.t(
          'The test fails on the passing input in the same way: choose an input without the bug, or a test that ends with 0 while the bug is there.',
        )
      : l10n.t('The test shows the bug on the passing input too: choose an input without the bug.');
  }
  if (timedOut)
    return l10n.t('The test did not end within {0} ms on the passing input: set a longer time-out.', timeoutMs);
  return verdict === 'unresolved'
    ? l10n.t('The test has no verdict for the passing input: choose another input.')
    : undefined;
};
