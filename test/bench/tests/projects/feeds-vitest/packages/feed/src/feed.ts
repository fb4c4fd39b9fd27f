/** A feed of entries that are fetched page by page; the newest first, each once. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly date: number;
  readonly tags?: readonly string[];
}

export interface Page {
  readonly entries: readonly Entry[];
  readonly next?: string;
}

export type Fetch = (cursor: string | undefined, signal?: AbortSignal) => Promise<Page>;

export interface FeedOptions {
  readonly mostPages?: number;
  readonly tag?: string;
  readonly onPage?: (page: Page, number: number) => void;
}

export async function readFeed(fetch: Fetch, { mostPages = 10, tag, onPage }: FeedOptions = {}): Promise<Entry[]> {
  const byId = new Map<string, Entry>();
  let cursor: string | undefined;
  for (let number = 1; number <= mostPages; number++) {
    const page = await fetch(cursor);
    onPage?.(page, number);
    for (const entry of page.entries) {
      const known = byId.get(entry.id);
      if (!known || known.date < entry.date) byId.set(entry.id, entry);
    }
    if (page.next === undefined || page.next === cursor) break;
    cursor = page.next;
  }
  const all = [...byId.values()].filter(({ tags = [] }) => tag === undefined || tags.includes(tag));
  return all.sort((a, b) => b.date - a.date || a.id.localeCompare(b.id));
}

export function groupByTag(entries: readonly Entry[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { title, tags = ['untagged'] } of entries) {
    for (const tag of tags) groups.set(tag, [...(groups.get(tag) ?? []), title]);
  }
  return groups;
}
