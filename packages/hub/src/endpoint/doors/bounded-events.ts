/**
 * An event stream for an agent that may not read it: the SDK puts what it sends into a queue without end.
 *
 * While too much waits, logs and progress are dropped, a change that waits is not repeated, and answers are kept.
 */

import { objectOf, parseJson, stringOf } from "@tenon/basis";

type Events = ReadableStream<Uint8Array<ArrayBuffer>>;

const MAX_BYTES = 1024 * 1024;
const DROPPED: ReadonlySet<string | undefined> = new Set(["notifications/message", "notifications/progress"]);

/** The same answer if it is no event stream. */
export function boundedEvents(response: Response, onEnd: () => void = () => {}): Response {
  const { body, status, headers } = response;
  const isStream = headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (body && isStream) return new Response(bounded(body, onEnd), { status, headers });
  onEnd();
  return response;
}

function bounded(events: Events, onEnd: () => void): Events {
  const reader = events.getReader();
  /** Changes that wait until there is room, each once. */
  const late = new Map<string, Uint8Array<ArrayBuffer>>();
  return new ReadableStream(
    {
      start(controller) {
        void pass(controller)
          .catch((error: unknown) => controller.error(error))
          .finally(onEnd);
      },
      pull: flush,
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: MAX_BYTES, size: (event) => event.byteLength },
  );

  async function pass(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): Promise<void> {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if ((controller.desiredSize ?? 0) > 0) controller.enqueue(next.value);
      else hold(next.value, controller);
    }
    flush(controller);
    controller.close();
  }

  function hold(event: Uint8Array<ArrayBuffer>, controller: ReadableStreamDefaultController): void {
    const data = dataOf(event);
    const method = stringOf(objectOf(parseJson(data))["method"]);
    if (method === undefined) controller.enqueue(event);
    else if (!DROPPED.has(method)) late.set(data, event);
  }

  function flush(controller: ReadableStreamDefaultController): void {
    for (const event of late.values()) controller.enqueue(event);
    late.clear();
  }
}

/** The SDK writes each event as one piece. */
function dataOf(event: Uint8Array): string {
  return /^data: (.*)$/m.exec(new TextDecoder().decode(event))?.[1] ?? "";
}
