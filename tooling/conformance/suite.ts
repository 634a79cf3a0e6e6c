/**
 * The official MCP suite, as a program of its own.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";

export const SUITE = "@modelcontextprotocol/conformance";

export async function conformance(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ["tooling/node.mjs", "--bin", SUITE, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(child, "close");
  return { code: child.exitCode, output };
}
