/** The server with the official client at the other end: as a program on standard streams, or in memory where that is enough. */

import { connectToolset, type StartedToolset, startToolset, type ToolsetClientOptions } from "@tenon/testkit/mcp";
import { openToolset } from "@tenon/toolset";

import { databaseToolset } from "../src/index.ts";

export const REVISIONS = ["2025-11-25", "2026-07-28"] as const;

type Environment = Readonly<Record<string, string>>;

export function startServer(env: Environment, options: ToolsetClientOptions = {}): Promise<StartedToolset> {
  return startToolset(new URL("../src/main.ts", import.meta.url), { PATH: process.env["PATH"] ?? "", ...env }, options);
}

/** Its `pid` is 0. */
export async function openServer(env: Environment, options: ToolsetClientOptions = {}): Promise<StartedToolset> {
  let log = "";
  const toolset = openToolset(databaseToolset(env), { env, log: (entry) => (log += JSON.stringify(entry)) });
  const client = await connectToolset(toolset.connect(), options);
  const close = async () => {
    await client[Symbol.asyncDispose]();
    await toolset.close();
  };
  return { ...client, pid: 0, log: () => log, [Symbol.asyncDispose]: close };
}
