/**
 * How the turns of a recorded session ended. Read before the session is replayed: that a turn is no part of the
 * conversation is known only at its end.
 */

import type { JournalMessage } from "./replay.ts";

export interface RecordedTurn {
  /** The record of the response; absent if the turn never ended, or still runs. */
  readonly endSeq?: number;
  /**
   * `rejected`: the prompt had content that is not taken, and no turn began. `refused`: the model refused; the prompt and
   * everything after it is no part of the conversation [H12].
   */
  readonly outcome: "kept" | "rejected" | "refused";
}

/** By the sequence number of the prompt. */
export type RecordedTurns = ReadonlyMap<number, RecordedTurn>;

const INVALID_PARAMS = -32_602;

export async function readTurns(records: AsyncIterable<JournalMessage>): Promise<RecordedTurns> {
  const turns = new Map<number, RecordedTurn>();
  const open = new Map<unknown, number>();
  for await (const { seq, from, text } of records) {
    // Most records are neither prompts nor responses: looked at before they are parsed.
    if (from === "client" && text.includes('"session/prompt"')) {
      const { id, method } = JSON.parse(text);
      if (method !== "session/prompt") continue;
      // After a crash the ids of requests begin anew: the last prompt with an id is the one that is answered.
      open.set(id, seq);
      turns.set(seq, { outcome: "kept" });
    }
    if (from !== "agent" || open.size === 0 || text.includes('"session/update"')) continue;
    const { id, method, result, error } = JSON.parse(text);
    const prompt = method === undefined ? open.get(id) : undefined;
    if (prompt === undefined) continue;
    open.delete(id);
    const outcome = error?.code === INVALID_PARAMS ? "rejected" : result?.stopReason === "refusal" ? "refused" : "kept";
    turns.set(prompt, { endSeq: seq, outcome });
  }
  return turns;
}
