/**
 * External passes: programs or functions that propose edits of a text (docs/passes.md). They begin where a strategy has ended. If they
 * change the text, the strategy runs again.
 */
import * as l10n from '@vscode/l10n';
import { rejecting, then } from '../../search/compose';
import { done, phase, remember, type Inquiry } from '../../search/search';
import {
  candidateLength,
  candidateSource,
  candidateText,
  render,
  type Candidate,
  type Edit,
  type SourceText,
} from '../../text/source';
import { scopeOf, type Step, type StrategyContext, type TextSearch } from '../strategy';
import { inSequence, named } from './steps';

/** Edits of one text, the most promising first; of each proposal sorted and disjoint. */
type Proposals = readonly (readonly Edit[])[];

export interface Proposer {
  /** For people. */
  readonly name: string;
  /**
   * Proposals for `text`; they follow from it alone. `held`: the number of the proposal that led to it. Throws `NoAnswer`. Only a
   * function answers at once.
   */
  propose(text: string, held: number | undefined): Proposals | Promise<Proposals>;
  /** Can this text be written in the encoding of the input? */
  isWritable(text: string): boolean;
}

/** `main`, then the proposers; again as long as these change something, and each round ends with a smaller text. */
export function withProposers(main: Step, proposers: readonly Proposer[]): Step {
  if (proposers.length === 0) return main;
  const others = inSequence(...proposers.map(askProposer));
  // What the others or the strategy have failed to change need not be tried again.
  const isSame = (text: SourceText, before?: SourceText) => before !== undefined && render(text) === render(before);
  /** `last`: the text after the proposers in the round before. Guesses are ranges of the original. */
  const round = (text: SourceText, context: StrategyContext, last?: SourceText): TextSearch =>
    then(main(text, last ? { ...context, guesses: undefined } : context), (begin) =>
      isSame(begin, last)
        ? done(begin)
        : then(others(begin, context), (rest) =>
            isSame(rest, begin) || (last && !isLess(rest, last)) ? done(rest) : round(rest, context, rest),
          ),
    );
  return (text, context) => round(text, context);
}

/** The order in which steps and rounds go down, so that there is an end: shorter, or as long and earlier in the order of texts. */
function isLess(text: SourceText, than: SourceText): boolean {
  return text.length < than.length || (text.length === than.length && render(text) < render(than));
}

function askProposer(proposer: Proposer): Step {
  return named(
    () => l10n.t('Trying the edits of {0}', proposer.name),
    (text, context) =>
      rejecting(tryProposals(text, proposer), (candidate) => !mayBeTested(candidate, proposer, context)),
  );
}

/** Proposals that have just failed come last, as in `tryMoves`. */
function tryProposals(base: SourceText, proposer: Proposer, held?: number): TextSearch {
  const { inquiry, answer } = inquiryOf(() => proposer.propose(render(base), held));
  const indexOf = (turn: number) => (turn + (held ?? 0)) % answer().length;
  const candidate = (turn: number): Candidate => ({ base, edits: answer()[indexOf(turn)] });
  return phase({
    inquiry,
    alternatives: remember((turn) => (turn < answer().length ? candidate(turn) : undefined)),
    chance: () => 1 / (answer().length + 1),
    held: (turn) => tryProposals(candidateSource(candidate(turn)), proposer, indexOf(turn)),
    none: () => done(base),
  });
}

function inquiryOf(ask: () => Proposals | Promise<Proposals>) {
  let known: Proposals | undefined;
  let asked: Promise<void> | undefined;
  const inquiry: Inquiry = {
    get isAnswered() {
      return known !== undefined;
    },
    ask() {
      asked ??= (async () => void (known = await ask()))();
      // Nobody may wait any more.
      asked.catch(() => undefined);
      return asked;
    },
  };
  const answer = () => {
    const now = known ?? ask();
    if (now instanceof Promise) throw new Error('The pass has not answered yet.');
    return (known = now);
  };
  return { inquiry, answer };
}

function mayBeTested(candidate: Candidate, { isWritable }: Proposer, { fixed }: StrategyContext): boolean {
  const { base, edits } = candidate;
  const scope = scopeOf(base.length, fixed);
  if (edits.some(({ start, end }) => start < scope.start || end > scope.end)) return false;
  return (
    candidateLength(candidate) <= base.length &&
    isLess(candidateSource(candidate), base) &&
    isWritable(candidateText(candidate))
  );
}
