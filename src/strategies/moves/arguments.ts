/**
 * Arguments in place of parameters: `struct s<t> { a: t }` with `s<u8>` becomes `struct s { a: u8 }` with `s`, and `f(x) { g(x) }` with `f(1)`
 * becomes `f() { g(1) }` with `f()`.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import type { Edit } from '../../text/source';
import { cutsOfElements, mayGo, type ParsedText } from '../parsedText';
import { familiesOf, type Family } from '../names/groups';
import { isInside, namesOf, type Name } from '../names/names';
import { simplifyingPatience, tryMoves } from './moves';

/** The i-th members of a family; the first one introduces the name. */
interface Parameter {
  readonly name: Name;
  readonly family: Family;
  readonly index: number;
}

export const argumentsInlined = tryMoves<Parameter>(
  () => l10n.t('Inlining definitions'),
  (text) => {
    const names = [...namesOf(text.tree).values()];
    return {
      targets: parametersOf(text.tree, names, familiesOf(text.tree, names)),
      patience: simplifyingPatience,
      edits: (parameter) => inlined(text, parameter),
    };
  },
);

function parametersOf(tree: ElementTree, names: readonly Name[], families: readonly Family[]): Parameter[] {
  const introduced = new Map(
    names.filter(({ occurrences }) => occurrences.length > 1).map((name) => [name.occurrences[0], name]),
  );
  return families.flatMap((family) =>
    family[0].members.flatMap((member, index): Parameter[] => {
      for (let element = member; element <= tree.last[member]; element++) {
        const name = introduced.get(element);
        if (name) return [{ name, family, index }];
      }
      return [];
    }),
  );
}

function inlined(text: ParsedText, { name, family, index }: Parameter): readonly Edit[] {
  const { tree } = text;
  const members = family.flatMap((group) => group.members.slice(index, index + 1));
  const argument = members[1];
  if (argument === undefined) return [];
  const insert = tree.text.slice(tree.start[argument], tree.end[argument]);
  const uses = name.occurrences.filter((use) => !members.some((member) => isInside(tree, use, member)));
  const isEmptied = family.every((group) => group.members.length <= 1);
  const elements = isEmptied ? family.flatMap(({ element }) => (element < 0 ? [] : [element])) : members;
  if (uses.length === 0 || ![...uses, ...elements].every((element) => mayGo(text, element))) return [];
  const edits = uses.map((use): Edit => ({ start: tree.start[use], end: tree.end[use], insert }));
  const brackets = isEmptied ? family.map(({ start, end }) => ({ start, end })) : [];
  return cutsOfElements(text, elements, [...brackets, ...edits]);
}
