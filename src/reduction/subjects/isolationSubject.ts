/** The difference between a text that fails and one that passes. Its states are pairs: a test that passes brings them closer too. */
import * as l10n from '@vscode/l10n';
import { rejecting } from '../../search/compose';
import { isolation, startOf } from '../../strategies/isolation';
import type { Isolation, IsolationTrial, Unit } from '../../strategies/isolation';
import type { ParseFilter } from '../../syntax/filter';
import { candidateText } from '../../text/candidate';
import { encode } from '../../text/encoding';
import { render, sourceText } from '../../text/source';
import type { SourceText } from '../../text/source';
import type { Isolated } from '../events/events';
import { sizeOf } from '../events/size';
import type { IsolationJob } from '../job';
import { identityOfIsolation } from '../journal/identity';
import type { Subject } from './subject';

/** `filter`: refuses candidates without a test. */
export function isolationSubject(
  job: IsolationJob,
  unit: Unit,
  filter: ParseFilter | undefined,
): Subject<IsolationTrial, Isolation, Isolated> {
  const { text, encoding, fileName, file: path } = job;
  const bytesOf = (source: SourceText) => encode(render(source), encoding);
  const original = startOf({ passing: sourceText(job.passing), failing: sourceText(text) }, unit);
  const search = `dd+unit=${unit}`;
  return {
    original,
    identity: identityOfIsolation(job, unit),
    started: {
      file: fileName,
      language: filter?.language ?? null,
      search,
      difference: { changes: original.changes, unit },
      ...sizeOf(original.failing, encoding),
    },
    search(from) {
      const whole = isolation(from, unit);
      return filter ? rejecting(whole, ({ candidate }) => filter.isWorse(candidate)) : whole;
    },
    stateAt: (at) => (at.done ? at.result : at.alternatives.at(0)!.known()),
    after: (trial, verdict) => trial.after(verdict === 'holds' || verdict),
    contentOf: ({ failing }) => bytesOf(failing),
    candidateContent: ({ candidate }) => encode(candidateText(candidate), encoding),
    passingOf: ({ passing }) => bytesOf(passing),
    sizeOf: ({ changes }) => ({ bytes: changes, tokens: changes }),
    told: ({ changes }, _, __, tests) => ({ event: 'narrowed', changes, unit, tests }),
    ended: ({ changes }, end) => ({ event: 'isolated', changes, unit, ...end }),
    input: { input: bytesOf(original.failing), text, fileName, path },
    forbidden: { content: bytesOf(original.passing), problem: whyNotPassing },
  };
}

const whyNotPassing: NonNullable<Subject<IsolationTrial, Isolation, Isolated>['forbidden']>['problem'] = (
  { verdict, timedOut },
  { rules, timeoutMs },
) => {
  if (verdict === 'holds') {
    return rules.some(({ learned }) => learned)
      ? l10n.t(
          'The test fails on the passing input in the same way: choose an input without the bug, or a test that ends with 0 while the bug is there.',
        )
      : l10n.t('The property also holds for the passing input: choose an input without the bug.');
  }
  if (timedOut)
    return l10n.t('The test did not end within {0} ms on the passing input: set a longer time-out.', timeoutMs);
  return verdict === 'unresolved'
    ? l10n.t('The test gives no verdict on the passing input: choose another input.')
    : undefined;
};
