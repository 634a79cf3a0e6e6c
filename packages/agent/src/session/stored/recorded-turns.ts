/**
 * How the turns of a recorded session ended. Read before the session is replayed: that a turn is no part of the
 * conversation is known only at its end.
 */

import { objectOf, RPC_ERROR } from "@tenon/basis";
import type { JournalRecord } from "@tenon/journal";
import { messageOf } from "@tenon/timeline";

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

/** The records that `readTurns` needs. */
export const TURN_RECORDS = { from: ["client", "agent"] as const, kinds: ["session/prompt", "response"] };

export async function readTurns(records: AsyncIterable<JournalRecord>): Promise<RecordedTurns> {
  const turns = new Map<number, RecordedTurn>();
  const open = new Map<unknown, number>();
  for await (const record of records) {
    const { seq, from, kind } = record;
    if (from === "client" && kind === "session/prompt") {
      // After a crash the ids of requests begin anew: the last prompt with an id is the one that is answered.
      open.set(objectOf(messageOf(record))["id"], seq);
      turns.set(seq, { outcome: "kept" });
    }
    if (from !== "agent" || kind !== "response" || open.size === 0) continue;
    const { id, result, error } = objectOf(messageOf(record));
    const prompt = open.get(id);
    if (prompt === undefined) continue;
    open.delete(id);
    const { code } = objectOf(error);
    const { stopReason } = objectOf(result);
    const outcome = code === RPC_ERROR.invalidParams ? "rejected" : stopReason === "refusal" ? "refused" : "kept";
    turns.set(prompt, { endSeq: seq, outcome });
  }
  return turns;
}
