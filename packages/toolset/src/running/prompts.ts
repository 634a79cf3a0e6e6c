/**
 * Prompts: their list, and their messages for given arguments.
 */

import {
  type GetPromptResult,
  INVALID_PARAMS,
  type Prompt as WirePrompt,
  ProtocolError,
} from "@modelcontextprotocol/server";
import { defined, nearestWord } from "@tenon/basis";

import type { Prompt, PromptMessage } from "../define/prompt.ts";
import type { RequestContext } from "../define/context.ts";
import type { Mask } from "./mask.ts";

export function wirePrompt({ name, title, description, icons, arguments: args = {} }: Prompt): WirePrompt {
  const list = Object.entries(args).map(([argument, { isRequired = true, description, title }]) => ({
    name: argument,
    required: isRequired,
    ...defined({ title, description }),
  }));
  return { name, ...defined({ title, description, icons }), ...(list.length > 0 && { arguments: list }) };
}

/** Throws the error of the protocol for a prompt that there is not, and for arguments that are missing. */
export function findPrompt(prompts: readonly Prompt[], name: string): Prompt {
  const found = prompts.find((prompt) => prompt.name === name);
  if (found) return found;
  const near = nearestWord(
    name,
    prompts.map((prompt) => prompt.name),
  );
  throw new ProtocolError(
    INVALID_PARAMS,
    `Unknown prompt: ${name}${near === undefined ? "" : `. Did you mean ${near}?`}`,
  );
}

export async function getPrompt(
  prompt: Prompt,
  args: Readonly<Record<string, string>>,
  { context, mask }: { readonly context: () => Promise<RequestContext>; readonly mask: Mask },
): Promise<GetPromptResult> {
  const missing = Object.entries(prompt.arguments ?? {})
    .filter(([name, { isRequired = true }]) => isRequired && args[name] === undefined)
    .map(([name]) => name);
  if (missing.length > 0) {
    throw new ProtocolError(INVALID_PARAMS, `The prompt ${prompt.name} needs ${missing.join(", ")}`);
  }
  const messages = await prompt.get(args, await context());
  return mask.json({
    ...defined({ description: prompt.description }),
    messages: (typeof messages === "string" ? [userMessage(messages)] : messages).map(wireMessage),
  });
}

function userMessage(content: string): PromptMessage {
  return { role: "user", content };
}

function wireMessage({ role, content }: PromptMessage): GetPromptResult["messages"][number] {
  return { role, content: typeof content === "string" ? { type: "text", text: content } : content };
}
