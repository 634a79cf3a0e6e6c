/**
 * `tenon tools new <folder>`: what `npm create tenon-toolset` does.
 */

import { createToolset } from "create-tenon-toolset";

import { writeStdout } from "../../../process/stdout.ts";

export async function runNew(_flags: object, folder: string): Promise<void> {
  const { name, next } = await createToolset(folder);
  await writeStdout(`Created the toolset ${name}. Next:\n\n${next.map((line) => `  ${line}\n`).join("")}\n`);
}
