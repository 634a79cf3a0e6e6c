/**
 * A toolset from a file: its default export. TypeScript runs as it is, without a build.
 */

import { stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { errorMessage, isObject } from "@tenon/basis";
import type { Toolset } from "@tenon/toolset";

import { t } from "../../../messages/t.ts";
import { UsageError } from "../../../process/usage-error.ts";

const MODULE = new Set([".ts", ".mts", ".js", ".mjs"]);

/** Whether this names a file with a toolset, and not a command or a URL. */
export function isToolsetFile(text: string): boolean {
  return MODULE.has(extname(text)) && !/\s|:\/\//.test(text);
}

export async function loadToolset(path: string): Promise<Toolset> {
  const file = resolve(path);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) {
    throw new UsageError(t("No such file: {path}. Create a toolset with: tenon tools new <folder>", { path }));
  }
  const loaded: unknown = await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw new Error(t("{path} could not be loaded: {reason}", { path, reason: errorMessage(error) }), { cause: error });
  });
  const toolset = isObject(loaded) ? loaded["default"] : undefined;
  if (!isToolset(toolset)) {
    throw new UsageError(
      t("{path} must export a toolset as its default: export default defineToolset({ … })", { path }),
    );
  }
  return toolset;
}

function isToolset(value: unknown): value is Toolset {
  return (
    isObject(value) && typeof value["name"] === "string" && Array.isArray(value["tools"]) && isObject(value["secrets"])
  );
}
