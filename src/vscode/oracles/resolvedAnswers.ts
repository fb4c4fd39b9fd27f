/** VS Code resolves a task's variables before it runs the task, also those that name the candidate: from its text come the answers of the user. */

/** Answers by the variables' names, `input:which`; `resolved` is what VS Code has made of the task's `definition`. */
export function answersIn(definition: unknown, resolved: unknown): Map<string, string> {
  if (typeof definition === 'string' && typeof resolved === 'string') return answersInText(definition, resolved);
  if (!definition || !resolved || typeof definition !== 'object' || typeof resolved !== 'object') return new Map();
  const parts = Object.entries(definition).map(([key, part]) =>
    answersIn(part, (resolved as Record<string, unknown>)[key]),
  );
  return new Map(parts.flatMap((answers) => [...answers]));
}

/** The text between variables is as it was. */
function answersInText(text: string, resolved: string): Map<string, string> {
  const names: string[] = [];
  const pattern = text.split(/(\$\{[^}]*\})/).map((piece, at) => {
    if (at % 2 === 0) return piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    const name = piece.slice(2, -1);
    if (!/^(input|command):/.test(name)) return '[^]*?';
    names.push(name);
    return '([^]*?)';
  });
  const match = new RegExp(`^${pattern.join('')}$`).exec(resolved);
  return new Map(match ? names.map((name, at) => [name, match[at + 1]]) : []);
}
