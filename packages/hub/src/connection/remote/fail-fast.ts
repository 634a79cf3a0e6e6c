import { isObject, objectOf, parseJson } from "@tenon/basis";

/**
 * Ends a call whose response stream ends without the response.
 *
 * Watches the events of a POST's answer. If the stream ends, or breaks, before the answer to the request has come, and
 * no event id was given with which it could be taken up again, an error answer is put at its end.
 */

export function failFast(response: Response, body: RequestInit["body"]): Response {
  const id = idOf(body);
  if (id === undefined || !response.ok || !response.body || !isEventStream(response)) return response;
  return new Response(watch(response.body, id), {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}

export function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.toLowerCase().startsWith("text/event-stream") ?? false;
}

function idOf(body: RequestInit["body"]): string | number | undefined {
  if (typeof body !== "string") return undefined;
  const message: unknown = JSON.parse(body);
  const { id, method } = objectOf(message);
  // The stream of a subscription is its answer.
  if (method === undefined || method === "subscriptions/listen") return undefined;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

function watch(source: ReadableStream<Uint8Array>, id: string | number): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const decoder = new TextDecoder();
  let line = "";
  let isAnswered = false;
  let isResumable = false;

  const look = (text: string) => {
    const lines = (line + text).split(/\r\n|\n|\r/);
    line = lines.pop() ?? "";
    for (const complete of lines) {
      if (/^id:? ?./.test(complete)) isResumable = true;
      else if (complete.startsWith("data:")) isAnswered ||= answers(complete.slice("data:".length), id);
    }
  };

  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          if (!isAnswered) look(decoder.decode(value, { stream: true }));
          return controller.enqueue(value);
        }
      } catch (error) {
        // A connection that breaks is the same to the caller as one that ends: the answer does not come.
        if (isResumable) return controller.error(error);
      }
      if (!isAnswered && !isResumable) controller.enqueue(new TextEncoder().encode(errorEvent(id)));
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Whether this is the answer to our request. */
function answers(data: string, id: string | number): boolean {
  // Undefined for an event whose data has several lines.
  const message = parseJson(data);
  const isResponse = isObject(message) && ("result" in message || "error" in message);
  return isResponse && String(message["id"]) === String(id);
}

function errorEvent(id: string | number): string {
  const error = { code: -32_000, message: "The server ended its response without an answer" };
  return `\n\nevent: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", id, error })}\n\n`;
}
