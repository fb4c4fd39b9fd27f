/** Literals of the sources with the value that a test has received: with the expected one in their place it may pass. */
import type { Node } from 'web-tree-sitter';
import { field } from './nodes';

/** By a value as JSON: what to try in its place. */
export type Exchanges = ReadonlyMap<string, unknown>;

const one = String.raw`(-?\d+(?:\.\d+)?|'[^'\\\n]*'|"[^"\\\n]*"|[Tt]rue|[Ff]alse)`;

/** How messages tell of two values that differ. */
const forms = [
  `${one} (?:[!=]==?) ${one}`,
  `expected ${one} to \\D*?(?:equal|be)\\b[^\\n'"\\d]*? ${one}`,
  `\\b(?:expected|want|actual|received)\\b[^\\n'"\\d]*?:? *${one}[^]{0,200}?\\b(?:expected|received|actual|got|was)\\b[^\\n'"\\d]*?:? *${one}`,
].map((form) => new RegExp(form, 'i'));

/** In both directions: not every assertion takes the received value first. */
export function exchangesIn(message: string): Exchanges {
  const pairs = forms.flatMap((form) => {
    const [, left, right] = form.exec(message)?.map(valueOf) ?? [];
    return left === undefined || right === undefined || left === right ? [] : [[left, right] as const];
  });
  return new Map(pairs.flatMap(([left, right]) => [pairOf(left, right), pairOf(right, left)]));
}

const pairOf = (from: unknown, to: unknown) => [JSON.stringify(from), to] as const;

function valueOf(text: string): unknown {
  if (/^['"]/.test(text)) return text.slice(1, -1);
  return /^[tf]/i.test(text) ? text.toLowerCase() === 'true' : Number(text);
}

const literal = /^(?:number|integer|float|string|true|false)$/;

/** Nodes in which a call may not stand in place of a literal, or in which another step of a loop would let it go on for ever. */
const fixed =
  /^(?:import_|export_|method_|public_field|expression_statement|concatenated_string|literal_type|enum_|case_|property_signature|jsx_attribute|augmented_)/;
const loop = /^(?:while|do|for)_statement$/;

/** The literals that have another value to be tried, each with it. */
export function literalsIn(root: Node, exchanges: Exchanges) {
  const found: { readonly node: Node; readonly other: unknown }[] = [];
  const visit = (node: Node) => {
    const { type, text, parent } = node;
    const isNegative = type.startsWith('unary_') && /^-\d[\d.]*$/.test(text);
    if (isNegative || literal.test(type)) {
      const key = JSON.stringify(valueOf(text));
      const isName = fixed.test(parent!.type) || (parent!.type === 'pair' && parent!.firstChild?.id === node.id);
      if (exchanges.has(key) && !isName && !text.includes('\\')) found.push({ node, other: exchanges.get(key) });
      return;
    }
    const isLeft = (child: Node) => loop.test(type) && field(node, 'body')?.id !== child.id;
    for (const child of node.namedChildren) if (child && !isLeft(child)) visit(child);
  };
  if (exchanges.size > 0) visit(root);
  return found;
}
