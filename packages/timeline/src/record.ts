/**
 * A record of a session: a message as it was on the wire, or an event of our own, and what distinguishes one kind from another.
 */

import { objectOf, parseJson } from "@tenon/basis";

export type RecordSource = "client" | "agent" | "tenon";

/** Has a text or a message, or both. */
export interface TimelineRecord {
  readonly from: RecordSource;
  /** JSON, as it was on the wire. */
  readonly text?: string;
  /** The same, parsed. */
  readonly message?: unknown;
  /** As `kindOf` gives it, if it is known. */
  readonly kind?: string;
  /** In milliseconds since 1970. */
  readonly at?: number;
}

/** Parses the text if there is no message yet. Undefined if the text is not JSON. */
export function messageOf({ message, text = "" }: Pick<TimelineRecord, "message" | "text">): unknown {
  return message === undefined ? parseJson(text) : message;
}

const MAX_KIND_LENGTH = 64;

/**
 * What a record is: the type of an event of ours or of a `session/update`, the method of any other call, `response`; empty
 * if it is not a message.
 */
export function kindOf(from: RecordSource, message: unknown): string {
  const { id, method, params, type } = objectOf(message);
  if (from === "tenon") return kindIn(type);
  if (method === undefined) return id === undefined ? "" : "response";
  const update = method === "session/update" ? objectOf(objectOf(params)["update"])["sessionUpdate"] : undefined;
  return kindIn(update ?? method);
}

function kindIn(value: unknown): string {
  return typeof value === "string" ? value.slice(0, MAX_KIND_LENGTH) : "";
}
