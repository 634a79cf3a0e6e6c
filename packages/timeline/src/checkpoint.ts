/**
 * Where the fold of a session can begin: before a prompt, with what the records after it need of those before.
 *
 * The law: folded from a checkpoint, the records give the entries that the whole session has from there on, with the same
 * revisions. Events that concern earlier entries (`Timeline.reachesBack`) are added to the part before when that is read.
 */

import { isObject, itemsOf, numberOf, objectOf } from "@tenon/basis";

import { createRecordReader } from "./fold-records.ts";
import { createTimeline, type TimelineCarry } from "./folding/timeline.ts";
import type { WireReaderCarry } from "./reading/wire-reader.ts";
import { messageOf, type TimelineRecord } from "./record.ts";
import { createServerFold, type ServersCarry } from "./servers/server-fold.ts";

export interface Checkpoint {
  /** The sequence number of the prompt. */
  readonly seq: number;
  readonly carry: SessionCarry;
}

/** JSON. */
export interface SessionCarry {
  readonly reader: WireReaderCarry;
  readonly timeline: TimelineCarry;
  readonly servers: ServersCarry;
}

/** To be raised with every change of the fold, or of what it carries: another version cannot go on from it. */
export const CHECKPOINT_FORMAT = 3;

/** Whether there may be a checkpoint before a record: not where a turn only goes on, which begins with no entry. */
export function isCheckpointPlace(record: TimelineRecord): boolean {
  if (record.from !== "client" || record.kind !== "session/prompt") return false;
  return itemsOf(objectOf(objectOf(messageOf(record))["params"])["prompt"]).length > 0;
}

export interface CarryFold {
  add(record: TimelineRecord): void;
  /** Before a record for which `isCheckpointPlace` holds. Undefined if there can be no checkpoint. */
  carry(): SessionCarry | undefined;
}

/** Folds records for the sake of what they carry. */
export function createCarryFold(carried?: SessionCarry): CarryFold {
  const reader = createRecordReader(carried?.reader);
  const timeline = createTimeline({ carry: carried?.timeline });
  const servers = createServerFold(carried?.servers);
  return {
    add(record) {
      const parsed = { ...record, message: messageOf(record) };
      servers.add(parsed);
      for (const event of reader.read(parsed)) timeline.add(event);
    },
    carry() {
      const carry = timeline.carry();
      return carry && { reader: reader.carry(), timeline: carry, servers: servers.carry() };
    },
  };
}

/** Undefined if it is none of this format. */
export function readCheckpoint(value: unknown): Checkpoint | undefined {
  const { format, seq, carry } = objectOf(value);
  if (format !== CHECKPOINT_FORMAT || numberOf(seq) === undefined || !isSessionCarry(carry)) return undefined;
  return { seq: Number(seq), carry };
}

/** As `readCheckpoint` takes it. */
export function writeCheckpoint({ seq, carry }: Checkpoint): string {
  return JSON.stringify({ format: CHECKPOINT_FORMAT, seq, carry });
}

/** The format says what is in it: this finds only what was cut off or mixed up. */
function isSessionCarry(value: unknown): value is SessionCarry {
  const { reader, timeline, servers } = objectOf(value);
  const { client, agent } = objectOf(reader);
  const { state, compactions, calls, shown, terminals, elicitations, receipts, open } = objectOf(timeline);
  const { list, leaving, detached } = objectOf(servers);
  return (
    [client, agent, compactions, calls, shown, terminals, elicitations, receipts, open].every(Array.isArray) &&
    [leaving, detached].every(Array.isArray) &&
    isObject(state) &&
    isObject(list)
  );
}
