/**
 * How a server starts, or does not.
 */

import { expect, it } from "vitest";

import { stdioServer, type ToolScript } from "../../src/mcp/index.ts";
import { spawnRaw } from "./raw-process.ts";

it("[U-04] exits at once, with a code and last words", async () => {
  const exitAtOnce = { exitCode: 78, stderr: "No API key in $EXAMPLE_KEY" };
  await using server = await stdioServer({ misbehaviour: { stdio: { exitAtOnce } } });
  await using child = spawnRaw(server);
  expect(await child.exited).toEqual({ code: 78, signal: null });
  await child.outputEnded;
  expect(child.stderr.text).toContain("No API key in $EXAMPLE_KEY\n");
  expect(child.stdout.text).toBe("");
});

it("[A-05] never answers initialize, though it answers the rest", async () => {
  await using server = await stdioServer({ misbehaviour: { silentOn: ["initialize"] } });
  await using child = spawnRaw(server);
  child.send({ id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {} } });
  child.send({ id: 2, method: "ping" });
  await child.response(2);
  expect(child.stdout.text).not.toContain(`"id":1`);
});

it("[P51] never answers server/discover", async () => {
  await using server = await stdioServer({
    revision: "2025-11-25",
    misbehaviour: { silentOn: ["server/discover"] },
  });
  await using child = spawnRaw(server);
  child.send({ id: 1, method: "server/discover" });
  await child.initialize();
  expect(child.stdout.text).not.toContain(`"id":1`);
});

it("[P51] exits on server/discover", async () => {
  const misbehaviour = { exitOn: { "server/discover": { exitCode: 3, stderr: "expected initialize" } } };
  await using server = await stdioServer({ revision: "2025-11-25", misbehaviour });
  await using child = spawnRaw(server);
  child.send({ id: 1, method: "server/discover" });
  expect(await child.exited).toMatchObject({ code: 3 });
});

it("[H-02] starts slowly: as late as the test says", async () => {
  await using server = await stdioServer({ misbehaviour: { holdOn: { initialize: "ready" } } });
  await using child = spawnRaw(server);
  const initialized = child.initialize();
  await server.until("message");
  child.send({ id: 1, method: "ping" });
  await child.response(1);
  expect(child.stdout.text).not.toContain("initialize");
  server.release("ready");
  expect(await initialized).toHaveProperty("result");
});

it("[H-02] starts slowly: after some time", async () => {
  const began = performance.now();
  await using server = await stdioServer({ misbehaviour: { stdio: { startDelayMilliseconds: 250 } } });
  await using child = spawnRaw(server);
  await child.initialize();
  expect(performance.now() - began).toBeGreaterThan(250);
});

it("[H-04] fails the first time and starts the second", async () => {
  await using server = await stdioServer({
    misbehaviour: { onlyFirstStarts: 1, stdio: { exitAtOnce: { exitCode: 1 } } },
  });
  await using first = spawnRaw(server);
  expect(await first.exited).toMatchObject({ code: 1 });
  await using second = spawnRaw(server);
  expect(await second.initialize()).toHaveProperty("result");
});

it("[P10] counts its starts, and says in which one something happened", async () => {
  await using server = await stdioServer({ tools: [{ name: "echo" }] });
  await using first = spawnRaw(server);
  await server.until("start");
  await using second = spawnRaw(server);
  await second.initialize();
  second.send({ id: 1, method: "tools/call", params: { name: "echo" } });
  await second.response(1);
  const starts = (await server.recorded()).filter((record) => record.type === "start");
  expect(starts).toMatchObject([
    { start: 1, pid: first.pid, role: "server" },
    { start: 2, pid: second.pid, role: "server" },
  ]);
  expect(await server.until("call-start")).toMatchObject({ start: 2, tool: "echo", call: 1 });
});

it("[P11] crashes in the middle of a call, with a code and last words", async () => {
  const crash: ToolScript = { name: "crash", call: [{ type: "crash", exitCode: 9, stderr: "panic: out of cheese" }] };
  await using server = await stdioServer({ tools: [crash] });
  await using child = spawnRaw(server);
  await child.initialize();
  child.send({ id: 1, method: "tools/call", params: { name: "crash" } });
  expect(await child.exited).toMatchObject({ code: 9 });
  await child.outputEnded;
  expect(child.stderr.text).toContain("out of cheese");
  expect(child.stdout.text).not.toContain(`"id":1`);
  expect(await server.until("call-start")).toMatchObject({ tool: "crash" });
});

it("[S-02] [P28] knows its directory, its environment and its process", async () => {
  const know: ToolScript = { name: "know", call: [{ type: "report", of: ["cwd", "environment", "pid"] }] };
  await using server = await stdioServer({ tools: [know] });
  await using child = spawnRaw(server, { cwd: "/", env: { MARK: "given" } });
  await child.initialize();
  child.send({ id: 1, method: "tools/call", params: { name: "know" } });
  const { result } = await child.response(1);
  const known = { cwd: "/", environment: { MARK: "given", ...server.env }, pid: child.pid };
  expect(result).toEqual({ content: [{ type: "text", text: JSON.stringify(known) }] });
});
