import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createLog, type Frame, keepMetricsToken, serveHttp } from "@tenon/gateway";
import { leaveNothing } from "@tenon/testkit";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";

import { scriptedGateway, theSession } from "./support/scripted-gateway.ts";
import { startServer, type TestServer } from "./support/start-server.ts";

const json = { "Content-Type": "application/json" };

describe("signing in", () => {
  it("gives a cookie that scripts cannot read and other sites cannot send, and that is not the token", async () => {
    await using server = await startServer();
    const { status, headers, body } = await logIn(server, server.token);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({ key: expect.stringMatching(/^[\w-]{43}$/) });
    const cookie = headers["set-cookie"]?.[0] ?? "";
    expect(cookie).toMatch(/; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(server.token);
  });

  it("behind TLS, the cookie is for TLS only", async () => {
    await using server = await startServer({ publicUrl: new URL("https://tenon.example") });
    const { headers } = await logIn(server, server.token);
    expect(headers["set-cookie"]?.[0]).toContain("; Secure");
    expect(headers["strict-transport-security"]).toBeDefined();
  });

  it("works once with a ticket in place of the token", async () => {
    await using server = await startServer();
    const ticket = server.server.issueTicket();
    expect((await logIn(server, ticket)).status).toBe(200);
    expect((await logIn(server, ticket)).status).toBe(401);
    const headers = { Authorization: `Bearer ${server.server.issueTicket()}` };
    expect((await server.ask("/api/me", { headers })).status).toBe(401);
  });

  it("ends with signing out: the cookie is worth nothing any more", async () => {
    await using server = await startServer();
    const headers = await server.signIn();
    expect(JSON.parse((await server.ask("/api/me", { headers })).body)).toMatchObject({ signedInBy: "cookie" });
    const out = await server.ask("/api/logout", { method: "POST", headers });
    expect(out.status).toBe(204);
    expect(out.headers["set-cookie"]?.[0]).toMatch(/=; Max-Age=0;/);
    expect((await server.ask("/api/me", { headers })).status).toBe(401);
  });

  it("[M9] ends the sockets of its cookie with signing out, and no others", async () => {
    await using server = await startServer();
    const [leaving, staying] = [await server.signIn(), await server.signIn()];
    const open = (headers: Readonly<Record<string, string>>) =>
      Promise.all(["/acp", "/feed", "/feed/s1"].map((path) => server.open(path, { headers })));
    const [ended, kept] = [await open(leaving), await open(staying)];
    const closed = Promise.all(ended.map((socket) => once(socket, "close")));
    await server.ask("/api/logout", { method: "POST", headers: leaving });
    await closed;
    expect(kept.map(({ readyState }) => readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN, WebSocket.OPEN]);
    for (const socket of kept) socket.terminate();
  });

  it("a restarted server knows the cookie, and one with a new token does not", async () => {
    const token = "t".repeat(43);
    await using first = await startServer({ token });
    const { Cookie, "X-Tenon-Key": key } = await first.signIn();
    const value = Cookie.split("=")[1];
    await using second = await startServer({ token });
    await using third = await startServer({ token: "u".repeat(43) });
    const ask = ({ ask, port }: TestServer) =>
      ask("/api/me", { headers: { Cookie: `tenon-${port}=${value}`, "X-Tenon-Key": key } });
    expect((await ask(second)).status).toBe(200);
    expect((await ask(third)).status).toBe(401);
  });
});

describe("/api", () => {
  it("lists, reads, renames, forks, exports and deletes sessions", async () => {
    await using server = await startServer();
    const ask = async (path: string, method = "GET", fields?: object) => {
      const body = fields && JSON.stringify(fields);
      const answer = await server.ask(`/api${path}`, {
        method,
        headers: { ...server.bearer, ...json },
        ...(body && { body }),
      });
      return { status: answer.status, body: answer.body === "" ? "" : JSON.parse(answer.body) };
    };
    expect(await ask("/sessions?cwd=/project")).toEqual({ status: 200, body: { sessions: [theSession] } });
    expect(await ask("/sessions/s1")).toEqual({ status: 200, body: theSession });
    expect(await ask("/sessions/s1", "PATCH", { title: "Other" })).toMatchObject({ body: { title: "Other" } });
    expect(await ask("/sessions/s1/fork", "POST", { at: 2 })).toMatchObject({
      status: 201,
      body: { parent: { at: 2 } },
    });
    expect(await ask("/sessions/s1/fork", "POST")).toMatchObject({ status: 201, body: { parent: { at: 3 } } });
    expect(await ask("/sessions/s1", "DELETE")).toEqual({ status: 204, body: "" });
    expect(await ask("/agents")).toEqual({ status: 200, body: { agents: [{ name: "tenon", title: "Tenon" }] } });
    expect(await ask("/sessions/s1/files?q=no")).toMatchObject({ body: { files: [{ name: "no.md" }] } });
    expect(await ask("/folder")).toEqual({ status: 200, body: { path: "/", isFolder: true } });
    expect(await ask("/folder?path=/no/such")).toMatchObject({ body: { isFolder: false } });
    const exported = await server.ask("/api/sessions/s1/export", { headers: server.bearer });
    expect(exported.body).toBe("{}\n{}\n");
    expect(exported.headers["content-disposition"]).toBe('attachment; filename="tenon-s1.jsonl"');
  });

  it("[N-02] cuts an export off that breaks, so that its beginning does not pass for all of it", async () => {
    const scripted = scriptedGateway();
    async function* broken() {
      for (let n = 0; n < 2; n += 1) yield "x".repeat(100_000);
      throw new Error("The disk has failed");
    }
    const gateway = { ...scripted, sessions: { ...scripted.sessions, export: broken } };
    await using server = await startServer({ gateway });
    const asking = server.ask("/api/sessions/s1/export", { headers: server.bearer });
    await expect(asking).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  it.each([
    ["GET", "/sessions/nobody", undefined, 404, "session_not_found"],
    ["DELETE", "/sessions/nobody", undefined, 404, "session_not_found"],
    ["GET", "/sessions/nobody/export", undefined, 404, "session_not_found"],
    ["GET", "/sessions?cursor=x", undefined, 400, "bad_cursor"],
    ["GET", "/sessions?limit=0", undefined, 400, "bad_limit"],
    ["PATCH", "/sessions/s1", "{}", 400, "bad_title"],
    ["PATCH", "/sessions/s1", '{"title":7}', 400, "bad_title"],
    ["PATCH", "/sessions/s1", "not JSON", 400, "bad_body"],
    ["PATCH", "/sessions/s1", "[]", 400, "bad_body"],
    ["POST", "/sessions/s1/fork", '{"at":"x"}', 400, "bad_seq"],
    ["POST", "/nothing", undefined, 404, "not_found"],
  ])("%s %s %s fails with words", async (method, path, body, status, code) => {
    await using server = await startServer();
    const headers = { ...server.bearer, ...json };
    const answer = await server.ask(`/api${path}`, { method, headers, ...(body && { body }) });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({ error: { code, message: expect.any(String) } });
  });

  it("an unforeseen failure is answered without its message, which is in the log", async () => {
    const gateway = scriptedGateway();
    gateway.sessions.list = async () => {
      throw new Error("disk on fire at /home/somebody");
    };
    await using server = await startServer({ gateway });
    const { status, body } = await server.ask("/api/sessions", { headers: server.bearer });
    expect(status).toBe(500);
    expect(body).not.toContain("somebody");
    expect(server.log()).toContain("disk on fire");
  });
});

describe("the page", () => {
  it("is served with a strict policy, and files that never change are kept for ever", async () => {
    await using site = await pageFolder();
    await using server = await startServer({ pageFolder: site.folder });
    const page = await server.ask("/");
    expect(page).toMatchObject({ status: 200, body: "<!doctype html>" });
    expect(page.headers).toMatchObject({
      "cache-control": "no-cache",
      "content-type": "text/html; charset=utf-8",
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    const policy = page.headers["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'; base-uri 'none'; form-action 'self'");
    expect(policy).not.toContain("unsafe-eval");
    const asset = await server.ask("/assets/index-BNi4dVm2.js");
    expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const again = await server.ask("/assets/index-BNi4dVm2.js", {
      headers: { "If-None-Match": asset.headers.etag ?? "" },
    });
    expect(again).toMatchObject({ status: 304, body: "" });
  });

  it("is what a person gets at any path of it; a file that is not there is not", async () => {
    await using site = await pageFolder();
    await using server = await startServer({ pageFolder: site.folder });
    const opened = await server.ask("/sessions/s1", { headers: { Accept: "text/html,*/*" } });
    expect(opened).toMatchObject({ status: 200, body: "<!doctype html>" });
    expect((await server.ask("/assets/old-12345678.js", { headers: { Accept: "*/*" } })).status).toBe(404);
  });

  it("says what to do if it has not been built", async () => {
    await using server = await startServer({ pageFolder: "/nonexistent/page" });
    const { status, body } = await server.ask("/");
    expect(status).toBe(200);
    expect(body).toContain("has not been built");
  });

  it("is sent smaller to those who can take it", async () => {
    await using site = await pageFolder();
    await using server = await startServer({ pageFolder: site.folder });
    const answer = await fetch(`${server.url}/assets/index-BNi4dVm2.js`);
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(await answer.text()).toBe("0;".repeat(500));
  });
});

describe("a feed", () => {
  it("sends each frame as it is, and ends when the session does", async () => {
    const frames = [
      '{"session":{}}',
      '{"seq":1,"at":1,"from":"agent","message":{"text":"ünïcödé"}}',
      '{"caughtUp":true}',
    ];
    const gateway = scriptedGateway({ frames: () => iterate(frames) });
    await using server = await startServer({ gateway });
    const { received, code } = await server.readAll("/feed/s1?after=0");
    expect(received).toEqual(frames);
    expect(code).toBe(1000);
  });

  it("a reader that does not read stops being read for, and costs the others nothing", async () => {
    let made = 0;
    const enough = Promise.withResolvers<void>();
    async function* endless(): AsyncGenerator<Frame> {
      for (;;) {
        made += 1;
        if (made === 3_000) enough.resolve();
        yield `{"seq":${made},"at":1,"from":"agent","message":"${"x".repeat(10_000)}"}`;
      }
    }
    const gateway = scriptedGateway({ frames: endless });
    await using server = await startServer({ gateway });
    const stuck = await server.open("/feed/s1");
    stuck.pause();
    // It takes as much as the machine's own buffers hold, and then no more.
    await expect.poll(async () => made === (await settled(() => made)), { timeout: 30_000 }).toBe(true);
    const before = made;
    const lively = await server.open("/feed/s1");
    lively.on("message", () => {});
    await enough.promise;
    expect(before).toBeLessThan(3_000);
    stuck.terminate();
    lively.terminate();
    await expect.poll(() => gateway.counts().feedReaders).toBe(0);
  });

  it("that breaks is closed as such, and logged", async () => {
    async function* broken(): AsyncGenerator<Frame> {
      yield "{}";
      throw new Error("the disk is full");
    }
    await using server = await startServer({ gateway: scriptedGateway({ frames: broken }) });
    const { code } = await server.readAll("/feed");
    expect(code).toBe(1011);
    await server.logged("the disk is full");
  });
});

describe("ACP", () => {
  const initialize = { jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: 1 } };

  it("[R173] over WebSocket: a connection id with the handshake, and initialize first", async () => {
    await using server = await startServer();
    const polite = new WebSocket(`ws://127.0.0.1:${server.port}/acp`, { headers: server.bearer });
    const [[handshake]] = await Promise.all([once(polite, "upgrade"), once(polite, "open")]);
    expect(handshake.headers["acp-connection-id"]).toMatch(/^[\w-]{36}$/);
    polite.send(JSON.stringify(initialize));
    const [answer] = await once(polite, "message");
    expect(JSON.parse(String(answer))).toMatchObject({ id: 0, result: { protocolVersion: 1 } });
    const rude = await server.open("/acp");
    rude.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "session/new" }));
    expect((await once(rude, "close"))[0]).toBe(1002);
    polite.terminate();
  });

  it("[R173] binary frames are not read", async () => {
    await using server = await startServer();
    const socket = await server.open("/acp");
    socket.send(Buffer.from(JSON.stringify({ ...initialize, id: 7 })));
    socket.send(JSON.stringify(initialize));
    const [answer] = await once(socket, "message");
    expect(JSON.parse(String(answer))).toMatchObject({ id: 0 });
    expect(server.gateway.received).toHaveLength(1);
    socket.terminate();
  });

  it("[R163] answers an id with its own digits, also beyond what JavaScript holds", async () => {
    await using server = await startServer();
    const socket = await server.open("/acp");
    socket.send(JSON.stringify(initialize));
    await once(socket, "message");
    for (const id of ["9007199254740993", "9007199254740992"]) {
      socket.send(`{"jsonrpc":"2.0","id":${id},"method":"_any/thing"}`);
      expect(String((await once(socket, "message"))[0])).toContain(`"id":${id},`);
    }
    socket.terminate();
  });

  it("[R163] does so over HTTP, in the streams of events too", async () => {
    await using server = await startServer();
    const post = (headers: Record<string, string>, body: string) =>
      server.ask("/acp", { method: "POST", headers: { ...server.bearer, ...json, ...headers }, body });
    const opened = await post({}, JSON.stringify(initialize).replace('"id":0', '"id":9007199254740995'));
    expect(opened.body).toContain('"id":9007199254740995,');
    const connection = { "Acp-Connection-Id": String(opened.headers["acp-connection-id"]) };
    const events = await fetch(`${server.url}/acp`, {
      headers: { ...server.bearer, ...connection, Accept: "text/event-stream" },
    });
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    let seen = "";
    for (const id of ["9007199254740993", "9007199254740992"]) {
      await post(connection, `{"jsonrpc":"2.0","id":${id},"method":"_any/thing"}`);
      while (!seen.includes(`"id":${id},`)) seen += (await reader?.read())?.value ?? "";
    }
    await reader?.cancel();
  });

  it("hands a client's large strings on as they came, whatever is around them", async () => {
    await using server = await startServer();
    const socket = await server.open("/acp");
    const large = "x".repeat(300_000);
    const texts = [large, `${large}\\n`, `\u00e9${large}\u{1f600}`];
    const all = texts.flatMap((text) => [
      { text },
      { list: [1, { text }], text: "y" },
      { [text]: 1 },
      { text, more: text },
    ]);
    socket.send(JSON.stringify(initialize));
    for (const [id, params] of all.entries())
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, method: "_any/thing", params }));
    await expect.poll(() => server.gateway.received.length, { timeout: 20_000 }).toBe(all.length + 1);
    const received = server.gateway.received
      .slice(1)
      .map((message) => ("params" in message ? message.params : undefined));
    expect(JSON.stringify(received) === JSON.stringify(all)).toBe(true);
    socket.terminate();
  });

  it("[R171] over HTTP: each mistake has its status", async () => {
    await using server = await startServer();
    const post = (headers: Record<string, string>, message: object) =>
      server.ask("/acp", { method: "POST", headers: { ...server.bearer, ...headers }, body: JSON.stringify(message) });
    expect((await post({ "Content-Type": "text/plain" }, initialize)).status).toBe(415);
    expect((await post(json, { ...initialize, method: "session/new" })).status).toBe(400);
    expect((await post({ ...json, "Acp-Connection-Id": "x" }, { ...initialize, method: "a" })).status).toBe(404);
    expect((await server.ask("/acp", { headers: server.bearer })).status).toBe(406);
    expect((await server.ask("/acp", { method: "PUT", headers: server.bearer })).status).toBe(405);
    const opened = await post(json, initialize);
    const id = String(opened.headers["acp-connection-id"]);
    expect(opened.status).toBe(200);
    const connected = { ...server.bearer, "Acp-Connection-Id": id };
    expect((await post({ ...json, "Acp-Connection-Id": id }, { ...initialize, id: 1, method: "a" })).status).toBe(202);
    expect((await server.ask("/acp", { method: "DELETE", headers: connected })).status).toBe(202);
    expect((await server.ask("/acp", { method: "DELETE", headers: connected })).status).toBe(404);
    await expect.poll(() => server.gateway.counts().connections).toBe(0);
  });

  it("over HTTP, a client that went without a word is let go, and one that listens is not", async () => {
    await using server = await startServer({ limits: { idleMs: 200 } });
    const begin = async () => {
      const headers = { ...server.bearer, ...json };
      const answer = await server.ask("/acp", { method: "POST", headers, body: JSON.stringify(initialize) });
      return { ...server.bearer, "Acp-Connection-Id": String(answer.headers["acp-connection-id"]) };
    };
    const listening = new AbortController();
    const headers = { ...(await begin()), Accept: "text/event-stream" };
    const events = await fetch(`${server.url}/acp`, { headers, signal: listening.signal });
    expect(events.status).toBe(200);
    await begin();
    expect(server.gateway.counts().connections).toBe(2);
    await expect.poll(() => server.gateway.counts().connections).toBe(1);
    listening.abort();
    await expect.poll(() => server.gateway.counts().connections).toBe(0);
  });

  it("[M-07] a reader of a feed sees that the gateway is there, also when nothing happens", async () => {
    // Within this time the reader answers also on a loaded machine; one that does not is closed.
    await using server = await startServer({ limits: { heartbeatMs: 500 } });
    const reader = await server.open("/feed");
    const signs: string[] = [];
    reader.on("message", (data: Buffer) => data.toString() === '{"alive":true}' && signs.push("a sign"));
    await expect.poll(() => signs.length, { timeout: 30_000 }).toBeGreaterThan(1);
    reader.terminate();
  });

  it("[B11] answers a feed reader's ping at once", async () => {
    await using server = await startServer();
    const reader = await server.open("/feed");
    const sign = once(reader, "message");
    reader.send("{}");
    const [data] = await sign;
    expect(String(data)).toBe('{"alive":true}');
    reader.terminate();
  });

  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox on Linux"],
    ["Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36", "Chrome on Android"],
    ["Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0", "Edge on Windows"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1", "Safari on iPhone"],
    ["something else", "page at 127.0.0.1"],
  ])("[M-04] a page is known by its browser: %s", async (userAgent, name) => {
    await using server = await startServer();
    const headers = { ...(await server.signIn()), "User-Agent": userAgent };
    const page = await server.open("/acp", { headers });
    expect(server.gateway.peers).toEqual([{ name }]);
    page.terminate();
  });

  it("the address chooses the agent, and says who it is", async () => {
    await using server = await startServer();
    const byToken = await server.open("/acp?agent=gemini");
    const byCookie = await server.open("/acp", { headers: await server.signIn() });
    expect(server.gateway.peers).toEqual([
      { name: "program at 127.0.0.1", agent: "gemini" },
      { name: "page at 127.0.0.1" },
    ]);
    byToken.terminate();
    byCookie.terminate();
  });
});

it("[H7] is not ready while nothing can be recorded, and says so without naming the file", async () => {
  await using server = await startServer();
  expect((await server.ask("/readyz")).status).toBe(200);
  server.gateway.problem = async () => "No disk space left for the journal: /home/me/journal.db";
  const answer = await server.ask("/readyz");
  expect(answer.status).toBe(503);
  expect(JSON.parse(answer.body)).toMatchObject({ status: "failing", reason: expect.stringContaining("journal") });
  expect(answer.body).not.toContain("/home/me");
});

describe("stopping", () => {
  it("accepts no new connection, says so, and asks the open ones to reconnect", async () => {
    await using server = await startServer();
    const [client, reader] = [await server.open("/acp"), await server.open("/feed")];
    server.server.drain();
    expect((await server.ask("/readyz")).status).toBe(503);
    expect((await server.ask("/healthz")).status).toBe(200);
    expect((await server.ask("/api/me", { headers: server.bearer })).status).toBe(503);
    expect(await server.upgrade("/acp")).toBe(503);
    expect(await server.upgrade("/feed")).toBe(503);
    const codes = Promise.all([client, reader].map(async (socket) => (await once(socket, "close"))[0]));
    await server.gateway.close();
    await server.server.close();
    expect(await codes).toEqual([1012, 1012]);
    await server.server.close();
  });

  it("leaves nothing behind: no socket, no timer", async () => {
    await leaveNothing(async () => {
      await using server = await startServer();
      const sockets = [await server.open("/acp"), await server.open("/feed"), await server.open("/feed/s1")];
      sockets[0]?.terminate();
      const headers = { ...server.bearer, ...json };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params: {} });
      expect((await server.ask("/acp", { method: "POST", headers, body })).status).toBe(200);
      const half = await server.rawSocket();
      half.write("POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{");
    });
  });

  it("a port that is taken is an error that says so, and so is an address that is not for us", async () => {
    await using server = await startServer();
    const options = { gateway: scriptedGateway(), token: "t".repeat(43), version: "0.0.0", log: quiet() };
    await expect(serveHttp({ ...options, port: server.port })).rejects.toMatchObject({ code: "port_taken" });
    await expect(serveHttp({ ...options, host: "0.0.0.0" })).rejects.toMatchObject({ code: "insecure_address" });
    await expect(serveHttp({ ...options, host: "192.0.2.1", allowInsecure: true })).rejects.toMatchObject({
      code: "address_unavailable",
    });
  });

  it("listens on every address when allowed, and then an address is a name too", async () => {
    await using server = await startServer({ host: "0.0.0.0", allowInsecure: true });
    const { status } = await server.ask("/api/me", { headers: { ...server.bearer, Host: "192.168.0.10:7411" } });
    expect(status).toBe(200);
    expect((await server.ask("/api/me", { headers: { ...server.bearer, Host: "evil.example" } })).status).toBe(403);
  });
});

it("/metrics counts what there is", async () => {
  await using server = await startServer();
  const socket = await server.open("/acp");
  await server.ask("/api/me");
  const { body, headers } = await server.ask("/metrics", { headers: server.bearer });
  expect(headers["content-type"]).toContain("text/plain");
  expect(body).toContain('tenon_sessions{state="running"} 1');
  expect(body).toContain('tenon_connections{transport="websocket"} 1');
  expect(body).toContain("tenon_refused_requests_total 1");
  expect(body).toMatch(/process_resident_memory_bytes \d{6,}/);
  expect(body).toContain("tenon_feed_lag_seconds_bucket");
  socket.terminate();
});

function logIn(server: TestServer, token: string) {
  return server.ask("/api/login", { method: "POST", headers: json, body: JSON.stringify({ token }) });
}

async function* iterate(frames: readonly string[]): AsyncGenerator<Frame> {
  yield* frames;
}

/** Its value after some rounds of the event loop. */
async function settled(read: () => number): Promise<number> {
  for (let round = 0; round < 200; round++) await new Promise((resolve) => setImmediate(resolve));
  return read();
}

function quiet() {
  return createLog({ level: "error", secrets: [], write: () => {} });
}

async function pageFolder() {
  const folder = await mkdtemp(join(tmpdir(), "tenon-page-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<!doctype html>");
  await writeFile(join(folder, "assets", "index-BNi4dVm2.js"), "0;".repeat(500));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

it("[M13] /metrics takes a token of its own, which opens nothing else", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tenon-metrics-"));
  try {
    await using server = await startServer();
    const file = await keepMetricsToken({ folder, token: server.token });
    const token = (await readFile(file, "utf8")).trim();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(token).not.toBe(server.token);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await server.ask("/metrics", { headers })).status).toBe(200);
    for (const path of ["/api/me", "/api/sessions", "/acp", "/metrics/x", "/api/metrics"]) {
      expect((await server.ask(path, { headers })).status).not.toBe(200);
    }
    for (const path of ["/acp", "/feed", "/feed/s1"]) expect(await server.upgrade(path, { headers })).toBe(403);
    const body = JSON.stringify({ token });
    expect((await server.ask("/api/login", { method: "POST", headers: json, body })).status).toBe(401);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
