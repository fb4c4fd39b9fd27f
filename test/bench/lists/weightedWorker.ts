/** A thread that measures its share of the weighted lists. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Spread } from '../../support/weighted';
import { measure } from './weightedLists';

export interface Share {
  readonly spread: Spread;
  readonly lists: number;
  /** Lists `first`, `first` + `step`, … */
  readonly first: number;
  readonly step: number;
}

const { spread, lists, first, step } = workerData as Share;
for (let number = first; number < lists; number += step) parentPort!.postMessage(measure(number, spread));
