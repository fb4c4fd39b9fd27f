/** Arguments of a call, checked. */
import { z } from 'zod';
import { parsedExit, parsedPattern } from '../oracle/judging/ruleWords';
import { mostJobs } from '../reduction/drive/loops';

/** The call cannot work. The message is one sentence with the remedy. */
export class ToolError extends Error {
  constructor(
    message: string,
    /** What the command has printed. */
    readonly output?: string,
  ) {
    super(message);
  }
}

/** A text that `parse` can read; its error is the sentence. */
function readable(parse: (text: string) => unknown) {
  return z.string().superRefine((text, context) => {
    try {
      parse(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
    }
  });
}

const count = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);
const patterns = z.array(readable(parsedPattern)).optional();
const streams = 'A pattern may begin with stdout: or stderr: to select one stream';

/** What both tools know. */
export const commonFields = {
  cwd: z
    .string()
    .optional()
    .describe('Directory in which the command starts. Default: the workspace folder of the file.'),
  exit: readable(parsedExit)
    .optional()
    .describe(
      'Exit codes while the bug is there: "0", "1,2", "not 0", "signal SEGV", "any". Default: 0; any if match is given.',
    ),
  match: patterns.describe(
    `JavaScript regular expressions (flag m) that the output must match while the bug is there: the message of the failure. ${streams}.`,
  ),
  noMatch: patterns.describe('Regular expressions that the output must not match, such as other errors.'),
  sameFailure: z
    .boolean()
    .optional()
    .describe(
      'The command must fail as it does on the original: same exit code, same first line of the error. Replaces exit, match and noMatch.',
    ),
  place: z
    .enum(['copy', 'overlay'])
    .optional()
    .describe(
      'copy (default): each candidate is alone in a fresh directory. overlay: it lies in a copy of the workspace, if the command needs the files around it.',
    ),
  runs: count.optional().describe('Runs of each test, if the failure does not come every time.'),
  need: count.optional().describe('How many of these runs must fail. Default: more than half.'),
  timeoutMs: count.optional().describe('Time-out of one test, ms. Default: adapts to the measured times.'),
  maxTests: count.optional().describe('Stop after this many tests, with the best result.'),
  maxSeconds: z
    .number()
    .positive()
    .optional()
    .describe('Stop after this many seconds, with the best result. Set it below the time-out of your tool calls.'),
  jobs: z.int().min(1).max(mostJobs).optional().describe('Tests at once. Default: all cores but one.'),
};

export type CommonArguments = z.infer<z.ZodObject<typeof commonFields>>;

/** The arguments of a tool, with the roots for their paths. Throws `ToolError`. */
export function argumentsOf<T>(
  { schema }: { readonly schema: z.ZodType<T> },
  given: unknown,
  roots: readonly string[],
): T & { readonly roots: readonly string[] } {
  const { success, data, error } = schema.safeParse(given ?? {});
  if (!success) throw new ToolError(sentence(error.issues[0]));
  return { ...data, roots };
}

function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `There is no argument "${issue.keys[0]}": remove it.`;
  if (issue.code === 'custom') return issue.message;
  const fault = issue.message.replace(/^Invalid input: /, '').replace(/^Too (small|big): /, '');
  return `The argument "${issue.path.join('.')}" is wrong: ${fault}.`;
}

/** Sentences about the terminal's options are about arguments here. */
export function asArguments(sentence: string): string {
  return sentence
    .replace('choose another --output', 'copy the input to a directory that can be written')
    .replace(/--(timeout|max-time)\b/g, (_, name) => (name === 'timeout' ? 'timeoutMs' : 'maxSeconds'))
    .replace(/--(exit|match|no-match|same-failure|place|runs|need|max-tests|jobs|search)\b/g, (_, name: string) =>
      name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    );
}
