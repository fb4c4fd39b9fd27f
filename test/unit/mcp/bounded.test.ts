/** Messages of limited length. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { bounded } from '../../../src/cli/mcp/bounded';

/** The lines that pass, and the ids of the others. */
async function passed(...chunks: string[]) {
  const ids: unknown[] = [];
  const input = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const lines = await text(bounded(input, (error) => ids.push((error as { id: unknown }).id), 100));
  return { lines, ids };
}

describe('messages of a client', () => {
  const long = '"'.padEnd(200, 'x') + '"';

  it('pass as they are, however they are cut', async () => {
    const all = '{"id":1}\n{"id":2,"ä":"ö"}\n';
    for (const chunks of [[all], [...all], [all.slice(0, 12), all.slice(12)]]) {
      assert.deepEqual(await passed(...chunks), { lines: all, ids: [] });
    }
  });

  it('are answered by their id if they are too long', async () => {
    const calls: [string, unknown][] = [
      [`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"text":${long}}}`, 7],
      [`{"method":"tools/call","params":{"text":${long},"id":3},"jsonrpc":"2.0","id":"a-7"}`, 'a-7'],
      [`{"method":"x","params":{"text":${long}},"id":8,"jsonrpc":"2.0"}`, 8],
      [`{"params":{"text":${long},"id":3}}`, null],
    ];
    for (const [call, id] of calls) {
      for (const pieces of [[call], call.match(/.{1,30}/g)!]) {
        const { lines, ids } = await passed('first\n', ...pieces, '\nlast\n');
        assert.deepEqual({ lines, ids }, { lines: 'first\nlast\n', ids: [id] });
      }
    }
  });
});
