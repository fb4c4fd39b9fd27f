/** Unwrapping: deletes head and tail of an element, keeps its body: `if (x) { a(); b(); }` becomes `a(); b();`. A hoist of several. */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import type { Range } from '../../text/ranges';
import { cutsAround, deletableElements, heaviestFirst, type ParsedText } from '../parsedText';
import { tryMoves, type Moves } from './moves';

/** Limits on the bodies tried per element: their number and depth. */
const mostBodies = 3;
const deepest = 3;

export const unwraps = tryMoves(() => l10n.t('Removing wrappers'), unwrapsOf);

function unwrapsOf(text: ParsedText): Moves<number> {
  const { tree } = text;
  const bodies = bodiesOf(tree);
  return {
    targets: heaviestFirst(tree, deletableElements(text)),
    each: mostBodies,
    edits(target, index) {
      const body = bodiesUnder(tree, bodies, target)[index];
      return body ? cutsAround(text, target, body) : [];
    },
  };
}

/** From the first to the last child of an element with several children. */
function bodiesOf({ count, parent, start, end }: ElementTree): ReadonlyMap<number, Range> {
  const bodies = new Map<number, Range>();
  const onlyChild = new Map<number, number>();
  for (let element = 1; element < count; element++) {
    const around = parent[element];
    const first = onlyChild.get(around);
    const body = bodies.get(around);
    if (first === undefined) onlyChild.set(around, element);
    else bodies.set(around, { start: body?.start ?? start[first], end: end[element] });
  }
  return bodies;
}

/** The longest bodies first. */
function bodiesUnder(tree: ElementTree, bodies: ReadonlyMap<number, Range>, target: number): Range[] {
  const found: Range[] = [];
  for (let element = target; element <= tree.last[target]; element++) {
    const body = bodies.get(element);
    if (tree.depth[element] - tree.depth[target] > deepest) element = tree.last[element];
    else if (body) found.push(body);
  }
  return found.sort((a, b) => b.end - b.start - (a.end - a.start)).slice(0, mostBodies);
}
