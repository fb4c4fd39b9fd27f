/** The small end of growth: counts of the same searches on programs of 10³ to 10⁴ tokens. */
import { whole } from '../support/report';
import type { Counts } from '../support/expected';
import { languages } from './plan';
import { counted, type Task } from './run';

const few = { count: 10 };

const tasks: readonly Task[] = [
  ...languages.flatMap((language) =>
    ['hddr + cdd', 'hddr + probdd', 'hddr + ddmin', 'default'].map((contender) => ({
      language,
      contender,
      size: 1000,
      amount: few,
    })),
  ),
  { language: 'javascript', contender: 'default', size: 1000, amount: { share: 0.2 } },
  { language: 'c', contender: 'hddr + cdd', size: 10_000, amount: few },
  ...languages.map((language) => ({ language, contender: 'default', size: 10_000, amount: few })),
];

export async function quick(): Promise<Counts> {
  const rows: Record<string, Record<string, number>> = {};
  for (const task of tasks) {
    const { tokens, left, tests } = await counted(task);
    const amount = 'share' in task.amount ? `, ${100 * task.amount.share} % required` : '';
    rows[`${task.contender}, ${task.language}, ${whole(task.size)} tokens${amount}`] = { tokens, tests, left };
  }
  return rows;
}
