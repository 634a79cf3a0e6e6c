import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { expect, it } from "vitest";

import { noConfiguration, tenon } from "./tenon.ts";

it("[G-06] an agent whose standard output is closed exits, also if its standard input stays open", async () => {
  const args = [tenon, "agent", "--model", "rehearsal", "--no-journal"];
  const agent = spawn(process.execPath, args, { env: { ...noConfiguration }, stdio: ["pipe", "pipe", "ignore"] });
  const send = (id: number, method: string, params: object) =>
    agent.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  const answers = createInterface({ input: agent.stdout });
  agent.stdin.on("error", () => {});
  const ended = once(agent, "exit");
  send(1, "initialize", { protocolVersion: 1, clientCapabilities: {} });
  await once(answers, "line");
  answers.close();
  agent.stdout.destroy();
  await once(agent.stdout, "close");
  // What it answers finds no reader.
  send(2, "session/list", {});
  expect((await ended)[0]).toBe(0);
});
