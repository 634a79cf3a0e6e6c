/**
 * The slash commands of a session: our own, which are answered without the model, and the servers' prompts, which become
 * a turn. A slash before any other word is ordinary text.
 */

import type { AvailableCommand, ContentBlock } from "@agentclientprotocol/sdk";

import { errorMessage } from "@tenon/basis";

import type { ServerPrompts } from "../mcp/lists/server-prompts.ts";
import type { Message, Model } from "../model/model.ts";
import type { SessionClient } from "../acp-client/session-client.ts";
import type { NewId } from "../acp-client/new-id.ts";
import { readCommandLine } from "./command-line.ts";
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
  run(prompt: readonly ContentBlock[], options: { readonly signal: AbortSignal }): Promise<Commanded | undefined>;
}

export function createSessionCommands(options: {
  readonly commands: readonly Command[];
  readonly prompts: ServerPrompts;
  readonly client: SessionClient;
  readonly newId: NewId;
  /** What a prompt may hold besides text. */
  readonly accepts: () => Model["accepts"];
}): SessionCommands {
  const { prompts, client, newId, accepts } = options;
  const commands = [...options.commands, helpCommand(list)];

  function list(): AvailableCommand[] {
    return [
      ...commands.map(({ name, description, hint }) => ({ name, description, ...(hint && { input: { hint } }) })),
      ...prompts.all.map(availablePrompt),
    ];
  }

  return {
    list,
    async run(prompt, { signal }) {
      const line = readCommandLine(prompt);
      const command = commands.find(({ name }) => name === line?.name);
      const prompted = prompts.all.find(({ command }) => command === line?.name);
      if (!line || (!command && !prompted)) return undefined;
      const messageId = newId("message");
      const say = (text: string) =>
        client.update({
          sessionUpdate: "agent_message_chunk",
          messageId,
          content: { type: "text", text: `${text}\n` },
        });
      try {
        await command?.run(line.input, { signal, say });
        const messages = prompted && (await fetchPrompt(prompts, prompted, { input: line.input, signal, say }));
        signal.throwIfAborted();
        if (!messages) return { type: "answered" };
        const typed = `/${line.name} ${line.input}`.trim();
        const { others } = line;
        return { type: "prompted", messages: promptMessages({ messages, others, line: typed, accepts: accepts() }) };
      } catch (error) {
        signal.throwIfAborted();
        await say(errorMessage(error));
        return { type: "answered" };
      }
    },
  };
}

function helpCommand(list: () => readonly AvailableCommand[]): Command {
  return {
    name: "help",
    description: "Lists the commands",
    async run(_: string, { say }: CommandRun) {
      const lines = list().map(({ name, description, input }) => {
        return `- \`/${name}${input ? ` ${input.hint}` : ""}\`: ${description}`;
      });
      await say(lines.join("\n"));
    },
  };
}
