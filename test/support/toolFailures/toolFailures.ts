/** Different failures of one tool each, in the forms of their output, and the kind that each has. */

interface ToolFailure {
  /** As `plainLine` tells it; undefined where the output has no name that is better than the tool's, a file's or a level's. */
  readonly kind: string | undefined;
  readonly output: string;
  /** The same kind elsewhere: other names, lines and paths. */
  readonly again?: string;
}

export interface Tool {
  readonly tool: string;
  readonly command?: string;
  readonly fileName: string;
  readonly failures: readonly ToolFailure[];
}

/** Of a stack of Node.js. */
export const frames = (...at: string[]) => at.map((one) => `    at ${one}\n`).join('');
