/** Whatever a program passes as an option, the promise settles: the option is refused in one sentence, or it works. */
import assert from 'node:assert/strict';
import ts from 'typescript';
import { ownOptions } from '../../../src/library/options';
import { rowsOf } from '../../../src/options/values';
import { expectNoRunRoots } from '../../support/files';
import { library } from '../../support/library';

expectNoRunRoots();

const hostile = new Proxy({}, { get: () => assert.fail('looked at'), getPrototypeOf: () => assert.fail('looked at') });
const values = [
  NaN,
  -1,
  0,
  '',
  {},
  null,
  [],
  () => 1,
  1e300,
  '5',
  2.5,
  true,
  Symbol('s'),
  10n,
  Object.create(null),
  hostile,
];
const good = {
  reduce: { input: 'a\nneedle\n', property: (text: string) => text.includes('needle') },
  isolate: { failing: 'a needle', property: (text: string) => text.includes('needle') },
  compare: { input: 'a\nneedle\n', property: (text: string) => text.includes('needle'), searches: ['lines'] },
};
type Call = keyof typeof good;

/** The sentence of a refusal; undefined if it works. */
async function outcome(call: Call, given: unknown): Promise<string | undefined> {
  const { [call]: run, WhittleError } = await library();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It does not settle.')), 30_000);
  });
  try {
    await Promise.race([(run as (options: unknown) => Promise<unknown>)(given), late]);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof WhittleError, `${String(error)} ${(error as Error).stack}`);
    assert.match(error.message, /^[^\n]+\.$|\?$/);
    return error.message;
  } finally {
    clearTimeout(timer);
  }
}

describe('the types of the options', () => {
  it('are those of programs that distinguish undefined from a missing option', function () {
    this.timeout(120_000); // compiles
    const { options } = ts.parseJsonConfigFileContent(
      ts.readConfigFile('tsconfig.json', ts.sys.readFile).config,
      ts.sys,
      '.',
    );
    const program = ts.createProgram(['test/types/library.ts'], { ...options, exactOptionalPropertyTypes: true });
    const found = program.getSemanticDiagnostics(program.getSourceFile('test/types/library.ts'));
    assert.deepEqual(
      found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
      [],
    );
  });
});

describe('the options of the library', () => {
  for (const call of Object.keys(good) as Call[]) {
    const rows = rowsOf(`${call}()`).map(([name]) => name);
    for (const name of [...Object.keys(ownOptions[`${call}()`]), ...rows]) {
      it(`${call}: ${name} is refused or works, whatever it is`, async function () {
        this.timeout(60_000); // sixteen runs
        for (const value of values) await outcome(call, { ...good[call], [name]: value });
      });
    }
  }

  it('are refused with their name, what they are and what they may be', async () => {
    const { reduce: base } = good;
    for (const jobs of [0, -1, NaN, 2.5, 257, 1e300, '5', null]) {
      assert.match(
        (await outcome('reduce', { ...base, jobs })) ?? '',
        /^The option "jobs" is .+: give a whole number from 1 to 256\.$/,
      );
    }
    const cases: [object, RegExp][] = [
      [{ timeout: 2 ** 31 }, /"timeout" is 2147483648: give seconds above 0, or a time such as "500ms" or "5m"\./],
      [{ fileName: '' }, /"fileName" is "": give the name of a file/],
      [{ signal: {} }, /"signal" is {}: give an AbortSignal\./],
      [{ property: Symbol('s') }, /"property" is Symbol\(s\): give a function, or the URL of a module\./],
      [{ maxTest: 3 }, /^reduce has no option "maxTest": use maxTests\.$/],
      [{ timeOut: 3 }, /^reduce has no option "timeOut": use timeout\.$/],
      [{ lang: 'json' }, /^reduce has no option "lang": use language\.$/],
      [{ passes: [] }, /^reduce has no option "passes": use reduceWith\.$/],
      [{ colour: 'red' }, /^reduce has no option "colour": use property, .*\.$/],
      [{ unit: 'words' }, /^reduce has no option "unit"/],
    ];
    for (const [more, words] of cases) assert.match((await outcome('reduce', { ...base, ...more })) ?? '', words);
    for (const test of ['test', 'predicate', 'oracle', 'isInteresting', 'check']) {
      assert.equal(await outcome('reduce', { [test]: base.property }), `reduce has no option "${test}": use property.`);
    }
    for (const given of [undefined, null, 7, 'a', () => 1]) {
      assert.match(
        (await outcome('reduce', given)) ?? '',
        /^reduce needs its options as an object, not .*: give { property, input }\.$/,
      );
    }
  });

  const noErrors = [null, undefined, Object.create(null), hostile, Symbol('s'), 7, ''];
  const thrown = [...noErrors, Object.freeze(new Error('f'))];

  it('may throw anything: a property', async () => {
    for (const value of thrown) {
      for (const property of [
        () => Promise.reject(value as Error),
        () => {
          throw value;
        },
      ]) {
        const told = await outcome('reduce', { ...good.reduce, property });
        assert.match(told ?? '', /^The property fails with an error on the unchanged input/);
      }
    }
  });

  it('may throw anything: a pass, which is left out', async () => {
    for (const value of thrown) {
      const pass = () => {
        throw value;
      };
      assert.equal(await outcome('reduce', { ...good.reduce, reduceWith: [pass] }), undefined);
    }
  });

  it('may throw anything: a listener, and a getter of the options; the call ends with it', async () => {
    const { reduce } = await library();
    for (const value of noErrors.filter((one) => one !== hostile)) {
      const fail = () => {
        throw value;
      };
      const givens = [
        { ...good.reduce, onEvent: fail },
        Object.defineProperty({ ...good.reduce }, 'jobs', { get: fail, enumerable: true }),
      ];
      for (const given of givens) {
        const thrownThere = await reduce(given).then(
          () => 'nothing',
          (error: unknown) => error,
        );
        assert.equal(thrownThere, value);
      }
    }
  });
});
