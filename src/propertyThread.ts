/** The thread in which a property function of a module runs; see `oracle/functions/functionTester.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import {
  type PropertyFunction,
  type Reply,
  type ThreadData,
  replyOf,
  toldError,
} from './oracle/functions/propertyFunction';

const { module, fileName, encoding } = workerData as ThreadData;
/** The thread is ended instead. */
const { signal } = new AbortController();

const tell = (reply: Reply) => parentPort!.postMessage(reply);

void serve();

async function serve(): Promise<void> {
  try {
    const property = propertyOf(await import(module));
    if (!property) return tell({ code: 1, said: 'no function is exported as default', ms: 0 });
    parentPort!.on('message', async (bytes: Uint8Array) => {
      const text = Buffer.from(bytes.buffer).toString(encoding);
      tell(await replyOf(property, text, { bytes, fileName, signal }));
    });
    tell({ code: 0, said: '', ms: 0 });
  } catch (error) {
    tell({ code: 1, said: toldError(error), ms: 0 });
  }
}

/** A compiled module has its default export in the one of its CommonJS. */
function propertyOf({ default: found }: { readonly default?: unknown }): PropertyFunction | undefined {
  const property = typeof found === 'object' && found !== null && 'default' in found ? found.default : found;
  return typeof property === 'function' ? (property as PropertyFunction) : undefined;
}
