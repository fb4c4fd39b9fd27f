import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore, thunks, watch } from '../src/store.js';
import { initial, todos, visible } from '../src/todos.js';

const texts = (state) => visible(state).map(({ text }) => text);

function withItems(store, ...items) {
  for (const text of items) store.dispatch({ type: 'add', text });
  return store.get().items.map(({ id }) => id);
}

describe('store', () => {
  let store;

  beforeEach(() => {
    store = createStore({ state: initial, reducers: todos });
  });

  it('starts with its state', () => {
    expect(store.get()).toEqual({ items: [], filter: 'all', next: 1 });
  });

  it('tells listeners of changes until they leave', () => {
    const calls = [];
    const leave = store.subscribe((state, before, { type }) => {
      calls.push(`${type}: ${before.items.length} to ${state.items.length}`);
    });
    withItems(store, 'milk', 'eggs');
    store.dispatch({ type: 'unknown' });
    store.dispatch({ type: 'clear' });
    leave();
    withItems(store, 'bread');
    expect(calls).toEqual(['add: 0 to 1', 'add: 1 to 2']);
  });

  it('watches a part', () => {
    const seen = vi.fn();
    watch(store, (state) => state.filter, seen);
    withItems(store, 'milk');
    store.dispatch({ type: 'show', filter: 'done' });
    store.dispatch({ type: 'show', filter: 'done' });
    store.dispatch({ type: 'show', filter: 'open' });
    expect(seen.mock.calls).toEqual([
      ['done', 'all'],
      ['open', 'done'],
    ]);
  });
});

describe('middleware', () => {
  let calls;

  beforeEach(() => {
    calls = [];
    vi.useFakeTimers();
  });

  afterEach(() => vi.useRealTimers());

  const logger = (name) => (store) => (next) => (action) => {
    calls.push(`${name} before ${action.type} ${store.get().items.length}`);
    const result = next(action);
    calls.push(`${name} after ${action.type} ${store.get().items.length}`);
    return result;
  };

  it('wraps from the first to the last', () => {
    const store = createStore({ state: initial, reducers: todos, middleware: [logger('outer'), logger('inner')] });
    store.subscribe(({ items }) => calls.push(`listener ${items.length}`));
    withItems(store, 'milk');
    expect(calls).toEqual([
      'outer before add 0',
      'inner before add 0',
      'listener 1',
      'inner after add 1',
      'outer after add 1',
    ]);
  });

  it('runs thunks that wait', async () => {
    const store = createStore({ state: initial, reducers: todos, middleware: [thunks, logger('log')] });
    const later = store.dispatch(async (dispatch, get) => {
      dispatch({ type: 'add', text: 'now' });
      await new Promise((resolve) => setTimeout(resolve, 1000));
      dispatch({ type: 'add', text: `after ${get().items.length}` });
      return get().next;
    });
    expect(texts(store.get())).toEqual(['now']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await later).toBe(3);
    expect(texts(store.get())).toEqual(['now', 'after 1']);
  });
});

describe('todos', () => {
  let store;
  let ids;

  beforeEach(() => {
    store = createStore({ state: initial, reducers: todos });
    ids = withItems(store, 'milk', 'eggs', 'bread', 'tea');
  });

  it('has ids of its own', () => {
    expect(ids).toEqual([1, 2, 3, 4]);
  });

  it.each([
    { filter: 'all', expected: ['milk', 'eggs', 'bread', 'tea'] },
    { filter: 'done', expected: ['eggs', 'tea'] },
    { filter: 'open', expected: ['milk', 'bread'] },
  ])('shows $filter', ({ filter, expected }) => {
    store.dispatch({ type: 'toggle', id: ids[1] });
    store.dispatch({ type: 'toggle', id: ids[3] });
    store.dispatch({ type: 'show', filter });
    expect(texts(store.get())).toEqual(expected);
  });

  it.each([
    [0, 1, ['eggs', 'milk', 'bread', 'tea']],
    [0, 9, ['eggs', 'bread', 'tea', 'milk']],
    [2, -1, ['milk', 'bread', 'eggs', 'tea']],
    [3, -9, ['tea', 'milk', 'eggs', 'bread']],
  ])('moves item %i by %i', (at, by, expected) => {
    store.dispatch({ type: 'move', id: ids[at], by });
    expect(texts(store.get())).toEqual(expected);
  });

  it('clears what is done', () => {
    store.dispatch({ type: 'toggle', id: ids[0] });
    store.dispatch({ type: 'toggle', id: ids[0] });
    store.dispatch({ type: 'toggle', id: ids[2] });
    store.dispatch({ type: 'clear' });
    expect(store.get()).toMatchObject({
      items: [
        { id: 1, text: 'milk', done: false },
        { id: 2, text: 'eggs', done: false },
        { id: 4, text: 'tea', done: false },
      ],
      next: 5,
    });
  });
});
