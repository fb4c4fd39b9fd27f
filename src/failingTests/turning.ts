/**
 * Sources whose conditions can be turned round at run time. Each condition and each returned value goes through a function, which hands
 * it on unless a variable of the environment names it. Values: `WHITTLE_TURN`, `[number, statement, time]` as JSON: turn this one when it
 * is reached below this statement of the test ('' where none is on the stack), each time or only that one. `WHITTLE_TURN_LOG`: a file to
 * which each process adds lines `NUMBER LINE TIMES ORDER`. `WHITTLE_TURN_TEST`: base name of the test file.
 */
import type { Node } from 'web-tree-sitter';
import type { ChangedFile } from '../oracle/places/place';
import type { Language } from '../syntax/languages';
import { field } from './nodes';
import { insertion, type Sources } from './sources';
import { pythonStart, scriptEnd } from './turningFunction';

/** Something of the sources that can be turned. */
interface Turnable {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** A returned value, of which only a truth can be turned: others are dropped. */
  readonly isReturn: boolean;
}

export interface TurnableSources {
  /** Each has a number, which is its place here. */
  readonly all: readonly Turnable[];
  readonly files: readonly ChangedFile[];
}

/** The languages of which conditions can be turned, by a grammar's id. */
export function canTurn({ id }: Language): boolean {
  return /^(?:javascript|typescript|tsx|python)$/.test(id);
}

export function turnableSources(sources: Sources): TurnableSources {
  const all: Turnable[] = [];
  const files = sources.changed((root, { path, text, language: { id } }) => {
    const [yes, no] = id === 'python' ? ['True', 'False'] : ['true', 'false'];
    const calls = turnablesIn(root).flatMap(({ node, isReturn }) => {
      const call = `whittleTurn(${all.length},${isReturn ? yes : no},(`;
      all.push({ path, line: node.startPosition.row + 1, text: node.text, isReturn });
      return [insertion(node.startIndex, call), insertion(node.endIndex, '))')];
    });
    const own = id === 'python' ? insertion(startOfPython(root), pythonStart) : insertion(text.length, scriptEnd(id));
    return [own, ...calls];
  });
  return { all, files };
}

interface Found {
  readonly node: Node;
  readonly isReturn: boolean;
}

const loops = /^(?:while|do|for)_statement$/;
const comparison = /^(?:[=!]==?|[<>]=?|in|instanceof)$/;

/** Outer ones before inner ones. Conditions of loops are left as they are, and so is what stands in texts. */
function turnablesIn(root: Node): Found[] {
  const found: Found[] = [];
  const visit = (node: Node, inLoop = false) => {
    const value = inLoop ? undefined : turnableAt(node);
    if (value && found.at(-1)?.node.id !== value.node.id) found.push(value);
    for (const child of node.namedChildren) {
      if (!child || /^(?:interpolation|decorator|type_annotation|for_in_clause)$/.test(child.type)) continue;
      const isHead = loops.test(node.type) && field(node, 'body')?.id !== child.id;
      visit(child, (inLoop && !/function|lambda|block$/.test(child.type)) || isHead);
    }
  };
  visit(root);
  return found;
}

function turnableAt(node: Node): Found | undefined {
  const found = (one: Node | null | undefined, isReturn = false) => (one ? { node: one, isReturn } : undefined);
  switch (node.type) {
    case 'if_statement':
    case 'elif_clause':
    case 'ternary_expression': {
      const condition = field(node, 'condition');
      return found(condition?.type === 'parenthesized_expression' ? condition.namedChild(0) : condition);
    }
    case 'conditional_expression':
      return found(node.namedChild(1));
    case 'comparison_operator':
      return found(node);
    case 'binary_expression':
      return comparison.test(field(node, 'operator')?.text ?? '') ? found(node) : undefined;
    case 'return_statement':
      return found(node.namedChild(0), true);
    case 'arrow_function': {
      const body = field(node, 'body');
      return body?.type === 'statement_block' ? undefined : found(body, true);
    }
    default:
      return undefined;
  }
}

/** After the docstring, and what must come first. */
function startOfPython(root: Node): number {
  const isFirst = ({ type, firstNamedChild }: Node, at: number) =>
    type === 'comment' || type === 'future_import_statement' || (at === 0 && firstNamedChild?.type === 'string');
  const children = root.namedChildren.filter((child) => child !== null);
  const first = children.find(
    (child, at) => !isFirst(child, children.slice(0, at).filter(({ type }) => type !== 'comment').length),
  );
  return first?.startIndex ?? root.endIndex;
}
