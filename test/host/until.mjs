// Waiting for what no event tells.
/**
 * Polls `check` until it gives something true, which is returned. A check that throws is not so yet, as pages come and go
 * while it looks at them; what it threw last is the cause of the error in the end.
 */
export async function until(check, what = 'condition', ms = 240_000) {
  const end = Date.now() + ms;
  for (;;) {
    let cause;
    try {
      const value = await check();
      if (value) return value;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > end) throw new Error(`${what}: not so after ${ms} ms`, { cause });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
