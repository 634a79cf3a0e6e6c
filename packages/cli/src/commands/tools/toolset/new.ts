/**
 * `tenon tools new <folder>`: what `npm create tenon-toolset` does.
 */

import { createToolset } from "create-tenon-toolset";

import { t } from "../../../messages/t.ts";
import { writeStdout } from "../../../process/stdout.ts";

export async function runNew(_flags: object, folder: string): Promise<void> {
  const { name, next } = await createToolset(folder);
  await writeStdout(
    `${t("Created the toolset {name}. Next:", { name })}\n\n${next.map((line) => `  ${line}\n`).join("")}\n`,
  );
}
