import { stat } from "node:fs/promises";

import { ToolError } from "../tool-error.ts";
import type { Place } from "../workspace.ts";

/** Rejects with a `ToolError` unless it is a folder. */
export async function requireFolder({ path, name }: Place): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new ToolError(`There is no folder ${name}.`);
  if (!found.isDirectory()) throw new ToolError(`${name} is not a folder.`);
}
