/** Plain functions as external passes. */
import type { PassFunction } from '../../src/oracle/passes';
import { withProposers, type Proposer } from '../../src/strategies/pipelines/proposals';
import type { Strategy } from '../../src/strategies/strategy';
import { treewide } from '../../src/strategies/treewide/treewide';

/** Shorter names, smaller numbers. */
export const plainer: PassFunction = ({ text }) =>
  [...text.matchAll(/\b(?:[1-9]\d*|[a-z]\w+)\b/g)].map(({ 0: word, index: start }) => ({
    edits: [{ start, end: start + word.length, text: /\d/.test(word) ? String(Number(word) - 1) : word.slice(0, -1) }],
  }));

const proposer: Proposer = {
  name: 'plainer',
  isWritable: () => true,
  propose(text) {
    const proposals = plainer({ text, language: null });
    if (proposals instanceof Promise) throw new Error('It answers at once.');
    return proposals.map(({ edits }) => edits.map(({ start, end, text: insert }) => ({ start, end, insert })));
  },
};

/** A strategy with such a pass, for the laws. */
export const withPass: Strategy = {
  ...treewide,
  name: 'treewide with a pass',
  search: withProposers(treewide.search, [proposer]),
};
