/** A recording as a property: no command is run, and a model answers for candidates that were not recorded. */
import { fixedText } from '../../../src/oracle/processes/command';
import { contentKey, type Content } from '../../../src/oracle/content';
import type { FullAnswer, Oracle, OracleAnswer } from '../../../src/oracle/oracle';
import { defaultPlacement } from '../../../src/oracle/places/registry';
import type { Property } from '../../../src/oracle/property';
import { once } from '../../../src/oracle/judging/repeat';
import { exitZero } from '../../../src/oracle/judging/rule';
import type { Model } from './model';
import type { Recording } from './recording';

/** Tests that were not run: their verdicts were recorded, or are those of a model. */
export interface Replayed {
  recorded: number;
  simulated: number;
}

/**
 * Nothing is run. The input has the property; what is neither recorded nor in the model is unresolved. A simulated test takes as
 * long as recorded ones on average, but nobody waits for it.
 */
export function replayedProperty(
  { answers, tests }: Recording,
  input: Content,
  model: Model | undefined,
  replayed: Replayed,
): Property {
  const counts = { runs: 0, timeouts: 0, ms: 0 };
  const meanMs = [...answers.values()].reduce((sum, { ms }) => sum + ms, 0) / Math.max(1, answers.size);
  const inputKey = contentKey(input);
  const simulated = (content: Content): OracleAnswer => {
    replayed.simulated++;
    const holds = model?.(content);
    return { verdict: holds === undefined ? 'unresolved' : holds ? 'holds' : 'fails', ms: meanMs };
  };
  const answerTo = (content: Content): OracleAnswer => {
    const key = contentKey(content);
    const known = key === inputKey ? { verdict: 'holds' as const, ms: meanMs } : answers.get(key);
    if (known) replayed.recorded++;
    const answer = known ?? simulated(content);
    counts.runs++;
    counts.ms += answer.ms;
    return answer;
  };
  const test: Oracle['test'] = async (content, _, signal) => {
    signal.throwIfAborted();
    return answerTo(content);
  };
  const oracle: Oracle = {
    command: { invocation: { line: fixedText(tests) }, cwd: fixedText('.') },
    rule: exitZero,
    repeat: once,
    isFixed: false,
    placement: defaultPlacement,
    layer: undefined,
    counts,
    test,
    observe: async (content, timeoutMs, signal) => told(await test(content, timeoutMs, signal)),
    expect: () => {},
    judgeBy: () => {},
    doubt: () => {},
    forgetTimeouts: () => {},
  };
  return { parts: [oracle], counts, test, doubt: () => {}, forgetTimeouts: () => {}, dispose: () => undefined };
}

/** As a command that says nothing would have ended. */
function told(answer: OracleAnswer): FullAnswer {
  const status = answer.verdict === 'holds' ? 0 : 1;
  return { ...answer, status, exitCode: status, said: { stdout: '', stderr: '' }, output: '', timedOut: false };
}
