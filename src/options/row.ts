/** A row of the table of options: what it is, where it shows, and what it says. */
import type { Kind } from './kinds';

/** At this number of tests at once, making the candidates takes a tenth of a second per test of the walk (docs/notes/cluster.md). */
export const mostJobs = 256;

export type CliCommand =
  'reduce' | 'test' | 'why' | 'order' | 'dedupe' | 'isolate' | 'compare' | 'repro' | 'worker' | 'workers' | 'mcp';

export type ToolName = 'whittle_reduce' | 'whittle_isolate' | 'whittle_continue';

export type LibraryCall = 'reduce()' | 'isolate()' | 'compare()';

/** `tests`, `limits`: those parts of a job, to which the value goes as it is. `also`: a further command of a task. */
export type Surface = CliCommand | 'setting' | 'tests' | 'limits' | 'task' | 'also' | ToolName | LibraryCall;

interface About<T> {
  /** For all who read it; the default follows. */
  readonly text: string;
  /** Its value, if it is not given. */
  readonly usual?: T | undefined;
  /** In words: what holds if it is not given. */
  readonly unset?: string;
  /** Names of a choice, where it has fewer. */
  readonly only?: readonly (readonly [where: readonly Surface[], names: readonly string[]])[];
  /** If it is not `--name <value>`. */
  readonly flags?: string;
  /** The command of the window that sets it, by its title. */
  readonly title?: string;
  /** The variable that gives it where no flag does. */
  readonly env?: string;
  readonly group?: 'test' | 'run' | 'search' | 'comparison';
  /** Where the Settings editor has it; `resource` if no scope is given. */
  readonly setting?: 'search' | 'tests' | 'editor';
  readonly scope?: 'resource' | 'window' | 'machine-overridable';
}

/** `U`: the type of its default. */
export interface Row<T, S extends Surface = Surface, U extends T | undefined = T | undefined>
  extends Kind<T>, About<T> {
  readonly on: readonly S[];
  readonly usual: U;
}

export function row<T, const S extends Surface, U extends T | undefined = undefined>(
  kind: Kind<T>,
  on: readonly S[],
  about: About<T> & { readonly usual?: U },
): Row<T, S, U> {
  return { ...kind, ...about, on, usual: about.usual as U };
}

export const tested = ['reduce', 'isolate', 'compare', 'dedupe', 'repro'] as const;
export const testing = ['test', 'why'] as const;
export const running = [...tested, ...testing, 'order'] as const;
export const tools = ['whittle_reduce', 'whittle_isolate'] as const;
export const library = ['reduce()', 'isolate()', 'compare()'] as const;
export const judged = [...tested, 'task', 'also', ...tools] as const;
export const everywhere = [...running, 'setting', 'task', ...tools, ...library] as const;
