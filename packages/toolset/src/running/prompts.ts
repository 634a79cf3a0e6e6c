/**
 * Prompts: their list, and their messages for given arguments.
 */

import {
  type GetPromptResult,
  INVALID_PARAMS,
  type InputRequiredResult,
  type Prompt as WirePrompt,
  ProtocolError,
} from "@modelcontextprotocol/server";
import { defined, nearestWord } from "@tenon/basis";

import type { Prompt, PromptMessage } from "../define/prompt.ts";
import { ToolError } from "../tool-error.ts";
import type { Asker } from "./asker.ts";
import type { Cancellation } from "./cancellation.ts";
import { CannotAsk } from "./cannot-ask.ts";
import { interactiveContext } from "./contexts.ts";
import { createConversations } from "./conversations.ts";
import type { Core } from "./core.ts";
import type { Exchange } from "./exchange.ts";
import { protocolError, stoppedBy, toToolError } from "./failure.ts";

export interface Prompts {
  readonly list: readonly WirePrompt[];
  answer(
    name: string,
    args: Readonly<Record<string, string>>,
    exchange: Exchange,
  ): Promise<GetPromptResult | InputRequiredResult>;
}

const GET_MS = 60_000;

export function createPrompts(core: Core): Prompts {
  const { prompts } = core.toolset;
  const conversations = createConversations<GetPromptResult>(core);
  return {
    list: prompts.map(wirePrompt),
    async answer(name, args, exchange) {
      const prompt = findPrompt(prompts, name);
      checkArguments(prompt, args);
      const timeUp = () => new ToolError("timeout", `${name} took longer than a minute`);
      return await conversations.answer({ name, args, timeMs: GET_MS, timeUp }, exchange, (asker, cancellation) =>
        get(prompt, args, asker, cancellation),
      );
    },
  };

  async function get<Ended>(
    prompt: Prompt,
    args: Readonly<Record<string, string>>,
    asker: Asker<Ended>,
    cancellation: Cancellation,
  ): Promise<GetPromptResult> {
    try {
      const state = await core.state.get(cancellation);
      const context = interactiveContext(core, asker, { from: prompt.name, state, signal: cancellation.signal });
      const messages = await cancellation.race(Promise.resolve(prompt.get(args, context)));
      return core.mask.json({
        ...defined({ description: prompt.description }),
        messages: (typeof messages === "string" ? [userMessage(messages)] : messages).map(wireMessage),
      });
    } catch (error) {
      if (error instanceof CannotAsk && asker.exchange.era === "modern") throw error;
      const { signal } = cancellation;
      throw protocolError(toToolError(signal.aborted ? stoppedBy(signal) : error, prompt.name, core), core);
    }
  }
}

function wirePrompt({ name, title, description, icons, arguments: args = {} }: Prompt): WirePrompt {
  const list = Object.entries(args).map(([argument, { isRequired = true, description, title }]) => ({
    name: argument,
    required: isRequired,
    ...defined({ title, description }),
  }));
  return { name, ...defined({ title, description, icons }), ...(list.length > 0 && { arguments: list }) };
}

function findPrompt(prompts: readonly Prompt[], name: string): Prompt {
  const found = prompts.find((prompt) => prompt.name === name);
  if (found) return found;
  const names = prompts.map((prompt) => prompt.name);
  const near = nearestWord(name, names);
  const suggestion = near === undefined ? "" : `. Did you mean ${near}?`;
  throw new ProtocolError(INVALID_PARAMS, `Unknown prompt: ${name}${suggestion}`);
}

function checkArguments(prompt: Prompt, args: Readonly<Record<string, string>>): void {
  const missing = Object.entries(prompt.arguments ?? {})
    .filter(([name, { isRequired = true }]) => isRequired && args[name] === undefined)
    .map(([name]) => name);
  if (missing.length === 0) return;
  throw new ProtocolError(INVALID_PARAMS, `The prompt ${prompt.name} needs ${missing.join(", ")}`);
}

function userMessage(content: string): PromptMessage {
  return { role: "user", content };
}

function wireMessage({ role, content }: PromptMessage): GetPromptResult["messages"][number] {
  return { role, content: typeof content === "string" ? { type: "text", text: content } : content };
}
