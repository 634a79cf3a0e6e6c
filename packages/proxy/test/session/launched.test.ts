/**
 * Agents that take no servers in `session/new` and connect by themselves. The real pi is in docs/arrival.md.
 */

import { spawn } from "node:child_process";
import { on } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

import { givenServer, openWrapped, type Wrapped } from "./open-wrapped.ts";

const PI = fileURLToPath(new URL("../fixtures/pi.mjs", import.meta.url));
const ALLOWED = [{ effect: "allow", when: { subject: "tool-call" } }] as const;
// Receipts.
const capabilities = { _meta: { tenon: {} } };
const script = { agentInfo: { name: "pi-acp", version: "0.0.34" } };

it("[WA18] an agent that connects by itself has the tools of the session, and none in session/new", async () => {
  const echo = {
    name: "echo",
    call: [{ type: "progress", times: 1, message: "half" } as const, { type: "echo" } as const],
  };
  const fail = { name: "fail", call: [{ type: "error", code: -32_000, message: "no" } as const] };
  await using a = await givenServer("a", { tools: [echo, fail] });
  await using wrapped = await openWrapped({ launched: "pi-extension", script, capabilities, rules: ALLOWED });
  await wrapped.client.initialize();
  const { sessionId } = await wrapped.client.newSession({ mcpServers: [a.entry] });
  expect(wrapped.givenToAgent("session/new")[0]?.["mcpServers"]).toEqual([]);
  await isListed(wrapped, 1);
  await using pi = await startPi(wrapped);
  expect(await pi.next()).toMatchObject({
    tools: expect.arrayContaining(["mcp__tenon__a__echo"]),
    args: expect.arrayContaining(["--mode", "rpc"]),
  });
  pi.call("mcp__tenon__a__echo", { x: 1 });
  expect(await pi.next()).toEqual({ update: { content: [{ type: "text", text: "half" }] } });
  expect(JSON.stringify(await pi.next())).toContain("x");
  pi.call("mcp__tenon__a__fail", {});
  expect(await pi.next()).toHaveProperty("error");
  await wrapped.client.prompt(sessionId, "go");
  expect(wrapped.client.text(sessionId)).not.toContain("has no tools");
});

it("[W11] each session of an agent that connects by itself has its own tools, also those opened at once", async () => {
  await using a = await givenServer("a", { tools: [{ name: "one" }] });
  await using b = await givenServer("b", { tools: [{ name: "two" }] });
  await using wrapped = await openWrapped({ launched: "pi-extension", script, capabilities, rules: ALLOWED });
  await wrapped.client.initialize();
  await wrapped.client.newSession({ mcpServers: [a.entry] });
  const held = wrapped.client.newSession({ mcpServers: [b.entry] });
  await isListed(wrapped, 1);
  const toolsOf = async (pi: Pi) => JSON.stringify(await pi.next());
  expect(wrapped.givenToAgent("session/new")).toHaveLength(1);
  await using first = await startPi(wrapped);
  expect(await toolsOf(first)).toContain("a__one");
  await held;
  await isListed(wrapped, 2);
  await using second = await startPi(wrapped);
  expect(await toolsOf(second)).toContain("b__two");
});

async function isListed({ client }: Wrapped, servers: number): Promise<void> {
  const count = () => client.transcript.entries.filter(({ text }) => text.includes('"state":"listed"')).length;
  await client.transcript.when(() => count() === servers);
}

interface Pi extends AsyncDisposable {
  next(): Promise<unknown>;
  call(name: string, args: object): void;
}

/** As pi-acp does. */
async function startPi({ doors }: Wrapped): Promise<Pi> {
  const environment = { ...process.env, PI_ACP_PI_COMMAND: PI };
  const { PI_ACP_PI_COMMAND: command = "" } = await doors.prepareLaunch("pi-extension", environment);
  const child = spawn(command, ["--mode", "rpc"], { stdio: ["pipe", "pipe", "ignore"] });
  const lines = on(createInterface({ input: child.stdout }), "line");
  return {
    async next() {
      const { value: [line] = ["null"] } = await lines.next();
      return JSON.parse(line);
    },
    call: (name, args) => void child.stdin.write(`${JSON.stringify({ name, args })}\n`),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await lines.return?.();
    },
  };
}
