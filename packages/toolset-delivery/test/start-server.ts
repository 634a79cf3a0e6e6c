/** The server with the official client at the other end: as a program on standard streams, or in memory where that is enough. */

import { connectToolset, type StartedToolset, startToolset, type ToolsetClientOptions } from "@tenon/testkit/mcp";
import { openToolset } from "@tenon/toolset";

import { deliveryToolset } from "../src/index.ts";

type Environment = Readonly<Record<string, string>>;

export function startServer(env: Environment, options: ToolsetClientOptions = {}): Promise<StartedToolset> {
  return startToolset(new URL("../src/main.ts", import.meta.url), { ...inherited(), ...env }, options);
}

/** Its `pid` is 0. */
export async function openServer(env: Environment, options: ToolsetClientOptions = {}): Promise<StartedToolset> {
  let log = "";
  const whole = { ...inherited(), ...env };
  const toolset = openToolset(deliveryToolset(), { env: whole, log: (entry) => (log += JSON.stringify(entry)) });
  const client = await connectToolset(toolset.connect(), options);
  const close = async () => {
    await client[Symbol.asyncDispose]();
    await toolset.close();
  };
  return { ...client, pid: 0, log: () => log, [Symbol.asyncDispose]: close };
}

function inherited(): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
}
