/**
 * Google reports a failure in the middle of a stream as plain JSON, which is no event, or as an event that is no answer.
 * Its library reads over both, and the answer seems to end for no reason. Here the stream fails instead, with what was
 * reported, as a request does that is refused at once.
 */

import { parseJson, valueAt } from "@tenon/basis";

import { StreamedFailure } from "../failure/streamed-failure.ts";
import { PlainHeaders } from "./plain-headers.ts";
import { PlainResponse } from "./plain-response.ts";

type Fetch = typeof globalThis.fetch;

// An error is a few hundred characters; whatever else stands between the events is not kept.
const MAX_CHARACTERS = 64 * 1024;

export function failingWhereReported(fetch: Fetch = globalThis.fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    if (!response.ok || !response.body || !isStream) return response;
    const { url, status, statusText, headers } = response;
    const head = { url, status, statusText, headers: new PlainHeaders(headers) };
    return new PlainResponse(response.body.pipeThrough(failAtReport()), head);
  };
}

function failAtReport(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder();
  let line = "";
  let outside = "";

  function read(text: string): string | undefined {
    const lines = (line + text).split(/\r?\n/);
    line = lines.pop() ?? "";
    return lines.map(look).find((report) => report !== undefined);
  }

  /** The report, if this line says that there is one. */
  function look(whole: string): string | undefined {
    if (/^data:\s*\{\s*"error"/.test(whole)) return whole.slice("data:".length);
    if (whole !== "" && !whole.startsWith("data:") && outside.length < MAX_CHARACTERS) outside += `${whole}\n`;
    return undefined;
  }

  return new TransformStream({
    transform(bytes, controller) {
      const report = read(decoder.decode(bytes, { stream: true }));
      if (report === undefined) controller.enqueue(bytes);
      else controller.error(new StreamedFailure(report));
    },
    flush(controller) {
      const report = read("\n") ?? outside;
      if (valueAt(parseJson(report), "error") !== undefined) controller.error(new StreamedFailure(report));
    },
  });
}
