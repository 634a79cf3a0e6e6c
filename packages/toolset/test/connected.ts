/** A client of a toolset in this process. */

import { Client, type ClientCapabilities, type ContentBlock } from "@modelcontextprotocol/client";

import { defineToolset, type OpenOptions, openToolset, type Tool, type Toolset } from "@tenon/toolset";

import { createLog } from "./contract/doors.ts";

export async function connected(
  toolset: Toolset,
  options: OpenOptions & {
    readonly capabilities?: ClientCapabilities;
    readonly revision?: "2025-11-25" | "2026-07-28";
  } = {},
) {
  const { capabilities = {}, revision = "2026-07-28", ...rest } = options;
  const log = createLog();
  const opened = openToolset(toolset, { log: log.sink, ...rest });
  const mode = revision === "2026-07-28" ? { pin: revision } : "legacy";
  const client = new Client({ name: "test", version: "1" }, { capabilities, versionNegotiation: { mode } });
  await client.connect(opened.connect());
  const call = async (name: string, args: Record<string, unknown> = {}) =>
    await client.callTool({ name, arguments: args });
  const close = async () => {
    await client.close();
    await opened.close();
  };
  return { client, opened, log, call, close, [Symbol.asyncDispose]: close };
}

export function toolsetOf(...tools: readonly Tool[]): Toolset {
  return defineToolset({ name: "test", version: "1", tools });
}

export function textOf({ content }: { readonly content: readonly ContentBlock[] }): string {
  return content.map((block) => (block.type === "text" ? block.text : `(${block.type})`)).join("\n");
}
