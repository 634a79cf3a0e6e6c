import type { PromptArgument } from "../mcp/lists/server-prompts.ts";
import { splitWords } from "./command-line.ts";

/**
 * The arguments of a server's prompt in a line: `name=value` where the prompt knows the name, the others in the prompt's
 * order. The last one takes all that is left, so that a sentence needs no quotes.
 */
export function promptArguments(
  input: string,
  known: readonly PromptArgument[],
): { readonly args: Readonly<Record<string, string>>; readonly missing: readonly PromptArgument[] } {
  const named = new Map<string, string>();
  const unnamed: string[] = [];
  for (const word of splitWords(input)) {
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (known.some((argument) => argument.name === name)) named.set(name, value);
    else unnamed.push(word);
  }
  const open = known.filter(({ name }) => !named.has(name));
  for (const [at, { name }] of open.entries()) {
    const words = at === open.length - 1 ? unnamed.slice(at) : unnamed.slice(at, at + 1);
    if (words.length > 0) named.set(name, words.join(" "));
  }
  return {
    args: Object.fromEntries(named),
    missing: known.filter(({ name, isRequired }) => isRequired && !named.has(name)),
  };
}
