/** Several files, as one bundle: the candidate is their directory. Where they lie is left to the caller. */
import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import type { FileSet, PlacedFile } from '../../oracle/content';
import type { Pass } from '../../oracle/passes';
import { copy } from '../../oracle/places/copy';
import { folderSearch } from '../../strategies/pipelines/pipeline';
import { Bundles, bundled, type FileText, type Part, partsOf } from '../../text/bundle';
import { encode } from '../../text/encoding';
import { onceFor } from '../../text/once';
import type { Range } from '../../text/ranges';
import { type Candidate, type SourceText, sourceText, textIn } from '../../text/source';
import type { FileChange, Finished, Size } from '../events/events';
import { bundleReader } from '../folder/bundleReader';
import { type FilesInput, type FilesJob, type JobFile, JobError, commandsOf } from '../job';
import { identityOf } from '../journal/identity';
import { placementOf, plan } from '../plan';
import { searchFrom } from '../searches/searchValue';
import { type Subject, type SubjectSize, sizeOfText, smaller } from './subject';

/** Throws `JobError`. */
export function checkFiles(job: FilesJob): void {
  const { files, name } = job.input;
  if (placementOf(job.tests) !== copy) {
    throw new JobError(
      l10n.t('Several files are always tested in their own directory: remove the placement (‹place›).'),
    );
  }
  if (files.every(({ text, bytes }) => text === '' && !bytes?.length))
    throw new JobError(l10n.t('{0} has no text: there is nothing to reduce.', name));
  if (commandsOf(job.oracle).some(({ command }) => command.stdin)) {
    throw new JobError(l10n.t('Several files cannot be piped to the test: let it read them from {0}.', '{}'));
  }
}

type FilesSubject = Subject<Candidate, SourceText, Finished>;

/** Throws `JobError`. */
export async function filesSubject(job: FilesJob, passes: readonly Pass[] = []): Promise<FilesSubject> {
  const { input } = job;
  const bundles = new Bundles();
  const files = filesOf(input.files, bundles);
  const { original, sizes } = files;
  const { reader, chosen } = await planned(job, passes, bundles, files);
  const started = bundles.filesOf(original).map((file, at) => {
    const search = input.files[at].bytes ? null : chosen.name;
    return { file: file.path, language: reader.languageOf(file.path), search, ...sizes(file) };
  });
  const common = smaller(chosen, original, files.sizeOf, files.changes);
  return {
    ...common,
    target: { fileName: input.name, linked: input.linked, encoding: 'utf8' },
    identity: identityOf(job),
    started: {
      ...{ ...files.sizeOf(original), file: input.name, files: started },
      ...{ language: null, search: chosen.name, notice: chosen.notice },
    },
    contentOf: (state) => files.contentOf(bundles.filesOf(state)),
    candidateContent: (candidate) => files.contentOf(bundles.candidateFiles(candidate)),
    ended: (state, end) => common.ended(state, { takenAlong: input.takenAlong, ...end }),
    ...calibrationOf(input, files),
  };
}

/** The file as it was given. */
export function placed({ path, text, encoding, bytes, mode }: JobFile): PlacedFile {
  return { path, mode, bytes: bytes ?? encode(text, encoding) };
}

type BundledFiles = ReturnType<typeof filesOf>;

/** Bytes and sizes are made once for a text that stays the same. `given`: in the order of their paths. */
function filesOf(given: readonly JobFile[], bundles: Bundles) {
  const bundle = bundled(given);
  const original = sourceText(bundle);
  const parts = partsOf(bundle);
  const byPath = new Map(given.map((file) => [file.path, file]));
  const placedOf = onceFor(({ path, text }: FileText) => placed({ ...byPath.get(path)!, text }));
  const sizes = onceFor(({ path, text }: FileText): Size => {
    const { bytes, encoding } = byPath.get(path)!;
    return bytes ? { bytes: bytes.length, tokens: 0 } : sizeOfText(text, encoding);
  });
  const contentOf = (files: readonly FileText[]): FileSet => ({ files: files.map(placedOf) });
  return {
    original,
    /** Of the original. */
    parts,
    whole: contentOf(bundles.filesOf(original)),
    sizes,
    sizeOf(state: SourceText): SubjectSize & { readonly files: number } {
      const each = bundles.filesOf(state).map(sizes);
      const sum = (unit: keyof Size) => each.reduce((all, { [unit]: one }) => all + one, 0);
      return { bytes: sum('bytes'), tokens: sum('tokens'), files: each.length };
    },
    contentOf,
    /** All of them empty, but for byte order marks. */
    blank: contentOf(parts.map(({ path, textStart, body }) => ({ path, text: bundle.slice(textStart, body) }))),
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

async function planned(job: FilesJob, passes: readonly Pass[], bundles: Bundles, files: BundledFiles) {
  const { input } = job;
  const { reader, notice } = await bundleReader(job, bundles);
  const guesses = guessesOf(input, files.parts);
  const kept = keptIn(input.files, files.parts);
  const whole = {
    ...job,
    input: { fileName: input.name, text: files.original.original, encoding: 'utf8' as const, kept, guesses },
    notice: [job.notice, notice].filter(Boolean).join(' '),
  };
  const chosen = await plan(whole, passes, {
    reader,
    textsIn: reader.textsIn,
    search: folderSearch(searchFrom(job.search).strategy, guesses !== undefined),
    isRefused: (candidate) => bundles.isBroken(candidate),
  });
  return { reader, chosen };
}

/** Ranges of the bundle that stay: of the files, and the headers of files with such ranges. */
function keptIn(given: readonly JobFile[], parts: readonly Part[]): Range[] {
  return given.flatMap(({ kept = [] }, at): Range[] => {
    if (kept.length === 0) return [];
    const { start, textStart: by } = parts[at];
    return [{ start, end: by }, ...kept.map((range) => ({ start: range.start + by, end: range.end + by }))];
  });
}

/** Everything but the likely files. */
function guessesOf({ likely }: FilesInput, parts: readonly Part[]): Range[][] | undefined {
  if (!likely) return undefined;
  const stay = new Set(likely);
  const others = parts.filter(({ path }) => !stay.has(path));
  return others.length > 0 && others.length < parts.length
    ? [others.map(({ start, end }) => ({ start, end }))]
    : undefined;
}

/** The property must hold for all files, and neither without any nor with all of them empty. */
function calibrationOf(given: FilesInput, files: BundledFiles): Pick<FilesSubject, 'input' | 'forbidden'> {
  const mayAllGo = given.files.every(({ kept }) => !kept?.length);
  const problem = l10n.t(
    'The test shows the bug with empty files too: it must read the files, and fail without the bug.',
  );
  return {
    input: {
      input: files.whole,
      empty: mayAllGo ? { files: [] } : undefined,
      text: given.files.map(({ text }) => text).join('\n'),
      fileName: given.files.map(({ path }) => basename(path)),
      real: given.realRuns,
    },
    forbidden: mayAllGo
      ? { content: files.blank, problem: ({ verdict }) => (verdict === 'holds' ? problem : undefined) }
      : undefined,
  };
}
