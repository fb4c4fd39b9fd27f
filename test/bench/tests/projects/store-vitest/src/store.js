/** A store: state, reducers by the type of an action, middleware around them, and listeners after them. */
export function createStore({ state, reducers, middleware = [] }) {
  const listeners = new Set();

  const base = (action) => {
    const reducer = reducers[action.type];
    if (!reducer) return state;
    const before = state;
    state = reducer(state, action);
    if (state !== before) for (const listener of [...listeners]) listener(state, before, action);
    return state;
  };

  const store = {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch: (action) => chain(action),
  };
  const chain = middleware.reduceRight((next, one) => one(store)(next), base);
  return store;
}

/** Calls a listener only when what it selects has changed. */
export function watch(store, select, listener) {
  let last = select(store.get());
  return store.subscribe((state) => {
    const now = select(state);
    if (Object.is(now, last)) return;
    const before = last;
    last = now;
    listener(now, before);
  });
}

export const thunks = (store) => (next) => (action) =>
  typeof action === 'function' ? action(store.dispatch, store.get) : next(action);
