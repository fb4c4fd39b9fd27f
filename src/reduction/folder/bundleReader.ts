/** How a bundle of files is read: each file by the grammar of its language, or else by what any text shows of its structure. */
import * as l10n from '@vscode/l10n';
import { LRUCache } from 'lru-cache';
import { bundleTree } from '../../syntax/bundleTree';
import type { ElementTree } from '../../syntax/elementTree';
import type { ParseFilter } from '../../syntax/filter';
import { coarseElements, pieceLength } from '../../syntax/generic/coarse';
import { openGrammar, type Grammar } from '../../syntax/grammar';
import { languageOf, type Language, longestRead } from '../../syntax/languages';
import { partsOf, type Bundles, type FileText, type Part } from '../../text/bundle';
import { sourceText } from '../../text/source';
import { fileReader, isFiltered, onceInARow, type FileReader } from '../reader';
import type { FilesJob, JobFile } from '../job';
import type { AskedText } from '../passes';
import { onceFor } from '../../text/once';

export async function bundleReader(job: FilesJob, bundles: Bundles) {
  const grammars = await grammarsOf(job);
  const plain = fileReader(undefined);
  const byLanguage = new Map(Array.from(grammars, ([id, grammar]) => [id, grammar && fileReader(grammar, 1)]));
  const files = new Map(
    job.input.files.map((file) => [file.path, byLanguage.get(languageIn(file)?.id ?? '') ?? plain]),
  );
  const readerOf = (path: string) => files.get(path) ?? plain;
  const filter = isFiltered(job) ? bundleFilter(bundles, readerOf) : undefined;
  const languageOf = (path: string) => readerOf(path).language;
  const encodings = new Map(job.input.files.map(({ path, encoding, bytes }) => [path, bytes ? undefined : encoding]));
  const reader = {
    language: null,
    languageOf,
    /** Without binary ones. */
    textsIn: (bundle: string): AskedText[] =>
      partsOf(bundle).flatMap(({ path, textStart: start, end }) => {
        const encoding = encodings.get(path);
        return encoding ? [{ start, end, encoding, language: languageOf(path) }] : [];
      }),
    elements: elementsIn(job, readerOf),
    filter,
    lenient: job.input.files.every(({ path, bytes }) => bytes || readerOf(path).lenient),
    dispose() {
      filter?.dispose();
      for (const grammar of grammars.values()) grammar?.dispose();
    },
  };
  const missing = Array.from(grammars, ([id, grammar]) => (grammar ? [] : [id])).flat();
  const notice = missing.length > 0 ? l10n.t('The grammars of {0} cannot be loaded.', missing.join(', ')) : undefined;
  return { reader, notice };
}

function languageIn({ path, encoding, bytes }: JobFile): Language | undefined {
  return encoding === 'utf8' && !bytes ? languageOf(path) : undefined;
}

/**
 * Each language is loaded once; undefined if it cannot be loaded. One after the other: modules that web-tree-sitter loads at once get in
 * each other's memory.
 */
async function grammarsOf({ input: { files }, assets }: FilesJob): Promise<ReadonlyMap<string, Grammar | undefined>> {
  const languages = new Map(files.flatMap((file) => languageIn(file) ?? []).map((one) => [one.id, one]));
  const opened = new Map<string, Grammar | undefined>();
  for (const [id, language] of languages) opened.set(id, await openGrammar(assets, language).catch(() => undefined));
  return opened;
}

/** Trees of bundles. A file whose text is the same as before is not read again. */
function elementsIn(job: FilesJob, readerOf: (path: string) => FileReader): (bundle: string) => ElementTree {
  const binary = new Map(job.input.files.flatMap(({ path, bytes }) => (bytes ? [[path, bytes.length] as const] : [])));
  const known = new Map<string, ElementTree>();
  const treeOf = ({ path, textStart, end }: Part, bundle: string): ElementTree | undefined => {
    const text = bundle.slice(textStart, end);
    if (text === '') return undefined;
    // A long bundle has coarse pieces, so that it has not more elements than a long file.
    if (bundle.length > longestRead) {
      const least = pieceLength(bundle.length);
      return text.length > least ? coarseElements(text, least) : undefined;
    }
    let tree = known.get(path);
    if (tree?.text !== text) known.set(path, (tree = readerOf(path).elements(text)));
    return tree;
  };
  return onceInARow((bundle) => {
    const files = partsOf(bundle).map((part) => {
      const bytes = binary.get(part.path);
      return { part, tree: treeOf(part, bundle), weight: bytes && Math.ceil(Math.sqrt(bytes)) };
    });
    return bundleTree(bundle, files);
  });
}

/** Filters that keep a parsed file each, at most. */
const mostFilters = 64;

/** A candidate that changes more files is tested unseen: to parse all of them takes longer than most tests. */
const mostChanged = 32;

/** Refuses a candidate if one of the files that it changes parses worse. */
function bundleFilter(bundles: Bundles, readerOf: (path: string) => FileReader): ParseFilter {
  const filters = new LRUCache<string, ParseFilter>({ max: mostFilters, dispose: (filter) => filter.dispose() });
  const sourceOf = onceFor((file: FileText) => sourceText(file.text));
  const filterOf = (path: string) => {
    let filter = filters.get(path);
    if (!filter) filters.set(path, (filter = readerOf(path).newFilter()));
    return filter;
  };
  return {
    language: 'files',
    isWorse(candidate) {
      if (candidate.base.length > longestRead) return false;
      const changed = bundles.changedBy(candidate);
      if (changed.length > mostChanged) return false;
      return changed.some(({ file, edits }) => filterOf(file.path).isWorse({ base: sourceOf(file), edits }));
    },
    dispose: () => filters.clear(),
  };
}
