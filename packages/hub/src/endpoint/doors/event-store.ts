/**
 * The last events of one HTTP session, so that a client whose stream broke gets what it missed.
 */

import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  readonly message: JSONRPCMessage;
  readonly characters: number;
}

const MOST_EVENTS = 500;
const MOST_CHARACTERS = 8 * 1024 * 1024;

export function createEventStore(): EventStore {
  let events: StoredEvent[] = [];
  let characters = 0;
  let count = 0;
  const find = (id: string) => events.findIndex((event) => event.id === id);

  return {
    async storeEvent(stream, message) {
      const id = `${(count += 1)}`;
      const size = JSON.stringify(message).length;
      events.push({ id, stream, message, characters: size });
      characters += size;
      const first = firstToKeep();
      for (const event of events.slice(0, first)) characters -= event.characters;
      events = events.slice(first);
      return id;
    },
    async getStreamIdForEventId(id) {
      return events[find(id)]?.stream;
    },
    async replayEventsAfter(lastEventId, { send }) {
      const at = find(lastEventId);
      const last = events[at];
      if (!last) throw new Error("The event is no longer kept");
      for (const { id, stream, message } of events.slice(at + 1)) {
        // Streams begin with an event without a message.
        if (stream === last.stream && "jsonrpc" in message) await send(id, message);
      }
      return last.stream;
    },
  };

  function firstToKeep(): number {
    let first = Math.max(0, events.length - MOST_EVENTS);
    let left = events.slice(first).reduce((sum, event) => sum + event.characters, 0);
    // The newest is kept however large it is: it may be the answer that is waited for.
    while (left > MOST_CHARACTERS && first < events.length - 1) {
      left -= events[first]?.characters ?? 0;
      first += 1;
    }
    return first;
  }
}
