/**
 * The real servers' tools as a catalogue, read from where `fetch-lists.ts` left them.
 */

import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { CatalogueTool } from "@tenon/hub/offer";
import type { ListedTool } from "./list-tools.ts";
import { realServers } from "./real-servers.ts";

export function listsFolder(chosen?: string): string {
  return chosen ?? join(tmpdir(), "tenon-real-servers");
}

export async function readCatalogue(folder: string): Promise<readonly CatalogueTool[]> {
  const lists = await Promise.all(realServers.map(({ name }) => readList(folder, name)));
  return lists.flat();
}

async function readList(folder: string, server: string): Promise<readonly CatalogueTool[]> {
  const tools: readonly ListedTool[] = JSON.parse(await readFile(join(folder, "lists", `${server}.json`), "utf8"));
  return tools.map(({ name, title, description = "", inputSchema }) => ({
    name: `mcp__${server}__${name}`,
    server,
    tool: name,
    title: title ?? name,
    description,
    inputSchema,
  }));
}
