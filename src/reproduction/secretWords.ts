/** Words that look like secrets: passwords, keys and tokens, by their own form or by the name that they are given. */

export const placeholder = 'REDACTED';

/** Offsets of the secret itself; its name, or the start of its kind. */
export interface SecretWord {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Known by their form; a group is the secret if there is one. */
const forms: readonly { readonly name: string; readonly form: RegExp }[] = [
  {
    name: 'PRIVATE KEY',
    form: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY[A-Z ]{0,10}-----((?:[^-`"']|-(?!----)){16,20000})/dg,
  },
  { name: 'ghp_…', form: /\bgh[pousr]_[A-Za-z0-9]{30,}/dg },
  { name: 'github_pat_…', form: /\bgithub_pat_\w{20,}/dg },
  { name: 'glpat-…', form: /\bglpat-[\w-]{20,}/dg },
  { name: 'xox…', form: /\bxox[abeoprs]-[\w-]{10,}/dg },
  { name: 'AKIA…', form: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/dg },
  { name: 'sk-…', form: /\bsk-(?=[\w-]{0,60}\d)[\w-]{20,}/dg },
  { name: 'sk_live_…', form: /\b[rs]k_live_\w{16,}/dg },
  { name: 'npm_…', form: /\bnpm_[A-Za-z0-9]{36}\b/dg },
  { name: 'AIza…', form: /\bAIza[\w-]{35}/dg },
  { name: 'eyJ…', form: /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}/dg },
  { name: 'Authorization', form: /\bauthorization["']?\s*[:=]\s*["']?(?:bearer|basic|token)\s+([\w.~+/=-]{6,})/dgi },
  { name: '_auth', form: /\b_(?:authToken|auth|password)\s*=\s*["']?([^\s"'$]+)/dg },
  { name: '//…:…@', form: /\b[a-z][a-z+.-]{1,20}:\/\/[^\s/:@'"]{0,100}:([^\s/@'"$]{1,200})@/dgi },
  { name: 'curl --user', form: /\bcurl\s[^\n|;&]{0,500}?\s(?:-u|--user)[ =]?["']?[^\s:"'$]+:([^\s"'$]+)/dg },
];

/** Not secrets: settings that others replace, and values of the code. */
const harmless =
  /^(?:redacted|x{3,}|\*+|\.+|change_?me|example.*|dummy|none|null|undefined|true|false|your[-_].*|[<$%{].*|(?:my[-_]?)?(?:pass(?:word)?|secret|token|key))$/i;

/** Each secret once, from the left. `isCommand`: a line for a shell, where any value of such a name is one. */
export function secretWords(text: string, isCommand = false): SecretWord[] {
  const found = [...byForm(text), ...byName(text, isCommand), ...(isCommand ? byOption(text) : [])];
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  let end = 0;
  return found.filter((word) => word.start >= end && (end = word.end));
}

function byForm(text: string): SecretWord[] {
  return forms.flatMap(({ name, form }) =>
    [...text.matchAll(form)].flatMap(({ indices }) => {
      const [start, end] = indices!.at(1) ?? indices!.at(0)!;
      return harmless.test(text.slice(start, end).trim()) ? [] : [{ name, start, end }];
    }),
  );
}

/** `NAME=value`, `"name": "value"` and the like. */
const assignment =
  /(?<![\w$.-])["']?([A-Za-z_][\w.-]{0,80})["']?\s{0,4}(?:=>|:=|[:=])\s{0,4}(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})'|([^\s"'`;,&|<>()[\]{}]{1,2000}))/dg;

function byName(text: string, isCommand: boolean): SecretWord[] {
  return [...text.matchAll(assignment)].flatMap(({ 1: name, 4: bare, indices }) => {
    const [start, end] = (indices![2] ?? indices![3] ?? indices![4])!;
    const value = text.slice(start, end);
    if (!isSecretName(name) || harmless.test(value)) return [];
    // In a program a bare word is an expression.
    const isBare = bare !== undefined && !/^[A-Z][A-Z\d_]*$/.test(name);
    if (!isCommand && (isBare || !isLikely(name, value))) return [];
    return [{ name, start, end }];
  });
}

function isLikely(name: string, value: string): boolean {
  if (/\s/.test(value) || value.length < 6) return false;
  return /pass|secret/i.test(name) || (/\d/.test(value) && /[a-z]/i.test(value) && value.length >= 8);
}

/** `--password value`. */
function byOption(line: string): SecretWord[] {
  return [...line.matchAll(/(?<!\S)--?([a-z][\w-]{2,40})[ =](?:"([^"]+)"|'([^']+)'|([^\s"'`$-][^\s"'`]*))/dgi)].flatMap(
    ({ 1: name, indices }) => {
      const [start, end] = (indices![2] ?? indices![3] ?? indices![4])!;
      return isSecretName(name) && !harmless.test(line.slice(start, end)) ? [{ name: `--${name}`, start, end }] : [];
    },
  );
}

const secretName =
  /^(?:token|secret|passw(?:or)?d|passphrase|credentials?|(?:api|access|secret|private)key|(?:auth|access)token)$/;
const secretPair =
  /^(?:\w+ (?:pwd|pass|auth)|(?:api|access|private|secret|signing|encryption|master|auth|deploy) key)$/;

/** Of a variable, a field or an option: `API_TOKEN`, `dbPassword`, `access-key`; not `TOKEN_LIMIT`, `author`, `PWD`. */
export function isSecretName(name: string): boolean {
  const parted = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  const words = parted.split(/[^a-z]+/).filter(Boolean);
  return secretName.test(words.at(-1) ?? '') || secretPair.test(words.slice(-2).join(' '));
}

/** The text with the placeholder for each. */
export function withPlaceholders(text: string, words: readonly Pick<SecretWord, 'start' | 'end'>[]): string {
  return words.reduceRight((left, { start, end }) => `${left.slice(0, start)}${placeholder}${left.slice(end)}`, text);
}
