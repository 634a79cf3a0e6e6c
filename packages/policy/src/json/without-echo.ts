/**
 * The ACP SDK answers a malformed message with an error that has the whole message in `data`, with every secret in it:
 * such answers end up in the logs of editors and proxies. They are the only ones without an id.
 */

import { objectOf, parseJson } from "@tenon/basis";

const REFUSAL = '{"jsonrpc":"2.0","id":null,"error":{';
const REFUSAL_BYTES = Buffer.from(REFUSAL);

/** A message as JSON, without the data of its error if it answers no request. */
export function withoutEcho(message: string): string {
  if (!message.startsWith(REFUSAL)) return message;
  const { code, message: words } = objectOf(objectOf(parseJson(message))["error"]);
  return JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message: words } });
}

/** The same for a line of a stream of bytes. */
export function lineWithoutEcho(line: Uint8Array): Uint8Array {
  const isRefusal = Buffer.compare(line.subarray(0, REFUSAL_BYTES.length), REFUSAL_BYTES) === 0;
  return isRefusal ? Buffer.from(`${withoutEcho(Buffer.from(line).toString())}\n`) : line;
}
