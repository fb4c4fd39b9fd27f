/** The search over several files: laws, with a property that is a plain function of all of them. */
import assert from 'node:assert/strict';
import { filesSubject } from '../../../src/reduction/subjects/files';
import type { FilesJob } from '../../../src/reduction/job';
import { type Walked, walkBy } from '../../../src/reduction/drive/drive';
import { defaultCommitRule, defaultLoop } from '../../../src/reduction/drive/loops';
import { partsOf } from '../../../src/text/bundle';
import { candidateText, render, type Candidate, type SourceText } from '../../../src/text/source';
import { filesJobWith } from '../../support/jobs';
import { VirtualClock } from '../../support/virtualClock';

/** What is left of each file; undefined: deleted. */
type Left = readonly (string | undefined)[];

const files = [
  'one (a b) {\n  c;\n}\n',
  'two needle (x (y z)) w\n',
  'three\n',
  'four (thread) five six\nseven needs two\n',
  '',
];
const names = ['1', 'a/2', 'a/3', 'b/4', 'b/c/data'];
const data = Buffer.from([0, 1, 2]);

/** The needle and the thread are there; while a file mentions "two", some file begins with it. Data must stay. */
function property(left: Left): boolean {
  const all = left.filter((text) => text !== undefined);
  const has = (word: string) => all.some((text) => text.includes(word));
  const found = has('needle') && has('thread') && left[4] === '';
  return found && (!has('needs two') || all.some((text) => text.startsWith('two')));
}

/** In the order of `names`. */
const leftOf = (bundle: string): Left => {
  const left = textsOf(bundle);
  return names.map((name) => left.get(name));
};

const textsOf = (bundle: string) =>
  new Map(partsOf(bundle).map(({ path, textStart, end }) => [path, bundle.slice(textStart, end)]));

const jobOf = (search: string): FilesJob => ({
  ...jobWith(names.map((path, at) => [path, files[at]])),
  search,
});

const withInput = (job: FilesJob, input: Partial<FilesJob['input']>): FilesJob => ({
  ...job,
  input: { ...job.input, ...input },
});

const jobWith = (given: readonly (readonly [path: string, text: string])[]): FilesJob =>
  filesJobWith({
    files: given.map(([path, text]) => ({
      path,
      text,
      encoding: 'utf8',
      bytes: path.endsWith('data') ? data : undefined,
    })),
  });

interface Run {
  readonly walked: Walked<SourceText>;
  readonly asked: Left[];
  readonly labels: string[];
}

const walk = (jobs: number, job: FilesJob, holds: (left: Left) => boolean = property) =>
  walkTexts(jobs, job, (bundle) => holds(leftOf(bundle)));

async function walkTexts(jobs: number, job: FilesJob, holds: (bundle: string) => boolean): Promise<Run> {
  const clock = new VirtualClock();
  const [asked, labels]: [Left[], string[]] = [[], []];
  const lab = clock.lab<Candidate>(
    (candidate) => holds(candidateText(candidate)),
    (candidate) => candidateText(candidate),
    (candidate) => 10 + (candidateText(candidate).length % 7),
  );
  const mode = { loop: defaultLoop, commit: defaultCommitRule, jobs };
  const plan = await filesSubject(job);
  const walked = await walkBy(mode, () => plan.search(plan.original), lab, {
    signal: new AbortController().signal,
    onCommit: ({ candidate }) => asked.push(leftOf(candidateText(candidate))),
    onPhase: (label) => labels.push(label),
  });
  plan.dispose();
  return { walked, asked, labels };
}

const result = ({ walked }: Run) => leftOf(render(walked.result!));

describe('laws: several files', () => {
  for (const search of ['default', 'treewide', 'hddr:cdd', 'hddr:ddmin', 'lines:cdd', 'words:groups']) {
    it(`${search}: the property holds, no file can go, and no word of it if the search promises that`, async () => {
      const left = result(await walk(1, jobOf(search)));
      assert.ok(property(left));
      left.forEach((text, file) => {
        if (text === undefined) return;
        assert.ok(!property(left.with(file, undefined)), `file ${file} can go`);
        if (!/default|treewide|hddr/.test(search)) return;
        for (const [word] of text.matchAll(/\b\w+\b/g)) {
          assert.ok(!property(left.with(file, text.replace(word, ''))), `${word} of file ${file} can go`);
        }
      });
    });
  }

  it('the result and the candidates are the same for any number of workers', async () => {
    const one = await walk(1, jobOf('default'));
    const four = await walk(4, jobOf('default'));
    assert.deepEqual(four.asked, one.asked);
    assert.deepEqual(result(four), result(one));
  });

  it('no candidate has a part of a header, or no file', async () => {
    for (const search of ['default+effort=thorough', 'words:ddmin', 'chars:naive']) {
      const { asked } = await walk(1, jobOf(search), (left) => left.some((text) => text !== undefined));
      assert.ok(asked.every((left) => left.some((text) => text !== undefined)));
    }
  });
});

describe('modules', () => {
  const count = 30;
  const named = (n: number) => `m${String(n).padStart(2, '0')}.js`;
  const modules = Array.from({ length: count }, (_, n): [string, string] => [
    named(n),
    `${n > 0 ? `import before from './${named(n - 1)}';\n` : ''}export default function f${n}() {\n  return ${n};\n}\n`,
  ]);
  const required = modules.map(([path]) => `const ${path.slice(0, -3)} = require('./${path}');\n`);

  /** Everything that is imported is there, and the needle. */
  const loads = (bundle: string) => {
    const left = textsOf(bundle);
    const named = [...bundle.matchAll(/'\.\/(m\d+\.js)'/g)].every(([, path]) => left.has(path));
    return named && !bundle.includes('require()') && Boolean(left.get('main.js')?.includes('needle();'));
  };

  for (const [what, main] of [
    ['imported', modules.map(([path]) => `import './${path}';\n`)],
    ['required', required],
  ] as const) {
    it(`${what} everywhere go with what imports them, many at once`, async () => {
      const job = jobWith([...modules, ['main.js', `${main.join('')}needle();\n`]]);
      const { asked, walked } = await walkTexts(1, { ...job, search: 'default+until=statements' }, loads);
      assert.deepEqual([...textsOf(render(walked.result!))], [['main.js', 'needle();\n']]);
      assert.ok(asked.length < count, `${asked.length} tests`);
    });
  }
});

describe('several files', () => {
  it('go whole, with their directory, before their parts are tried', async () => {
    const { asked } = await walk(1, jobOf('default'), (left) => Boolean(left[3]?.includes('thread')));
    const changed = (left: Left) => left.some((text, file) => text !== undefined && text !== files[file]);
    const first = asked.findIndex(changed);
    assert.ok(first > 0);
    assert.ok(asked[first].filter((text) => text !== undefined).length <= 2);
  });

  it('go once nothing left needs them', async () => {
    const holds = (left: Left) =>
      Boolean(left[3]?.includes('thread')) && (!left[3]!.includes('two') || left[1] !== undefined);
    const run = await walk(1, jobOf('default'), holds);
    assert.deepEqual(result(run), [undefined, undefined, undefined, 'thread\n', undefined]);
  });

  it('that are likely to be enough are tested first', async () => {
    const { asked } = await walk(1, withInput(jobOf('default'), { likely: ['a/2', 'b/4', 'b/c/data'] }));
    assert.deepEqual(asked[0], [undefined, files[1], undefined, files[3], '']);
  });

  it('with a part that is kept stay, and are still reduced', async () => {
    const job = jobOf('default');
    const { files: all } = job.input;
    const kept = all.map((file, at) => (at === 0 ? { ...file, kept: [{ start: 5, end: 8 }] } : file));
    const left = result(await walk(1, withInput(job, { files: kept })));
    assert.equal(left[0], 'a b\n');
  });

  it('that are named by others go with what names them', async () => {
    const sources = { 'lib/log.js': 'exports.log = 1;\n', 'main.js': "const a = require('./lib/log');\nneedle();\n" };
    const own = Object.entries(sources).map(([path, text]) => ({ path, text, encoding: 'utf8' as const }));
    const holds = (bundle: string) =>
      bundle.includes('needle()') && bundle.includes("'./lib/log'") === bundle.includes('lib/log.js');
    const plan = await filesSubject(withInput(jobOf('treewide'), { files: own }));
    const asked: string[] = [];
    const lab = new VirtualClock().lab<Candidate>(
      (candidate) => holds(candidateText(candidate)),
      candidateText,
      () => 1,
    );
    const mode = { loop: defaultLoop, commit: defaultCommitRule, jobs: 1 };
    const walked = await walkBy(mode, () => plan.search(plan.original), lab, {
      signal: new AbortController().signal,
      onCommit: ({ candidate }) => asked.push(candidateText(candidate)),
    });
    plan.dispose();
    assert.equal(render(walked.result!), '\0main.js\0\nneedle();\n');
  });
});

describe('several files until statements', () => {
  /** While it logs, it needs the import, and that the file. */
  const holds = (bundle: string) => {
    const left = textsOf(bundle);
    const main = left.get('main.js') ?? '';
    const imports = main.includes("require('./log')");
    return main.includes('crash();') && (!main.includes('log(') || imports) && (!imports || left.has('log.js'));
  };

  it('take the import after the last use, and then the file', async () => {
    const main = "const { log } = require('./log');\nlog('a');\ncrash();\nlog('b');\n";
    const files = [['log.js', 'exports.log = (text) => text;\n'] as const, ['main.js', main] as const];
    const { walked } = await walkTexts(1, { ...jobWith(files), search: 'default+until=statements' }, holds);
    assert.deepEqual([...textsOf(render(walked.result!))], [['main.js', 'crash();\n']]);
  });

  it('take an import that nothing of its own file uses', async () => {
    const files = [
      ['a.js', "import { log } from './log.js';\nimport { crash } from './b.js';\ncrash();\n"] as const,
      ['b.js', "import { log } from './log.js';\nexport const crash = () => log('b');\n"] as const,
      ['log.js', 'export const log = (text) => text;\n'] as const,
    ];
    const holds = (bundle: string) => {
      const left = textsOf(bundle);
      const isCalled = left.get('a.js')?.includes("import { crash } from './b.js';\ncrash();") === true;
      return isCalled && left.get('b.js') === files[1][1] && left.has('log.js');
    };
    const { walked } = await walkTexts(1, { ...jobWith(files), search: 'default+until=statements' }, holds);
    assert.equal(textsOf(render(walked.result!)).get('a.js'), "import { crash } from './b.js';\ncrash();\n");
  });
});
