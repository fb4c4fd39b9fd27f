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

/** `NAME=value`, `"name": "value"` and the like. */
const assignment =
  /(?<![\w$.-])["']?([A-Za-z_][\w.-]{0,80})["']?\s{0,4}(?:=>|:=|[:=])\s{0,4}(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})'|([^\s"'`;,&|<>()[\]{}]{1,2000}))/dg;

/** `--password value`. */
const option = /(?<!\S)(--?[a-z][\w-]{2,40})[ =](?:"([^"]+)"|'([^']+)'|([^\s"'`$-][^\s"'`]*))/dgi;

/** `isCommand`: a line for a shell, where any value of such a name is one. */
export function secretWords(text: string, isCommand = false): SecretWord[] {
  const byForm = forms.flatMap(({ name, form }) =>
    [...text.matchAll(form)].map((found) => ({ name, ...placeOf(found) })),
  );
  const named = [assignment, ...(isCommand ? [option] : [])].flatMap((form) => [...text.matchAll(form)]);
  const byName = named.flatMap((found) => {
    const { 1: name, 4: bare } = found;
    const word = { name, ...placeOf(found) };
    const isMeant = isCommand || isLikely(name, text.slice(word.start, word.end), bare !== undefined);
    return isSecretName(name) && isMeant ? [word] : [];
  });
  return [...byForm, ...byName].filter(({ start, end }) => !harmless.test(text.slice(start, end).trim()));
}

/** Of a value, or else of all that was found. */
function placeOf({ indices = [] }: RegExpMatchArray) {
  const [start, end] = (indices.at(2) ?? indices.at(3) ?? indices.at(4) ?? indices.at(1) ?? indices.at(0))!;
  return { start, end };
}

/** In a program a bare word is an expression. */
function isLikely(name: string, value: string, isBare: boolean): boolean {
  if ((isBare && !/^[A-Z][A-Z\d_]*$/.test(name)) || /\s/.test(value) || value.length < 6) return false;
  return /pass|secret/i.test(name) || (/\d/.test(value) && /[a-z]/i.test(value) && value.length >= 8);
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

/** The text with the placeholder for each, the longest of those that overlap, and their names. */
export function withPlaceholders(text: string, words: readonly SecretWord[]) {
  const sorted = [...words].sort((one, other) => one.start - other.start || other.end - one.end);
  let end = 0;
  const apart = sorted.filter((word) => word.start >= end && (end = word.end));
  const plain = apart.reduceRight((left, word) => left.slice(0, word.start) + placeholder + left.slice(word.end), text);
  return { text: plain, names: [...new Set(apart.map(({ name }) => name))] };
}
