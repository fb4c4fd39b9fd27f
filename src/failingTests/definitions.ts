/** Where names of a test file get their values, in all languages of which slices are known. */
import type { Node } from 'web-tree-sitter';
import { enclosing, field, nameOf, nodesOf } from './nodes';

export interface Given {
  /** Names that get a value here. */
  readonly names: readonly string[];
  /** What must stay for that. */
  readonly part: Node;
  /** The names are known in the node only. */
  readonly isInner?: boolean;
  /** The names are known elsewhere: `calls.push(1)`. */
  readonly isChange?: boolean;
  /** It is a change if this function makes one. */
  readonly by?: string;
  /** The name is that of a function, which is called here. */
  readonly isCalled?: boolean;
}

/** Their field `name`, `pattern` or `left` gets its value there. */
const named =
  /^(?:(?:(?:generator_)?function|method|class|interface|type_alias|enum|let|short_var)_declaration|(?:function|class)_definition|named_expression|(?:var|const|type)_spec|(?:const|static|struct|enum)_item)$/;
/** They change their field `left`, or `argument`. */
const changing =
  /^(?:(?:augmented_)?assignment_expression|update_expression|augmented_assignment|assignment_statement|compound_assignment_expr)$/;
const loop = /^for_(?:in_)?(?:statement|expression)$/;
/** What keeps the value of a call. */
const valued = /^(?:variable_declarator|assignment|assignment_expression|let_declaration|short_var_declaration)$/;
/** Functions that may be a single call. */
const arrow = /^(?:arrow_function|lambda)$/;

/** Methods that keep what they are given as it is. */
const collects = /[.](?:push|unshift|add|append|insert|extend|set|has|includes|indexOf)$/;

/** Calls of these objects and functions change nothing that they are given. */
const readsOnly = /^(?:(?:expect|assert|should)\w*|console|print|log|Promise|t)$/;

export function definitionsAt(node: Node): readonly Given[] {
  const { type } = node;
  const at = (name: string) => field(node, name);
  if (named.test(type)) {
    const part = node.parent?.type === 'decorated_definition' ? node.parent : node;
    return given(at('name') ?? at('pattern') ?? at('left'), part);
  }
  if (changing.test(type)) return changed(at('left') ?? at('argument'), node);
  if (loop.test(type)) {
    const head = node.namedChildren.find((one) => one?.type === 'range_clause') ?? node;
    const values = field(head, 'right') ?? field(head, 'value');
    const all = values ? given(field(head, 'left') ?? field(head, 'pattern'), values) : [];
    return all.map((one) => ({ ...one, isInner: true }));
  }
  switch (type) {
    case 'variable_declarator':
      // Of what is taken apart, only the value must stay.
      return given(at('name'), at('name')?.type === 'identifier' ? node : (at('value') ?? node));
    case 'assignment': {
      // `self.a = …`, `self.a, self.b = …`
      const target = at('left');
      const isOfMember = [target, ...(target?.namedChildren ?? [])].some((one) => one?.type === 'attribute');
      return (isOfMember ? changed : given)(target, node);
    }
    case 'with_item':
      return given(node, node);
    case 'function_item':
      return [{ names: [rustName(node)], part: node }];
    default:
      return /^call(?:_expression)?$/.test(type) ? changedByCall(node) : [];
  }
}

/** The variable of `a.b.c`, or a variable itself, gets a value by `part`. */
function given(target: Node | undefined, part: Node): Given[] {
  return target ? [{ names: namesIn(target), part }] : [];
}

function changed(target: Node | undefined, part: Node): Given[] {
  return given(target, part).map((one) => ({ ...one, isChange: true }));
}

/**
 * `calls.push(…)` changes `calls`, and `fill(calls)` may: as a statement, as a value that is kept, or as all that a function does. A
 * local function that is called may change what it closes over. What an assertion is given stays as it is.
 */
function changedByCall(call: Node): Given[] {
  const called = field(call, 'function');
  // Past `await`, `?` and lists of one value.
  const around = enclosing(call.parent ?? call, ({ type }) => !/^(?:await|try_expression|expression_list)/.test(type));
  const isStatement = around.type === 'expression_statement';
  const isWhole = isStatement || valued.test(around.type);
  const isAll = arrow.test(around.type);
  if (!called || !(isWhole || isAll)) return [];
  const part = isWhole ? around : call;
  const object = rootOf(called);
  const isBare = object.id === called.id;
  const isAsserting = readsOnly.test(isBare ? called.text : object.text) || /^self\.(?:assert|fail)/.test(called.text);
  if (isAsserting) return [];
  // Libraries of assertions are no values.
  const isOwn =
    /^(?:identifier|self)$/.test(object.type) && !/^(?:expect|assert|should|console|print|t)$/.test(object.text);
  const isChanger = isOwn && (isStatement || isAll || !isBare);
  const passed = collects.test(called.text) || (!isStatement && !isBare) ? [] : passedTo(call);
  return [
    ...(isChanger ? [{ names: [object.text], part, isChange: true, isCalled: isBare }] : []),
    ...(passed.length > 0 ? [{ names: passed, part, isChange: true, by: isBare ? called.text : undefined }] : []),
  ];
}

/** Variables among the arguments, and those of which a member or an address is one. */
function passedTo(call: Node): string[] {
  const passed = field(call, 'arguments')?.namedChildren ?? [];
  return passed.flatMap((argument) => {
    if (!argument || /^&(?!\s*mut\b)/.test(argument.type === 'reference_expression' ? argument.text : '')) return [];
    const value = field(argument, 'value') ?? field(argument, 'operand') ?? field(argument, 'argument') ?? argument;
    const root = rootOf(value);
    const isVariable = root.type === 'identifier' && !/call/.test(value.type);
    return isVariable || root.type === 'self' ? [root.text] : [];
  });
}

/** Of a pattern all names; of `a.b[c]` the first. */
function namesIn(node: Node): string[] {
  const object = rootOf(node);
  if (object.id !== node.id) return [object.text];
  if (/^(?:type_|field_)?identifier$/.test(node.type)) return [node.text];
  return nodesOf(node, ['identifier', 'shorthand_property_identifier_pattern', 'field_identifier']).map(
    ({ text }) => text,
  );
}

/** The innermost object of members and calls: `a` of `a.b(1).c`. */
function rootOf(node: Node): Node {
  const [isCall, isField] = [/^call/.test(node.type), node.type === 'field_expression'];
  const object = field(node, 'object') ?? field(node, 'operand');
  const inner = object ?? (isCall ? field(node, 'function') : isField ? field(node, 'value') : undefined);
  return inner ? rootOf(inner) : node;
}

/** `Type::new` for what belongs to a type, but is called without a value of it. */
function rustName(node: Node): string {
  const name = nameOf(node);
  const owner = node.parent?.parent;
  const isMethod = field(node, 'parameters')?.namedChildren.some((one) => one?.type === 'self_parameter');
  return owner?.type === 'impl_item' && !isMethod ? `${field(owner, 'type')?.text ?? ''}::${name}` : name;
}

const imports = ['import_statement', 'import_from_statement', 'use_declaration', 'variable_declarator'];

/** Runners, assertions and what comes with a language. */
const libraries =
  /['"](?:node:|assert|fs|os|path|util|vitest|@?jest|mocha|chai|sinon|@testing-library|@playwright)|^(?:import|from) (?:pytest|unittest|os|sys|io|json|re|datetime|pathlib|tempfile)\b|^use (?:std|core)::/;

/** Names that a test file has from other files of the user's, as far as its imports tell. */
export function importedNames(root: Node): string[] {
  return nodesOf(root, imports).flatMap((node) => {
    if (libraries.test(node.text)) return [];
    if (node.type !== 'variable_declarator') return namesIn(node);
    return /^require\(/.test(field(node, 'value')?.text ?? '') ? namesIn(field(node, 'name')!) : [];
  });
}
