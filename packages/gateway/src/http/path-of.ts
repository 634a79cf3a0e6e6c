import type { IncomingMessage } from "node:http";

/** The path without its query, where secrets would be. */
export function pathOf({ url = "" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "";
}
