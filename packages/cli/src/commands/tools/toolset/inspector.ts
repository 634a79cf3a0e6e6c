/**
 * What can be done with one server: list, call, read, get. Prints what the server answered; JSON prints all of it.
 */

import type { JsonObject } from "@tenon/basis";
import { type CallProgress, type Hub, type HubTool, type ModelPart, NeedsSignInError } from "@tenon/hub";

import { phrase, t } from "../../../messages/t.ts";
import { UsageError } from "../../../process/usage-error.ts";
import { printable, printableLine } from "../../../terminal/printable.ts";
import type { Prompter } from "./prompter.ts";
import { readArguments } from "./read-arguments.ts";
import { type Listed, listServer, listsText } from "./server-lists.ts";

export interface Inspector {
  list(): Promise<void>;
  /** Without JSON the arguments are asked for. Rejects if the tool reports an error. */
  call(tool: string, json: string | undefined): Promise<void>;
  read(uri: string): Promise<void>;
  get(prompt: string, json: string | undefined): Promise<void>;
  skill(name: string): Promise<void>;
}

export interface InspectorOptions {
  readonly hub: Hub;
  readonly server: string;
  readonly prompter: Pick<Prompter, "write" | "fillIn">;
  readonly signal: AbortSignal;
  readonly isJson: boolean;
}

const NO_TOOL = phrase('Server "{server}" has no tool "{name}". Available: {names}.');
const NO_PROMPT = phrase('Server "{server}" has no prompt "{name}". Available: {names}.');
const TIMEOUT_MS = 60_000;

export function createInspector({ hub, server, prompter, signal, isJson }: InspectorOptions): Inspector {
  const options = { signal, timeout: TIMEOUT_MS };
  const lists = () => listServer(hub, server, options);
  const unknown = (text: string, name: string, known: readonly string[]) =>
    new UsageError(t(text, { server, name, names: known.join(", ") || t("none") }));
  const write = (value: unknown, text: () => string) =>
    prompter.write(isJson ? `${JSON.stringify(value, undefined, 2)}\n` : text());
  const argumentsFor = async ({ inputSchema }: Listed, json: string | undefined) =>
    json === undefined ? await prompter.fillIn(inputSchema, signal) : readArguments(json);

  return {
    async list() {
      const all = await lists();
      await write(all, () => listsText(all));
    },
    async call(name, json) {
      const tools = hub.catalogue.tools.filter((one) => one.server === server);
      const tool = tools.find((one) => one.tool === name || one.name === name);
      const known = tools.map((one) => one.tool);
      if (!tool) throw unknown(NO_TOOL, name, known);
      const args = await argumentsFor(tool, json);
      if (args === undefined) return;
      const { raw, forModel } = await callTool(tool, args, { hub, signal });
      await write(raw, () => forModel.parts.map(partText).join(""));
      if (forModel.isError) throw new Error(t("{tool} of {server} returned an error", { tool: name, server }));
    },
    async read(uri) {
      const client = await hub.client(server, { signal });
      const { contents } = await client.readResource({ uri }, options);
      await write(contents, () =>
        contents.map((part) => `${"text" in part ? part.text : `(${part.mimeType ?? "binary"})`}\n`).join(""),
      );
    },
    async get(name, json) {
      const { prompts } = await lists();
      const prompt = prompts.find((one) => one.name === name);
      const known = prompts.map((one) => one.name);
      if (!prompt) throw unknown(NO_PROMPT, name, known);
      const args = await argumentsFor(prompt, json);
      if (args === undefined) return;
      const given = Object.fromEntries(Object.entries(args).map(([key, value]) => [key, String(value)]));
      const client = await hub.client(server, { signal });
      const { messages } = await client.getPrompt({ name, arguments: given }, options);
      await write(messages, () =>
        messages
          .map(({ role, content }) => `${role}: ${content.type === "text" ? content.text : `(${content.type})`}\n`)
          .join(""),
      );
    },
    async skill(name) {
      const skills = await hub.skills(server, { signal });
      const { text = "(binary)" } = await skills.read(name, undefined, options);
      await write({ text }, () => `${text}\n`);
    },
  };
}

async function callTool(
  { name, tool, server }: HubTool,
  args: JsonObject,
  { hub, signal }: Pick<InspectorOptions, "hub" | "signal">,
) {
  const result = await hub.call(name, args, { signal, onProgress: showProgress }).catch((error: unknown) => {
    if (!(error instanceof NeedsSignInError)) throw error;
    // Its page would be good only as long as this command runs.
    throw new Error(`${error.message}: tenon tools sign-in ${server}`, { cause: error });
  });
  for (const warning of result.warnings) process.stderr.write(`tenon: ${warning}\n`);
  // Standard output is for what the server returned, and it was not called.
  if (result.refusedArguments !== undefined) {
    throw new Error(
      t("Invalid arguments for {tool}: {problem}", { tool, problem: printable(result.refusedArguments) }),
    );
  }
  return result;
}

function partText(part: ModelPart): string {
  return `${"text" in part ? part.text : `(${part.type}, ${printableLine(part.mimeType)})`}\n`;
}

function showProgress({ progress, total, message }: CallProgress): void {
  const share = total === undefined ? `${progress}` : `${progress}/${total}`;
  process.stderr.write(`tenon: ${share}${message === undefined ? "" : ` ${printableLine(message)}`}\n`);
}
