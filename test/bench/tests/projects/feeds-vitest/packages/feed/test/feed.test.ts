import { beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { groupByTag, readFeed, type Entry, type Fetch, type Page } from '../src/feed';

const day = 86_400;

function entry(id: string, date: number, ...tags: string[]): Entry {
  return { id, title: `Entry ${id}`, date: date * day, ...(tags.length > 0 ? { tags } : {}) };
}

/** Pages by their cursor; the first one has none. */
function pagesOf(...pages: Entry[][]): Fetch {
  return async (cursor) => {
    const at = cursor === undefined ? 0 : Number(cursor);
    const next = at + 1 < pages.length ? { next: `${at + 1}` } : {};
    return { entries: pages[at] ?? [], ...next };
  };
}

describe('readFeed', () => {
  let onPage: Mock<(page: Page, number: number) => void>;

  beforeEach(() => {
    onPage = vi.fn();
  });

  it('is empty without entries', async () => {
    expect(await readFeed(pagesOf())).toEqual([]);
  });

  it('reads all pages, the newest first', async () => {
    const fetch = pagesOf([entry('a', 1), entry('b', 5)], [entry('c', 3)]);
    const entries = await readFeed(fetch, { onPage });
    expect(entries.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(onPage).toHaveBeenCalledTimes(2);
    expect(onPage.mock.calls.map(([, number]) => number)).toEqual([1, 2]);
  });

  it('keeps the newest version of an entry', async () => {
    const old = entry('a', 1, 'draft');
    const fetch = pagesOf([entry('a', 4, 'news'), entry('b', 2)], [old, entry('c', 3)]);
    const entries = await readFeed(fetch, { onPage });
    expect(entries.map(({ id, date }) => `${id} ${date / day}`)).toEqual(['a 4', 'c 3', 'b 2']);
    expect(entries[0]?.tags).toEqual(['news']);
  });

  it('stops after some pages', async () => {
    const pages = Array.from({ length: 6 }, (_, at) => [entry(`${at}`, at)]);
    const entries = await readFeed(pagesOf(...pages), { mostPages: 3, onPage });
    expect(onPage).toHaveBeenCalledTimes(3);
    expect(entries).toHaveLength(3);
  });

  it('ends when a page points to itself', async () => {
    const fetch = vi.fn<Fetch>(async () => ({ entries: [entry('a', 1)], next: 'same' }));
    await readFeed(fetch, { onPage });
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(fetch).toHaveBeenLastCalledWith('same');
  });

  it('takes entries of a tag', async () => {
    const fetch = pagesOf([entry('a', 1, 'x', 'y'), entry('b', 2, 'y'), entry('c', 3)]);
    const entries = await readFeed(fetch, { tag: 'x' });
    expect(entries.map(({ id }) => id)).toEqual(['a']);
  });
});

describe('groupByTag', () => {
  it('puts entries into all of their groups', () => {
    const groups = groupByTag([entry('a', 1, 'x', 'y'), entry('b', 2, 'y'), entry('c', 3)]);
    expect([...groups.keys()]).toEqual(['x', 'y', 'untagged']);
    expect(groups.get('y')).toEqual(['Entry a', 'Entry b']);
  });
});
