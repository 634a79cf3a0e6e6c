import type { JsonObject } from "@tenon/basis";

const NAMES = ["traceparent", "tracestate", "baggage"];
// Of the W3C's own limit on baggage, the longest of the three.
const MAX_LENGTH = 8_192;

/** The trace context of a prompt, as the headers of the requests that it causes [R77]. Everything else stays here. */
export function traceHeaders(meta: JsonObject | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of NAMES) {
    const value = meta?.[name];
    // Anything else would make the request itself fail.
    if (typeof value === "string" && /^[\t\x20-\x7e]+$/.test(value) && value.length <= MAX_LENGTH)
      headers[name] = value;
  }
  return headers;
}
