/** Failures of candidates that are not that of the input: how often each was met, and the smallest text that has it. */
import * as l10n from '@vscode/l10n';
import { type Content, isFileSet } from '../../oracle/content';

export interface OtherFailure {
  /** For people: `TypeError: … is not a function (parse.js)`. */
  readonly failure: string;
  readonly count: number;
  /** Of a single file: the smallest of them, with its byte order mark. Unset if it is too long. */
  readonly text?: string;
}

/** Kinds that are told apart, the first ones that are met. */
const mostKinds = 20;

/** Bytes of a text that is kept. */
const longest = 256 * 1024;

export class OtherFailures {
  private readonly met = new Map<string, { count: number; smallest?: Uint8Array }>();

  meet(failure: string, content: Content): void {
    const known = this.met.get(failure);
    if (!known && this.met.size === mostKinds) return;
    const { count, smallest } = known ?? { count: 0 };
    const isKept = !isFileSet(content) && content.length <= longest && !(smallest && smallest.length <= content.length);
    this.met.set(failure, { count: count + 1, smallest: isKept ? content : smallest });
  }

  /** The most frequent first. */
  told(encoding: BufferEncoding): OtherFailure[] {
    const all = [...this.met].map(([failure, { count, smallest }]) => ({
      ...{ failure, count },
      ...(smallest && { text: Buffer.from(smallest).toString(encoding) }),
    }));
    return all.sort((one, other) => other.count - one.count);
  }
}

export function slipNotice(failure: string): string {
  return l10n.t(
    'The result also fails in a way in which the unchanged input does not ("{0}"): if that is another bug, tell more exactly what to look for (‹match›).',
    failure,
  );
}
