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

/** `now` counts milliseconds: what the journal's clock shows is not known yet. */
export function createLazyRecorder(now: () => number): LazyRecorder {
  const early: { readonly record: WireRecord; readonly seenAt: number }[] = [];
  let recorder: Recorder | undefined;
  return {
    async record(record) {
      if (recorder) return await recorder.record(record);
      early.push({ record, seenAt: now() });
      return undefined;
    },
    use(given) {
      const ahead = given.now() - now();
      for (const { record, seenAt } of early.splice(0)) {
        // Not waited for: a request that opens a session is only written with its answer, whose record fails too.
        given.record({ ...record, at: seenAt + ahead }).catch(() => {});
      }
      recorder = given;
    },
  };
}
