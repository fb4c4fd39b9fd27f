/** Finds sources that throw, with which the test still runs: functions that are needed to load the file are left as they are. */
import { openGrammar, type Grammar } from '../syntax/grammar';
import { languages } from '../syntax/languages';
import type { ChangedFile } from '../oracle/places/place';
import { calledIn, canThrow, throwing } from './probe';
import type { SourceFile } from './sources';

/** Attempts to find out what is called while the file is loaded. */
const most = 12;

/** What a run of the unchanged test with other sources says. */
export interface ProbeRun {
  /** It fails otherwise, and it is the test that fails. */
  readonly isOther: boolean;
  /** Stdout and stderr. */
  readonly output: string;
}

/** Undefined if the test does not come to depend on them: nothing is called, or too much to load the file. */
export async function probeFor(
  sources: readonly SourceFile[],
  assets: string,
  run: (changes: readonly ChangedFile[]) => Promise<ProbeRun>,
): Promise<readonly ChangedFile[] | undefined> {
  const known = sources.filter(({ language }) => canThrow(language));
  const grammars = await grammarsOf(known, assets);
  try {
    const quiet = new Set<number>();
    for (let attempt = 0; known.length > 0 && attempt < most; attempt++) {
      const changes = changesOf(known, grammars, quiet);
      const { isOther, output } = await run(changes);
      if (isOther) return changes;
      const called = calledIn(output).filter((number) => !quiet.has(number));
      if (called.length === 0) return undefined;
      for (const number of called) quiet.add(number);
    }
    return undefined;
  } finally {
    for (const grammar of grammars.values()) grammar.dispose();
  }
}

async function grammarsOf(sources: readonly SourceFile[], assets: string): Promise<Map<string, Grammar>> {
  const grammars = new Map<string, Grammar>();
  for (const id of new Set(sources.map(({ language }) => language))) {
    grammars.set(
      id,
      await openGrammar(
        assets,
        languages.find((language) => language.id === id)!,
      ),
    );
  }
  return grammars;
}

function changesOf(sources: readonly SourceFile[], grammars: ReadonlyMap<string, Grammar>, quiet: ReadonlySet<number>) {
  let next = 1;
  return sources.map(({ path, language, text }): ChangedFile => {
    const tree = grammars.get(language)!.tree(text);
    try {
      const made = throwing(tree, text, language, next, quiet);
      next = made.next;
      return { path, bytes: Buffer.from(made.text) };
    } finally {
      tree.delete();
    }
  });
}
