/**
 * Buffers messages until the first session opens, then replays them into its recorder, each with the time at which it was
 * seen.
 */

import type { Recorder } from "@tenon/journal";

type Side = Parameters<Recorder["record"]>[0];

export interface LazyRecorder {
  record(from: Side, text: string): Promise<number | undefined>;
  /** From now on this one records; it is handed what was said so far. */
  use(recorder: Recorder): void;
}

export function createLazyRecorder(now: () => number): LazyRecorder {
  const early: { readonly from: Side; readonly text: string; readonly at: number }[] = [];
  let recorder: Recorder | undefined;
  return {
    async record(from, text) {
      if (recorder) return await recorder.record(from, text);
      early.push({ from, text, at: now() });
      return undefined;
    },
    use(given) {
      // Not waited for: a request that opens a session is only written with its answer.
      for (const { from, text, at } of early.splice(0)) {
        given.record(from, text, at).catch(() => {}); // The answer's record fails too.
      }
      recorder = given;
    },
  };
}
