/**
 * Messages of MCP over ACP among the others of a connection. They go to a server and not into the conversation: like those to
 * any other server they are recorded, and nothing waits for that.
 */

import { objectOf } from "@tenon/basis";

import type { Sender } from "./losses.ts";

/** Sees each message once, in order. True for one that carries MCP, or answers one that does. */
export type McpTraffic = (message: unknown, from: Sender) => boolean;

export function createMcpTraffic(): McpTraffic {
  const asked: Record<Sender, Set<unknown>> = { near: new Set(), far: new Set() };
  return (message, from) => {
    const { id, method } = objectOf(message);
    if (method === undefined) return asked[from === "near" ? "far" : "near"].delete(id);
    if (typeof method !== "string" || !method.startsWith("mcp/")) return false;
    if (id !== undefined) asked[from].add(id);
    return true;
  };
}
