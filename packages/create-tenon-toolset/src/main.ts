#!/usr/bin/env node
/**
 * `npm create tenon-toolset <folder>`.
 */

import { createToolset } from "./create-toolset.ts";

const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined || folder.startsWith("-") || rest.length > 0) {
  process.stderr.write("Usage: npm create tenon-toolset <folder>\n");
  process.exitCode = 2;
} else {
  try {
    const { name, next } = await createToolset(folder);
    process.stdout.write(`Created the toolset ${name}. Next:\n\n${next.map((line) => `  ${line}\n`).join("")}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
