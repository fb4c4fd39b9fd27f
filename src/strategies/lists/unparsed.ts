/**
 * A short last pass without the parse filter, token by token: some properties also hold for texts that do not parse. Deletions that
 * the filter refuses tell, one of each kind of token. If none of them holds, the pass is over; else tokens of the kind that held come
 * first. With the effort `thorough`, every token is tried.
 */
import * as l10n from '@vscode/l10n';
import { done, lazy, phase } from '../../search/search';
import { candidateSource, type Candidate, type SourceText } from '../../text/source';
import type { Range } from '../../text/ranges';
import { tidyCuts } from '../../text/tidy';
import { tokenRanges } from '../../text/tokens';
import { parsedText, type ParsedText } from '../parsedText';
import { named } from '../pipelines/steps';
import type { Step, StrategyContext, TextSearch } from '../strategy';
import { tryMoves } from '../moves/moves';

/** Kinds that tell; and tokens that are looked at for them. */
const most = 6;
const mostLooked = 48;

/** Tokens that may fail in a row. 8 leaves two tokens more in one case of ten, 16 gains nothing. */
const patience = 12;

const label = () => l10n.t('Removing tokens that the syntax needs');

/** A token that went first: what else goes is often of its kind, or a sign near it. Most words have failed before, as elements. */
interface First {
  readonly kind: string;
  /** Was it in the second half of the text? */
  readonly isLate: boolean;
}

/** Without a first one all of them, the last tokens first: most of them close something. */
const tokensAfter = (first?: First) =>
  tryMoves(label, (text: ParsedText) => {
    const tokens = tokensOf(text);
    if (first?.isLate !== false) tokens.reverse();
    const rank = ({ kind, isWord }: Token) => (kind === first?.kind ? 0 : isWord ? 2 : 1);
    return {
      targets: first ? tokens.sort((a, b) => rank(a) - rank(b)) : tokens,
      patience: first && patience,
      edits: (token) => cutOf(text, token),
    };
  });

const isThorough = ({ options }: StrategyContext) => options.effort === 'thorough';

export const unparsedTokens: Step = named(label, telling);

function telling(base: SourceText, context: StrategyContext): TextSearch {
  if (isThorough(context)) return tokensAfter()(base, context);
  const text = parsedText(base, context);
  const tokens = refusedTokens(text);
  const candidates = tokens.map((token): Candidate => ({ base, edits: cutOf(text, token) }));
  if (candidates.length === 0) return done(base);
  const firstOf = ({ kind, start }: Token): First => ({ kind, isLate: 2 * start > base.length });
  const held = (first: First, rest: SourceText) => tokensAfter(first)(rest, context);
  return phase({
    alternatives: lazy(candidates.length, (index) => candidates[index]),
    chance: () => 1 / (candidates.length + 1),
    held: (index) => held(firstOf(tokens[index]), candidateSource(candidates[index])),
    none: () => done(base),
    skip: () => done(base),
  });
}

interface Token extends Range {
  /** The type of the element that it is, else the token itself. */
  readonly kind: string;
  readonly isWord: boolean;
}

function tokensOf({ tree, scope }: ParsedText): Token[] {
  const typeOf = new Map<string, string>();
  for (let element = 1; element < tree.count; element++)
    typeOf.set(`${tree.start[element]} ${tree.end[element]}`, tree.types[tree.type[element]]);
  return tokenRanges(tree.text, scope).map(({ start, end }) => {
    const token = tree.text.slice(start, end);
    return { start, end, kind: typeOf.get(`${start} ${end}`) ?? token, isWord: /\w/.test(token) };
  });
}

const cutOf = ({ tree, scope }: ParsedText, token: Range) => tidyCuts(tree.text, [token], scope);

/** One of each kind, from all over the text: the first one, as it may be a needless type, and the last ones. */
function refusedTokens(text: ParsedText): Token[] {
  const tokens = tokensOf(text);
  const stride = Math.max(1, Math.floor(tokens.length / mostLooked));
  const found = new Map<string, Token>();
  const look = (token: Token) => {
    if (!found.has(token.kind) && text.isWorse(cutOf(text, token))) found.set(token.kind, token);
  };
  for (let at = tokens.length - 1; at >= 0 && found.size < most - 1; at -= stride) look(tokens[at]);
  for (let at = 0; at < tokens.length && at < mostLooked && found.size < most; at++) look(tokens[at]);
  return [...found.values()];
}
