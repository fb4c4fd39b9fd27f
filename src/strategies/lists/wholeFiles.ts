/** The files of a bundle as one list: for searches without a tree, which see no files. In the end no file can go alone. */
import * as l10n from '@vscode/l10n';
import { noExperience } from '../../reducers/experience';
import { singleDeletions } from '../../reducers/parts/sweep';
import { labelled, then } from '../../search/compose';
import { partsOf } from '../../text/bundle';
import { render } from '../../text/source';
import { countTokens } from '../../text/tokens';
import type { Step } from '../strategy';
import { piecesKept } from './flat';

export const wholeFiles: Step = (base, { reduceList }) => {
  const text = render(base);
  const files = partsOf(text);
  const tokens = files.map(({ textStart, end }) => countTokens(text.slice(textStart, end)));
  const list = { size: files.length, weight: (index: number) => Math.max(1, tokens[index]) };
  const reduced = then(reduceList(list, noExperience), (kept) => singleDeletions(kept));
  const search = piecesKept(reduced, base, files, { start: 0, end: text.length });
  return labelled(search, () => l10n.t('Removing whole files'));
};
