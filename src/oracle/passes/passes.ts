/** The external passes of one run: programs or functions, asked one question at a time, and left out once they fail. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { toldError } from '../functions/propertyFunction';
import { unusable } from '../places/place';
import { rootPrefix, sweep } from '../processes/escapees';
import { removeStubborn } from '../remove';
import { endedEarly, PassError, proposalOf, tooSlow, type PassQuestion, type Proposal } from './answers';
import { startPass, type PassCommand, type PassProgram } from './passProgram';

/**
 * Proposes edits of a text, the most promising first. Whittle tests them in this order, takes the first that keeps the bug, and asks
 * again with the new text.
 *
 * The same text must always get the same proposals.
 */
export type PassFunction = (question: PassQuestion) => readonly Proposal[] | Promise<readonly Proposal[]>;

export type PassSource = PassCommand | { readonly call: PassFunction };

export interface Pass {
  /** For people. */
  readonly name: string;
  /** Rejects with `PassError`. */
  propose(question: PassQuestion): Promise<readonly Proposal[]>;
}

/** For one answer, ms. */
const usualPatience = 60_000;

interface Told {
  /** Told once of each pass that is left out. */
  onFailure(problem: PassError): void;
  readonly patience?: number;
}

/** `close` ends all processes and removes all files, at once. Throws `SandboxError`. */
export async function openPasses(sources: readonly PassSource[], { onFailure, patience = usualPatience }: Told) {
  const root = sources.some((source) => 'line' in source) ? await openRoot() : undefined;
  const kills: (() => void)[] = [];
  let closed = false;
  const tell = (problem: PassError) => {
    if (!closed) onFailure(problem);
  };
  const passes = sources.map((source, number): Pass => {
    const program = (fail: (problem: PassError) => void): PassProgram =>
      'line' in source
        ? startPass(source, { root: root!, number }, fail)
        : { ask: asking(source.call), kill: () => undefined };
    const { propose, kill } = guarded(toldPass(source), program, patience, tell);
    kills.push(kill);
    return { name: toldPass(source), propose };
  });
  return {
    passes,
    close() {
      closed = true;
      for (const kill of kills) kill();
      if (root !== undefined) removeStubborn(root);
    },
  };
}

/** Removes the leftovers of killed runs first. */
async function openRoot(): Promise<string> {
  const parent = resolve(tmpdir());
  await sweep(parent);
  return mkdtemp(join(parent, rootPrefix())).catch(unusable);
}

/** The shell line, or the name of the function. */
export function toldPass(source: PassSource): string {
  return 'line' in source ? source.line : source.call.name || 'function';
}

function asking(call: PassFunction): PassProgram['ask'] {
  return async (question) => {
    const name = toldPass({ call });
    try {
      const proposals = await call(question);
      return proposals.map((proposal) => proposalOf(name, proposal, question.text.length));
    } catch (error) {
      throw error instanceof PassError ? error : endedEarly(name, toldError(error, 'message'));
    }
  };
}

/** One question at a time, each within the time. After a failure there are no answers, and no process. */
function guarded(
  name: string,
  open: (fail: (problem: PassError) => void) => PassProgram,
  patience: number,
  tell: (problem: PassError) => void,
) {
  let problem: PassError | undefined;
  let fail!: (problem: PassError) => void;
  const failed = new Promise<never>((_, refuse) => (fail = refuse));
  const program = open(fail);
  failed.catch((reason: PassError) => {
    problem = reason;
    program.kill();
    tell(reason);
  });
  const askInTime = async (question: PassQuestion) => {
    if (problem) throw problem;
    const answer = program.ask(question);
    answer.catch(fail);
    const timer = setTimeout(() => fail(tooSlow(name, patience / 1000)), patience);
    return Promise.race([failed, answer]).finally(() => clearTimeout(timer));
  };
  let busy: Promise<unknown> = Promise.resolve();
  return {
    kill: () => program.kill(),
    propose(question: PassQuestion): Promise<readonly Proposal[]> {
      const turn = busy.then(() => askInTime(question));
      busy = turn.catch(() => undefined);
      return turn;
    },
  };
}
