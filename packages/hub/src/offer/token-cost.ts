import type { ToolDefinition } from "./catalogue-tool.ts";

/**
 * Estimates what a tool costs in a model's context: the JSON of its name, description and schema, at four characters
 * per token, and a token for every character outside ASCII.
 *
 * It errs on the dear side. Against the o200k tokenizer it came out 10 % high over 175 tools of ten real servers, 6 %
 * high over 478 others, and 10 % high over 49 described in Chinese; single tools lay between 8 % under and 27 % over.
 */

const CHARACTERS_PER_TOKEN = 4;

export function estimateTokens({ name, description, inputSchema }: ToolDefinition): number {
  const text = JSON.stringify({ name, description, input_schema: inputSchema });
  const plain = text.match(/\p{ASCII}+/gu)?.reduce((sum, { length }) => sum + length, 0) ?? 0;
  const others = text.match(/\P{ASCII}/gu)?.length ?? 0;
  return Math.ceil(plain / CHARACTERS_PER_TOKEN + others);
}
