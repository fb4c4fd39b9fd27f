/** A fuzzer's crash file: the property runs in threads, as some candidates would never end. */
import { reduce } from 'whittle';

export function reduceCrash(bytes, onEvent) {
  return reduce({
    input: bytes,
    property: new URL('./crash.property.mjs', import.meta.url),
    timeout: 1,
    onEvent,
  });
}
