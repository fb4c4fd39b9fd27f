/** Candidates of a base for the overhead of a test: what searches make first, and the worst that the edits of a job can meet. */
import { drawing } from '../../support/random';
import { programOf } from '../support/program';

/** About so many bytes of JavaScript. */
export function baseOf(bytes: number): string {
  // A token and the space around it take 3.5 bytes.
  return programOf('javascript', Math.ceil(bytes / 3)).text.slice(0, bytes);
}

/** Candidates, one for each number; each ends with its own. */
export type Making = (base: string, number: number) => string;

/** Runs of lines are missing, a tenth of them all. */
export const withoutLines: Making = (base, number) => {
  const lines = base.split('\n');
  const below = drawing(number);
  const runs = 5;
  const length = Math.max(1, Math.round(lines.length / 10 / runs));
  for (let run = 0; run < runs; run++) lines.splice(below(lines.length), length);
  return `${lines.join('\n')}// ${number}\n`;
};

/** A tenth of the tokens is missing, here and there. */
export const withoutTokens: Making = (base, number) => {
  const below = drawing(number);
  const left = base.replace(/\w+|[^\w\s]/g, (token) => (below(10) === 0 ? '' : token));
  return `${left}// ${number}\n`;
};
