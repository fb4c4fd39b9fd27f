// Waiting for what no event tells.
/** Polls `check` until it gives something true, which is returned. */
export async function until(check, what = 'condition', ms = 60_000) {
  const end = Date.now() + ms;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (Date.now() > end) throw new Error(`${what}: not so after ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
