/** Verdicts of a property function instead of a command: the answer is taken for the end of a process. */
import { setImmediate as breath } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { type Content, isFileSet } from '../content';
import type { JudgedCommand } from '../oracle';
import type { Placement } from '../places/place';
import { inTime } from '../processes/inTime';
import { type Property, propertyOf } from '../property';
import type { Ran, Tester } from '../tester';
import {
  type Ask,
  type Asked,
  FunctionError,
  type PropertyFunction,
  type PropertySource,
  type Reply,
  replyTo,
  replyToError,
} from './propertyFunction';
import { openThreads } from './threads';

/** What a property function needs beside its source. */
interface Surroundings {
  /** Base name of the input. */
  readonly fileName: string;
  readonly encoding: BufferEncoding;
  /** The folder of the program for threads. */
  readonly assets: string;
}

/** Candidates are handed over and lie nowhere. */
const handedOver: Placement = {
  name: 'function',
  description: '',
  hint: () => l10n.t('it must return true while the bug is there.'),
  open: () => {
    throw new Error('Nothing is placed here.');
  },
};

/** `command`: the function's, with its rule. Throws `FunctionError`, `SandboxError` and `RuleError`. */
export async function openFunctionProperty(
  source: PropertySource,
  command: JudgedCommand,
  around: Surroundings,
): Promise<Property> {
  const { fileName, encoding, assets } = around;
  if ('call' in source) return propertyOf(testerOf(askHere(source.call, fileName, encoding)), [command]);
  const threads = await openThreads({ module: source.module, fileName, encoding }, assets);
  return propertyOf(testerOf(threads.ask, threads.dispose), [command]);
}

function testerOf(ask: Ask, dispose: Tester['dispose'] = () => undefined): Tester {
  const counts: Tester['counts'] = { runs: 0, timeouts: 0, ms: 0 };
  return {
    placement: handedOver,
    counts,
    async run({ content, ...question }) {
      question.signal.throwIfAborted();
      counts.runs++;
      const asked = await ask(bytesOf(content), question);
      counts.ms += asked.ms;
      if (!asked.reply) counts.timeouts++;
      return ranOf(asked);
    },
    dispose,
  };
}

/** `ms`: with fractions, as most functions take less than one. */
function ranOf({ reply, ms }: Asked): Ran {
  const { code, said } = reply ?? { code: 1, said: '' };
  return { exitCode: code, status: code, said: { stdout: '', stderr: said }, output: said, timedOut: !reply, ms };
}

/** Throws `FunctionError`. */
function bytesOf(content: Content): Uint8Array {
  if (!isFileSet(content)) return content;
  throw new FunctionError(l10n.t('A property function tests one file: use --test for several.'));
}

/** Asks a function of this process. Nothing can end one that does not return; a promise is given up at the time-out. `encoding`: of the candidates. */
function askHere(call: PropertyFunction, fileName: string, encoding: BufferEncoding): Ask {
  return async (content, { timeoutMs, signal }) => {
    // A search whose tests never wait would let no timer and no signal through.
    await breath();
    signal.throwIfAborted();
    const stop = new AbortController();
    const candidate = {
      // A function may change its bytes, but not those of the search.
      get bytes() {
        return new Uint8Array(content);
      },
      fileName,
      signal: stop.signal,
    };
    const began = performance.now();
    const after = (reply: Reply | undefined) => ({ reply, ms: performance.now() - began });
    try {
      const returned = call(Buffer.from(content).toString(encoding), candidate);
      if (typeof returned !== 'object') return after(replyTo(returned));
      const answer = Promise.resolve(returned as Promise<unknown>).then(replyTo);
      return after(await inTime(answer, timeoutMs, signal));
    } catch (error) {
      signal.throwIfAborted();
      return after(replyToError(error));
    } finally {
      stop.abort();
    }
  };
}
