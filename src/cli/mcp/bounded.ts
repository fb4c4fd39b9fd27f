/** Messages of a client, of limited length: a longer one is answered with an error, and the server goes on. */
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { Transform, type Readable } from 'node:stream';

/** Bytes of a message. */
const longestMessage = 10_000_000;

/** The room that the SDK must have for it: at its own limit it closes the connection. */
export const bufferSize = 2 * longestMessage;

/** Bytes at each end of a message among which its id is looked for. */
const ends = 2000;

/** Lines of the input that are not too long; `answer` gets the error for each other one. */
export function bounded(input: Readable, answer: (error: object) => void, longest = longestMessage): Readable {
  let length = 0;
  let line: Buffer[] = [];
  let head = '';
  let tail = '';
  const take = (piece: Buffer) => {
    length += piece.length;
    if (head.length < ends) head = (head + piece.toString('latin1', 0, ends)).slice(0, ends);
    if (length <= longest) return void line.push(piece);
    line = [];
    tail = (tail + piece.toString('latin1')).slice(-ends);
  };
  const lines = new Transform({
    transform(chunk: Buffer, _, done) {
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        take(chunk.subarray(from, at + 1));
        if (length <= longest) this.push(Buffer.concat(line));
        else answer(refusal(head, tail));
        [length, line, head, tail, from] = [0, [], '', '', at + 1];
      }
      if (from < chunk.length) take(chunk.subarray(from));
      done();
    },
  });
  return input.pipe(lines);
}

function refusal(head: string, tail: string): object {
  const message = `The message has more than ${longestMessage / 1e6} MB: give the path of a file instead of its text.`;
  return { jsonrpc: '2.0', id: idIn(head, tail), error: { code: ErrorCode.InvalidRequest, message } };
}

const first = /^\s*\{\s*(?:"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,\s*)*"id"\s*:\s*(\d+|"[^"\\]*")\s*,/;
const last = /[}\]"\w]\s*,\s*"id"\s*:\s*(\d+|"[^"\\]*")\s*(?:,\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*)*\}\s*$/;

/** Null if it cannot be found, as JSON-RPC has it. */
function idIn(head: string, tail: string): unknown {
  const [, id] = first.exec(head) ?? last.exec(tail) ?? [];
  return id === undefined ? null : JSON.parse(id);
}
