/** Flags and forms of other reducers, and those that people try first: what each is here. */

/** What a flag that is none of ours stands for. */
interface Meaning {
  readonly flags: RegExp;
  /** A flag here; FILE, the input; or nothing, where it needs no choice here. */
  readonly here: string;
  readonly takesValue: boolean;
}

const valued = (here: string, flags: RegExp): Meaning => ({ here, flags, takesValue: true });
const alone = (here: string, flags: RegExp): Meaning => ({ here, flags, takesValue: false });

const meanings: readonly Meaning[] = [
  valued('--test', /^(?:-t|-c|--(?:cmd|commands?|test-script|tester|interestingness))$/),
  valued('FILE', /^(?:-[isf]|--(?:input|input-file|source|testcase|file))$/),
  valued('--jobs', /^(?:--?n|--(?:parallelism|threads|workers))$/),
  valued('--output', /^--(?:output-dir|out)$/),
  valued('--exit', /^--(?:interesting-exit-code|exit-code|also-interesting)$/),
  valued('--match', /^--(?:regex|grep|message)$/),
  valued('--match stdout:', /^--(?:interesting-)?stdout$/),
  valued('--match stderr:', /^--(?:interesting-)?stderr$/),
  valued('--no-match stdout:', /^--uninteresting-stdout$/),
  valued('--no-match stderr:', /^--uninteresting-stderr$/),
  valued('--max-time', /^--(?:time-limit|max-seconds)$/),
  valued('--timeout', /^--(?:script-execution-timeout-in-seconds|time-out)$/),
  alone('--quiet', /^(?:-q|--silent)$/),
  alone('--place in-place', /^--in-?place$/),
  // How those search, and what they print.
  valued(
    '',
    /^--(?:grammars?|start(?:-rule)?|antlr|islands|(?:subset|complement|config|content)-iterator|cache|atom|granularity|passes|min|max|repeat|chunk-size|strategy|alg|max-improvement|pass-group(?:-file)?|lang(?:uage)?|parser|format|replacements|formatter|color|input-type|backup|volume|ui|encoding|log-(?:level|file)|remove-pass|start-with-pass|clang-delta-std|shell|deps|code-format|enable-[\w-]+)$/,
  ),
  alone(
    '',
    /^(?:--(?:parallel|combine-loops|complement-first|tidy|not-c|sllooww|no-give-up|print-diff|save-temps|skip-\S+|debug|char|symbol|js|jsstr|attrs|line|stable|no-verify|fast|slow|no-timing|timestamp|no-cache|no-cleanup|renaming|shaddap|die-on-pass-bug|verbose|trivial-is-not-error|no-clang-delta|to-utf8|hddmin|coarse|hoist|recursive|fixpoint|on-parse-error)|-v)$/,
  ),
];

export function meaningOf(flag: string): Meaning | undefined {
  return meanings.find(({ flags }) => flags.test(flag));
}

/** Sentences on what is not there. */
export const absent: Readonly<Record<string, string>> = {
  '--watch': 'There is no --watch: a run shows its progress, and ends when nothing is left to remove.',
  '-w': 'There is no -w: a run shows its progress, and ends when nothing is left to remove.',
};

const names =
  /^(?:shrinkray|cvise|cvise-delta|creduce|picire|picireny|perses(?:-trunk)?|treereduce(?:-\w+)?|lithium|lithium-reducer)$/;

/** The words without the name of another reducer at their beginning. */
export function withoutPeer(words: readonly string[]): { readonly words: readonly string[]; readonly peer?: string } {
  const [first = '', second = '', third = '', ...rest] = words;
  if (names.test(first)) return { words: words.slice(1), peer: first };
  if (/^python3?$/.test(first) && second === '-m' && names.test(third)) return { words: rest, peer: third };
  if (first === 'java' && second === '-jar' && /\bperses\w*\.jar$/.test(third)) return { words: rest, peer: 'perses' };
  return { words };
}

/** Tests that come with Lithium; the last word is the file. */
export function lithiumTest(words: readonly string[]): string[] | undefined {
  const [test, ...rest] = words;
  const kind = /^(outputs|crashes|hangs|crashesat)(?:_timed)?(?:\.py)?$/.exec(test ?? '')?.[1];
  const file = rest.at(-1);
  if (!kind || file === undefined) return undefined;
  const isTime = (word: string) => /^(?:--timeout=)?\d+$/.test(word);
  const timeout = rest.find(isTime)?.replace('--timeout=', '');
  const others = rest.slice(0, -1).filter((word) => !isTime(word));
  const [message, program] = kind === 'outputs' ? [others[0], others.slice(1)] : [undefined, others];
  const rule = message === undefined ? ['--same-failure'] : ['--match', message.replace(/[{}$.*+?^()[\]\\|]/g, '\\$&')];
  return ['reduce', file, '--test', [...program, '{}'].join(' '), ...rule, ...(timeout ? ['--timeout', timeout] : [])];
}
