/**
 * Sources whose conditions can be turned round at run time. Each condition and each returned value goes through a function, which hands
 * it on unless a variable of the environment names it. Values: `WHITTLE_TURN`, `[number, statement, time, distance]` as JSON: turn this one
 * when it is reached below this statement of the test ('' where none is on the stack; after a NUL each, other lines of the test that read
 * like a rest of it), each time or only that one, and if the numbers that it compares are no further apart than that; with a fifth part,
 * that value stands in its place. `WHITTLE_TURN_LOG`: a file to which each process adds lines `NUMBER LINE TIMES ORDER DISTANCE OUTCOME`
 * (Go tells no distance); with `[-1, outcomes]` the process ends once it has reached all of them. `WHITTLE_TURN_TEST`: base name of the
 * test file.
 */
import { basename, dirname, posix } from 'node:path';
import type { Node } from 'web-tree-sitter';
import * as l10n from '@vscode/l10n';
import type { Guard } from '../oracle/property';
import type { ChangedFile } from '../oracle/places/place';
import { fixedText, type OracleCommand } from '../oracle/processes/command';
import type { Language } from '../syntax/languages';
import { type Exchanges, literalsIn } from './literals';
import { enclosing, field } from './nodes';
import { around, insertion, type Insertion, type Sources } from './sources';
import type { TestRun } from './testRun';
import { goFunction, pythonStart, scriptEnd } from './turningFunction';

/** Something of the sources that can be turned. */
interface Turnable {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** A returned value, of which only a truth can be turned: others are dropped. */
  readonly isReturn: boolean;
  /** Of a literal: the value that stands in its place. */
  readonly other?: unknown;
}

export interface TurnableSources {
  /** Each has a number, which is its place here. */
  readonly all: readonly Turnable[];
  readonly files: readonly ChangedFile[];
}

/** The languages of which conditions can be turned, by a grammar's id. */
export function canTurn({ id }: Language): boolean {
  return /^(?:javascript|typescript|tsx|python|go)$/.test(id);
}

/** `except`: lines that stay as they are, `cart.go:7`. Literals are not exchanged in Go, whose types a call would not have. */
export function turnableSources(sources: Sources, except: ReadonlySet<string>, exchanges: Exchanges): TurnableSources {
  const all: Turnable[] = [];
  const packages = new Map<string, string>();
  const files = sources.changed((root, { path, text, language: { id } }) => {
    const isGo = id === 'go';
    if (isGo && constrained.test(text)) return [];
    const literals = isGo ? [] : literalsIn(root, exchanges).map((one) => ({ ...one, isReturn: false }));
    const calls = [...turnablesIn(root), ...literals].flatMap(({ node, isReturn, ...more }) => {
      const line = node.startPosition.row + 1;
      if (except.has(`${basename(path)}:${line}`)) return [];
      const inserted = isGo ? inGo(node, isReturn, all.length) : inScript(node, isReturn, all.length, id);
      if (inserted.length > 0) all.push({ path, line, text: node.text, isReturn, ...more });
      return inserted;
    });
    if (!isGo && calls.length === 0) return [];
    if (!isGo)
      return [
        id === 'python' ? insertion(startOfPython(root), pythonStart) : insertion(text.length, scriptEnd(id)),
        ...calls,
      ];
    const name = root.namedChildren.find((child) => child?.type === 'package_clause')?.namedChild(0)?.text;
    if (name !== undefined) packages.set(dirname(path), name);
    return calls;
  });
  const functions = [...packages].map(([folder, name]) => ({
    path: functionBeside(`${folder}/x`),
    bytes: Buffer.from(goFunction(name)),
  }));
  return { all, files: [...files, ...functions] };
}

/** The same command with these variables, for sources of which the test file is no part. It starts anew each time. */
export function turning(
  { input }: TestRun,
  command: OracleCommand,
  env: Readonly<Record<string, string>>,
): OracleCommand {
  const all = { ...env, WHITTLE_TURN_TEST: input.fileName };
  const added = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, fixedText(value)]));
  return { ...command, warm: undefined, env: { ...command.env, ...added } };
}

/** A file of Go that belongs to a package only on some systems, or to none. */
const constrained = /^\/\/(?:go:build| ?\+build) /m;

/** The file with the function of Go that a source needs. */
export function functionBeside(path: string): string {
  return posix.join(dirname(path), 'whittle_turn.go');
}

function inScript(node: Node, isReturn: boolean, number: number, id: string): Insertion[] {
  const [yes, no] = id === 'python' ? ['True', 'False'] : ['true', 'false'];
  const operands = orderedIn(node);
  const call = `${operands ? 'whittleCompare' : 'whittleTurn'}(${number},${isReturn ? yes : no},(`;
  return [...around(node, call, '))'), ...(operands ?? []).flatMap((one) => around(one, 'whittleOperand(', ')'))];
}

/** The two operands of a comparison of order. */
function orderedIn(node: Node): Node[] | undefined {
  const operands = node.namedChildren.filter((one) => one !== null);
  // What is evaluated meanwhile would come between the two.
  const isOne =
    /^(?:binary_expression|comparison_operator)$/.test(node.type) &&
    operands.length === 2 &&
    !/\b(?:await|yield)\b/.test(node.text);
  return isOne && /^[<>]=?$/.test(node.child(1)?.type ?? '') ? operands : undefined;
}

/** A returned value needs the type that its function has for it. */
function inGo(node: Node, isReturn: boolean, number: number): Insertion[] {
  const callable = enclosing(node.parent!, ({ type }) => /^(?:function|method)_declaration$|^func_literal$/.test(type));
  const result = field(callable, 'result');
  const types =
    result?.type === 'parameter_list' ? result.namedChildren.map((one) => one && field(one, 'type')) : [result];
  const values = node.parent!.namedChildren;
  const type = types.length === values.length ? types[values.findIndex((one) => one?.id === node.id)]?.text : undefined;
  if (!isReturn || type === 'bool') return around(node, `whittleTurn(${number},(`, '))');
  if (type === undefined || node.type === 'nil') return [];
  return around(
    node,
    `func() ${type} { if whittleTurn(${number},false) { var zero ${type}; return zero }; return (`,
    ') }()',
  );
}

const loops = /^(?:while|do|for)_statement$/;
const comparison = /^(?:[=!]==?|[<>]=?|in|instanceof)$/;

/** Outer ones before inner ones. Conditions of loops are left as they are, and so is what stands in texts. */
function turnablesIn(root: Node) {
  const found: NonNullable<ReturnType<typeof turnableAt>>[] = [];
  const visit = (node: Node, inLoop = false) => {
    const value = inLoop ? undefined : turnableAt(node);
    if (value && found.at(-1)?.node.id !== value.node.id) found.push(value);
    for (const child of node.namedChildren) {
      if (!child || /^(?:interpolation|decorator|type_annotation|for_in_clause|const_declaration)$/.test(child.type))
        continue;
      const isHead = loops.test(node.type) && field(node, 'body')?.id !== child.id;
      visit(child, (inLoop && !/function|lambda|block$/.test(child.type)) || isHead);
    }
  };
  visit(root);
  return found;
}

function turnableAt(node: Node) {
  const found = (one: Node | null | undefined, isReturn = false) => (one ? { node: one, isReturn } : undefined);
  if (isOfGo(node) && node.parent?.parent?.type === 'return_statement') return found(node, true);
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
      return isOfGo(node) ? undefined : found(node.namedChild(0), true);
    case 'arrow_function': {
      const body = field(node, 'body');
      return body?.type === 'statement_block' ? undefined : found(body, true);
    }
    default:
      return undefined;
  }
}

function isOfGo({ tree }: Node): boolean {
  return tree.rootNode.type === 'source_file';
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

/** For people. `what`, `place`: of the one that is turned. */
export function sentenceOf(kind: Guard['kind'], { isReturn, text, other }: Turnable, place: string): string {
  const what = text.replace(/\s+/g, ' ').replace(/^(.{59}).{2,}$/, '$1…');
  const all = [what, place, String(other)];
  if (other !== undefined)
    return kind === 'passes'
      ? l10n.t('With {2} in place of {0} ({1}), the test passes, and so does the result.', ...all)
      : l10n.t('With {2} in place of {0} ({1}), the failure changes, and so does that of the result.', ...all);
  if (kind === 'passes')
    return l10n.t('If {0} ({1}) is turned round, the test passes, and so does the result.', ...all);
  if (kind === 'past')
    return l10n.t('If {0} ({1}) is turned round, the test gets past this failure, and so does the result.', ...all);
  return isReturn
    ? l10n.t(
        'If {1} returns something other than {0}, the failure changes its message, and that of the result does so too.',
        ...all,
      )
    : l10n.t(
        'If {0} ({1}) is turned round, the failure changes its message, and that of the result does so too.',
        ...all,
      );
}
