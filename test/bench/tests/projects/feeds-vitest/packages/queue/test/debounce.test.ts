import { debounce, type Debounced, type Waiting } from '../src/debounce';

describe('debounce', () => {
  let calls: string[];
  const work = (text: string, count = 1) => {
    calls.push(`${text} x${count} at ${Date.now()}`);
  };

  /** Types letters, one each so many milliseconds. */
  function type(debounced: Debounced<[string, number?]>, letters: string, every: number) {
    for (const letter of letters) {
      debounced(letter);
      vi.advanceTimersByTime(every);
    }
  }

  const made = (waiting: Partial<Waiting> = {}) => debounce(work, { ms: 100, ...waiting });

  beforeEach(() => {
    calls = [];
    vi.useFakeTimers({ now: 0 });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('waits for the last call', () => {
    const debounced = made();
    type(debounced, 'abc', 30);
    expect(calls).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(calls).toEqual(['c x1 at 160']);
  });

  it('does not wait for ever', () => {
    const debounced = made({ mostMs: 150 });
    type(debounced, 'abcdef', 40);
    expect(calls).toEqual(['d x1 at 150']);
    vi.runAllTimers();
    expect(calls).toHaveLength(2);
  });

  it('calls first, if it should', () => {
    const debounced = made({ leading: true });
    debounced('a', 2);
    debounced('b', 3);
    expect(calls).toEqual(['a x2 at 0']);
    vi.advanceTimersByTime(100);
    expect(calls).toEqual(['a x2 at 0', 'b x3 at 100']);
    expect(debounced.pending).toBe(false);
  });

  it('can be flushed', () => {
    const debounced = made();
    debounced('a');
    debounced.flush();
    debounced.flush();
    expect(calls).toEqual(['a x1 at 0']);
    expect(debounced.pending).toBe(false);
  });

  it('can be cancelled', () => {
    const debounced = made();
    debounced('a');
    expect(debounced.pending).toBe(true);
    debounced.cancel();
    vi.runAllTimers();
    expect(calls).toEqual([]);
    expect(debounced.pending).toBe(false);
  });
});
