/**
 * Both directions of a connection, each message recorded before it goes on: what becomes of one that cannot be recorded
 * is in `unrecorded.ts`.
 *
 * An item is a message in any form, such as the message with its bytes.
 */

import type { Sender } from "./losses.ts";
import { createMcpTraffic } from "./mcp-traffic.ts";
import { createOrder, createPassage, type Outcome, type Passage, type RecordPosition } from "./passage.ts";
import type { ErrorResponse } from "./stand-in.ts";
import { createUnrecorded } from "./unrecorded.ts";

export interface RecordedPassagesOptions<Item> {
  readonly near: Direction<Item>;
  readonly far: Direction<Item>;
  /** MCP over ACP goes on while it is being recorded, before all that waits. */
  readonly isMcpEarly?: boolean;
  messageOf(item: Item): unknown;
  /** An error that takes the place of a message. */
  errorItem(response: ErrorResponse): Item;
  /** A message could not be recorded. */
  readonly onFailure: (error: unknown) => void;
  /** A turn of this session has lost a message: its work should stop. Called once for each turn. */
  readonly onLoss?: ((sessionId: string) => void) | undefined;
  /** Called for each message that was recorded, of both directions in the order of the record, before it goes on. */
  readonly onRecorded?:
    | ((item: Item, position: RecordPosition, from: Sender) => Promise<void> | void | undefined)
    | undefined;
}

export interface Direction<Item> {
  /** Resolves with the sequence number, if it has one. */
  record(item: Item, text: string): Promise<number | undefined>;
  deliver(item: Item): Promise<void> | void | undefined;
  /** True for what is delivered while it is being recorded, if nothing waits before it. */
  readonly isDeliveredAtOnce?: ((item: Item) => boolean) | undefined;
}

/** `near` carries what the near side sends. */
export interface RecordedPassages<Item> {
  readonly near: Passage<Item>;
  readonly far: Passage<Item>;
}

export function createRecordedPassages<Item>(options: RecordedPassagesOptions<Item>): RecordedPassages<Item> {
  const { messageOf, errorItem, onFailure, onRecorded } = options;
  const unrecorded = createUnrecorded((sessionId) => options.onLoss?.(sessionId));
  const order = createOrder();
  const isMcp = createMcpTraffic();
  const overtaking = new Set<Item>();
  const near: Passage<Item> = passage("near");
  const far: Passage<Item> = passage("far");
  return { near, far };

  function passage(from: Sender): Passage<Item> {
    const { record, deliver, isDeliveredAtOnce } = options[from];
    return createPassage<Item>({
      order,
      record,
      deliver,
      isDeliveredAtOnce,
      overtakes(item) {
        const isOvertaking = options.isMcpEarly === true && isMcp(messageOf(item), from);
        if (isOvertaking) overtaking.add(item);
        return isOvertaking;
      },
      onOutcome: (item, outcome) =>
        overtaking.delete(item) ? noteLate(item, outcome, from) : passOn(item, outcome, from),
    });
  }

  /** The message has gone on before its record was written. */
  async function noteLate(item: Item, outcome: Outcome, from: Sender): Promise<undefined> {
    if (outcome.error === undefined) await onRecorded?.(item, outcome, from);
    else onFailure(outcome.error);
  }

  /** What goes on of a message whose record has succeeded or failed. At once, unless something has to be waited for. */
  function passOn(item: Item, outcome: Outcome, from: Sender): Promise<Item | undefined> | Item | undefined {
    if (outcome.error !== undefined) {
      onFailure(outcome.error);
      const { goesOn, onward, back } = unrecorded.afterFailure(messageOf(item), from, outcome.error);
      if (back) (from === "near" ? far : near).pass(errorItem(back));
      return goesOn ? item : onward && errorItem(onward);
    }
    const failure = unrecorded.afterRecord(messageOf(item), from);
    if (failure) return passFailure(failure, outcome, from);
    const seen = onRecorded?.(item, outcome, from);
    return seen ? seen.then(() => item) : item;
  }

  async function passFailure(failure: ErrorResponse, outcome: Outcome, from: Sender): Promise<Item> {
    const item = errorItem(failure);
    // If it cannot be recorded either, the session says after a restart that the turn was interrupted.
    await options[from].record(item, JSON.stringify(failure)).catch(onFailure);
    await onRecorded?.(item, outcome, from);
    return item;
  }
}
