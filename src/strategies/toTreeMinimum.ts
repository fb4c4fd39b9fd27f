/**
 * From one pass to a result that is 1-tree-minimal: passes over the tree, parsed afresh each time, until one changes
 * nothing; then single deletions, until none of the elements left can go alone; then the blank lines that are left.
 */
import { noExperience } from '../reducers/experience';
import type { Experience } from '../reducers/experience';
import { fixpoint, labelled, map, rejecting, then } from '../search/compose';
import { done, lazy, phase, trial } from '../search/search';
import type { Search } from '../search/search';
import { candidateSource, isSmaller } from '../text/candidate';
import type { Candidate } from '../text/candidate';
import { render } from '../text/source';
import type { SourceText } from '../text/source';
import { polishingCuts } from '../text/tidy';
import { deletable, passCandidate, passText, startPass, withoutElement } from './pass';
import type { Pass } from './pass';
import { scopeOf } from './strategy';
import type { Fixed, StrategyContext } from './strategy';

interface Round {
  readonly rest: SourceText;
  readonly experience: Experience;
}

export function toTreeMinimum(
  text: SourceText,
  context: StrategyContext,
  sweep: (pass: Pass) => Search<Candidate, Pass>,
): Search<Candidate, SourceText> {
  const round = ({ rest, experience }: Round) =>
    map(
      sweep(startPass(rest, context, experience)),
      (candidate) => candidate,
      (pass): Round => ({ rest: passText(pass), experience: pass.experience }),
    );
  const start: Round = { rest: text, experience: noExperience };
  const settled = fixpoint(start, round, (before, after) => before.rest.length === after.rest.length);
  const certified = then(settled, ({ rest }) => labelled(singleDeletions(rest, 0, context), 'single deletions'));
  const polished = then(certified, (rest) => polish(rest, context.fixed));
  // Deleting a space between two words puts it back: no gain, and no end if it counted as one.
  return rejecting(polished, (candidate) => !isSmaller(candidate));
}

/**
 * "Is there an element that can go alone?" After a success the next scan goes on where the last one stopped and wraps
 * round, so that what was just refused is asked again last. `none` is the certificate.
 */
function singleDeletions(text: SourceText, offset: number, context: StrategyContext): Search<Candidate, SourceText> {
  const pass = startPass(text, context);
  const elements = [...pass.tree.start.keys()].filter((element) => deletable(pass, element));
  const indexAt = (turn: number) => (turn + offset) % elements.length;
  const rest = (turn: number) => withoutElement(pass, elements[indexAt(turn)]);
  return phase({
    alternatives: lazy(elements.length, (turn) => passCandidate(rest(turn))),
    chance: () => 1 / (elements.length + 1),
    held: (turn) => singleDeletions(passText(rest(turn)), indexAt(turn), context),
    none: () => done(text),
  });
}

/** One last trial: the same elements without the blank lines and spaces that earlier cuts have left. */
function polish(text: SourceText, fixed: Fixed): Search<Candidate, SourceText> {
  const edits = polishingCuts(render(text), scopeOf(text.length, fixed));
  const candidate: Candidate = { base: text, edits };
  if (edits.length === 0) return done(text);
  return labelled(
    trial(
      () => candidate,
      0.95,
      () => done(candidateSource(candidate)),
      () => done(text),
    ),
    'blank lines',
  );
}
