/**
 * The messages of a session's servers, in its record, each with the id by which the agent shows its call.
 *
 * An agent shows a call and makes it over two connections, and either may be first: a call's messages wait until it has been
 * shown, as long as a call is joined at all. The call itself waits for nothing.
 */

import type { ServerMessage } from "@tenon/hub";
import { createMessageRecord, type KnownCall } from "@tenon/hub/display";
import type { EndpointCall, EndpointEvent } from "@tenon/hub/endpoint";

import type { AgentCalls } from "./agent-calls.ts";
import type { SessionEvents } from "../record-events.ts";
import { ownId, type RunningCalls } from "./running-calls.ts";

export interface RecordedMessages {
  add(message: ServerMessage): void;
  /** What happens to calls at the endpoint. */
  event(event: EndpointEvent): void;
  /** The turn is over: the agent shows none of its calls any more. */
  endTurn(): void;
  /** When the hub has ended. */
  close(): void;
}

export interface RecordedMessagesOptions {
  readonly events: SessionEvents;
  readonly running: Pick<RunningCalls, "of">;
  readonly calls: Pick<AgentCalls, "idOf">;
}

// Some of their messages come after they have ended, such as a cancellation.
const MAX_CALLS = 200;

export function recordMessages({ events, running, calls }: RecordedMessagesOptions): RecordedMessages {
  /** Undefined while it is not known. */
  const known = new Map<string, KnownCall | undefined>();
  const record = createMessageRecord({
    callsOn: (server) => running.of(server).map(({ id }) => id),
    toolCallOf: (call) => (known.has(call) ? known.get(call) : { toolCallId: ownId(call) }),
    append: events.add,
    now: events.now,
  });
  return {
    add: record.add,
    event(event) {
      if (event.type === "started") void name(event.call);
    },
    endTurn: record.flush,
    close: record.close,
  };

  async function name(call: EndpointCall): Promise<void> {
    known.set(call.id, undefined);
    const [oldest] = known.keys();
    if (known.size > MAX_CALLS && oldest !== undefined) known.delete(oldest);
    const toolCallId = isOfTool(call) ? ((await calls.idOf(call)) ?? ownId(call.id)) : undefined;
    if (known.has(call.id)) known.set(call.id, { toolCallId });
    record.look();
  }
}

/** Other methods are calls too, by their names. */
function isOfTool({ called }: EndpointCall): boolean {
  return !called.includes("/");
}
