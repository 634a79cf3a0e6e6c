/**
 * Buffers messages until the first session opens, then replays them into its recorder, each with the time at which it was
 * seen.
 */

import type { Recorder, WireRecord } from "@tenon/journal";

export interface LazyRecorder {
  record(record: WireRecord): Promise<number | undefined>;
  /** From now on this one records, beginning with what is buffered. */
  use(recorder: Recorder): void;
}

export function createLazyRecorder(now: () => number): LazyRecorder {
  const early: WireRecord[] = [];
  let recorder: Recorder | undefined;
  return {
    async record(record) {
      if (recorder) return await recorder.record(record);
      early.push({ ...record, at: now() });
      return undefined;
    },
    use(given) {
      // Not waited for: a request that opens a session is only written with its answer.
      for (const record of early.splice(0)) given.record(record).catch(() => {}); // The answer's record fails too.
      recorder = given;
    },
  };
}
