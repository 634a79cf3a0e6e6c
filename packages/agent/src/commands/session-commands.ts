/**
 * The slash commands of a session: ours and the host program's, those in files, and the servers' prompts. They are answered
 * without the model, or write the prompt of a turn. A slash before any other word is ordinary text.
 */

import type { AvailableCommand, ContentBlock } from "@agentclientprotocol/sdk";

import { describeToClients } from "@tenon/journal/stream";

import type { ServerPrompt, ServerPrompts } from "../mcp/lists/server-prompts.ts";
import type { Message, Model } from "../model/model.ts";
import type { SessionClient } from "../acp-client/session-client.ts";
import type { NewId } from "../acp-client/new-id.ts";
import { promptParts } from "../history/prompt-parts.ts";
import { type CommandLine, readCommandLine } from "./command-line.ts";
import type { CommandFiles } from "./command-files.ts";
import type { Command, CommandRun } from "./command.ts";
import { promptMessages } from "./prompt-messages.ts";
import { availablePrompt, fetchPrompt } from "./server-prompt-command.ts";

export type Commanded =
  | { readonly type: "answered" }
  /** A turn with these messages. */
  | { readonly type: "prompted"; readonly messages: readonly Message[] };

export interface SessionCommands {
  list(): AvailableCommand[];
  /** Undefined if the prompt is no command. Rejects only with the signal's reason. */
  run(prompt: readonly ContentBlock[], options: Pick<CommandRun, "signal" | "meta">): Promise<Commanded | undefined>;
}

export interface SessionCommandsOptions {
  readonly sessionId: string;
  /** The first of a name counts, also before files. */
  readonly commands: readonly Command[];
  readonly files: CommandFiles;
  readonly prompts: ServerPrompts;
  /** There may be others than before. */
  readonly onChange: () => void;
  readonly client: SessionClient;
  readonly newId: NewId;
  /** What a prompt may hold besides text. */
  readonly accepts: () => Model["accepts"];
}

export function createSessionCommands(options: SessionCommandsOptions): SessionCommands {
  const { sessionId, files, prompts, client, newId, accepts } = options;
  const commands = () => firstOfEachName([...options.commands, helpCommand(list), ...files.commands]);

  function list(): AvailableCommand[] {
    return [
      ...commands().map(({ name, description, hint }) => ({ name, description, ...(hint && { input: { hint } }) })),
      ...prompts.all.map(availablePrompt),
    ];
  }

  return {
    list,
    async run(prompt, { signal, meta }) {
      const line = readCommandLine(prompt);
      if (!line) return undefined;
      await files.refresh();
      options.onChange();
      const command = commands().find(({ name }) => name === line.name);
      const prompted = prompts.all.find((each) => each.command === line.name);
      if (!command && !prompted) return undefined;
      const messageId = newId("message");
      const say = (text: string) =>
        client.update({
          sessionUpdate: "agent_message_chunk",
          messageId,
          content: { type: "text", text: `${text}\n` },
        });
      try {
        const run = { sessionId, signal, say, ...(meta && { meta }) };
        const messages = command ? await written(command, line, run) : prompted && (await fetched(prompted, line, run));
        signal.throwIfAborted();
        return messages ? { type: "prompted", messages } : { type: "answered" };
      } catch (error) {
        signal.throwIfAborted();
        await say(describeToClients(error));
        return { type: "answered" };
      }
    },
  };

  async function written(
    command: Command,
    line: CommandLine,
    run: CommandRun,
  ): Promise<readonly Message[] | undefined> {
    const text = await command.run(line.input, run);
    if (typeof text !== "string" || text.trim() === "") return undefined;
    return [{ role: "user", parts: promptParts([{ type: "text", text }, ...line.others], accepts()) }];
  }

  async function fetched(prompt: ServerPrompt, { name, input, others }: CommandLine, run: CommandRun) {
    const messages = await fetchPrompt(prompts, prompt, { ...run, input });
    return messages && promptMessages({ messages, others, line: `/${name} ${input}`.trim(), accepts: accepts() });
  }
}

function firstOfEachName(commands: readonly Command[]): readonly Command[] {
  return [...new Map(commands.toReversed().map((command) => [command.name, command])).values()].toReversed();
}

function helpCommand(list: () => readonly AvailableCommand[]): Command {
  return {
    name: "help",
    description: "List the commands",
    async run(_: string, { say }: CommandRun) {
      const lines = list().map(({ name, description, input }) => {
        return `- \`/${name}${input ? ` ${input.hint}` : ""}\`: ${description}`;
      });
      await say(lines.join("\n"));
    },
  };
}
