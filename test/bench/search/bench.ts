/** What the sections share: subjects, and traces that are made once, whoever asks. */
import { whole } from '../support/report';
import type { Options } from '../support/suite';
import type { Contender } from './contenders';
import { measure } from './measure';
import { corpusSubjects } from './oracles';
import { librarySubjects } from './properties';
import { testsOf, tokensOf, type Trace } from './record';
import type { Subject } from './subject';
import { verdictsOf, type Remember } from './verdicts';

export class Bench {
  /** Of the library, as far as they are wanted. */
  readonly library: readonly Subject[];

  private readonly traces = new Map<string, Promise<Trace>>();
  /** Verdicts of the parse filter, by file name. */
  private readonly filters = new Map<string, Remember>();

  constructor(private readonly options: Pick<Options, 'subjects' | 'variants' | 'long'>) {
    this.library = librarySubjects(verdictsOf).filter(({ name }) => this.isWanted(name));
  }

  /** These cases, as far as they are wanted; undefined without a corpus. */
  corpus(names: readonly string[], long: readonly string[] = []): Subject[] | undefined {
    return corpusSubjects(names.filter((name) => this.isWanted(name, long.includes(name))));
  }

  trace(subject: Subject, contender: Contender): Promise<Trace> {
    const key = `${subject.name}, ${contender.name}`;
    const filter = this.filter(subject);
    const trace = this.traces.get(key) ?? told(key, () => measure(subject, contender, { filter }));
    this.traces.set(key, trace);
    return trace;
  }

  /** What the parse filter said of candidates of a file of this name. */
  filter({ fileName }: Subject): Remember {
    const filter = this.filters.get(fileName) ?? verdictsOf(`filter-${fileName}`);
    this.filters.set(fileName, filter);
    return filter;
  }

  /** Is this reducer wanted? */
  isReducerWanted({ name }: Contender): boolean {
    return this.options.variants?.includes(name) ?? true;
  }

  private isWanted(name: string, isLong = false): boolean {
    const { subjects, long = false } = this.options;
    return subjects ? subjects.includes(name) : long || !isLong;
  }
}

/** Says what came out to whoever waits. */
async function told(name: string, work: () => Promise<Trace>): Promise<Trace> {
  const start = performance.now();
  const trace = await work();
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.error(`${name}: ${whole(testsOf(trace))} tests, ${whole(tokensOf(trace))} tokens, ${seconds} s`);
  return trace;
}
