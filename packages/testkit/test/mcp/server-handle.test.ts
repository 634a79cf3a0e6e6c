/**
 * How a test holds a scripted server: the same over every transport.
 */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";

import { stdioServer, type ServerScript } from "../../src/mcp/index.ts";
import { connectBoth, WAYS } from "./official-client.ts";
import { spawnRaw } from "./raw-process.ts";

const script: ServerScript = { tools: [{ name: "gate", call: [{ type: "wait-for-release" }] }, { name: "echo" }] };

describe.each(WAYS)("a server over $transport in $revision", (way) => {
  it("can let a call go on", async () => {
    await using both = await connectBoth(way, script);
    const call = both.client.callTool({ name: "gate" });
    await both.server.until("call-start", ({ tool }) => tool === "gate");
    both.server.release("gate");
    expect(await call).toMatchObject({ content: [{ text: "done" }] });
  });

  it("can change its tools, and notify of it", async () => {
    const lists: unknown[] = [];
    const changed = Promise.withResolvers<void>();
    const onChanged = (_error: unknown, tools: readonly { readonly name: string }[] | null) => {
      lists.push(tools?.map((tool) => tool.name));
      changed.resolve();
    };
    await using both = await connectBoth(way, script, { listChanged: { tools: { onChanged, debounceMs: 0 } } });
    const { client, server } = both;
    // The client listens from some moment on, and that moment is the server's to know.
    const isPipe = way.transport === "stdio" && way.revision === "2025-11-25";
    await (isPipe ? client.listTools() : server.until("listener-join"));
    server.changeTools({ add: [{ name: "added" }], notify: false });
    server.notifyListChanged();
    await changed.promise;
    expect(lists).toEqual([["gate", "echo", "added"]]);
  });

  it("reports what it saw, before and after it was asked", async () => {
    await using both = await connectBoth(way, script);
    const { client, server } = both;
    const later = server.until("call-start", ({ call }) => call === 2);
    await client.callTool({ name: "echo", arguments: { word: "a" } });
    await client.callTool({ name: "echo", arguments: { word: "b" } });
    expect(await later).toMatchObject({ tool: "echo", arguments: { word: "b" } });
    expect(await server.until("call-start")).toMatchObject({ tool: "echo", arguments: { word: "a" } });
    const calls = (await server.recorded()).filter((record) => record.type === "call-start");
    expect(calls).toHaveLength(2);
  });

  it("is closed twice, and rejects what waits after that", async () => {
    await using both = await connectBoth(way, script);
    const { server, client } = both;
    const waiting = server.until("signal").catch((error: unknown) => error);
    await client.close();
    await server.close();
    await server.close();
    expect(await waiting).toMatchObject({ message: expect.stringContaining(`before "signal"`) });
    await expect(server.until("signal")).rejects.toThrow(`before "signal"`);
  });
});

it("a gate that was opened is open for processes to come", async () => {
  await using server = await stdioServer(script);
  server.release("gate");
  await using child = spawnRaw(server);
  await child.initialize();
  child.send({ id: 1, method: "tools/call", params: { name: "gate" } });
  expect(await child.response(1)).toHaveProperty("result");
});

it("a script may be longer than any command line", async () => {
  const tools = Array.from({ length: 2_000 }, (_, index) => ({ name: `tool-${index}`, description: "x".repeat(200) }));
  await using server = await stdioServer({ tools });
  await using child = spawnRaw(server);
  await child.initialize();
  child.send({ id: 1, method: "tools/list" });
  expect(await child.response(1)).toMatchObject({ result: { tools } });
});

it("a handle keeps no process alive, and can be waited for where nothing else happens", async () => {
  const module = JSON.stringify(new URL("../../src/mcp/index.ts", import.meta.url).href);
  const program = `
    import { spawn } from "node:child_process";
    import { stdioServer } from ${module};
    await stdioServer({});
    const server = await stdioServer({ misbehaviour: { stdio: { grandchild: "double-forked" } } });
    const child = spawn(server.command, server.args, { env: server.env });
    await server.until("start", ({ role }) => role === "grandchild");
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("close", resolve));
    await server.close();
    console.log("closed");`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=tenon:source",
    "--input-type=module",
    "-e",
    program,
  ]);
  expect(stdout).toBe("closed\n");
});

it("a server process says nothing on stderr", async () => {
  await using server = await stdioServer({});
  await using child = spawnRaw(server);
  await child.initialize();
  child.endInput();
  await child.exited;
  expect(child.stderr.text).toBe("");
});
