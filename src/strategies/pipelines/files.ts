/**
 * The search over several files. First it deletes whole files. Then it reduces each file alone, the largest first, with the others
 * unchanged. It repeats both until a round changes nothing.
 */
import * as l10n from '@vscode/l10n';
import { noExperience } from '../../reducers/experience';
import type { Kept } from '../../reducers/list';
import { singleDeletions } from '../../reducers/parts/sweep';
import { map, mapResult, noted, rejecting, labelled, then, unfold } from '../../search/compose';
import { done, type Search } from '../../search/search';
import { candidateSource, savedText, render, type SourceText, type Candidate, type SavedText } from '../../text/source';
import { countTokens } from '../../text/tokens';
import type { ReduceList } from '../strategy';

/** The text of each file, in the order of the job; undefined for a deleted file. */
export type FileTexts = readonly (SourceText | undefined)[];

export interface FilesCandidate {
  readonly texts: FileTexts;
  /** A smaller form of one file; its text is made only on demand. */
  readonly edit?: { readonly file: number; readonly candidate: Candidate };
}

export interface FilesContext {
  /** Reduces the list of the files. */
  readonly reduceList: ReduceList;
  /** The search over one file's text; undefined for a file that can only go whole. */
  search(file: number, text: SourceText): Search<Candidate, SourceText> | undefined;
  /** Restores the point of that search that gave `note`. */
  resume(file: number, note: unknown): Search<Candidate, SourceText>;
  /** Restores a saved text of this file. */
  load(file: number, saved: SavedText): SourceText;
  mayGo(file: number): boolean;
  /** For labels. */
  name(file: number): string;
}

/** The text that a candidate leaves of each file. */
export function textsOf({ texts, edit }: FilesCandidate): FileTexts {
  return edit ? replaced(texts, edit.file, candidateSource(edit.candidate)) : texts;
}

/** The texts as plain data. */
export type SavedTexts = readonly (SavedText | null)[];

export function savedTexts(texts: FileTexts): SavedTexts {
  return texts.map((text) => (text ? savedText(text) : null));
}

export function loadedTexts(saved: SavedTexts, load: FilesContext['load']): FileTexts {
  return saved.map((one, file) => (one ? load(file, one) : undefined));
}

type FilesSearch = Search<FilesCandidate, FileTexts>;

/** Note of the search while it reduces one of the files. */
interface Note extends Turn<SavedTexts> {
  /** Lengths of the texts at the start of the round. */
  readonly lengths: Lengths;
  /** Note of that file's search. */
  readonly inner: unknown;
}

/** The property must fail without any file: this is never tested. */
export function searchFiles(start: FileTexts, context: FilesContext): FilesSearch {
  const round = then(wholeFiles(start, context), (texts) =>
    eachFile({ texts, order: bySize(texts).map(({ file }) => file), turn: 0 }, context),
  );
  return rounds(round, lengthsOf(start), context);
}

/** Restores the point of the search that gave this note. */
export function resumeFiles(note: unknown, context: FilesContext): FilesSearch {
  const { lengths, texts, order, turn, inner } = note as Note;
  const place = { texts: loadedTexts(texts, context.load), order, turn };
  const search = inFile(place, context.resume(order[turn], inner), context);
  const round = then(search, (rest) => eachFile({ texts: rest, order, turn: turn + 1 }, context));
  return rounds(round, lengths, context);
}

/** Repeats rounds until one changes nothing. */
function rounds(round: FilesSearch, lengths: Lengths, context: FilesContext): FilesSearch {
  const search = noted(round, (note) => ({ ...(note as Omit<Note, 'lengths'>), lengths }) satisfies Note);
  return then(search, (texts) =>
    lengthsOf(texts).every((length, file) => length === lengths[file]) ? done(texts) : searchFiles(texts, context),
  );
}

/** UTF-16 units; null for a deleted file. */
type Lengths = readonly (number | null)[];

function lengthsOf(texts: FileTexts): Lengths {
  return texts.map((text) => text?.length ?? null);
}

/** The files that are left, the largest first. */
function bySize(texts: FileTexts): { readonly file: number; readonly tokens: number }[] {
  const found = texts.flatMap((text, file) => (text ? [{ file, tokens: countTokens(render(text)) }] : []));
  return found.sort((a, b) => b.tokens - a.tokens || a.file - b.file);
}

/** In the end no file can go alone, with any list reducer. */
function wholeFiles(texts: FileTexts, { reduceList, mayGo }: FilesContext): FilesSearch {
  const files = bySize(texts).filter(({ file }) => mayGo(file));
  if (files.length === 0) return done(texts);
  const list = { size: files.length, weight: (index: number) => Math.max(1, files[index].tokens) };
  const left = (kept: Kept): FileTexts => {
    const gone = new Set(files.map(({ file }) => file));
    for (const index of kept) gone.delete(files[index].file);
    return texts.map((text, file) => (gone.has(file) ? undefined : text));
  };
  const reduced = files.length === 1 ? done(Int32Array.of(0)) : reduceList(list, noExperience);
  const search = map(
    then(reduced, (kept) => singleDeletions(kept)),
    (kept): FilesCandidate => ({ texts: left(kept) }),
    left,
  );
  const isNothing = ({ texts: rest }: FilesCandidate) => rest.every((text) => text === undefined);
  return labelled(rejecting(search, isNothing), () => l10n.t('Removing whole files'));
}

/** The file that is reduced now, in this order. */
interface Turn<T> {
  readonly texts: T;
  readonly order: readonly number[];
  readonly turn: number;
}

/** Reduces each file alone, from this one on. */
function eachFile(start: Turn<FileTexts>, context: FilesContext): FilesSearch {
  const search = unfold<FilesCandidate, Turn<FileTexts>>(start, (place) => {
    const { texts, order, turn } = place;
    if (turn === order.length) return undefined;
    const text = texts[order[turn]]!;
    const own = text.length === 0 ? undefined : context.search(order[turn], text);
    const search = own ? inFile(place, own, context) : done<FileTexts>(texts);
    return mapResult(search, (after) => ({ texts: after, order, turn: turn + 1 }));
  });
  return mapResult(search, ({ texts }) => texts);
}

/** The search over one file, as a search over all of them. */
function inFile(
  { texts, order, turn }: Turn<FileTexts>,
  search: Search<Candidate, SourceText>,
  context: FilesContext,
): FilesSearch {
  const file = order[turn];
  const name = context.name(file);
  const ofAll = map(
    search,
    (candidate): FilesCandidate => ({ texts, edit: { file, candidate } }),
    (after) => replaced(texts, file, after),
  );
  const labels = labelled(ofAll, (label) => (label ? `${name}: ${label}` : name));
  return noted(labels, (inner) => ({ texts: savedTexts(texts), order, turn, inner }));
}

function replaced(texts: FileTexts, file: number, text: SourceText): FileTexts {
  return texts.map((before, index) => (index === file ? text : before));
}
