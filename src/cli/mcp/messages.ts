/** A message that is too long is answered in the server's place and left out, so that the others are still heard. */
import { Transform } from 'node:stream';

/** Bytes of a message; the SDK gives up at 10 MB. */
const mostBytes = 8 * 2 ** 20;

/** Bytes at both ends of a message that are looked at for its number: clients have it first or last. */
const endBytes = 2048;

/** Passes lines on. `reply` gets the answer to each one that is too long. */
export function shortMessages(reply: (line: string) => void): Transform {
  let parts: Buffer[] = [];
  let bytes = 0;
  const add = (part: Buffer) => {
    parts.push(part);
    bytes += part.length;
    if (bytes > mostBytes && parts.length > 1) parts = endsOf(Buffer.concat(parts));
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        add(chunk.subarray(from, end + 1));
        from = end + 1;
        if (bytes <= mostBytes) this.push(Buffer.concat(parts));
        else refuse(Buffer.concat(parts), reply);
        [parts, bytes] = [[], 0];
      }
      if (from < chunk.length) add(chunk.subarray(from));
      done();
    },
  });
}

function endsOf(message: Buffer): Buffer[] {
  return [message.subarray(0, endBytes), message.subarray(-endBytes)];
}

function refuse(message: Buffer, reply: (line: string) => void): void {
  const [start, end] = endsOf(message).map(String);
  const value = /"id"\s*:\s*("(?:[^"\\]|\\.)*"|\d+)/.source;
  const [, id] = new RegExp(`${value}\\s*\\}\\s*$`).exec(end) ?? new RegExp(`^\\s*\\{[^{]*?${value}`).exec(start) ?? [];
  if (id === undefined) return;
  const text = `The message is longer than ${mostBytes / 2 ** 20} MB: give the path of a file in place of its text.`;
  const result = { isError: true, content: [{ type: 'text', text }] };
  reply(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}\n`);
}
