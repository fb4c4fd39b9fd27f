/** One last trial: the same elements without the blank lines and spaces that earlier cuts have left. */
import { done, trial } from '../search/search';
import { candidateSource } from '../text/candidate';
import type { Candidate } from '../text/candidate';
import { render } from '../text/source';
import { polishingCuts } from '../text/tidy';
import { named } from './steps';
import type { Step } from './steps';
import { scopeOf } from './strategy';

export const polish: Step = named('blank lines', (text, { fixed }) => {
  const edits = polishingCuts(render(text), scopeOf(text.length, fixed));
  const candidate: Candidate = { base: text, edits };
  if (edits.length === 0) return done(text);
  return trial(
    () => candidate,
    0.95,
    () => done(candidateSource(candidate)),
    () => done(text),
  );
});
