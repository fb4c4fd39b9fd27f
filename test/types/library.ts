/**
 * What programs may write with the types of the library, and what they may not. `npm run typecheck` tests it, and
 * test/unit/library/options.test.ts with exactOptionalPropertyTypes.
 */
import { expectTypeOf } from 'expect-type';
import * as whittle from '../../src/library';
import type { Candidate, PassFunction, Property, PropertyFunction, WhittleEvent } from '../../src/library';

const { reduce, isolate, compare, WhittleError } = whittle;
const input = 'a needle';
const property = (text: string) => text.includes('needle');

// Functions and their results.
expectTypeOf(reduce).returns.resolves.toEqualTypeOf<whittle.Reduction>();
expectTypeOf(isolate).returns.resolves.toEqualTypeOf<whittle.Isolation>();
expectTypeOf(compare).returns.resolves.toEqualTypeOf<whittle.Row[]>();
expectTypeOf(reduce).parameters.toEqualTypeOf<[whittle.ReduceOptions]>();
expectTypeOf<whittle.Reduction>().toHaveProperty('text').toEqualTypeOf<string>();
expectTypeOf<whittle.Reduction>().toHaveProperty('bytes').toEqualTypeOf<Uint8Array>();
expectTypeOf<whittle.Reduction['size']['tokens']>().toEqualTypeOf<whittle.BeforeAndAfter>();
expectTypeOf<whittle.Reduction['ending']>().toEqualTypeOf<
  'done' | 'time' | 'tests' | 'size' | 'enough' | 'interrupted' | 'broken'
>();
expectTypeOf<whittle.Isolation['failing']>().toEqualTypeOf<whittle.Side>();
expectTypeOf(whittle.version).toEqualTypeOf<string>();
expectTypeOf(whittle.languageIds).toEqualTypeOf<readonly string[]>();

// Inputs, properties and options.
expectTypeOf(reduce).toBeCallableWith({ input, property });
expectTypeOf(reduce).toBeCallableWith({ input, property, maxTime: '5m', timeout: 2, runs: 5, need: 2 });
expectTypeOf(reduce).toBeCallableWith({ input: new Uint8Array(), property: async () => true });
expectTypeOf(reduce).toBeCallableWith({
  input,
  property: new URL('file:///a.mjs'),
  jobs: 2,
  maxTime: 60,
  search: 'hddr',
});
expectTypeOf(reduce).toBeCallableWith({ input, property: () => 'unresolved', signal: new AbortController().signal });
expectTypeOf(isolate).toBeCallableWith({ failing: input, passing: '', unit: 'chars', property });
expectTypeOf(compare).toBeCallableWith({ input, property, searches: ['hddr', 'lines'] });
// Written out: only then is a name that is not known an error.
void reduce({ input, language: 'json', fileName: 'a.json', property, maxTests: 5, targetSize: 3, reduceWith: [] });
void compare({ input, property, searches: ['hddr'] });
declare const perhaps: { maxTime: number | undefined; signal: AbortSignal | undefined; onEvent: undefined };
void reduce({ input, property, ...perhaps });
expectTypeOf<PropertyFunction>().parameters.toEqualTypeOf<[string, Candidate]>();
expectTypeOf<Candidate['signal']>().toEqualTypeOf<AbortSignal>();
expectTypeOf<string>().toExtend<Property>();
expectTypeOf<PassFunction>().parameter(0).toEqualTypeOf<whittle.PassQuestion>();
// @ts-expect-error: a property must answer.
void reduce({ input, property: () => undefined });
// @ts-expect-error: an input is needed.
void reduce({ property });
// @ts-expect-error: it has another name.
void reduce({ input, property, maxTest: 3 });
// @ts-expect-error: only isolations have a unit.
void reduce({ input, property, unit: 'chars' });
// @ts-expect-error: a signal, not its controller.
void reduce({ input, property, signal: new AbortController() });

// Events are told apart by their names.
declare const event: WhittleEvent;
if (event.event === 'accepted') expectTypeOf(event.tokens).toEqualTypeOf<number>();
if (event.event === 'candidate') expectTypeOf(event.verdict).toExtend<string>();
if (event.event === 'finished') expectTypeOf(event.confirmed).toEqualTypeOf<boolean>();
if (event.event === 'calibrated') expectTypeOf(event.jobs).toEqualTypeOf<number>();
expectTypeOf<Extract<WhittleEvent, { event: 'accepted' }>>().not.toHaveProperty('text');
// @ts-expect-error: there is no such event.
if (event.event === 'paused') void 0;

// Errors.
expectTypeOf(WhittleError).instance.toExtend<Error>();
expectTypeOf(new WhittleError('a', 'property').reason).toEqualTypeOf<'property' | 'options'>();
expectTypeOf(new WhittleError('a', 'property').output).toEqualTypeOf<string | undefined>();
