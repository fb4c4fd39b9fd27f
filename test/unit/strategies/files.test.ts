/** The search over several files: laws, with a property that is a plain function of all of them. */
import assert from 'node:assert/strict';
import type { Walked } from '../../../src/reduction/drive/drive';
import { commitRuleNamed, loopNamed } from '../../../src/reduction/drive/loops';
import { walkBy } from '../../../src/reduction/drive/walkBy';
import { defaultOptions } from '../../../src/reduction/searches/options';
import { reducerNamed } from '../../../src/reducers/registry';
import { defaultOptions as reducerDefaults } from '../../../src/reducers/options';
import {
  searchFiles,
  textsOf,
  type FilesCandidate,
  type FilesContext,
  type FileTexts,
} from '../../../src/strategies/pipelines/files';
import { strategyNamed } from '../../../src/strategies/registry';
import { genericElements } from '../../../src/syntax/generic/elements';
import { loadedText, render, sourceText } from '../../../src/text/source';
import { reduceText } from '../../support/reduceText';
import { VirtualClock } from '../../support/virtualClock';

/** What is left of each file; undefined: deleted. */
type Left = readonly (string | undefined)[];

const files = [
  'one (a b) {\n  c;\n}\n',
  'two needle (x (y z)) w\n',
  'three\n',
  'four (thread) five six\nseven needs two\n',
  'data',
];

/** The needle and the thread are there; while a file mentions "two", some file begins with it. Data must stay. */
function property(left: Left): boolean {
  const all = left.filter((text) => text !== undefined);
  const has = (word: string) => all.some((text) => text.includes(word));
  const found = has('needle') && has('thread') && left[4] === 'data';
  return found && (!has('needs two') || all.some((text) => text.startsWith('two')));
}

const rendered = (texts: FileTexts): Left => texts.map((text) => text && render(text));

function contextOf(strategy: string, reducer: string): FilesContext {
  const reduceList = (list: Parameters<FilesContext['reduceList']>[0]) =>
    reducerNamed(reducer)!.search(list, reducerDefaults);
  const one = {
    reduceList,
    parse: genericElements,
    fixed: { prefix: 0, suffix: 0 },
    options: { ...defaultOptions },
  };
  return {
    reduceList,
    search: (file, text) => (file === 4 ? undefined : strategyNamed(strategy)!.search(text, one)),
    resume: (file, note) => strategyNamed(strategy)!.search.resume!(note, files[file], one),
    load: (file, saved) => loadedText(saved, files[file]),
    mayGo: () => true,
    name: (file) => `file ${file}`,
  };
}

interface Run {
  readonly walked: Walked<FileTexts>;
  readonly asked: Left[];
  readonly labels: string[];
}

async function walk(jobs: number, context: FilesContext, holds: (left: Left) => boolean = property): Promise<Run> {
  const clock = new VirtualClock();
  const [asked, labels]: [Left[], string[]] = [[], []];
  const leftOf = (candidate: FilesCandidate) => rendered(textsOf(candidate));
  const lab = clock.lab<FilesCandidate>(
    (candidate) => holds(leftOf(candidate)),
    (candidate) => JSON.stringify(leftOf(candidate)),
    (candidate) => 10 + (JSON.stringify(leftOf(candidate)).length % 7),
  );
  const mode = { loop: loopNamed('ahead')!, commit: commitRuleNamed('in-order')!, jobs };
  const search = searchFiles(
    files.map((text) => sourceText(text)),
    context,
  );
  const walked = await walkBy(mode, search, lab, {
    signal: new AbortController().signal,
    onCommit: ({ candidate }) => asked.push(leftOf(candidate)),
    onPhase: (label) => labels.push(label),
  });
  return { walked, asked, labels };
}

describe('laws: several files', () => {
  for (const strategy of ['default', 'treewide', 'hddr', 'lines']) {
    for (const reducer of ['cdd', 'ddmin', 'groups']) {
      it(`${strategy} with ${reducer}: the property holds, no file can go, none can be smaller`, async () => {
        const { walked } = await walk(1, contextOf(strategy, reducer));
        const left = rendered(walked.result!);
        assert.ok(property(left));
        left.forEach((text, file) => {
          if (text === undefined) return;
          assert.ok(!property(left.with(file, undefined)), `file ${file} can go`);
          if (file === 4) return;
          const again = reduceText(text, {
            strategy: strategyNamed(strategy)!,
            reducer: reducerNamed(reducer),
            property: (smaller) => property(left.with(file, smaller)),
          });
          assert.equal(again.text.length, text.length, `file ${file} can be smaller`);
        });
      });
    }
  }

  it('the result and the candidates are the same for any number of workers', async () => {
    const one = await walk(1, contextOf('default', 'cdd'));
    const four = await walk(4, contextOf('default', 'cdd'));
    assert.deepEqual(four.asked, one.asked);
    assert.deepEqual(rendered(four.walked.result!), rendered(one.walked.result!));
  });
});

describe('several files', () => {
  it('go whole before any of their parts is tried', async () => {
    const { asked, labels } = await walk(1, contextOf('default', 'cdd'));
    const changed = (left: Left) => left.some((text, file) => text !== undefined && text !== files[file]);
    const first = asked.findIndex(changed);
    assert.ok(first > 1);
    const before = asked[first - 1].map((_, file) => asked[first][file] !== undefined);
    assert.deepEqual(before, [false, true, false, true, true]);
    assert.equal(labels[0], 'Removing whole files');
    assert.ok(labels.includes('file 3: Removing elements'));
  });

  it('go in a later round, once nothing left needs them', async () => {
    const holds = (left: Left) =>
      Boolean(left[3]?.includes('thread')) && (!left[3]!.includes('two') || left[1] !== undefined);
    const { walked } = await walk(1, contextOf('default', 'cdd'), holds);
    assert.deepEqual(rendered(walked.result!), [undefined, undefined, undefined, 'thread\n', undefined]);
  });

  it('are never tested all deleted, even if every candidate holds', async () => {
    const { walked, asked } = await walk(1, contextOf('lines', 'naive'), () => true);
    assert.ok(asked.every((left) => left.some((text) => text !== undefined)));
    assert.equal(rendered(walked.result!).filter((text) => text !== undefined).length, 1);
  });

  it('that may not go whole stay, and are still reduced', async () => {
    const context = { ...contextOf('lines', 'cdd'), mayGo: (file: number) => file !== 0 };
    const { walked } = await walk(1, context);
    assert.notEqual(walked.result![0], undefined);
    assert.ok(walked.result![0]!.length < files[0].length);
  });
});
