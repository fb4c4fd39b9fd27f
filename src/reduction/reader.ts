/**
 * How the texts of a job's file are read: by the grammar of its language, or else by what any text shows of its structure. A text that
 * is too long is read in coarse pieces until enough of it is gone.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../syntax/elementTree';
import { parseFilter, type ParseFilter } from '../syntax/filter';
import { coarseElements } from '../syntax/generic/coarse';
import { genericElements } from '../syntax/generic/elements';
import { genericFilter } from '../syntax/generic/opaque';
import { isParseProblem, openGrammar, type Grammar } from '../syntax/grammar';
import { languageOf, longestOf, longestRead } from '../syntax/languages';
import { plainEncoding } from '../text/encoding';
import type { Job } from './job';
import { searchFrom } from './searches/searchValue';

/** The part of a job that decides how its text is read. */
export type ReadableJob = Pick<Job, 'input' | 'search' | 'assets'>;

/** How the texts of one file become trees, and which candidates are refused. */
export interface Reader {
  /** The grammar's id; null if the tree is made without one. */
  readonly language: string | null;
  readonly elements: (text: string) => ElementTree;
  readonly filter?: ParseFilter;
  /** Programs read it whatever its errors. */
  readonly lenient?: boolean;
  dispose(): void;
}

/** How the texts of files in one language are read. */
export interface FileReader extends Pick<Reader, 'language' | 'elements' | 'lenient'> {
  readonly newFilter: () => ParseFilter;
}

/** Without a grammar as any text can be read. `mostTrees`: parsed texts that a filter keeps. */
export function fileReader(grammar: Grammar | undefined, mostTrees?: number): FileReader {
  if (!grammar) {
    return { language: null, elements: onceInARow(anyElements), newFilter: () => shortOnly(genericFilter()) };
  }
  const { id, lenient } = grammar.language;
  const newFilter = () => shortOnly(parseFilter(grammar, mostTrees));
  return { language: id, lenient, elements: elementsBy(grammar), newFilter };
}

/** By the grammar of the job's file, or else as any text can be read. */
export async function readerFor(job: ReadableJob): Promise<{ reader: Reader; notice?: string }> {
  const { grammar, clean, problem } = await readable(job);
  const { newFilter, ...reader } = fileReader(grammar);
  const filter = isFiltered(job) ? newFilter() : undefined;
  const dispose = () => {
    filter?.dispose();
    grammar?.dispose();
  };
  const coarse = coarseNotice(job.input, grammar && longestOf(grammar.language));
  const { fileName, encoding } = job.input;
  const records =
    encoding === 'blocks'
      ? l10n.t('{0} is reduced in blocks of 512 bytes.', fileName)
      : l10n.t('{0} is reduced by its records: their lengths and checksums are made anew.', fileName);
  const generic =
    encoding !== plainEncoding(encoding)
      ? records
      : problem && l10n.t('{0}: reduced by its indentation, brackets and words.', problem);
  const notice = generic ? [generic, coarse].filter(Boolean).join(' ') : (coarse ?? filterNotice(job, clean));
  return { reader: { ...reader, filter, dispose }, notice };
}

function coarseNotice({ fileName, text }: ReadableJob['input'], longest = longestRead): string | undefined {
  if (text.length <= longest) return undefined;
  const most = longest / 1e6;
  return l10n.t('{0} is very long: it is reduced in coarse pieces until at most {1} MB are left.', fileName, most);
}

/** Trees of texts of any length; if the grammar fails on one, it is read as if there were none. */
function elementsBy(grammar: Grammar): (text: string) => ElementTree {
  return onceInARow((text) => {
    if (text.length > longestOf(grammar.language)) return anyElements(text);
    try {
      return grammar.elements(text);
    } catch (error) {
      if (!isParseProblem(error)) throw error;
      return anyElements(text);
    }
  });
}

/** Of a text in no known language. */
function anyElements(text: string): ElementTree {
  return text.length > longestRead ? coarseElements(text) : genericElements(text);
}

/** Nothing is refused that is made from a long text. */
function shortOnly(filter: ParseFilter): ParseFilter {
  return { ...filter, isWorse: (candidate) => candidate.base.length <= longestRead && filter.isWorse(candidate) };
}

/** Steps that find nothing leave the text to the next one as it was. */
export function onceInARow(elementsOf: (text: string) => ElementTree): (text: string) => ElementTree {
  let last: ElementTree | undefined;
  return (text) => (last?.text === text ? last : (last = elementsOf(text)));
}

/** The parse filter for candidates made of several texts, if all of them parse clean. Dispose of it with `dispose`. */
export async function filterForAll(job: ReadableJob, texts: readonly string[]): Promise<ParseFilter | undefined> {
  const { grammar, clean } = isFiltered(job) ? await readable(job) : {};
  if (grammar && clean && texts.every((text) => parsesClean(grammar, text))) {
    const filter = parseFilter(grammar);
    return { ...filter, dispose: () => [filter, grammar].forEach((one) => one.dispose()) };
  }
  grammar?.dispose();
  return undefined;
}

function parsesClean(grammar: Grammar, text: string): boolean {
  const tree = grammar.tree(text);
  const clean = !tree.rootNode.hasError;
  tree.delete();
  return clean;
}

/** Is most of the text in errors that no statement is around? */
function isMisread(grammar: Grammar, text: string): boolean {
  const tree = grammar.tree(text);
  const { rootNode } = tree;
  const errors = rootNode.isError ? [rootNode] : rootNode.children.flatMap((child) => (child?.isError ? [child] : []));
  const length = errors.reduce((sum, { startIndex, endIndex }) => sum + endIndex - startIndex, 0);
  tree.delete();
  return length > text.length / 2;
}

/** The grammar of the job's file, if it has one that can parse it in time; else why not, without a full stop. */
async function readable(job: ReadableJob): Promise<{ grammar?: Grammar; clean?: boolean; problem?: string }> {
  const { fileName, languageId, encoding, text } = job.input;
  const language = languageOf(fileName, languageId);
  if (!language) return { problem: l10n.t('No grammar for {0}', fileName) };
  if (encoding !== 'utf8') return { problem: l10n.t('{0} is not valid UTF-8', fileName) };
  const grammar = await openGrammar(job.assets, language).catch(() => undefined);
  if (!grammar) return { problem: l10n.t('The grammar of {0} cannot be loaded', language.id) };
  if (text.length > longestRead) return { grammar };
  try {
    const clean = parsesClean(grammar, text);
    if (clean || !language.isGuess || !isMisread(grammar, text)) return { grammar, clean };
    grammar.dispose();
    return { problem: l10n.t('{0} does not read as {1}', fileName, language.id) };
  } catch (error) {
    grammar.dispose();
    if (!isParseProblem(error)) throw error;
    return { problem: l10n.t('Parsing {0} as {1} takes too much time or memory', fileName, language.id) };
  }
}

/** Is the parse filter wanted? Throws `JobError`. */
export function isFiltered(job: Pick<ReadableJob, 'search'>): boolean {
  return searchFrom(job.search).options.filter !== 'off';
}

function filterNotice(job: ReadableJob, clean = true): string | undefined {
  if (!isFiltered(job)) return l10n.t('The parse filter is off: candidates with syntax errors are tested too.');
  const { fileName } = job.input;
  return clean
    ? undefined
    : l10n.t(
        "Whittle's parser does not understand all of {0}: candidates of which it understands less are skipped.",
        fileName,
      );
}
