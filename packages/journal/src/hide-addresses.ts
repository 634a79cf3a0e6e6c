/**
 * Of an address that somebody is asked to open, only where it leads is written down: whoever has the rest of it may be let
 * in by it.
 */

import { parseJson } from "./wire-message.ts";

/** The message as it was, if it asks nobody to open anything. */
export function hideAddresses(text: string): string {
  // Such a question has an id in ACP and in MCP alike, and hardly anything else has.
  if (!text.includes('"elicitationId"')) return text;
  let hasAddress = false;
  const hidden = JSON.stringify(parseJson(text), (_key, value: unknown) => {
    if (!asksToOpen(value)) return value;
    hasAddress = true;
    return { ...value, url: originOf(value.url) };
  });
  return hasAddress ? hidden : text;
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
