/**
 * What can be saved of a message that was too long to be read [B-03]: its request fails instead of hanging.
 */

import type { AnyMessage } from "@agentclientprotocol/sdk";

const BEGINNING =
  /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d+|"[^"\\]*")\s*,\s*"(?:(result|error)"|method"\s*:\s*"([^"\\]+)")/;

/**
 * A response becomes an error, which fails the request of ours that waits for it. A request loses its params, and so is
 * answered as invalid. Of a notification, nothing is left.
 */
export function saveTooLong(head: string, { largest }: { readonly largest: number }): AnyMessage | undefined {
  const [, idText, answer, method] = BEGINNING.exec(head) ?? [];
  if (idText === undefined) return undefined;
  const id = idText.startsWith('"') ? idText.slice(1, -1) : Number(idText);
  if (method !== undefined) return { jsonrpc: "2.0", id, method };
  if (answer === undefined) return undefined;
  const message = `The response exceeds the limit of ${largest / 1024 / 1024} MiB`;
  return { jsonrpc: "2.0", id, error: { code: -32603, message } };
}
