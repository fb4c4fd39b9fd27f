/**
 * The minimal difference between an input that fails and one that passes. Its states are pairs of texts; a candidate that passes brings
 * them closer too.
 */
import * as l10n from '@vscode/l10n';
import { rejecting } from '../../search/compose';
import {
  type Isolation,
  type IsolationTrial,
  defaultUnit,
  isolation,
  startOf,
  units,
} from '../../strategies/isolation';
import { candidateText, render, sourceText, type SourceText } from '../../text/source';
import { encode } from '../../text/encoding';
import { named } from '../ending/outputs';
import type { Isolated } from '../events/events';
import { type IsolationJob, JobError } from '../job';
import { identityOf } from '../journal/identity';
import { modeOf } from '../plan';
import { filterForAll } from '../reader';
import { type Subject, sizeOf } from './subject';

type IsolationSubject = Subject<IsolationTrial, Isolation, Isolated>;

/** Throws `JobError`. */
export async function differenceSubject(job: IsolationJob): Promise<IsolationSubject> {
  const { text, passing, encoding, fileName, file, unit: given = defaultUnit } = job.input;
  if (text === passing)
    throw new JobError(l10n.t('The two files are the same: choose one that fails and one that passes.'));
  const unit = units.find((one) => one === given);
  if (!unit) throw new JobError(l10n.t('There is no unit "{0}" (‹unit›): choose one of {1}.', given, units.join(', ')));
  modeOf(job);
  const filter = await filterForAll(job, [text, passing]);
  const bytesOf = (source: SourceText) => encode(render(source), encoding);
  const original = startOf({ passing: sourceText(passing), failing: sourceText(text) }, unit);
  return {
    original,
    target: { fileName, file, encoding },
    identity: identityOf(job),
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
    return l10n.t(
      'The test did not end within {0} ms on the passing input: set a longer time-out (‹timeout›).',
      timeoutMs,
    );
  return verdict === 'unresolved'
    ? l10n.t('The test has no verdict for the passing input: choose another input.')
    : undefined;
};
