/**
 * How long a process did not run though it had something to do: its timers come late, and it used no processor meanwhile. A
 * process that is late because of its own work is not starved.
 */

const EVERY_MS = 50;

/** Tells of each time, in milliseconds, until the process ends. */
export function watchStarvation(onStarved: (ms: number) => void): void {
  let at = performance.now();
  let used = usedMs();
  setInterval(() => {
    const [now, usedNow] = [performance.now(), usedMs()];
    const ms = now - at - EVERY_MS - (usedNow - used);
    [at, used] = [now, usedNow];
    if (ms >= EVERY_MS) onStarved(ms);
  }, EVERY_MS).unref();
}

function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** What several processes have reported, by stretches of time. */
export interface Starvation {
  add(process: string, ms: number): void;
  /** Of the one of these that was starved most since then. */
  since(from: number, processes: readonly string[]): number;
}

export function createStarvation(): Starvation {
  const times: { readonly process: string; readonly at: number; readonly ms: number }[] = [];
  return {
    add: (process, ms) => void times.push({ process, at: performance.now(), ms }),
    since(from, processes) {
      const later = times.slice(times.findLastIndex(({ at }) => at < from) + 1);
      // Of a stretch that began before, the part since then: a process that was stopped tells of it when it goes on.
      const sumOf = (name: string) =>
        later.reduce((sum, { process, at, ms }) => sum + (process === name ? Math.min(ms, at - from) : 0), 0);
      return Math.max(0, ...processes.map(sumOf));
    },
  };
}
