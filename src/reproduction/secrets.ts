/** Secrets in what is exported: files by their names, and words in all others. They are left out or replaced, and each is named. */
import { basename } from 'node:path';
import type { PlacedFile } from '../oracle/content';
import { matchRanges } from '../text/ranges';
import { escapedTitle } from '../runners/testFile';
import type { Material, ReproductionCommand } from './command';
import { textOf } from './packages';

/** A text without secrets, and their names. */
interface Clean {
  readonly text: string;
  readonly names: readonly string[];
}

export type Secrets = ReturnType<typeof secretsIn>;

const secretFile =
  /^(?:\.env(?:rc|\..+)?|.+\.(?:env|pem|key|p12|pfx|jks|keystore|kdbx|ppk)|id_(?:rsa|dsa|ecdsa|ed25519)\w*|[._]netrc|\.pypirc|\.git-credentials|credentials(?:\.\w+)?|\.htpasswd|\.pgpass|secrets?\.\w+)$/i;
const secretFolder = /(?:^|\/)\.(?:aws|ssh|gnupg|kube|docker|azure)\//;
/** Programs, and files that are made to be passed on. */
const open = /\.(?:pub|example|sample|template|dist|defaults?|[cm]?[jt]sx?|py|rb|go|rs|java|cs?|cpp|h|php)$/i;

/** Does its name say that it holds secrets? An empty one holds none, nor does a certificate. */
export function isSecretFile(file: PlacedFile): boolean {
  const { path, bytes } = file;
  const name = basename(path);
  if (bytes.length === 0 || open.test(name)) return false;
  if (/\.pem$/i.test(name) && /BEGIN CERTIFICATE|PUBLIC KEY/.test(textOf(file)))
    return /PRIVATE KEY/.test(textOf(file));
  return secretFile.test(name) || secretFolder.test(path);
}

/**
 * `script`: the name of the file that the commands go to. Gives the names, `PATH` of a file, `PATH: NAME` of a word in one; the variants of the
 * material without them, the most careful first, or the material itself if there are none; and `clean`, for the output of its commands.
 */
export function secretsIn(material: Material, script: string) {
  const { files, commands } = material;
  const [secret, others] = [true, false].map((is) => files.filter((file) => isSecretFile(file) === is));
  const values = new Map([
    ...knownValues(),
    ...secret.flatMap((file) => valuesIn(textOf(file))),
    ...others.flatMap((file) => wordsIn(textOf(file))),
    ...commands.flatMap(({ line, env = {} }) => {
      const settings = Object.entries(env).map(([name, value]) => `${name}="${value}"`);
      return wordsIn([line, ...settings].join('\n'), true);
    }),
  ]);
  const clean = (text: string, isCommand = false) => cleaned(text, values, isCommand);
  const lines = commands.map((command) => cleanCommand(command, clean));
  const texts = others.map((file) => cleanFile(file, clean));
  const names = [
    ...secret.map(({ path }) => path),
    ...texts.flatMap(({ file: { path }, names: all }) => all.map((name) => `${path}: ${name}`)),
    ...lines.flatMap(({ names: all }) => all.map((name) => `${script}: ${name}`)),
  ];
  const rest = { commands: lines.map(({ command }) => command), files: texts.map(({ file }) => file) };
  const hollow = { ...rest, files: [...rest.files, ...secret.map(hollowed)] };
  const variants = names.length === 0 ? [material] : [rest, ...(secret.length > 0 ? [hollow] : [])];
  return { names: [...new Set(names)], variants, clean };
}

/** A text that goes to others by itself, such as a bug report. */
export function cleanText(text: string): Clean {
  return cleaned(text, new Map([...knownValues(), ...wordsIn(text)]), false);
}

/** Looked for everywhere; others, such as `postgres`, only beside their names: they also occur by chance. */
function isTelling(value: string): boolean {
  return value.length >= 16 || (value.length >= 6 && /\d/.test(value) && /[a-z]/i.test(value));
}

/** Of a value. */
type Name = readonly [value: string, name: string];

function wordsIn(text: string, isCommand = false): Name[] {
  return secretWords(text, isCommand).map(({ name, start, end }) => [text.slice(start, end), name]);
}

/** Of this process: commands may print them. */
function knownValues(): Name[] {
  return Object.entries(process.env).flatMap(([name, value = '']) => (isSecretName(name) ? [[value, name]] : []));
}

/** A placeholder for each word, the longest of those that overlap. `values`: of secrets that were found elsewhere. */
function cleaned(text: string, values: ReadonlyMap<string, string>, isCommand: boolean): Clean {
  const known = [...values]
    .filter(([value]) => isTelling(value))
    .flatMap(([value, name]) => matchRanges(text, new RegExp(escapedTitle(value), 'g')).map((at) => ({ name, ...at })));
  const words = [...secretWords(text, isCommand), ...known];
  const sorted = words.sort((one, other) => one.start - other.start || other.end - one.end);
  let end = 0;
  const apart = sorted.filter((word) => word.start >= end && (end = word.end));
  const plain = apart.reduceRight((left, word) => left.slice(0, word.start) + placeholder + left.slice(word.end), text);
  return { text: plain, names: [...new Set(apart.map(({ name }) => name))] };
}

function cleanCommand(command: ReproductionCommand, clean: (text: string, isCommand?: boolean) => Clean) {
  const { text: line, names } = clean(command.line, true);
  const all = [...names];
  const env = Object.entries(command.env ?? {}).map(([name, value]) => {
    const isSecret = isSecretName(name) && value !== '';
    const plain = isSecret ? { text: placeholder, names: [name] } : clean(value, true);
    all.push(...plain.names);
    return [name, plain.text] as const;
  });
  return { command: { ...command, line, ...(command.env && { env: Object.fromEntries(env) }) }, names: all };
}

function cleanFile(file: PlacedFile, clean: (text: string) => Clean) {
  const { text, names } = clean(textOf(file));
  return { file: names.length === 0 ? file : { ...file, bytes: Buffer.from(text) }, names };
}

const setting = /^([ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*[=:][ \t]*)(["']?)([^\n]*?)\3([ \t]*)$/gm;

/** Settings such as `HOST=localhost:3000` are found in many files. */
function valuesIn(text: string): Name[] {
  return [...text.matchAll(setting)].flatMap(([, , name, , value]): Name[] =>
    isSecretName(name) || /^[\w+=~-]{16,}$/.test(value) ? [[value, name]] : [],
  );
}

/** The file with its names, but without any value or comment. */
function hollowed(file: PlacedFile): PlacedFile {
  const text = textOf(file).replace(/^[ \t]*#.*\n?/gm, '');
  const plain = text.replace(setting, (_, start: string, _name, quote: string, _value, end: string) =>
    [start, quote, placeholder, quote, end].join(''),
  );
  const isSettings = plain !== text && plain.split('\n').every((line) => /^\s*$|REDACTED/.test(line));
  return { ...file, bytes: Buffer.from(isSettings ? plain : `${placeholder}\n`) };
}

/** Stands for passwords, keys and tokens, which are known by their own form or by the name that they are given. */
export const placeholder = 'REDACTED';

/** Known by their form, by name; a group is the secret if there is one. */
const forms: Readonly<Record<string, RegExp>> = {
  'PRIVATE KEY': /-----BEGIN [A-Z ]{0,30}PRIVATE KEY[A-Z ]{0,10}-----((?:[^-`"']|-(?!----)){16,20000})/dg,
  'ghp_…': /\bgh[pousr]_[A-Za-z0-9]{30,}/dg,
  'github_pat_…': /\bgithub_pat_\w{20,}/dg,
  'glpat-…': /\bglpat-[\w-]{20,}/dg,
  'xox…': /\bxox[abeoprs]-[\w-]{10,}/dg,
  'AKIA…': /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/dg,
  'sk-…': /\bsk-(?=[\w-]{0,60}\d)[\w-]{20,}/dg,
  'sk_live_…': /\b[rs]k_live_\w{16,}/dg,
  'npm_…': /\bnpm_[A-Za-z0-9]{36}\b/dg,
  'AIza…': /\bAIza[\w-]{35}/dg,
  'eyJ…': /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}/dg,
  Authorization: /\bauthorization["']?\s*[:=]\s*["']?(?:bearer|basic|token)\s+([\w.~+/=-]{6,})/dgi,
  _auth: /\b_(?:authToken|auth|password)\s*=\s*["']?([^\s"'$]+)/dg,
  '//…:…@': /\b[a-z][a-z+.-]{1,20}:\/\/[^\s/:@'"]{0,100}:([^\s/@'"$]{1,200})@/dgi,
  'curl --user': /\bcurl\s[^\n|;&]{0,500}?\s(?:-u|--user)[ =]?["']?[^\s:"'$]+:([^\s"'$]+)/dg,
};

/** Not secrets: settings that others replace, and values of the code. */
const harmless =
  /^(?:redacted|x{3,}|\*+|\.+|change_?me|example.*|dummy|none|null|undefined|true|false|your[-_].*|[<$%{].*|(?:my[-_]?)?(?:pass(?:word)?|secret|token|key))$/i;

/** `NAME=value`, `"name": "value"` and the like. */
const assignment =
  /(?<![\w$.-])["']?([A-Za-z_][\w.-]{0,80})["']?\s{0,4}(?:=>|:=|[:=])\s{0,4}(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})'|([^\s"'`;,&|<>()[\]{}]{1,2000}))/dg;

/** `--password value`. */
const option = /(?<!\S)(--?[a-z][\w-]{2,40})[ =](?:"([^"]+)"|'([^']+)'|([^\s"'`$-][^\s"'`]*))/dgi;

/** With their names, or the starts of their kinds. `isCommand`: a line for a shell, where any value of such a name is one. */
function secretWords(text: string, isCommand = false) {
  const byForm = Object.entries(forms).flatMap(([name, form]) =>
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
function isSecretName(name: string): boolean {
  const parted = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  const words = parted.split(/[^a-z]+/).filter(Boolean);
  return secretName.test(words.at(-1) ?? '') || secretPair.test(words.slice(-2).join(' '));
}
