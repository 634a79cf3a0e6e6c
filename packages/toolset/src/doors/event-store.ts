/**
 * The newest events of one HTTP session, for a client whose stream broke.
 */

import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

const MOST_EVENTS = 500;
const MOST_CHARACTERS = 16 * 1024 * 1024;

interface StoredEvent {
  readonly stream: string;
  readonly message: JSONRPCMessage;
  readonly characters: number;
}

export function createEventStore(): EventStore {
  /** By number, the oldest first. */
  const events = new Map<string, StoredEvent>();
  let count = 0;
  let characters = 0;

  return {
    async storeEvent(stream, message) {
      count += 1;
      const event = { stream, message, characters: JSON.stringify(message).length };
      events.set(String(count), event);
      characters += event.characters;
      for (const [id, oldest] of events) {
        // The newest stays, however long it is: it may be the answer.
        if (oldest === event || (events.size <= MOST_EVENTS && characters <= MOST_CHARACTERS)) break;
        events.delete(id);
        characters -= oldest.characters;
      }
      return String(count);
    },
    getStreamIdForEventId: async (id) => events.get(id)?.stream,
    async replayEventsAfter(lastId, { send }) {
      const last = events.get(lastId);
      if (!last) throw new Error("The event is no longer stored");
      for (const [id, { stream, message }] of events) {
        // A stream begins with an event that has no message.
        if (Number(id) > Number(lastId) && stream === last.stream && "jsonrpc" in message) await send(id, message);
      }
      return last.stream;
    },
  };
}
