/**
 * Of a URL that a person is asked to open, only the origin is recorded: the rest of it may let its holder in.
 */

import { messageOf } from "@tenon/timeline";

import type { NewRecord } from "../journal.ts";

/** The record itself if it asks to open nothing. */
export function hideAddresses(record: NewRecord): NewRecord {
  // Such a question has this field in ACP and MCP alike, at any depth; hardly anything else has.
  if (!record.text.includes('"elicitationId"')) return record;
  let hasAddress = false;
  const text = JSON.stringify(messageOf(record), (_key, value: unknown) => {
    if (!asksToOpen(value)) return value;
    hasAddress = true;
    return { ...value, url: originOf(value.url) };
  });
  return hasAddress ? { ...record, text, message: undefined } : record;
}

function asksToOpen(value: unknown): value is { readonly url: string } {
  if (typeof value !== "object" || value === null) return false;
  return "elicitationId" in value && "url" in value && typeof value.url === "string";
}

function originOf(address: string): string {
  if (!URL.canParse(address)) return "[redacted]";
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}/`;
}
