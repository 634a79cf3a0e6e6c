import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import type { Duplex } from "node:stream";

import type { McpServer } from "@agentclientprotocol/sdk";
import { leaveNothing } from "@tenon/testkit";
import { describe, expect, it, vi } from "vitest";

import { createDoorKeys, type Served } from "../../src/doors/door-keys.ts";
import { type Doors, openDoors } from "../../src/doors/doors.ts";

/** Answers with its own name and what it got; streams are echoed. */
function echo(name: string): Served & { readonly streams: Duplex[]; readonly requests: Request[] } {
  const streams: Duplex[] = [];
  const requests: Request[] = [];
  return {
    streams,
    requests,
    async handle(request) {
      requests.push(request);
      return new Response(`${name}: ${await request.text()}`, { headers: { "x-from": name } });
    },
    async serveStream(stream) {
      streams.push(stream);
      stream.pipe(stream);
      await finished(stream);
    },
  };
}

interface HttpEntry {
  readonly url: string;
  readonly authorization: string;
}

function httpEntry(entry: McpServer): HttpEntry {
  if (!("type" in entry) || entry.type !== "http") throw new Error("not an http entry");
  return { url: entry.url, authorization: entry.headers[0]?.value ?? "" };
}

function stdioEntry(entry: McpServer) {
  if (!("command" in entry)) throw new Error("not a stdio entry");
  return entry;
}

async function post(
  { url, authorization }: HttpEntry,
  options: { readonly body?: string; readonly headers?: Record<string, string> } = {},
): Promise<{ readonly status: number | undefined; readonly body: string; readonly headers: object }> {
  const sent = httpRequest(url, { method: "POST", headers: { authorization, ...options.headers }, agent: false });
  // A refused body is not read to its end.
  sent.on("error", () => {});
  sent.end(options.body ?? "hello");
  const [response] = await once(sent, "response");
  return { status: response.statusCode, headers: response.headers, body: await text(response).catch(() => "") };
}

function startShim(entry: McpServer, env: Record<string, string> = {}) {
  const { command, args, env: given } = stdioEntry(entry);
  const variables = Object.fromEntries(given.map(({ name, value }) => [name, value]));
  return spawn(command, args, { env: { ...variables, ...env }, stdio: ["pipe", "pipe", "pipe"] });
}

async function pinged(shim: ReturnType<typeof startShim>) {
  shim.stdin.write("ping\n");
  await once(shim.stdout, "data");
  return shim;
}

async function withDoors(work: (doors: Doors, environment: Record<string, string>) => Promise<void>): Promise<void> {
  await leaveNothing(async ({ environment }) => {
    await using doors = await openDoors();
    await work(doors, { ...environment });
  });
}

describe("the loopback address", () => {
  it("[WA7] leads with one token to one endpoint", async () => {
    await withDoors(async (doors) => {
      const [a, b] = [echo("a"), echo("b")];
      const first = httpEntry(doors.open("http", a).entry);
      const second = httpEntry(doors.open("http", b).entry);
      expect(first.url).toBe(second.url);
      expect((await post(first)).body).toBe("a: hello");
      expect((await post(second)).body).toBe("b: hello");
      expect([a.requests.length, b.requests.length]).toEqual([1, 1]);
    });
  });

  it("refuses a token of another process, a revoked one, and none", async () => {
    await withDoors(async (doors) => {
      await using others = await openDoors();
      const endpoint = echo("a");
      const door = doors.open("http", endpoint);
      const entry = httpEntry(door.entry);
      const strange = httpEntry(others.open("http", echo("b")).entry);
      expect((await post({ ...entry, authorization: strange.authorization })).status).toBe(401);
      expect((await post({ ...entry, authorization: "" })).status).toBe(401);
      expect((await post({ ...entry, authorization: `${entry.authorization}x` })).status).toBe(401);
      door.close();
      expect((await post(entry)).status).toBe(401);
      expect(endpoint.requests).toEqual([]);
    });
  });

  it("refuses requests of pages, and for other hosts and paths", async () => {
    await withDoors(async (doors) => {
      const entry = httpEntry(doors.open("http", echo("a")).entry);
      expect((await post(entry, { headers: { origin: "http://localhost:3000" } })).status).toBe(403);
      expect((await post(entry, { headers: { host: "evil.example" } })).status).toBe(403);
      expect((await post({ ...entry, url: entry.url.replace("/mcp", "/") })).status).toBe(404);
      const { headers } = await post(entry);
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    });
  });

  it("refuses a body over the limit", async () => {
    await withDoors(async (doors) => {
      const endpoint = echo("a");
      const entry = httpEntry(doors.open("http", endpoint).entry);
      const headers = { "content-length": String(65 * 1024 * 1024) };
      expect((await post(entry, { headers })).status).toBe(413);
      const chunked = { "transfer-encoding": "chunked" };
      expect((await post(entry, { body: "x".repeat(65 * 1024 * 1024), headers: chunked })).status).toBe(413);
      expect(endpoint.requests).toEqual([]);
    });
  });

  it("takes arguments as large as a shim does", async () => {
    await withDoors(async (doors) => {
      const entry = httpEntry(doors.open("http", echo("a")).entry);
      expect((await post(entry, { body: "x".repeat(5 * 1024 * 1024) })).status).toBe(200);
    });
  });

  it("keeps the token from the endpoint, and aborts the request when the agent goes", async () => {
    await withDoors(async (doors) => {
      const { promise: got, resolve } = Promise.withResolvers<Request>();
      const hanging: Served = {
        ...echo("a"),
        async handle(request) {
          resolve(request);
          return new Response(new ReadableStream({}), { headers: { "content-type": "text/event-stream" } });
        },
      };
      const { url, authorization } = httpEntry(doors.open("http", hanging).entry);
      const sent = httpRequest(url, { method: "GET", headers: { authorization, accept: "text/event-stream" } });
      sent.on("error", () => {});
      sent.end();
      const request = await got;
      // The head of an event stream arrives before its first event.
      await once(sent, "response");
      expect(request.headers.has("authorization")).toBe(false);
      const aborted = once(request.signal, "abort");
      sent.destroy();
      await aborted;
    });
  });

  it("survives an endpoint that fails", async () => {
    await withDoors(async (doors) => {
      const failing: Served = { ...echo("a"), handle: () => Promise.reject(new Error("broken")) };
      const { url, authorization } = httpEntry(doors.open("http", failing).entry);
      const sent = httpRequest(url, { method: "POST", headers: { authorization }, agent: false });
      sent.end("x");
      await expect(once(sent, "response")).rejects.toThrow();
      expect((await post(httpEntry(doors.open("http", echo("b")).entry))).body).toBe("b: hello");
    });
  });
});

describe("the shim", () => {
  it("[WA14] is an entry with absolute paths, arguments, and the token in its environment alone", async () => {
    await withDoors(async (doors) => {
      const door = doors.open("stdio", echo("a"));
      const { name, command, args, env } = stdioEntry(door.entry);
      expect(name).toBe("tenon");
      expect(command).toBe(process.execPath);
      expect(args.join(" ")).not.toContain(door.token);
      expect(env.map(({ value }) => value)).toEqual([door.token]);
      const folder = await stat(dirname(args[0] ?? ""));
      expect(folder.mode & 0o077).toBe(0);
    });
  });

  it("pipes both ways, and ends when its stdin does", async () => {
    await withDoors(async (doors, environment) => {
      const shim = startShim(doors.open("stdio", echo("a")).entry, environment);
      const lines = Array.from({ length: 2_000 }, (_, at) => `{"line":${at},"text":"${"x".repeat(1_000)}"}\n`).join("");
      const exited = once(shim, "exit");
      shim.stdin.end(lines);
      expect(await text(shim.stdout)).toBe(lines);
      expect(await exited).toEqual([0, null]);
    });
  });

  it("ends when the endpoint ends the connection", async () => {
    await withDoors(async (doors, environment) => {
      const brief: Served = { ...echo("a"), serveStream: async (stream) => void stream.end("bye\n") };
      const shim = startShim(doors.open("stdio", brief).entry, environment);
      const exited = once(shim, "exit");
      expect(await text(shim.stdout)).toBe("bye\n");
      expect(await exited).toEqual([0, null]);
    });
  });

  it("[W1] ends when the doors close, and leaves its endpoint's stream ended when it is killed", async () => {
    await withDoors(async (doors, environment) => {
      const endpoint = echo("a");
      const { entry } = doors.open("stdio", endpoint);
      const killed = await pinged(startShim(entry, environment));
      const kept = await pinged(startShim(entry, environment));
      killed.kill("SIGKILL");
      const [stream] = endpoint.streams;
      if (stream && !stream.closed) await once(stream, "close");
      const exited = once(kept, "exit");
      await doors.close();
      expect(await exited).toEqual([0, null]);
    });
  });

  it("is refused with a token that is not ours, and fails with a reason where there is no socket", async () => {
    await withDoors(async (doors, environment) => {
      const endpoint = echo("a");
      const { entry } = doors.open("stdio", endpoint);
      const refused = startShim(entry, { ...environment, TENON_ENDPOINT_TOKEN: "wrong" });
      expect(await text(refused.stdout)).toBe("");
      const { command, args } = stdioEntry(entry);
      const lost = spawn(command, [args[0] ?? "", `${args[1]}-gone`], { env: environment });
      expect(await text(lost.stderr)).toContain("the connection to `tenon wrap` failed");
      expect(endpoint.streams).toEqual([]);
    });
  });

  it("removes the folder of a process that was killed, and its own when it closes", async () => {
    const own = await ownFolder(async (folder) => expect(existsSync(folder)).toBe(true));
    expect(existsSync(own)).toBe(false);
    const abandoned = own.replace(`-${process.pid}-`, "-4194304999-");
    await mkdir(abandoned);
    await ownFolder(async () => expect(existsSync(abandoned)).toBe(false));
  });

  it("leaves the folder of a process in another container, whose id means nothing here", async () => {
    const own = await ownFolder(async () => {});
    const foreign = own.replace(/tenon-wrap-[0-9a-f]{8}-\d+-/, "tenon-wrap-00000000-4194304999-");
    expect(foreign).not.toBe(own);
    await mkdir(foreign);
    try {
      await ownFolder(async () => expect(existsSync(foreign)).toBe(true));
    } finally {
      await rm(foreign, { recursive: true });
    }
  });

  it("has a socket also where the temporary folder has a longer name than sockets may have", async () => {
    const long = await mkdtemp(join(tmpdir(), "x".repeat(100)));
    vi.stubEnv("TMPDIR", long);
    try {
      await using doors = await openDoors();
      const { args } = stdioEntry(doors.open("stdio", echo("one")).entry);
      expect((await stat(args[1] ?? "")).isSocket()).toBe(true);
      expect((await stat(dirname(args[1] ?? ""))).mode & 0o077).toBe(0);
    } finally {
      vi.unstubAllEnvs();
      await rm(long, { recursive: true });
    }
  });

  it("[WA12] is not needed for the address, and is tried again where its files could not be written", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tenon-doors-"));
    vi.stubEnv("TMPDIR", join(folder, "missing"));
    try {
      await using doors = await openDoors();
      expect((await post(httpEntry(doors.open("http", echo("a")).entry))).body).toBe("a: hello");
      expect(doors.problemWith("http")).toBeUndefined();
      expect(doors.problemWith("stdio")?.message).toMatch(/There is no socket for the agent's tools: ENOENT/);
      expect(() => doors.open("stdio", echo("a"))).toThrow("ENOENT");
      await mkdir(join(folder, "missing"));
      await doors.ready();
      expect(doors.problemWith("stdio")).toBeUndefined();
      expect((await stat(stdioEntry(doors.open("stdio", echo("a")).entry).args[1] ?? "")).isSocket()).toBe(true);
    } finally {
      vi.unstubAllEnvs();
      await rm(folder, { recursive: true });
    }
  });

  it("drops a connection that sends no token line", async () => {
    await withDoors(async (doors) => {
      const endpoint = echo("a");
      const { args } = stdioEntry(doors.open("stdio", endpoint).entry);
      const socket = connect(args[1] ?? "");
      socket.on("error", () => {});
      socket.write("x".repeat(10_000));
      if (!socket.closed) await once(socket, "close");
      expect(endpoint.streams).toEqual([]);
    });
  });
});

it("finds an endpoint by its whole token only", () => {
  const keys = createDoorKeys();
  const endpoint = echo("a");
  const { token, revoke } = keys.issue(endpoint);
  expect(keys.find(token)).toBe(endpoint);
  for (const wrong of ["", ".", token.slice(0, -1), token.split(".")[0] ?? ""])
    expect(keys.find(wrong)).toBeUndefined();
  revoke();
  expect(keys.find(token)).toBeUndefined();
});

/** The folder of a shim door, while it is open. */
async function ownFolder(look: (folder: string) => Promise<void>): Promise<string> {
  let own = "";
  await withDoors(async (doors) => {
    own = dirname(stdioEntry(doors.open("stdio", echo("a")).entry).args[0] ?? "");
    await look(own);
  });
  return own;
}
