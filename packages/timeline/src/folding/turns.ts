/**
 * The turns of a session: which are open, whether one was cancelled, and whether what comes is a replay.
 *
 * The law: what a turn leaves open is closed when it ends, and nothing of it goes on in the next one.
 */

import { defined } from "@tenon/basis";

import type { Entry, TurnEndEntry } from "../entry.ts";
import type { EventOf } from "../event.ts";
import type { Elicitations } from "./elicitations.ts";
import type { Body, EntryList } from "./entry-list.ts";
import type { Messages } from "./messages.ts";
import type { ToolCalls } from "./tool-calls.ts";
import { startsMessage, type Updates } from "./updates.ts";

export interface Turns {
  readonly isOpen: boolean;
  /** The prompts that have not been answered. */
  readonly open: readonly (string | undefined)[];
  addUpdate(event: EventOf<"update">): void;
  /** What was replayed is in the past: nothing of it goes on, unless a turn is running. */
  endReplay(): void;
  prompt(event: EventOf<"prompt">): void;
  cancel(): void;
  end(event: EventOf<"turn-end">): void;
  interrupt(event: EventOf<"interruption">): void;
}

interface Parts {
  readonly list: EntryList;
  readonly messages: Messages;
  readonly calls: ToolCalls;
  readonly updates: Updates;
  readonly elicitations: Elicitations;
}

export function createTurns(parts: Parts, carried: Turns["open"] = []): Turns {
  const { list, messages, calls, updates, elicitations } = parts;
  const open = [...carried];
  let isCancelled = false;
  let hasBegun = false;
  const replay = createReplay(list);
  return {
    get isOpen() {
      return open.length > 0;
    },
    open,
    addUpdate({ update, isReplay = false }) {
      if (!replay.isWanted(isReplay)) return updates.addInSilence(update);
      // A message of the user begins in a replay: what came before it is over.
      if (isReplay && startsMessage(update, "user-message", messages)) begin();
      updates.add(update, { isReplay });
    },
    endReplay,
    prompt({ content, requestId }) {
      endReplay();
      begin();
      hasBegun = true;
      open.push(requestId);
      messages.addPrompt(content);
    },
    cancel() {
      // A cancel that comes too late must not reach the next turn [C-06].
      isCancelled = open.length > 0;
      if (isCancelled) calls.closeAll("cancel");
    },
    end({ requestId, stopReason, error }) {
      const index = requestId === undefined ? 0 : open.indexOf(requestId);
      const isKnown = index >= 0 && index < open.length;
      // The turn was given up before, and its end added; only a timeline that begins in the middle of one has no prompt.
      if (!isKnown && hasBegun) return;
      if (isKnown) open.splice(index, 1);
      endTurn(parts, isCancelled || stopReason === "cancelled" ? "cancel" : "turn-end", defined({ stopReason, error }));
      isCancelled = false;
    },
    interrupt({ reason }) {
      const wasOpen = open.splice(0).length > 0;
      updates.interrupt();
      elicitations.interrupt();
      isCancelled = false;
      endTurn(parts, "interruption", wasOpen ? { isInterrupted: true, ...defined({ reason }) } : undefined);
    },
  };

  function endReplay(): void {
    if (!replay.end() || open.length > 0) return;
    messages.end();
    calls.closeAll("interruption");
  }

  function begin(): void {
    beginTurn(parts);
    isCancelled = false;
  }
}

/** What the last turn left open is over. */
function beginTurn({ calls, updates }: Parts): void {
  calls.closeAll("interruption");
  calls.nextTurn();
  updates.nextTurn();
}

function endTurn(
  { list, messages, calls, elicitations }: Parts,
  closedBy: "turn-end" | "cancel" | "interruption",
  end: Omit<Body<TurnEndEntry>, "type"> | undefined,
): void {
  messages.end();
  messages.forgetPrompt();
  calls.closeAll(closedBy);
  elicitations.endTurn();
  if (end) list.push<Body<TurnEndEntry>>({ type: "turn-end", ...end });
}

/** Whether a replay is under way, and whether the timeline has what it shows. */
function createReplay(list: EntryList) {
  let state: "none" | "wanted" | "known" = "none";
  return {
    isWanted(isReplay: boolean): boolean {
      if (!isReplay) state = "none";
      else if (state === "none") state = list.entries.some(isHistory) ? "known" : "wanted";
      return state !== "known";
    },
    /** True if there was one that the timeline wanted. */
    end(): boolean {
      const wasWanted = state === "wanted";
      state = "none";
      return wasWanted;
    },
  };
}

/** Something that an agent would replay. */
function isHistory({ type }: Entry): boolean {
  return type === "user-message" || type === "agent-message" || type === "thought" || type === "tool-call";
}
