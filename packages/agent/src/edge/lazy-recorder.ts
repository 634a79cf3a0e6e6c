/**
 * The recorder of a connection, which is there from its first session on. Before that there is no session that anything
 * could be lost of; what was said is kept for the head of the first.
 */

import type { Recorder } from "@tenon/journal";

type Side = Parameters<Recorder["record"]>[0];

export interface LazyRecorder {
  record(from: Side, text: string): Promise<void>;
  /** From now on this one records; it is handed what was said so far. */
  use(recorder: Recorder): void;
}

export function createLazyRecorder(): LazyRecorder {
  const early: { readonly from: Side; readonly text: string }[] = [];
  let recorder: Recorder | undefined;
  return {
    async record(from, text) {
      if (recorder) await recorder.record(from, text);
      else early.push({ from, text });
    },
    use(given) {
      // Not waited for: a request that opens a session is only written with its answer.
      for (const { from, text } of early.splice(0)) given.record(from, text).catch(() => {}); // The answer's record fails too.
      recorder = given;
    },
  };
}
