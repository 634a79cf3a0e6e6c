/**
 * Slash commands that are Markdown files: `commands/review.md` is `/review`, `commands/git/tidy.md` is `/git:tidy`. The text
 * becomes the prompt of a turn; nothing in it is executed, so a project's files need no more trust than its `AGENTS.md`.
 */

import { open, opendir, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";

import { visibleLine } from "@tenon/policy";

import { splitWords } from "./command-line.ts";
import type { Command } from "./command.ts";

export interface CommandFolder {
  readonly path: string;
  /**
   * No link may lead out of this folder: a file that a project links to `~/.ssh` would be sent to the model. Links are
   * followed anywhere if absent.
   */
  readonly within?: string;
  /** Shown behind the description. */
  readonly owner: "project" | "user";
}

export interface CommandFiles {
  /** In the order of the folders. */
  readonly commands: readonly Command[];
  /** Reads the folders again. Never rejects. */
  refresh(): Promise<void>;
}

const MAX_BYTES = 64 * 1024;
const MAX_ENTRIES = 1_000;
const NAME = /^[\p{L}\p{N}_.-]+(?::[\p{L}\p{N}_.-]+)*$/u;

export function createCommandFiles(folders: readonly CommandFolder[]): CommandFiles {
  let commands: readonly Command[] = [];
  return {
    get commands() {
      return commands;
    },
    async refresh() {
      commands = (await Promise.all(folders.map(readFolder))).flat();
    },
  };
}

async function readFolder(folder: CommandFolder): Promise<readonly Command[]> {
  const commands: Command[] = [];
  try {
    if (!(await isInside(folder.path, folder))) return [];
    let entries = 0;
    for await (const { parentPath, name } of await opendir(folder.path, { recursive: true })) {
      entries += 1;
      if (entries > MAX_ENTRIES) break;
      const file = join(parentPath, name);
      const command = name.endsWith(".md") ? await readCommand(file, folder) : undefined;
      if (command) commands.push(command);
    }
  } catch {
    // Most projects and users have no such folder.
  }
  return commands.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Undefined for what is not a readable file. Never rejects. */
async function readCommand(path: string, folder: CommandFolder): Promise<Command | undefined> {
  const name = relative(folder.path, path).slice(0, -".md".length).split(sep).join(":");
  if (!NAME.test(name)) return undefined;
  const text = await readText(path, folder).catch(() => undefined);
  if (text === undefined) return undefined;
  const { fields, body } = splitFrontMatter(text);
  const hint = visibleLine(fields.get("argument-hint") ?? "");
  const description = visibleLine(fields.get("description") ?? firstLine(body));
  return {
    name,
    description: `${description || name} (command of the ${folder.owner})`,
    ...(hint !== "" && { hint }),
    run: async (input) => fillIn(body, input),
  };
}

/** Undefined for a file outside, for what is no file (a pipe would never end), and for one that is too large. */
async function readText(path: string, folder: CommandFolder): Promise<string | undefined> {
  if (!(await isInside(path, folder)) || !(await stat(path)).isFile()) return undefined;
  await using file = await open(path);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_BYTES + 1));
  return bytesRead > MAX_BYTES ? undefined : buffer.toString("utf8", 0, bytesRead);
}

async function isInside(path: string, { within }: CommandFolder): Promise<boolean> {
  if (within === undefined) return true;
  const [root, real] = await Promise.all([realpath(within), realpath(path)]);
  return real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** `key: value` lines between two lines of `---`; of YAML no more is needed. */
function splitFrontMatter(text: string): { readonly fields: ReadonlyMap<string, string>; readonly body: string } {
  const [, head, body] = /^\uFEFF?---[ \t]*\r?\n(.*?)^---[ \t]*(?:\r?\n(.*))?$/ms.exec(text) ?? [];
  if (head === undefined) return { fields: new Map(), body: text.trim() };
  const fields = head.split(/\r?\n/).flatMap((line) => {
    const [, key, value = ""] = /^([\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    return key === undefined ? [] : [[key, value.replace(/^(["'])(.*)\1$/, "$2")] as const];
  });
  return { fields: new Map(fields), body: (body ?? "").trim() };
}

function firstLine(body: string): string {
  return (body.split("\n", 1)[0] ?? "").replace(/^#+\s*/, "").slice(0, 100);
}

/** In one pass, so that an argument that reads `$1` stays as it is. */
function fillIn(body: string, input: string): string {
  const words = splitWords(input);
  let isUsed = false;
  const filled = body.replaceAll(/\$(?:ARGUMENTS\b|([1-9])(?!\d))/g, (_, digit?: string) => {
    isUsed = true;
    return digit === undefined ? input : (words[Number(digit) - 1] ?? "");
  });
  return isUsed || input === "" ? filled : `${filled}\n\n${input}`;
}
