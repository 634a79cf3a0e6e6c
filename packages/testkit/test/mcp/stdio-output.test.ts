/**
 * What a server writes to stdout and stderr that it should not, or more of it than anyone expects.
 */

import { expect, it } from "vitest";

import { stdioServer, type StdioMisbehaviour, type ToolScript } from "../../src/mcp/index.ts";
import { spawnRaw } from "./raw-process.ts";

async function firstWords(stdio: StdioMisbehaviour): Promise<string> {
  await using server = await stdioServer({ misbehaviour: { stdio } });
  await using child = spawnRaw(server);
  await child.initialize();
  return child.stdout.text;
}

it("writes one message on one line, and nothing else", async () => {
  const text = await firstWords({});
  expect(text).toMatch(/^\{"jsonrpc":"2.0","id":"initialize".*\}\n$/);
});

it("[P23] writes a banner before every message", async () => {
  await using server = await stdioServer({ misbehaviour: { stdio: { stdoutNoise: ["banner"] } } });
  await using child = spawnRaw(server);
  await child.initialize();
  child.send({ id: 1, method: "ping" });
  await child.response(1);
  expect(child.stdout.text).toMatch(/^Scripted server.*\n\{"jsonrpc".*\nScripted server.*\n\{"jsonrpc".*\n$/);
});

it("[P23] writes log lines that are JSON, but no messages", async () => {
  const [log = ""] = (await firstWords({ stdoutNoise: ["json-log"] })).split("\n");
  expect(JSON.parse(log)).toMatchObject({ level: "info" });
  expect(log).not.toContain("jsonrpc");
});

it("[P23] writes escape sequences for terminals", async () => {
  expect(await firstWords({ stdoutNoise: ["ansi"] })).toContain("\u001B[32m✔\u001B[39m");
});

it("[P24] begins with a byte order mark, once", async () => {
  const text = await firstWords({ byteOrderMark: true });
  expect(text.startsWith("\uFEFF{")).toBe(true);
});

it("[P24] ends lines with CRLF, and leaves lines blank", async () => {
  expect(await firstWords({ lineEnding: "crlf", stdoutNoise: ["blank-lines"] })).toMatch(/^\n {3}\r\n\{.*\}\r\n$/);
});

it("[P18] floods stderr before it reads anything", async () => {
  const bytes = 4_000_000;
  await using server = await stdioServer({ misbehaviour: { stdio: { stderrFloodBytes: bytes } } });
  await using child = spawnRaw(server);
  const read = await child.initialize().then(() => child.stderr.text.length);
  // The rest may still be in the pipe.
  expect(read).toBeGreaterThan(bytes / 2);
});

it.each([12_000_000, 50_000_000])("[P25] answers with %i bytes in one line", async (bytes) => {
  const big: ToolScript = { name: "big", call: [{ type: "bytes", bytes, as: "image" }] };
  await using server = await stdioServer({ tools: [big] });
  await using child = spawnRaw(server);
  await child.initialize();
  child.send({ id: 1, method: "tools/call", params: { name: "big" } });
  const { result } = await child.response(1);
  expect(result).toMatchObject({ content: [{ type: "image", mimeType: "image/png" }] });
  expect(child.stdout.text.length).toBeGreaterThan(bytes);
});

it("[P40] closes stdout without answering, and lives on", async () => {
  const close: ToolScript = { name: "close", call: [{ type: "close-stream", how: "end" }] };
  await using server = await stdioServer({ tools: [close] });
  await using child = spawnRaw(server);
  await child.initialize();
  child.send({ id: 1, method: "tools/call", params: { name: "close" } });
  await child.outputEnded;
  expect(child.stdout.text).not.toContain(`"id":1`);
  child.send({ id: 2, method: "ping" });
  await server.until("message", ({ message }) => message["id"] === 2);
});
