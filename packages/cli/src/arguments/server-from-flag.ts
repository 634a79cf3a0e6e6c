/**
 * Reads `--server`: a URL, or a command line as one would type it, with a name before it if one likes: `files=npx …`.
 */

import { splitShellWords } from "@tenon/basis";
import type { ServerSpec } from "@tenon/hub";

import { t } from "../messages/t.ts";
import { UsageError } from "../process/usage-error.ts";

export function serverFromFlag(text: string): ServerSpec {
  const [, given, rest = text] = /^([A-Za-z0-9_-]+)=(.+)$/s.exec(text) ?? [];
  if (/^https?:\/\//i.test(rest)) {
    if (!URL.canParse(rest)) throw new UsageError(t('--server: invalid URL "{url}"', { url: rest }));
    return { type: "http", name: given ?? new URL(rest).hostname, source: "user", url: rest, headers: {} };
  }
  const { words, isOpen } = splitShellWords(rest);
  if (isOpen) throw new UsageError(t("--server: unclosed quote in: {text}", { text: rest }));
  const [command, ...args] = words;
  if (command === undefined) throw new UsageError(t("--server: expected a command line or a URL"));
  return { type: "stdio", name: given ?? nameOf([command, ...args]), source: "user", command, args, env: {} };
}

const LAUNCHERS = /^(?:npx|pnpx|bunx|uvx|uv|node|python3?|deno|bun|sh|npm|pnpm|exec|run|x|dlx|-.*)$/;
const NO_NAMES = /^(?:dist|build|src|bin|lib|index|main|cli|node_modules|\.{1,2})?$/;

/** The name of the program, or of what a launcher such as npx runs. */
function nameOf(words: readonly string[]): string {
  const names = words
    .filter((word) => !LAUNCHERS.test(word))
    .map((word) => {
      const parts = word.split(/[/\\]/).map((part) => part.replace(/\.(?:[cm]?js|ts|py|exe|cmd)$/, ""));
      return parts.findLast((part) => !NO_NAMES.test(part)) ?? "";
    });
  const name = names.find((word) => word !== "" && !LAUNCHERS.test(word)) ?? "server";
  return name.replace(/(?<=.)@[^@]*$/, "");
}
