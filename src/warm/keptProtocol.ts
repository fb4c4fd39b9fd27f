/** What a process that stays, and the one that has started it, tell each other beside vitest's own messages: as field `whittle`. */

/** Environment variable of a process that stays. */
export const roleName = 'WHITTLE_WARM_WORKER';

/**
 * `begin`: a run begins, with this environment; `maps` is the module that maps stacks, if it remembers the maps of all files. `restore`: it has
 * ended, all is to be set back.
 */
export type WorkerOrder =
  { readonly kind: 'begin'; readonly env: NodeJS.ProcessEnv; readonly maps?: string } | { readonly kind: 'restore' };

/** After `restore`. If it is not ready, nobody knows what is left of the run. */
export interface WorkerAnswer {
  readonly isReady: boolean;
}

/** Global symbol under which `neutralTest` leaves what it has imported. */
export const neutralKey = Symbol.for('whittle.neutral');

/** A test that changes nothing. */
export const neutralTest = `import * as vitest from 'vitest';
globalThis[Symbol.for(${JSON.stringify(neutralKey.description)})] = vitest;
vitest.test('nothing', () => {});
`;
