/**
 * A short last pass without the parse filter, token by token: some properties also hold for texts that do not parse. A few deletions
 * that the filter refuses tell. If none of them holds, the pass is over. With the effort `thorough`, every token is tried.
 */
import * as l10n from '@vscode/l10n';
import { done, lazy, phase } from '../../search/search';
import { candidateSource, render, type Candidate, type SourceText } from '../../text/source';
import type { Range } from '../../text/ranges';
import { tidyCuts } from '../../text/tidy';
import { tokenRanges } from '../../text/tokens';
import type { ParsedText } from '../parsedText';
import { begun, resumable, resumed } from '../pipelines/resuming';
import { named } from '../pipelines/steps';
import { scopeOf, type Step, type StrategyContext, type TextSearch } from '../strategy';
import { tryMoves } from '../moves/moves';

/** Deletions that tell; and tokens that are looked at for them. */
const most = 6;
const mostLooked = 48;

const label = () => l10n.t('Removing tokens that the syntax needs');

/** The last tokens first: most of them close something. */
const tokenByToken = (patience?: number) =>
  tryMoves(label, ({ tree: { text }, scope }: ParsedText) => ({
    targets: tokenRanges(text, scope).reverse(),
    patience,
    edits: (range) => tidyCuts(text, [range], scope),
  }));

/** 12, and to leave out tokens that the filter does not refuse, leave 1 to 3 more tokens in three cases of eight. */
const someTokens = tokenByToken(16);
const everyToken = tokenByToken();

const isThorough = ({ options }: StrategyContext) => options.effort === 'thorough';

export const unparsedTokens: Step = named(
  label,
  resumable<unknown>(telling, (note, original, context) =>
    resumed(isThorough(context) ? everyToken : someTokens, note, original, context),
  ),
);

function telling(text: SourceText, context: StrategyContext): TextSearch {
  if (isThorough(context)) return begun(everyToken, text, context);
  const candidates = refusedDeletions(text, context);
  if (candidates.length === 0) return done(text);
  return phase({
    alternatives: lazy(candidates.length, (index) => candidates[index]),
    chance: () => 1 / (candidates.length + 1),
    held: (index) => begun(someTokens, candidateSource(candidates[index]), context),
    none: () => done(text),
    skip: () => done(text),
  });
}

/** Of single tokens that read differently, from all over the text: the first one, as it may be a needless type, and the last ones. */
function refusedDeletions(base: SourceText, { isWorse, fixed }: StrategyContext): Candidate[] {
  if (!isWorse) return [];
  const text = render(base);
  const scope = scopeOf(text.length, fixed);
  const tokens = tokenRanges(text, scope);
  const stride = Math.max(1, Math.floor(tokens.length / mostLooked));
  const found = new Map<string, Candidate>();
  const look = ({ start, end }: Range) => {
    const token = text.slice(start, end);
    const candidate = { base, edits: tidyCuts(text, [{ start, end }], scope) };
    if (!found.has(token) && isWorse(candidate)) found.set(token, candidate);
  };
  for (let at = tokens.length - 1; at >= 0 && found.size < most - 1; at -= stride) look(tokens[at]);
  for (let at = 0; at < tokens.length && at < mostLooked && found.size < most; at++) look(tokens[at]);
  return [...found.values()];
}
