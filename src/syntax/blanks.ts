/** Where a formatter leaves blanks out, and where it begins a line whatever the text says. */
import { childrenOf, type ElementTree } from './elementTree';

/** Paths and types have no blanks between their parts: `a::b`, `a->b`, `Vec<u8>`. */
const tight =
  /^(?:scoped_|qualified_|generic_|template_(?:type|function|argument_list|parameter_list)$|type_(?:arguments|parameters)$|(?:field|member|selector|member_access|member_call)_expression$|field_access$|method_invocation$|bracketed_type$)/;
/** Nor before what follows a name. */
const behindName = /^(?:type_(?:arguments|parameters|annotation)|template_argument_list)$/;
/** In these no blank stands before a colon. */
const typed = /^(?:parameter|pair|field_declaration|field_initializer|static_item|const_item|let_declaration)$/;

/** Nor behind the sign with which these begin. */
const prefixed = /^(?:self_parameter|reference_(?:type|expression)|(?:pointer|unary)_expression)$/;

/** Before and after a list of types so many characters are looked at. */
const mostBlanks = 20;

/** Offsets of blanks that a formatter leaves out. */
export function jointsOf(tree: ElementTree): Set<number> {
  const { text, count, start, end, types, type } = tree;
  const joints = new Set<number>();
  const addBlanks = (from: number, to: number, blanks: RegExp) => {
    for (const { index } of text.slice(from, to).matchAll(blanks)) joints.add(from + index);
  };
  for (let element = 1; element < count; element++) {
    const kind = types[type[element]];
    if (behindName.test(kind)) {
      addBlanks(Math.max(0, start[element] - mostBlanks), start[element], /(?<=\w) +(?=(?::: *)?$)|(?<=::) +$/g);
      addBlanks(end[element], end[element] + mostBlanks, /^ +(?=\()/g);
    }
    if (prefixed.test(kind)) addBlanks(start[element], start[element] + 2, /(?<=^[&*!~-])\s/g);
    const blanks = tight.test(kind) ? /(?<!\s)\s/g : typed.test(kind) ? /(?<!\s)\s+(?=:(?!:))/g : undefined;
    if (!blanks) continue;
    let from = start[element];
    for (const child of childrenOf(tree, element)) {
      addBlanks(from, start[child], blanks);
      from = end[child];
    }
    addBlanks(from, end[element], blanks);
  }
  return joints;
}

/** Where scripts and styles of a page begin, with the least indentation of their other lines, and what follows them: each has lines of its own. */
export function edgesOf({
  text,
  count,
  start,
  end,
  parent,
  types,
  type,
}: ElementTree): Map<number, string | undefined> {
  const edges = new Map<number, string | undefined>();
  for (let element = 1; element < count; element++) {
    if (!/^(?:program|stylesheet)$/.test(types[type[element]]) || !/_element$/.test(types[type[parent[element]]]))
      continue;
    const [first, after] = [start[element], end[element]].map((at) => at + /^\s*/.exec(text.slice(at))![0].length);
    const others = [...text.slice(first, end[element]).matchAll(/\n([ \t]*)\S/g)].map(([, indent]) => indent);
    edges.set(first, others.sort((a, b) => a.length - b.length).at(0) ?? '');
    edges.set(after, undefined);
  }
  return edges;
}
