/** Shows the result of a run beside its file as soon as it is good enough, and how it gets smaller from there. */
import type { Reduction } from '../runs/reduction';
import { throttled } from '../window/throttled';
import type { Results } from './results';

/** Between two updates of the result, ms. */
const gapMs = 1000;

export function showWhilePolishing(run: Reduction, results: Results): void {
  const tell = throttled(() => run.running && results.polish(run), gapMs);
  run.onEvents(() => run.isGoodEnough && tell());
  void run.ended.catch(() => {}).finally(() => tell.dispose());
}
