/** The files of a job as one bundle: their bytes and sizes, each made once for a text that stays the same. */
import type { FileSet, PlacedFile } from '../../oracle/content';
import { type Bundles, type FileText, type Part, bundled, partsOf } from '../../text/bundle';
import { encode } from '../../text/encoding';
import { onceFor } from '../../text/once';
import type { Range } from '../../text/ranges';
import { type Candidate, type SourceText, sourceText, textIn } from '../../text/source';
import { sizeOfText } from '../events/ended';
import type { FileChange, Size } from '../events/events';
import type { JobFile } from '../job';

/** The file as it was given. */
export function placed({ path, text, encoding, bytes, mode }: JobFile): PlacedFile {
  return { path, mode, bytes: bytes ?? encode(text, encoding) };
}

/** `given`: in the order of their paths. */
export function filesOf(given: readonly JobFile[], bundles: Bundles) {
  const bundle = bundled(given);
  const original = sourceText(bundle);
  const parts = partsOf(bundle);
  const byPath = new Map(given.map((file) => [file.path, file]));
  const bytesOf = onceFor(
    (file: FileText) => byPath.get(file.path)!.bytes ?? encode(file.text, byPath.get(file.path)!.encoding),
  );
  const sizes = onceFor((file: FileText): Size => {
    const { bytes, encoding } = byPath.get(file.path)!;
    return bytes ? { bytes: bytes.length, tokens: 0 } : sizeOfText(file.text, encoding);
  });
  const contentOf = (files: readonly FileText[]): FileSet => ({
    files: files.map((file) => ({ path: file.path, bytes: bytesOf(file), mode: byPath.get(file.path)!.mode })),
  });
  return {
    original,
    /** Of the original. */
    parts,
    contentOf: (state: SourceText) => contentOf(bundles.filesOf(state)),
    candidateContent: (candidate: Candidate) => contentOf(bundles.candidateFiles(candidate)),
    /** All of them empty, but for byte order marks. */
    blank: contentOf(parts.map(({ path, textStart, body }) => ({ path, text: bundle.slice(textStart, body) }))),
    count: (state: SourceText) => bundles.filesOf(state).length,
    sizeOf: (state: SourceText): Size => {
      const each = bundles.filesOf(state).map(sizes);
      return {
        bytes: each.reduce((sum, { bytes }) => sum + bytes, 0),
        tokens: each.reduce((sum, { tokens }) => sum + tokens, 0),
      };
    },
    sizeOfFile: (at: number): Size => sizes(bundles.filesOf(original)[at]),
    changes: changesIn(given, parts, bundles),
  };
}

/** What has changed between two states, with the texts of files by themselves. */
function changesIn(given: readonly JobFile[], parts: readonly Part[], bundles: Bundles) {
  const originals = new Map(given.map((file, at) => [file.path, { text: file.text, part: parts[at] }]));
  const ownText = (state: SourceText, { path, textStart, end }: Part): SourceText => {
    const { text, part } = originals.get(path)!;
    return textIn(state, { start: textStart, end }, text, { start: part.textStart, end: part.end });
  };
  return (before: SourceText, after: SourceText): FileChange[] => {
    const left = new Map(bundles.filesOf(after).map((file, at) => [file.path, { file, at }]));
    return bundles.filesOf(before).flatMap((old): FileChange[] => {
      const now = left.get(old.path);
      if (now?.file === old) return [];
      return [{ file: old.path, gone: !now, text: now && ownText(after, bundles.partsOf(after)[now.at]) }];
    });
  };
}

/** Ranges of the bundle that stay: of the files, and the headers of files with such ranges. */
export function keptIn(given: readonly JobFile[], parts: readonly Part[]): Range[] {
  return given.flatMap(({ kept = [] }, at): Range[] => {
    if (kept.length === 0) return [];
    const { start, textStart } = parts[at];
    return [{ start, end: textStart }, ...kept.map((range) => moved(range, textStart))];
  });
}

function moved({ start, end }: Range, by: number): Range {
  return { start: start + by, end: end + by };
}
