/**
 * Several files as one text, so that one search reduces all of them. Each file is a line, `\0path\0`, its header, and its text. A candidate may
 * delete a file only with its header, and never a part of a header: a bundle can always be taken apart again.
 */
import { byteOrderMark } from './encoding';
import { onceFor } from './once';
import type { Range } from './ranges';
import { editedText, render, type Candidate, type Edit, type SourceText } from './source';

/** Stands around the path of a file; no text has it, as files with this character are binary. */
const mark = '\0';

/** A file, or what is left of one. A file that is left as it is in a base is the same object. */
export interface FileText {
  /** Relative, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A file in a bundle: its range, from its header on. UTF-16 units. */
export interface Part extends Range {
  readonly path: string;
  /** Start of its text. */
  readonly textStart: number;
  /** Where it may be changed: after a byte order mark. */
  readonly body: number;
}

export function bundled(files: readonly FileText[]): string {
  return files.map(({ path, text }) => `${mark}${path}${mark}\n${text}`).join('');
}

export function partsOf(bundle: string): Part[] {
  const parts: Part[] = [];
  for (let start = 0; start < bundle.length;) {
    const headerEnd = bundle.indexOf(mark, start + 1);
    const next = bundle.indexOf(mark, headerEnd + 1);
    const [textStart, end] = [headerEnd + 2, next < 0 ? bundle.length : next];
    const body = textStart + byteOrderMark(bundle.slice(textStart, textStart + 1));
    parts.push({ path: bundle.slice(start + 1, headerEnd), start, textStart, body, end });
    start = end;
  }
  return parts;
}

interface Opened {
  readonly parts: readonly Part[];
  readonly texts: readonly FileText[];
}

/** Takes bundles apart, each once. Texts that a candidate leaves as they are in its base are the same objects. */
export class Bundles {
  private readonly opened = onceFor((source: SourceText) => (this.latest = this.open(render(source))));
  private latest: Opened | undefined;

  /** The files of a state, in their order. */
  filesOf(source: SourceText): readonly FileText[] {
    return this.opened(source).texts;
  }

  partsOf(source: SourceText): readonly Part[] {
    return this.opened(source).parts;
  }

  candidateFiles(candidate: Candidate): readonly FileText[] {
    return this.editedParts(candidate).flatMap(({ part, file, edits, isGone }) => {
      if (isGone) return [];
      return edits.length === 0 ? [file] : [{ path: part.path, text: editedText(file.text, edits) }];
    });
  }

  /** For each file that a candidate changes, and does not delete: its path, its text before, and the edits in offsets of that. */
  changedBy(candidate: Candidate): { readonly file: FileText; readonly edits: readonly Edit[] }[] {
    return this.editedParts(candidate).flatMap(({ file, edits, isGone }) => {
      return edits.length > 0 && !isGone ? [{ file, edits }] : [];
    });
  }

  /** Does it cut a header, put something where no file is, or leave no file? */
  isBroken(candidate: Candidate): boolean {
    const all = this.editedParts(candidate);
    const isCut = all.some(({ isGone, cutsHeader }) => !isGone && cutsHeader);
    return isCut || all.every(({ isGone }) => isGone) || candidate.edits.some(({ insert }) => insert?.includes(mark));
  }

  /** Each file with the edits that touch it, in offsets of its text; an insertion between two files belongs to the first. */
  private editedParts({ base, edits }: Candidate) {
    const { parts, texts } = this.opened(base);
    let first = 0;
    return parts.map((part, at) => {
      while (first < edits.length && isBefore(edits[first], part, at)) first++;
      let end = first;
      while (end < edits.length && !isAfter(edits[end], part)) end++;
      const own = edits.slice(first, end);
      return {
        ...{ part, file: texts[at], edits: own.map((edit) => inText(edit, part)) },
        isGone: own.some(
          (edit) => edit.start <= part.start && edit.end >= part.end && !edit.insert && edit.end > edit.start,
        ),
        cutsHeader: own.some((edit) => edit.start < part.body && (edit.end > part.start || edit.start === part.start)),
      };
    });
  }

  private open(bundle: string): Opened {
    const parts = partsOf(bundle);
    const before = new Map(this.latest?.texts.map((one) => [one.path, one]));
    const texts = parts.map(({ path, textStart, end }): FileText => {
      const text = bundle.slice(textStart, end);
      const known = before.get(path);
      return known?.text === text ? known : { path, text };
    });
    return { parts, texts };
  }
}

function isBefore({ start, end }: Edit, part: Part, at: number): boolean {
  return end < part.start || (end === part.start && (start < end || at > 0));
}

function isAfter({ start, end }: Edit, part: Part): boolean {
  return start > part.end || (start === part.end && end > start);
}

function inText({ start, end, insert }: Edit, part: Part): Edit {
  return {
    start: Math.max(start, part.textStart) - part.textStart,
    end: Math.min(end, part.end) - part.textStart,
    // It goes where the edit begins.
    insert: start >= part.textStart ? insert : undefined,
  };
}
