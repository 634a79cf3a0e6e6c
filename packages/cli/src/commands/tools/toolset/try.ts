/**
 * `tenon tools try ./toolset.ts`: an inspector for a toolset, or for any MCP server. It sees what an agent's session would see:
 * the same hub, the same connection.
 */

import { pathToFileURL } from "node:url";

import { errorMessage, isObject } from "@tenon/basis";
import { type Hub, openHub, type ServerSpec } from "@tenon/hub";
import { formatLogEntry, type LogSink, openToolset } from "@tenon/toolset";

import { stateText } from "../../../messages/state-text.ts";
import { phrase, t } from "../../../messages/t.ts";
import manifest from "../../../../package.json" with { type: "json" };
import { serverFromFlag } from "../../../arguments/server-from-flag.ts";
import { listenForInterruption } from "../../../process/interruption.ts";
import { UsageError } from "../../../process/usage-error.ts";
import { warn } from "../../../process/warn.ts";
import { printable, printableLine } from "../../../terminal/printable.ts";
import { createInspector, type Inspector } from "./inspector.ts";
import { isToolsetFile, loadToolset } from "./load-toolset.ts";
import { createPrompter, type Prompter } from "./prompter.ts";

export interface TryFlags {
  readonly call?: string;
  readonly read?: string;
  readonly get?: string;
  readonly args?: string;
  readonly json: boolean;
  readonly revision?: "2025-11-25" | "2026-07-28";
}

// npx may have to download it first, and without it there is nothing to try.
const START_MS = 120_000;

export async function runTry(flags: TryFlags, target: string): Promise<void> {
  const interruption = listenForInterruption();
  const { signal } = interruption;
  using prompter = createPrompter();
  await using opened = await open(target, flags);
  await using hub = openHub({
    servers: [opened.spec],
    cwd: process.cwd(),
    clientInfo: { name: "tenon", version: manifest.version },
    callbacks: {
      elicit: { modes: ["form", "url"], ask: (request, { signal: asked }) => answer(prompter, request, asked) },
      roots: () => [{ uri: pathToFileURL(process.cwd()).href }],
      log: ({ level, data, logger = opened.spec.name }) => opened.log({ level, from: logger, message: data }),
    },
    onReceipt: ({ state, reason = "" }) => {
      if (state === "failed")
        warn(t("{server} {state}: {reason}", { server: opened.spec.name, state: stateText(state), reason }));
    },
  });
  await hub.ready({ waitMs: START_MS, signal });
  const { name } = opened.spec;
  if (!hub.servers[0]?.info) throw new Error(t("{server} did not start", { server: name }));
  const inspector = createInspector({ hub, server: name, prompter, signal, isJson: flags.json });
  await (isOneShot(flags) ? once(inspector, flags) : converse(inspector, hub, prompter, signal));
  interruption.leave();
}

function isOneShot({ call, read, get, json }: TryFlags): boolean {
  return call !== undefined || read !== undefined || get !== undefined || json;
}

async function once(inspector: Inspector, { call, read, get, args }: TryFlags): Promise<void> {
  if (call !== undefined) await inspector.call(call, args ?? "{}");
  if (read !== undefined) await inspector.read(read);
  if (get !== undefined) await inspector.get(get, args ?? "{}");
  if (call === undefined && read === undefined && get === undefined) await inspector.list();
}

const HELP = phrase(`  list                 everything the server offers
  call <tool> [json]   call a tool; without JSON, prompts for its arguments
  read <uri>           read a resource
  get <prompt> [json]  get a prompt
  skill <name>         read a skill
  quit
`);

async function converse(inspector: Inspector, hub: Hub, prompter: Prompter, signal: AbortSignal): Promise<void> {
  const info = hub.servers[0]?.info;
  await prompter.write(`${info?.name ?? ""} ${info?.version ?? ""}, MCP ${info?.revision ?? ""}\n`);
  await inspector.list();
  await prompter.write(t(HELP));
  for (;;) {
    const line = (await prompter.ask("> ", signal))?.trim();
    if (line === undefined || line === "quit" || line === "exit") return;
    const [word = "", ...rest] = line.split(/\s+/);
    const [name = ""] = rest;
    const json = rest.length > 1 ? line.slice(line.indexOf(name, word.length) + name.length).trim() : undefined;
    try {
      if (word === "list") await inspector.list();
      else if (word === "call") await inspector.call(name, json);
      else if (word === "read") await inspector.read(name);
      else if (word === "get") await inspector.get(name, json);
      else if (word === "skill") await inspector.skill(name);
      else if (word !== "") await prompter.write(t(HELP));
    } catch (error) {
      if (signal.aborted) throw error;
      await prompter.write(`${errorMessage(error)}\n`);
    }
  }
}

interface Opened extends AsyncDisposable {
  readonly spec: ServerSpec;
  /** What the server logs for its client. */
  readonly log: LogSink;
}

const show: LogSink = (entry) => void process.stderr.write(`  ${printable(formatLogEntry(entry))}\n`);

async function open(target: string, { revision }: TryFlags): Promise<Opened> {
  const options = revision === undefined ? {} : { options: { revision } };
  if (!isToolsetFile(target)) {
    return { spec: { ...serverFromFlag(target), ...options }, log: show, [Symbol.asyncDispose]: async () => {} };
  }
  const toolset = await loadToolset(target);
  const opened = openToolset(toolset, { env: process.env, log: show });
  return {
    spec: { type: "channel", name: toolset.name, source: "program", open: opened.connect, ...options },
    // It has been shown where it was logged.
    log: () => {},
    [Symbol.asyncDispose]: opened.close,
  };
}

async function answer(prompter: Prompter, request: unknown, signal: AbortSignal) {
  if (!isObject(request)) throw new UsageError(t("The server's question has no form"));
  await prompter.write(`? ${printableLine(String(request["message"]))}\n`);
  if (request["mode"] === "url") {
    const word = await prompter.ask(
      `  ${printableLine(String(request["url"]))}\n  ${t("Open it and press y, or n: ")}`,
      signal,
    );
    return { action: word?.trim() === "y" ? ("accept" as const) : ("decline" as const) };
  }
  const content = await prompter.fillIn(request["requestedSchema"], signal);
  if (content === undefined) return { action: "cancel" as const };
  const word = await prompter.ask(`  ${t("Send it? (y, n): ")}`, signal);
  return word?.trim() === "y"
    ? { action: "accept" as const, content: toContent(content) }
    : { action: "decline" as const };
}

function toContent(content: Readonly<Record<string, unknown>>): Record<string, string | number | boolean | string[]> {
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [
      name,
      typeof value === "string" || typeof value === "number" || typeof value === "boolean"
        ? value
        : Array.isArray(value)
          ? value.map(String)
          : JSON.stringify(value),
    ]),
  );
}
