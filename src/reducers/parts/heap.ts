/**
 * An immutable priority queue: taking and adding return another queue, so that a search can be forked. A leftist heap (Crane 1972):
 * O(log n) each.
 */

export type Heap<T> = Node<T> | undefined;

interface Node<T> {
  readonly first: T;
  /** Length of the path to the right, the shortest one to an empty place. */
  readonly rank: number;
  readonly left: Heap<T>;
  readonly right: Heap<T>;
}

/** Negative if `a` comes before `b`. */
export type Compare<T> = (a: T, b: T) => number;

/** The queue of these items: O(n). */
export function heapOf<T>(items: readonly T[], compare: Compare<T>): Heap<T> {
  let heaps: Heap<T>[] = items.map(single);
  while (heaps.length > 1) {
    heaps = Array.from({ length: Math.ceil(heaps.length / 2) }, (_, pair) =>
      merge(heaps[2 * pair], heaps[2 * pair + 1], compare),
    );
  }
  return heaps[0];
}

export function add<T>(heap: Heap<T>, item: T, compare: Compare<T>): Heap<T> {
  return merge(heap, single(item), compare);
}

/** The queue without its first item. */
export function rest<T>(heap: Heap<T>, compare: Compare<T>): Heap<T> {
  return heap && merge(heap.left, heap.right, compare);
}

function single<T>(first: T): Heap<T> {
  return { first, rank: 1, left: undefined, right: undefined };
}

function merge<T>(a: Heap<T>, b: Heap<T>, compare: Compare<T>): Heap<T> {
  if (!a) return b;
  if (!b) return a;
  if (compare(b.first, a.first) < 0) return merge(b, a, compare);
  const right = merge(a.right, b, compare);
  const swap = (a.left?.rank ?? 0) < right!.rank;
  return {
    first: a.first,
    rank: ((swap ? a.left?.rank : right!.rank) ?? 0) + 1,
    left: swap ? right : a.left,
    right: swap ? a.left : right,
  };
}
