/** A list of things to do, as state of a store. */
export const initial = { items: [], filter: 'all', next: 1 };

export const todos = {
  add: (state, { text }) => ({
    ...state,
    next: state.next + 1,
    items: [...state.items, { id: state.next, text, done: false }],
  }),
  toggle: (state, { id }) => ({
    ...state,
    items: state.items.map((item) => (item.id === id ? { ...item, done: !item.done } : item)),
  }),
  clear: (state) => {
    const items = state.items.filter(({ done }) => !done);
    return items.length === state.items.length ? state : { ...state, items };
  },
  move: (state, { id, by }) => {
    const from = state.items.findIndex((item) => item.id === id);
    const to = Math.max(0, Math.min(state.items.length - 1, from + by));
    const items = state.items.slice();
    items.splice(to, 0, ...items.splice(from, 1));
    return { ...state, items };
  },
  show: (state, { filter }) => ({ ...state, filter }),
};

export function visible({ items, filter }) {
  if (filter === 'all') return items;
  return items.filter(({ done }) => done === (filter === 'done'));
}
