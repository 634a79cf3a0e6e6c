/**
 * How the processes of a stdio server are started, whether we run from sources or built.
 */

import { tmpdir } from "node:os";
import { join } from "node:path";

import { programArguments } from "../../program-arguments.ts";
import type { StdioMisbehaviour } from "../misbehaviour.ts";

/** What a main file is asked to be. */
export type MainRole = "server" | "wrapper" | "fork" | "grandchild";

export interface Launch {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

const IS_SOURCE = import.meta.url.endsWith(".ts");

export function launchServer(controlPort: number, wrapper: StdioMisbehaviour["wrapper"]): Launch {
  const node = mainArguments(wrapper === "node" ? "wrapper" : "server", String(controlPort));
  // A host gives a server no variables but its own. Without compiled code, starting takes twice as long.
  const { NODE_COMPILE_CACHE = join(tmpdir(), "node-compile-cache") } = process.env;
  const env: Record<string, string> = IS_SOURCE ? { NODE_COMPILE_CACHE } : {};
  if (wrapper !== "sh") return { command: process.execPath, args: node, env };
  // With something left to do, the shell stays, instead of becoming the server.
  return { command: "/bin/sh", args: ["-c", `"$@"; exit $?`, "sh", process.execPath, ...node], env };
}

/** Arguments for Node.js that start the main file in a role. */
export function mainArguments(role: MainRole, controlPort: string): string[] {
  return [...programArguments("main", import.meta.url), role, controlPort];
}
