/**
 * Sources whose conditions can be turned round at run time. Each condition and each returned value goes through a function, which hands
 * it on unless a variable of the environment names it. Values: `WHITTLE_TURN`, `[number, statement, time]` as JSON: turn this one when it
 * is reached below this statement of the test ('' where none is on the stack), each time or only that one. `WHITTLE_TURN_LOG`: a file to
 * which each process adds lines `NUMBER LINE TIMES ORDER`. `WHITTLE_TURN_TEST`: base name of the test file.
 */
import type { Node } from 'web-tree-sitter';
import type { ChangedFile } from '../oracle/places/place';
import type { Grammar } from '../syntax/grammar';
import type { Language } from '../syntax/languages';
import { candidateText, sourceText, type Edit } from '../text/source';
import { field } from './nodes';
import type { SourceFile } from './sources';
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

export function turnableSources(
  sources: readonly SourceFile[],
  grammars: ReadonlyMap<Language, Grammar>,
): TurnableSources {
  const all: Turnable[] = [];
  const files = sources.map(({ path, language, text }): ChangedFile => {
    const tree = grammars.get(language)!.tree(text);
    try {
      const isPython = language.id === 'python';
      const found = turnablesIn(tree.rootNode);
      const edits = found.flatMap(({ node, isReturn }): Edit[] => {
        const [line, number] = [node.startPosition.row + 1, all.length];
        all.push({ path, line, text: node.text, isReturn });
        return [
          {
            start: node.startIndex,
            end: node.startIndex,
            insert: `whittleTurn(${number},${isPython && isReturn ? 'True' : isPython ? 'False' : isReturn},(`,
          },
          { start: node.endIndex, end: node.endIndex, insert: '))' },
        ];
      });
      const start = isPython ? startOfPython(tree.rootNode) : text.length;
      const own = isPython
        ? { start, end: start, insert: pythonStart }
        : { start, end: start, insert: scriptEnd(language.id) };
      const sorted = sortedEdits([...edits, own]);
      return { path, bytes: Buffer.from(candidateText({ base: sourceText(text), edits: sorted })) };
    } finally {
      tree.delete();
    }
  });
  return { all, files };
}

/** At one place, what ends comes before what begins. */
function sortedEdits(edits: readonly Edit[]): Edit[] {
  const rank = ({ insert }: Edit) => (insert === '))' ? 0 : 1);
  const joined: Edit[] = [];
  for (const edit of [...edits].sort((a, b) => a.start - b.start || rank(a) - rank(b))) {
    const last = joined.at(-1);
    if (last?.start === edit.start) joined[joined.length - 1] = { ...last, insert: last.insert! + edit.insert! };
    else joined.push(edit);
  }
  return joined;
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
  switch (node.type) {
    case 'if_statement':
    case 'elif_clause':
    case 'ternary_expression': {
      const condition = field(node, 'condition');
      const inner = condition?.type === 'parenthesized_expression' ? condition.namedChild(0) : condition;
      return inner ? { node: inner, isReturn: false } : undefined;
    }
    case 'conditional_expression': {
      const condition = node.namedChild(1);
      return condition ? { node: condition, isReturn: false } : undefined;
    }
    case 'comparison_operator':
      return { node, isReturn: false };
    case 'binary_expression':
      return comparison.test(field(node, 'operator')?.text ?? '') ? { node, isReturn: false } : undefined;
    case 'return_statement': {
      const value = node.namedChild(0);
      return value ? { node: value, isReturn: true } : undefined;
    }
    case 'arrow_function': {
      const body = field(node, 'body');
      return body && body.type !== 'statement_block' ? { node: body, isReturn: true } : undefined;
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
