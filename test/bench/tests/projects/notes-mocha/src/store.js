/** Notes in memory, each with a version that grows. */
class Conflict extends Error {
  constructor(id, version) {
    super(`note ${id} has version ${version}`);
    this.status = 409;
  }
}

class MemoryStore {
  constructor({ now = Date.now } = {}) {
    this.now = now;
    this.notes = new Map();
    this.next = 1;
  }

  create({ title, text = '', tags = [] }) {
    const id = String(this.next++);
    const note = { id, title, text, tags: [...new Set(tags)].sort(), version: 1, changed: this.now() };
    this.notes.set(id, note);
    return { ...note };
  }

  get(id) {
    const note = this.notes.get(id);
    return note && { ...note };
  }

  update(id, version, changes) {
    const note = this.notes.get(id);
    if (!note) return undefined;
    if (version !== undefined && version !== note.version) throw new Conflict(id, note.version);
    Object.assign(note, changes, { id, version: note.version + 1, changed: this.now() });
    return { ...note };
  }

  remove(id) {
    return this.notes.delete(id);
  }

  list({ tag, after = 0, limit = Infinity } = {}) {
    const all = [...this.notes.values()].filter((note) => tag === undefined || note.tags.includes(tag));
    const rest = all.filter((note) => Number(note.id) > after);
    return { notes: rest.slice(0, limit), total: all.length, more: rest.length > limit };
  }
}

/** The same, with a log of changes that can be undone. */
class UndoStore extends MemoryStore {
  constructor(options) {
    super(options);
    this.log = [];
  }

  update(id, version, changes) {
    const before = this.get(id);
    const after = super.update(id, version, changes);
    if (after) this.log.push(before);
    return after;
  }

  remove(id) {
    const before = this.get(id);
    if (before) this.log.push(before);
    return super.remove(id);
  }

  undo() {
    const before = this.log.pop();
    if (before) this.notes.set(before.id, before);
    return before !== undefined;
  }
}

module.exports = { Conflict, MemoryStore, UndoStore };
