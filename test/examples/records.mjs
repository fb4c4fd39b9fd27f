/** A decoder to fuzz: records of a type, a length and so many bytes; type 7 is a list of records. It trusts lengths too much. */
export function decode(bytes, from = 0, to = bytes.length) {
  const records = [];
  for (let at = from; at < to;) {
    const [type, length] = [bytes[at], bytes[at + 1]];
    if (length === undefined) throw new SyntaxError(`no length at ${at}`);
    if (type === 0) continue; // Never ends: nobody has seen that yet.
    const end = at + 2 + length;
    if (type === 7) records.push(decode(bytes, at + 2, end));
    else records.push(new DataView(bytes.buffer, bytes.byteOffset + at + 2, length));
    at = end;
  }
  return records;
}
