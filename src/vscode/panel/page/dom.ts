/** A page as plain data. Drawing it again changes its elements in place, so that focus stays where it is. */

/** Strings become attributes, other values properties of the element. `data-key` identifies an element among its siblings. */
type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void)>>;

export interface Piece {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly children: readonly (Piece | Element | undefined)[] | readonly [string];
}

export function piece(tag: string, attributes: Attributes = {}, ...children: Piece['children']): Piece {
  return { tag, attributes, children };
}

export function draw(element: Element, { attributes, children }: Omit<Piece, 'tag'>): void {
  for (const name of element.getAttributeNames()) if (!(name in attributes)) element.removeAttribute(name);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'string') element.setAttribute(name, value);
    else if (Reflect.get(element, name) !== value) Reflect.set(element, name, value);
  }
  const [text = ''] = children;
  if (typeof text !== 'string') drawChildren(element, children as Exclude<Piece['children'], readonly [string]>);
  // A live region speaks at every write.
  else if (element.textContent !== text) element.textContent = text;
}

const keys = new WeakMap<Element, string>();

function drawChildren(element: Element, children: readonly (Piece | Element | undefined)[]): void {
  const before = new Map([...element.children].map((child) => [keys.get(child), child]));
  const nodes = children.flatMap((child, at) => {
    if (!child || child instanceof Element) return child ?? [];
    const key = `${child.tag} ${String(child.attributes['data-key'] ?? at)}`;
    const node = before.get(key) ?? document.createElementNS(element.namespaceURI, child.tag);
    keys.set(node, key);
    draw(node, child);
    return node;
  });
  for (const child of [...element.childNodes]) if (!nodes.includes(child as Element)) child.remove();
  nodes.forEach((node, at) => {
    if (node !== element.childNodes[at]) element.insertBefore(node, element.childNodes[at] ?? null);
  });
}
