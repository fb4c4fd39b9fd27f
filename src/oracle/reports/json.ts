/** A JSON object in an output that tests may print to as well. */

/** The last object that starts a line, and is whole there or with all that follows. Undefined if there is none. */
export function lastObject(output: string, isWanted: (object: Record<string, unknown>) => boolean) {
  for (let at = output.length; (at = output.lastIndexOf('{', at - 1)) >= 0;) {
    if (at > 0 && output[at - 1] !== '\n') continue;
    const lineEnd = output.indexOf('\n', at);
    const line = output.slice(at, lineEnd < 0 ? output.length : lineEnd);
    const object = parsed(line) ?? parsed(output.slice(at, output.lastIndexOf('}') + 1));
    if (object && isWanted(object)) return object;
  }
  return undefined;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
