import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { createHttpStream } from "@agentclientprotocol/sdk/experimental/http-client";
import { allow, messageWire, scriptedClient } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { noConfiguration, tenon } from "./tenon.ts";

describe("tenon serve", () => {
  it("prints the address with a new token, once, and lets in who has it", async () => {
    await using data = await dataFolder();
    await using first = startServe(data.folder);
    const [, url, token] =
      /^Tenon is at (http:\/\/127\.0\.0\.1:\d+)\/#token=([\w-]{43})$/.exec(await first.line()) ?? [];
    expect(token).toBe((await readFile(join(data.folder, "serve-token"), "utf8")).trim());
    expect(await statusOf(`${url}/api/me`, token)).toBe(200);
    expect(await statusOf(`${url}/api/me`, "wrong")).toBe(401);
    expect(await statusOf(`${url}/`)).toBe(200);
    expect(await first.stop("SIGINT")).toEqual({ code: null, signal: "SIGINT" });

    await using second = startServe(data.folder);
    expect(await second.line()).toMatch(/^Tenon is at http:\/\/127\.0\.0\.1:\d+\/, with the token in .*serve-token$/);
    expect(await second.stop("SIGTERM")).toEqual({ code: null, signal: "SIGTERM" });
    expect(first.stderr() + second.stderr()).not.toContain(token);
  });

  it("--new-token invalidates the old token", async () => {
    await using data = await dataFolder();
    await using first = startServe(data.folder, "--json");
    const { tokenFile } = JSON.parse(await first.line());
    const old = (await readFile(tokenFile, "utf8")).trim();
    await first.stop("SIGINT");
    await using second = startServe(data.folder, "--json", "--new-token");
    const { url } = JSON.parse(await second.line());
    expect(await statusOf(`${url}/api/me`, old)).toBe(401);
    expect(await statusOf(`${url}/api/me`, (await readFile(tokenFile, "utf8")).trim())).toBe(200);
  });

  it("a session can be loaded after a restart", async () => {
    await using data = await dataFolder();
    let sessionId: string;
    {
      await using serve = startServe(data.folder, "--json");
      await using client = await connect(JSON.parse(await serve.line()));
      ({ sessionId } = await client.newSession({ cwd: data.folder }));
      await client.prompt(sessionId, "Remember the milk");
      await client.drop();
      expect(await serve.stop("SIGTERM")).toEqual({ code: null, signal: "SIGTERM" });
    }
    await using serve = startServe(data.folder, "--json");
    await using client = await connect(JSON.parse(await serve.line()));
    await client.request("session/load", { sessionId, cwd: data.folder, mcpServers: [] });
    expect(JSON.stringify(client.updates(sessionId))).toContain("Remember the milk");
  });

  it("explains that a port is in use", async () => {
    await using data = await dataFolder();
    await using first = startServe(data.folder, "--json");
    const { port } = new URL(JSON.parse(await first.line()).url);
    await using second = startServe(data.folder, "--port", port);
    expect(await second.ended).toEqual({ code: 1, signal: null });
    expect(second.stderr()).toContain(`Port ${port} is already in use`);
    expect(second.stderr()).toContain("--port");
  });

  it("a start that fails makes no token, so that the next one prints it", async () => {
    await using data = await dataFolder();
    await using other = await dataFolder();
    await using first = startServe(other.folder, "--json");
    const { port } = new URL(JSON.parse(await first.line()).url);
    await using second = startServe(data.folder, "--port", port);
    expect((await second.ended).code).toBe(1);
    await using third = startServe(data.folder);
    expect(await third.line()).toContain("#token=");
  });

  it("[A-09] all that goes wrong is in the log, one JSON object a line: a server that cannot start too", async () => {
    await using data = await dataFolder();
    await using serve = startServe(data.folder, "--json");
    await using client = await connect(JSON.parse(await serve.line()));
    const mcpServers = [{ name: "nowhere", command: "/nonexistent/server", args: [], env: [] }];
    await client.newSession({ cwd: data.folder, mcpServers });
    await expect.poll(() => serve.stderr(), { timeout: 30_000 }).toContain("nowhere failed");
    await serve.stop("SIGTERM");
    for (const line of serve.stderr().trimEnd().split("\n")) {
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(String) });
    }
  });

  it.each([
    [["--host", "0.0.0.0"], "--insecure-listen"],
    [["--public-url", "http://example.com"], "expected an https URL"],
    [["--allow-origin", "example.com"], "expected an origin"],
    [["--port", "70000"], "expected a port from 0 to 65535"],
    [["--agent", "gemnii"], "gemini"],
  ])("%j is not understood, and says why", async (words, hint) => {
    await using data = await dataFolder();
    await using serve = startServe(data.folder, ...words);
    expect(await serve.ended).toEqual({ code: 2, signal: null });
    expect(serve.stderr()).toContain(hint);
  });

  it("a second Ctrl-C ends it in the middle of a turn", async () => {
    await using data = await dataFolder();
    await using serve = startServe(data.folder, "--json");
    await using client = await connect(JSON.parse(await serve.line()), false);
    const { sessionId } = await client.newSession({ cwd: data.folder });
    client.prompt(sessionId, "Write a file").catch(() => {});
    serve.child.kill("SIGINT");
    serve.child.kill("SIGINT");
    expect([
      { code: 0, signal: null },
      { code: null, signal: "SIGINT" },
    ]).toContainEqual(await serve.ended);
  });
});

function startServe(data: string, ...words: readonly string[]) {
  const port = words.includes("--port") ? [] : ["--port", "0"];
  const args = [tenon, "serve", "--model", "rehearsal", ...port, ...words];
  const env = { ...process.env, ...noConfiguration, TENON_DATA: data };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const errors: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal }));
  const stderr = () => Buffer.concat(errors).toString();
  return {
    child,
    ended,
    stderr,
    async line(): Promise<string> {
      const { value } = await lines.next();
      if (value === undefined) throw new Error(`tenon serve ended: ${stderr()}`);
      return value;
    },
    async stop(signal: NodeJS.Signals) {
      child.kill(signal);
      return await ended;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function connect(printed: { readonly url: string; readonly tokenFile: string }, answers = true) {
  const token = (await readFile(printed.tokenFile, "utf8")).trim();
  const headers = { Authorization: `Bearer ${token}` };
  const stream = createHttpStream(`${printed.url}/acp`, { headers });
  const client = scriptedClient(messageWire(stream), {
    answers: answers ? { "session/request_permission": allow } : {},
  });
  await client.initialize();
  return client;
}

async function statusOf(url: string, token?: string): Promise<number> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers });
  await response.body?.cancel();
  return response.status;
}

async function dataFolder() {
  const folder = await mkdtemp(join(tmpdir(), "tenon-serve-"));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
