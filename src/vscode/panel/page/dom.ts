/** A little help with the page: elements that stay where they are when what they show changes, so that focus is not lost. */

/** An element with these attributes and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Writes only what is new: a live region speaks at every write. */
export function write(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** The children of `parent` become one for each item; those whose key was there before are kept and updated. */
export function sync<T, E extends HTMLElement>(
  parent: Element,
  items: readonly T[],
  key: (item: T) => string,
  make: () => E,
  update: (node: E, item: T) => void,
): void {
  const before = new Map([...parent.children].map((child) => [(child as E).dataset.key, child as E]));
  const nodes = items.map((item) => {
    const node = before.get(key(item)) ?? make();
    node.dataset.key = key(item);
    update(node, item);
    return node;
  });
  if (nodes.length !== parent.children.length || nodes.some((node, index) => node !== parent.children[index])) {
    parent.replaceChildren(...nodes);
  }
}
