/**
 * A server's prompt as a slash command: the server writes the messages of the turn.
 */

import type { AvailableCommand } from "@agentclientprotocol/sdk";

import type { PromptMessage, ServerPrompt, ServerPrompts } from "../mcp/lists/server-prompts.ts";
import type { CommandRun } from "./command.ts";
import { promptArguments } from "./prompt-arguments.ts";

const MAX_PROPOSED = 20;

export function availablePrompt({ command, server, description, ...prompt }: ServerPrompt): AvailableCommand {
  const hint = prompt.arguments.map(({ name, isRequired }) => (isRequired ? `<${name}>` : `[${name}]`)).join(" ");
  return {
    name: command,
    description: `${description.replaceAll(/\s+/g, " ")} (prompt of ${server})`,
    ...(hint !== "" && { input: { hint } }),
  };
}

/** Undefined if something is missing, which is reported. */
export async function fetchPrompt(
  prompts: ServerPrompts,
  prompt: ServerPrompt,
  options: CommandRun & { readonly input: string },
): Promise<readonly PromptMessage[] | undefined> {
  const { input, signal, say } = options;
  const { args, missing } = promptArguments(input, prompt.arguments);
  if (missing.length === 0) return await prompts.get(prompt, args, { signal });
  const lines = await Promise.all(
    missing.map(async ({ name, description }) => {
      const proposed = await prompts.propose(prompt, name, { signal });
      const values = proposed.slice(0, MAX_PROPOSED).map((value) => `\`${value}\``);
      return [
        `- \`${name}\``,
        description && `: ${description}`,
        values.length > 0 && ` (such as ${values.join(", ")})`,
      ];
    }),
  );
  const list = lines.map((parts) => parts.filter(Boolean).join("")).join("\n");
  await say(`\`/${prompt.command}\` needs:\n${list}\n\nFor example: \`/${prompt.command} ${missing[0]?.name}="…"\`.`);
  return undefined;
}
