/**
 * The prompts of a session's servers, kept up to date. Each is a slash command, `/server:prompt`.
 */

import { createKeyedQueue, defined } from "@tenon/basis";
import type { Hub } from "@tenon/hub";
import { visibleText } from "@tenon/policy";

import { serversWith } from "./servers-with.ts";

type Client = Awaited<ReturnType<Hub["client"]>>;
type Prompt = Awaited<ReturnType<Client["listPrompts"]>>["prompts"][number];
export type PromptMessage = Awaited<ReturnType<Client["getPrompt"]>>["messages"][number];

export interface ServerPrompt {
  /** Unique among all commands, without spaces. */
  readonly command: string;
  readonly server: string;
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
}

export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly isRequired: boolean;
}

type Options = { readonly signal: AbortSignal };

export interface ServerPrompts {
  readonly all: readonly ServerPrompt[];
  /** Reads a server's list again, or forgets it if it is no longer there, unless it is about to. Never rejects. */
  refresh(server: string): Promise<void>;
  get(
    prompt: ServerPrompt,
    args: Readonly<Record<string, string>>,
    options: Options,
  ): Promise<readonly PromptMessage[]>;
  /** Values that the server proposes for an argument; none if it cannot. Rejects only with the signal's reason. */
  propose(prompt: ServerPrompt, argument: string, options: Options): Promise<readonly string[]>;
}

const TIMEOUT_MS = 30_000;

export function createServerPrompts(hub: Hub, options: { readonly onChange: () => void }): ServerPrompts {
  const lists = new Map<string, readonly Prompt[]>();
  const reading = createKeyedQueue();
  /** The servers whose list is read when it has been read. */
  const waiting = new Set<string>();
  let all: readonly ServerPrompt[] = [];

  return {
    get all() {
      return all;
    },
    async refresh(server) {
      if (waiting.has(server)) return;
      waiting.add(server);
      await reading.run(server, async () => {
        waiting.delete(server);
        lists.set(server, await read(server));
        all = commandsOf(hub.servers.map(({ spec }) => ({ server: spec.name, prompts: lists.get(spec.name) ?? [] })));
        options.onChange();
      });
    },
    async get({ server, name }, args, { signal }) {
      const client = await hub.client(server, { signal });
      return (await client.getPrompt({ name, arguments: { ...args } }, { signal, timeout: TIMEOUT_MS })).messages;
    },
    async propose({ server, name }, argument, { signal }) {
      try {
        const client = await hub.client(server, { signal });
        if (!client.getServerCapabilities()?.completions) return [];
        const { completion } = await client.complete(
          { ref: { type: "ref/prompt", name }, argument: { name: argument, value: "" } },
          { signal, timeout: TIMEOUT_MS },
        );
        return completion.values;
      } catch {
        signal.throwIfAborted();
        return []; // a proposal is a courtesy
      }
    },
  };

  /** A server that does not list its prompts has none; its tools are another matter [O-07]. */
  async function read(server: string): Promise<readonly Prompt[]> {
    const isThere = serversWith(hub, "prompts").some(({ spec }) => spec.name === server);
    if (!isThere) return [];
    try {
      const client = await hub.client(server, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      return (await client.listPrompts(undefined, { timeout: TIMEOUT_MS })).prompts;
    } catch {
      return lists.get(server) ?? []; // What it listed before; the next notification asks again.
    }
  }
}

function commandsOf(
  servers: readonly { readonly server: string; readonly prompts: readonly Prompt[] }[],
): readonly ServerPrompt[] {
  const taken = new Set<string>();
  return servers.flatMap(({ server, prompts }) =>
    prompts.map((prompt) => {
      const wanted = `${safe(server)}:${safe(prompt.name)}`;
      let command = wanted;
      for (let count = 2; taken.has(command); count += 1) command = `${wanted}-${count}`;
      taken.add(command);
      return {
        command,
        server,
        name: prompt.name,
        description: prompt.description ?? prompt.title ?? visibleText(prompt.name),
        arguments: (prompt.arguments ?? []).map(({ name, description, required }) => ({
          name,
          isRequired: required === true,
          ...defined({ description }),
        })),
      };
    }),
  );
}

/** A command ends at the first space, and clients colour only plain names. */
function safe(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}_.-]+/gu, "_");
}
