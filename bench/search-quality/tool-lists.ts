/**
 * The real servers' tools as a catalogue, where `fetch-lists.ts` leaves them. What the servers wrote is theirs, and is not in
 * this repository.
 */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { CatalogueTool } from "@tenon/hub/offer";
import type { ListedTool } from "./list-tools.ts";
import { type RealServer, realServers } from "./real-servers.ts";

/** Of these servers, which are installed in this folder. */
export async function readCatalogue(
  folder: string,
  servers: readonly RealServer[] = realServers,
): Promise<readonly CatalogueTool[]> {
  const lists = await Promise.all(servers.map(({ name }) => readList(folder, name)));
  return lists.flat();
}

export async function writeList(folder: string, server: string, tools: readonly ListedTool[]): Promise<void> {
  await mkdir(join(folder, "lists"), { recursive: true });
  await writeFile(fileOf(folder, server), JSON.stringify(tools));
}

async function readList(folder: string, server: string): Promise<readonly CatalogueTool[]> {
  const tools: readonly ListedTool[] = JSON.parse(await readFile(fileOf(folder, server), "utf8"));
  return tools.map(({ name, title, description = "", inputSchema }) => ({
    name: `mcp__${server}__${name}`,
    server,
    tool: name,
    title: title ?? name,
    description,
    inputSchema,
  }));
}

function fileOf(folder: string, server: string): string {
  return join(folder, "lists", `${server}.json`);
}
