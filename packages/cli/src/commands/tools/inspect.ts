/** `tenon tools call | resources | read | prompts | get`: what one server has, and what servers have besides tools. */

import { isObject } from "@tenon/basis";
import type { Hub } from "@tenon/hub";

import { t } from "../../messages/t.ts";
import { writeStdout } from "../../process/stdout.ts";
import { printable } from "../../terminal/printable.ts";
import { textTable } from "../../terminal/text-table.ts";
import { oneLine } from "./list.ts";
import { createInspector, type Inspector } from "./toolset/inspector.ts";
import { readArguments } from "./toolset/read-arguments.ts";
import { type Listed, listServer } from "./toolset/server-lists.ts";
import { LISTED, requireServer, requireServers, type ServerFlags, withHub } from "./with-hub.ts";

type Flags = ServerFlags & { readonly json: boolean };

const TIMEOUT_MS = 60_000;

export async function runResources(flags: Flags, server?: string): Promise<void> {
  const found = await listAll(flags, server, "resources");
  const rows = found.map(({ server: of, name, description = "" }) => [of, name, description]);
  const json = found.map(({ name: uri, ...rest }) => ({ ...rest, uri }));
  await print(flags, json, [[t("SERVER"), t("URI"), t("DESCRIPTION")], ...rows], t("No resources."));
}

export async function runPrompts(flags: Flags, server?: string): Promise<void> {
  const found = await listAll(flags, server, "prompts");
  const rows = found.map((one) => [one.server, one.name, argumentNames(one), one.description ?? ""]);
  await print(flags, found, [[t("SERVER"), t("PROMPT"), t("ARGUMENTS"), t("DESCRIPTION")], ...rows], t("No prompts."));
}

export async function runCall(flags: Flags, server: string, tool: string, args = "{}"): Promise<void> {
  // Before a server is started.
  readArguments(args);
  await inspect(flags, server, (inspector) => inspector.call(tool, args));
}

export async function runRead(flags: Flags, server: string, uri: string): Promise<void> {
  await inspect(flags, server, (inspector) => inspector.read(uri));
}

export async function runGet(flags: Flags, server: string, prompt: string, args = "{}"): Promise<void> {
  await inspect(flags, server, (inspector) => inspector.get(prompt, args));
}

async function inspect(flags: Flags, server: string, run: (inspector: Inspector) => Promise<void>): Promise<void> {
  await withHub(flags, async (hub, signal) => {
    requireServer(hub, server);
    const prompter = {
      write: (text: string) => writeStdout(process.stdout.isTTY ? printable(text) : text),
      fillIn: async () => ({}),
    };
    await run(createInspector({ hub, server, prompter, signal, isJson: flags.json }));
  });
}

type Found = Listed & { readonly server: string };

async function listAll(flags: Flags, server: string | undefined, kind: "resources" | "prompts"): Promise<Found[]> {
  return await withHub(flags, async (hub, signal) => {
    if (server !== undefined) requireServer(hub, server);
    requireServers(hub);
    const lists = await Promise.all(
      connected(hub, server).map(async (name) => {
        const lists = await listServer(hub, name, { signal, timeout: TIMEOUT_MS });
        return lists[kind].map((one) => ({ server: name, ...one }));
      }),
    );
    return lists.flat();
  });
}

/** The one that is asked for is tried whatever its state, so that it can say why it has nothing. */
function connected(hub: Hub, server: string | undefined): readonly string[] {
  if (server !== undefined) return [server];
  return hub.servers.filter(({ receipt }) => LISTED.has(receipt.state)).map(({ spec }) => spec.name);
}

function argumentNames({ inputSchema }: Listed): string {
  const { properties, required } = isObject(inputSchema) ? inputSchema : {};
  const needed = Array.isArray(required) ? required : [];
  const names = Object.keys(isObject(properties) ? properties : {});
  return names.map((name) => (needed.includes(name) ? name : `[${name}]`)).join(" ");
}

async function print(flags: Flags, json: unknown, rows: readonly string[][], none: string): Promise<void> {
  if (flags.json) return await writeStdout(`${JSON.stringify(json, undefined, 2)}\n`);
  await writeStdout(rows.length === 1 ? `${none}\n` : textTable(rows.map((row) => row.map(oneLine))));
}
