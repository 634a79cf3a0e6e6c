/**
 * A toolset as a program: what a host starts, and how it ends.
 */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";

const program = fileURLToPath(new URL("fixtures/noisy-program.ts", import.meta.url));
const args = ["--conditions=tenon:source", program];

describe("serve", () => {
  it("keeps standard output to the protocol, whatever a tool prints", async () => {
    const transport = new StdioClientTransport({ command: process.execPath, args, stderr: "pipe" });
    const client = new Client({ name: "test", version: "1" });
    const errors: Error[] = [];
    client.onerror = (error) => errors.push(error);
    await client.connect(transport);
    const { content } = await client.callTool({ name: "print" });
    expect({ content, errors }).toEqual({ content: [{ type: "text", text: "printed" }], errors: [] });
    await client.close();
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP", "end of stdin"] as const)(
    "aborts the running call, answers it and stops on %s",
    async (how) => {
      const child = start();
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      send(child, {
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
      });
      await lines.next();
      send(child, { method: "notifications/initialized" });
      send(child, { id: 2, method: "tools/call", params: { name: "wait", arguments: {} } });
      await untilStderr(child, "waiting");
      const stopped = untilStderr(child, "stopped");
      if (how === "end of stdin") child.stdin.end();
      else child.kill(how);
      await stopped;
      expect(await once(child, "exit")).toEqual([0, null]);
    },
  );

  it("ends, in time, although a call and its stop never do", async () => {
    const child = start({ STUCK: "yes" });
    send(child, {
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
    });
    send(child, { id: 2, method: "tools/call", params: { name: "wait", arguments: {} } });
    await untilStderr(child, "waiting");
    child.stdin.end();
    await untilStderr(child, "did not stop in 50 ms");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it.each(["end of stdin", "SIGINT"] as const)("ends at the %s although its client reads no answer", async (how) => {
    const child = start();
    send(child, {
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
    });
    for (let id = 2; id < 22; id += 1)
      send(child, { id, method: "tools/call", params: { name: "flood", arguments: {} } });
    await untilStderr(child, "flooded");
    if (how === "end of stdin") child.stdin.end();
    else child.kill(how);
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("survives garbage on stdin", async () => {
    const child = start();
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stdin.write("garbage\n{\n[]\n{}\n\u0000\n");
    send(child, {
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
    });
    expect(JSON.parse((await lines.next()).value ?? "")).toMatchObject({
      id: 1,
      result: { serverInfo: { name: "noisy" } },
    });
    child.stdin.end();
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});

const clientInfo = { name: "test", version: "1" };

function start(env: Record<string, string> = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, args, { env: { ...process.env, ...env } });
}

function send(child: ChildProcessWithoutNullStreams, message: object): void {
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function untilStderr(child: ChildProcessWithoutNullStreams, words: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let text = "";
  const read = (chunk: Buffer) => {
    text += chunk.toString();
    if (!text.includes(words)) return;
    child.stderr.off("data", read);
    resolve();
  };
  child.stderr.on("data", read);
  return promise;
}
