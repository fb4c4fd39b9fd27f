/** Adds up the processor time that some work takes: on a machine with other work a clock would tell of that. */
export function stopWatch() {
  let sum = 0;
  return {
    /** What the work gives. */
    time<T>(work: () => T): T {
      const start = process.cpuUsage();
      try {
        return work();
      } finally {
        const { user, system } = process.cpuUsage(start);
        sum += (user + system) / 1000;
      }
    },
    /** So far. */
    ms: () => sum,
  };
}
