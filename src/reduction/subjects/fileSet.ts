/** The files of a job: their texts, bytes and sizes, each made once for a text that stays the same. */
import type { FileSet } from '../../oracle/content';
import { textsOf, type FilesCandidate, type FileTexts } from '../../strategies/pipelines/files';
import { byteOrderMark, encode, type Encoding } from '../../text/encoding';
import { merged, type Range } from '../../text/ranges';
import { removalOf, render, sourceText, type SourceText } from '../../text/source';
import type { Removal } from '../drive/evidence';
import type { FileChange, Size } from '../events/events';
import { sizeOf } from '../events/size';

/** One of the files, as plain data. */
export interface JobFile {
  /** Relative to the directory that is reduced, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly encoding: Encoding;
  /** It is no text: it stays as it is or goes. */
  readonly binary?: boolean;
  /** Ranges of `text` that stay as they are; such a file cannot go. */
  readonly kept?: readonly Range[];
}

export type Files = ReturnType<typeof filesOf>;

export function filesOf(files: readonly JobFile[]) {
  const bytesOf = remembered((text, { encoding }) => encode(render(text), encoding));
  const sizes = remembered((text, { encoding }) => sizeOf(text, encoding));
  const contentOf = (texts: FileTexts): FileSet => ({
    files: texts.flatMap((text, at) => (text ? [{ path: files[at].path, bytes: bytesOf(text, files[at]) }] : [])),
  });
  const original: FileTexts = files.map(({ text }) => sourceText(text));
  const removals = remembered((text) => removalOf({ base: text, edits: [] }).ranges);
  /** In the texts of all files, one after the other. */
  const removal = ({ texts, edit }: FilesCandidate): Removal => {
    const edited = edit && removalOf(edit.candidate);
    let start = 0;
    const ranges = files.flatMap((file, at) => {
      const text = texts[at];
      const own =
        at === edit?.file ? edited!.ranges : text ? removals(text, file) : [{ start: 0, end: file.text.length }];
      const before = start;
      start += file.text.length;
      return own.map((range) => ({ start: before + range.start, end: before + range.end }));
    });
    return { ranges: merged(ranges), adds: edited?.adds ?? false };
  };
  return {
    original,
    removal,
    contentOf,
    candidateContent: (candidate: FilesCandidate) => contentOf(textsOf(candidate)),
    /** All of them empty, but for byte order marks. */
    blank: { files: files.map(blankOf) },
    sizeOf: (texts: FileTexts): Size => {
      const each = texts.flatMap((text, at) => (text ? [sizes(text, files[at])] : []));
      return {
        bytes: each.reduce((sum, { bytes }) => sum + bytes, 0),
        tokens: each.reduce((sum, { tokens }) => sum + tokens, 0),
      };
    },
    changes: (before: FileTexts, after: FileTexts): FileChange[] =>
      files.flatMap((file, at) => {
        const [old, text] = [before[at], after[at]];
        const same = old === text || (old && text && bytesOf(old, file).equals(bytesOf(text, file)));
        return same ? [] : [{ file: file.path, gone: !text, text }];
      }),
  };
}

export function countFiles(texts: FileTexts): number {
  return texts.filter(Boolean).length;
}

function blankOf({ path, text, encoding, binary }: JobFile) {
  return { path, bytes: encode(binary ? '' : text.slice(0, byteOrderMark(text)), encoding) };
}

/** A text belongs to one file only. */
function remembered<T>(make: (text: SourceText, file: JobFile) => T): (text: SourceText, file: JobFile) => T {
  const known = new WeakMap<SourceText, T>();
  return (text, file) => {
    let made = known.get(text);
    if (made === undefined) known.set(text, (made = make(text, file)));
    return made;
  };
}
