/**
 * What the model has seen of each file, so that it never writes over what it has not seen.
 */

import { createHash } from "node:crypto";

import { createKeyedQueue } from "@tenon/basis";

import { withPlainEndings } from "../../files/line-endings.ts";
import type { WorkspacePath } from "../../session/workspace.ts";
import { ToolError } from "../../tool-error.ts";
import type { EditWords } from "../wording.ts";

export interface FileMemory {
  remember(place: WorkspacePath, text: string): void;
  /** Whether the model has read or written it. */
  knows(place: WorkspacePath): boolean;
  /** Throws a `ToolError` unless this is the text that the model has read or written last. */
  requireSeen(place: WorkspacePath, text: string): void;
  /** Changes of one file come one after the other. */
  inTurn<T>(place: WorkspacePath, change: () => Promise<T>): Promise<T>;
}

export function createFileMemory({ readTool }: Pick<EditWords, "readTool">): FileMemory {
  const seen = new Map<string, string>();
  const queue = createKeyedQueue();
  return {
    inTurn: ({ path }, change) => queue.run(path, change),
    remember: ({ path }, text) => void seen.set(path, fingerprintOf(text)),
    knows: ({ path }) => seen.has(path),
    requireSeen({ path, name }, text) {
      const known = seen.get(path);
      if (known === undefined)
        throw new ToolError(`${name} exists already. Read it with ${readTool} before you change it.`);
      if (known === fingerprintOf(text)) return;
      throw new ToolError(
        `${name} was changed since you read it. Read it again with ${readTool} before you change it.`,
      );
    },
  };
}

/** The same for what was written and for what is then read: endings, a mark, half characters are the file's affair. */
function fingerprintOf(text: string): string {
  const plain = withPlainEndings(text)
    .replace(/^\u{feff}/u, "")
    .toWellFormed();
  return createHash("sha256").update(plain).digest("base64");
}
