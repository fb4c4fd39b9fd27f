const assert = require('node:assert/strict');

/** Laws of each store, as tests. */
function behavesLikeAStore(name, createStore) {
  describe(`${name} as a store`, () => {
    let store;
    let time;

    beforeEach(() => {
      time = 100;
      store = createStore({ now: () => time++ });
    });

    it('counts from one', () => {
      assert.equal(store.create({ title: 'a' }).id, '1');
      assert.equal(store.create({ title: 'b' }).id, '2');
    });

    it('has what was created', () => {
      const { id } = store.create({ title: 'a', tags: ['y', 'x', 'y'] });
      assert.deepEqual(store.get(id), { id, title: 'a', text: '', tags: ['x', 'y'], version: 1, changed: 100 });
    });

    it('hands out copies', () => {
      const note = store.create({ title: 'a' });
      note.title = 'changed';
      assert.equal(store.get(note.id).title, 'a');
    });

    it('refuses old versions', () => {
      const { id } = store.create({ title: 'a' });
      store.update(id, 1, { title: 'b' });
      assert.throws(() => store.update(id, 1, { title: 'c' }), { message: `note ${id} has version 2` });
      assert.equal(store.get(id).title, 'b');
    });
  });
}

/** One test for each example: what the arguments of `list` give. */
function listsNotes(createStore, examples) {
  for (const { name, notes, query, ids, total, more = false } of examples) {
    it(`lists ${name}`, () => {
      const store = createStore();
      for (const note of notes) store.create(note);
      const page = store.list(query);
      assert.deepEqual(
        page.notes.map(({ id }) => id),
        ids,
      );
      assert.equal(page.total, total);
      assert.equal(page.more, more);
    });
  }
}

module.exports = { behavesLikeAStore, listsNotes };
