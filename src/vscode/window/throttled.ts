/** Calls that come too often, made one. */

/**
 * Calls `act` at once, but at most once in `gapMs`: what is called meanwhile is done at the end of the gap, once, unless it is disposed
 * before.
 */
export function throttled(act: () => void, gapMs: number) {
  let timer: NodeJS.Timeout | undefined;
  let due = false;
  const call = () => {
    due = timer !== undefined;
    if (due) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (due) call();
    }, gapMs);
    act();
  };
  return Object.assign(call, {
    dispose() {
      clearTimeout(timer);
      due = false;
    },
  });
}
