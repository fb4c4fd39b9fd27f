const assert = require('node:assert/strict');
const { MemoryStore, UndoStore } = require('../src/store');
const { behavesLikeAStore, listsNotes } = require('./support/behaviour');

const shopping = { title: 'shopping', tags: ['home', 'soon'] };
const taxes = { title: 'taxes', tags: ['soon'] };
const holiday = { title: 'holiday', tags: ['fun'] };
const garden = { title: 'garden', tags: ['home', 'fun'] };

behavesLikeAStore('MemoryStore', (options) => new MemoryStore(options));
behavesLikeAStore('UndoStore', (options) => new UndoStore(options));

describe('MemoryStore', () => {
  const all = [shopping, taxes, holiday, garden];

  listsNotes(
    () => new MemoryStore(),
    [
      { name: 'nothing', notes: [], query: {}, ids: [], total: 0 },
      { name: 'all', notes: all, query: {}, ids: ['1', '2', '3', '4'], total: 4 },
      { name: 'a tag', notes: all, query: { tag: 'fun' }, ids: ['3', '4'], total: 2 },
      { name: 'a page', notes: all, query: { limit: 2 }, ids: ['1', '2'], total: 4, more: true },
      { name: 'the last page', notes: all, query: { limit: 2, after: 2 }, ids: ['3', '4'], total: 4 },
      { name: 'what comes after a note', notes: all, query: { after: 3 }, ids: ['4'], total: 4 },
      { name: 'a page of a tag', notes: all, query: { tag: 'home', limit: 1, after: 1 }, ids: ['4'], total: 2 },
    ],
  );
});

describe('UndoStore', () => {
  let store;

  beforeEach(() => {
    store = new UndoStore();
    for (const note of [shopping, taxes, holiday]) store.create(note);
  });

  it('has nothing to undo at first', () => {
    assert.equal(store.undo(), false);
  });

  it('undoes changes, the last one first', () => {
    store.update('1', 1, { title: 'food' });
    store.update('1', 2, { title: 'more food' });
    store.update('2', 1, { text: 'by May' });
    assert.equal(store.undo(), true);
    assert.equal(store.get('2').text, '');
    assert.equal(store.undo(), true);
    assert.equal(store.get('1').title, 'food');
  });

  it('brings back what was removed', () => {
    store.update('2', 1, { text: 'by May' });
    store.remove('2');
    store.remove('9');
    assert.equal(store.undo(), true);
    assert.deepEqual(store.get('2').text, 'by May');
    assert.equal(store.undo(), true);
    assert.equal(store.undo(), false);
  });
});
