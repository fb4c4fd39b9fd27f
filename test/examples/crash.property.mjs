/** Does the decoder crash on these bytes as it did on the fuzzer's file? It may loop for ever instead. */
import { decode } from './records.mjs';

export default function crashes(_, { bytes }) {
  try {
    decode(bytes);
    return false;
  } catch (error) {
    return error instanceof RangeError;
  }
}
