/** Texts of schemas go to package.nls.json; a key stands in their place, and equal texts have one key. */

/** Properties of a schema that people read. */
const read = new Set(['description', 'markdownDescription', 'patternErrorMessage']);

/** Adds the texts of `value` to `texts`, by key; the keys begin with `prefix`. */
function localized(value: unknown, prefix: string, texts: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => localized(one, prefix, texts));
  if (typeof value !== 'object' || value === null) return value;
  const object = value as Readonly<Record<string, unknown>>;
  const own = typeof object.label === 'string' ? `${prefix}.${object.label.replace(/.*:/, '')}` : prefix;
  const entries = Object.entries(object).map(([name, part]) => {
    if (name === 'enumDescriptions') {
      const values = object.enum as readonly string[];
      return [name, (part as string[]).map((text, at) => keyOf(text, `${own}.${values[at]}`, texts))];
    }
    if (read.has(name)) return [name, keyOf(part as string, `${own}.${name}`, texts)];
    return [name, name === 'properties' ? each(part as object, own, texts) : localized(part, own, texts)];
  });
  return Object.fromEntries(entries);
}

/** Each has its name in its keys. */
export function each(all: object, prefix: string, texts: Map<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(all).map(([name, one]) => [
      name,
      localized(one, `${prefix}.${name.replace(/^whittle\./, '')}`, texts),
    ]),
  );
}

function keyOf(text: string, wanted: string, texts: Map<string, string>): string {
  const key = texts.get(text) ?? wanted;
  texts.set(text, key);
  return `%${key}%`;
}
