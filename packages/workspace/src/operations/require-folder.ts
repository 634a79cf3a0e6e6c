import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";

import { errorCode, errorMessage } from "@tenon/basis";

import { ToolError } from "../tool-error.ts";
import type { WorkspacePath } from "../session/workspace.ts";

/** Rejects with a `ToolError` unless it is a folder. */
export async function requireFolder(place: WorkspacePath): Promise<void> {
  const found = await statOf(place, "folder");
  if (!found.isDirectory()) throw new ToolError(`${place.name} is not a folder.`);
}

/** Rejects with a `ToolError` if there is none, or if it cannot be reached. */
export async function statOf({ path, name }: WorkspacePath, what: string): Promise<Stats> {
  return await stat(path).catch((cause: unknown) => {
    const isMissing = errorCode(cause) === "ENOENT" || errorCode(cause) === "ENOTDIR";
    const message = isMissing ? `No such ${what}: ${name}.` : `${name} cannot be read: ${errorMessage(cause)}`;
    throw new ToolError(message, { cause });
  });
}
