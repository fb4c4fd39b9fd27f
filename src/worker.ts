/** The program of the worker of a run: wiring only. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Given } from './host/port';
import { Serving } from './host/worker';

new Serving(workerData as Given, parentPort!);
