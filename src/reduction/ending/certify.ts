/**
 * Of a flaky test: does a text show the bug as often as is demanded? A text that the search goes on from is tested until that is likely; if it
 * is not, the search goes back to the last one of which it is. The result gets a certificate: fresh runs, which no search has chosen from.
 */
import { type Content, contentKey } from '../../oracle/content';
import { certifiedBy, demandAfter, demandOf, isWellKnown, runsOfEmpty, trustedBy } from '../../oracle/judging/evidence';
import { type Tally, isFlaky, sum, untold } from '../../oracle/judging/repeat';
import { observeAll } from '../../oracle/property';
import type { Run, Shown } from '../state';
import { type Certified, type Confirmation, type How, mostOutput, testedAgain } from './confirm';

type Limited = Pick<How, 'timeoutMs' | 'signal'>;

/** `most`: runs of one state; unset: as many as it takes. */
type Certificate = Limited & { readonly most?: number };

/** Does the run's state show the bug too seldom to go on from? Else it is trusted. */
export async function isRefuted(run: Run, how: Limited): Promise<boolean> {
  const { trail, property } = run;
  const last = trail.since.at(-1);
  if (last && !(await isTrusted(run, last, how))) return true;
  trail.trust(trail.since.length);
  property.doubt(demandAfter(property.demand!, trail.trusted.at(-1)!.tally));
  return false;
}

/** After a state that was refuted: the last one before it that is trusted. If there was none since, that one may be wrong. */
export async function backToTrusted(run: Run, how: Limited): Promise<Shown> {
  const { trail, property } = run;
  let trusted = 0;
  for (let wrong = trail.since.length; wrong - trusted > 1;) {
    const middle = Math.floor((trusted + wrong) / 2);
    if (await isTrusted(run, trail.since[middle - 1], how)) trusted = middle;
    else wrong = middle;
  }
  trail.trust(trusted);
  const last = trusted > 0 ? trail.trusted.at(-1)! : await backToProven(run, how);
  property.doubt(demandAfter(property.demand!, last.tally));
  return last;
}

/** The last trusted state that fresh runs speak for: some at the first return to it, a certificate at the second one. */
async function backToProven(run: Run, how: Limited): Promise<Shown> {
  const { trail } = run;
  for (;;) {
    const last = trail.trusted.at(-1)!;
    if (last === trail.trusted[0]) return last;
    last.returns = (last.returns ?? 0) + 1;
    if (last.returns === 1 && (await isTrusted(run, { ...last, tally: untold }, how))) return last;
    if (last.returns > 1 && (await certificateOf(run, last, how)).verdict !== 'fails') return last;
    trail.trusted.pop();
    trail.goOn();
  }
}

async function isTrusted(run: Run, shown: Shown, how: Limited): Promise<boolean> {
  const { property, trail, subject } = run;
  const content = subject.contentOf(shown.state);
  const ask = async () => {
    const isEnough = (tally: Tally) => trustedBy(property.demand!, sum(shown.tally, tally));
    const { tally } = await recorded(run, 'text', content, how, isEnough);
    shown.tally = sum(shown.tally, tally);
    return trustedBy(property.demand!, shown.tally)!;
  };
  const isGood = (await ask()) || (!isWellKnown(trail.trusted[0].tally) && (await learnMore(run, how), await ask()));
  if (!isGood) refute(run, content);
  return isGood;
}

function refute({ trail, property }: Run, content: Content): void {
  trail.refuted.add(contentKey(content));
  property.doubt({ ...property.demand!, isWarned: true });
}

/** The rate of the input may have been overestimated, and that of wrong verdicts underestimated. */
async function learnMore(run: Run, how: Limited): Promise<void> {
  const { property, trail, subject } = run;
  const [original] = trail.trusted;
  await inputAgain(run, how, (more) => isWellKnown(sum(original.tally, more)));
  const { empty } = subject.input;
  const isEnough = ({ runs }: Tally) => runs >= runsOfEmpty.more || undefined;
  const more = empty && (await recorded(run, 'empty', empty, how, isEnough)).tally;
  const demand = property.demand!;
  if (more) property.doubt({ ...demand, wrong: sum(demand.wrong, more) });
}

async function inputAgain(run: Run, how: Limited, isEnough: (more: Tally) => boolean): Promise<void> {
  const { property, trail, subject } = run;
  const [original] = trail.trusted;
  const { tally } = await recorded(run, 'original', subject.input.input, how, (more) => isEnough(more) || undefined);
  original.tally = sum(original.tally, tally);
  const { rate, bound } = demandOf(original.tally);
  property.doubt({ ...property.demand!, rate, bound });
}

/** The certificate of a state. The unchanged input needs none. */
async function certificateOf(run: Run, shown: Shown, how: Certificate): Promise<Confirmation> {
  const [original] = run.trail.trusted;
  if (shown === original) return { verdict: 'holds', tally: original.tally, contradicted: true };
  try {
    return (shown.certificate ??= await freshCertificate(run, shown, how));
  } catch (error) {
    return { tally: untold, contradicted: false, problem: error as Error };
  }
}

async function freshCertificate(run: Run, { state }: Shown, how: Certificate): Promise<Confirmation> {
  const { trail, subject, property } = run;
  const [original] = trail.trusted;
  const content = subject.contentOf(state);
  let [tally, told]: [Tally, string?] = [untold];
  // With no room for more runs, the likelier of both.
  const isCut = ({ runs }: Tally) => runs >= (how.most ?? Infinity);
  const decide = (all: Tally) => {
    const verdict = certifiedBy(original.tally, all, property.demand!.isWarned);
    return typeof verdict === 'string' && isCut(all) ? all.held >= demandOf(original.tally).bound * all.runs : verdict;
  };
  let verdict: ReturnType<typeof certifiedBy>;
  while (typeof (verdict = decide(tally)) === 'string') {
    if (verdict === 'input') await inputAgain(run, how, ({ runs }) => runs > 0);
    else {
      const before = tally;
      const more = await recorded(run, 'certificate', content, how, (some) => {
        return decide(sum(before, some)) !== 'text' || undefined;
      });
      [tally, told] = [sum(before, more.tally), more.output ?? told];
    }
  }
  const passing = verdict && subject.passingOf?.(state);
  if (!verdict) refute(run, content);
  const other = passing && (await testedAgain(property, passing, { holds: 3, fails: 1 }, { ...untold, ...how }));
  const holds = verdict && (!other || other.verdict === 'fails');
  return { verdict: holds ? 'holds' : 'fails', tally, contradicted: isFlaky(tally), output: told };
}

/** The run's state, or the last trusted one before it that is certified. */
export async function certified(run: Run, how: Certificate): Promise<Certified> {
  const { trusted, since } = run.trail;
  for (let shown = since.at(-1) ?? trusted.at(-1)!; ; shown = trusted.at(-1)!) {
    const confirmation = await certificateOf(run, shown, how);
    if (confirmation.problem || confirmation.verdict === 'holds') return { state: shown.state, confirmation };
    if (since.length > 0) since.length = 0;
    else trusted.pop();
  }
}

/** Runs until `decide` has a verdict; a resumed run takes them from its journal. */
async function recorded(
  { property, journal, controls }: Run,
  name: string,
  content: Content,
  how: Limited,
  decide: (tally: Tally) => boolean | undefined,
) {
  const key = `${name} ${contentKey(content)}`;
  const before = journal?.answerTo(key);
  let [tally, output, isEnough] = [before?.tally ?? untold, '', undefined as boolean | undefined];
  while ((isEnough = decide(tally)) === undefined) {
    await controls.ready(how.signal);
    const answer = await observeAll(property, content, how.timeoutMs, how.signal);
    tally = sum(tally, { held: Number(answer.verdict === 'holds'), runs: 1 });
    if (answer.verdict === 'holds') output = answer.output;
  }
  journal?.commit(key, before ?? { verdict: isEnough ? 'holds' : 'fails', ms: 0, tally }, false);
  journal?.forget(key);
  return { tally, output: output ? output.slice(-mostOutput) : undefined };
}
