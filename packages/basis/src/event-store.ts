/**
 * The newest events of one HTTP session of MCP, for a client whose stream broke: an `EventStore` of the MCP SDK.
 */

interface StoredEvent<Message> {
  readonly stream: string;
  readonly message: Message;
  readonly characters: number;
}

const MAX_EVENTS = 500;

export function createEventStore<Message extends object>({ maxCharacters }: { readonly maxCharacters: number }) {
  /** By number, the oldest first. */
  const events = new Map<string, StoredEvent<Message>>();
  let count = 0;
  let characters = 0;

  return {
    async storeEvent(stream: string, message: Message): Promise<string> {
      count += 1;
      const event = { stream, message, characters: JSON.stringify(message).length };
      events.set(String(count), event);
      characters += event.characters;
      for (const [id, oldest] of events) {
        // The newest stays, however long it is: it may be the answer.
        if (oldest === event || (events.size <= MAX_EVENTS && characters <= maxCharacters)) break;
        events.delete(id);
        characters -= oldest.characters;
      }
      return String(count);
    },
    getStreamIdForEventId: async (id: string): Promise<string | undefined> => events.get(id)?.stream,
    async replayEventsAfter(
      lastId: string,
      { send }: { send(id: string, message: Message): Promise<void> },
    ): Promise<string> {
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
