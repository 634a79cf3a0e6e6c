/**
 * Reads server-sent events from a response, one at a time, written for these tests alone so that it shares no mistake
 * with the server.
 */

export interface ReceivedEvent {
  readonly event: string | undefined;
  readonly data: string;
}

export interface EventReader {
  /** The next event, or undefined when the stream has ended. Rejects when the connection breaks. */
  next(): Promise<ReceivedEvent | undefined>;
  /** Every event that is still to come. */
  all(): Promise<readonly ReceivedEvent[]>;
  /** What came after the last event and is none. */
  readonly rest: string;
  readonly chunkSizes: readonly number[];
}

export function readEvents(response: Response): EventReader {
  if (response.body === null) throw new Error("The response has no body");
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const chunkSizes: number[] = [];
  let buffer = "";

  return {
    next,
    async all() {
      const events: ReceivedEvent[] = [];
      for (let event = await next(); event !== undefined; event = await next()) events.push(event);
      return events;
    },
    get rest() {
      return buffer;
    },
    chunkSizes,
  };

  async function next(): Promise<ReceivedEvent | undefined> {
    for (;;) {
      const end = buffer.indexOf("\n\n");
      if (end !== -1) {
        const event = parse(buffer.slice(0, end));
        buffer = buffer.slice(end + 2);
        return event;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      chunkSizes.push(value.length);
      buffer += decoder.decode(value, { stream: true });
    }
  }
}

function parse(block: string): ReceivedEvent {
  const fields = new Map(
    block.split("\n").map((line) => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  return { event: fields.get("event"), data: fields.get("data") ?? "" };
}
