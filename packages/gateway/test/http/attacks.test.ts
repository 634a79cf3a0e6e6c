/**
 * Who does not come in, over real sockets. Each is refused, and none leaves a secret in the log.
 */

import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";

import { startServer } from "./support/start-server.ts";

const json = { "Content-Type": "application/json" };
const guarded = ["/api/me", "/api/sessions", "/api/agents", "/api/nothing", "/acp", "/metrics"];
const sockets = ["/acp", "/feed", "/feed/s1"];

describe("without the token", () => {
  it.each(guarded)("[K-04] %s is refused, and says how to come in", async (path) => {
    await using server = await startServer();
    const { status, headers } = await server.ask(path);
    expect(status).toBe(401);
    expect(headers["www-authenticate"]).toBe("Bearer");
  });

  it.each(sockets)("[K-04] the WebSocket %s is refused before the handshake", async (path) => {
    await using server = await startServer();
    expect(await server.upgrade(path, { headers: {} })).toBe(401);
    expect(server.gateway.peers).toEqual([]);
  });

  it.each([
    "/%61pi/me",
    "/api%2Fme",
    "//api/me",
    "/api/../api/me",
    "/./api/me",
    "/api/me/",
    "/API/me",
    "/acp/",
    "/metrics/",
  ])("%s is no way around it", async (path) => {
    await using server = await startServer();
    expect([401, 404]).toContain((await server.ask(path)).status);
  });

  it("the page, its sign-in and the health checks need none", async () => {
    await using server = await startServer();
    for (const path of ["/", "/healthz", "/readyz"]) expect((await server.ask(path)).status).toBe(200);
    const answer = await server.ask("/api/login", {
      method: "POST",
      headers: json,
      body: JSON.stringify({ token: "x" }),
    });
    expect(answer.status).toBe(401);
  });
});

describe("with a wrong token", () => {
  it.each([
    ["of another length", "short"],
    ["of the same length", "A".repeat(43)],
    ["that is empty", ""],
    ["that is very long", "A".repeat(8000)],
  ])("one %s is refused everywhere", async (_, wrong) => {
    await using server = await startServer();
    const headers = { Authorization: `Bearer ${wrong}` };
    for (const path of guarded) expect((await server.ask(path, { headers })).status).toBe(401);
    for (const path of sockets) expect(await server.upgrade(path, { headers })).toBe(401);
  });

  it.each([
    ["another scheme", (token: string) => `Basic ${token}`],
    ["two of them", (token: string) => `Bearer ${token} ${token}`],
    ["more behind it", (token: string) => `Bearer ${token}x`],
    ["less of it", (token: string) => `Bearer ${token.slice(0, -1)}`],
  ])("%s is wrong too", async (_, authorization) => {
    await using server = await startServer();
    const headers = { Authorization: authorization(server.token) };
    expect((await server.ask("/api/me", { headers })).status).toBe(401);
    expect(await server.upgrade("/acp", { headers })).toBe(401);
  });

  it("a token in the address is refused, also the right one, and is not logged", async () => {
    await using server = await startServer();
    for (const name of ["token", "access_token"]) {
      expect((await server.ask(`/api/me?${name}=${server.token}`)).status).toBe(400);
      expect(await server.upgrade(`/acp?${name}=${server.token}`)).toBe(400);
    }
    expect((await server.ask(`/${server.token}?x=${server.token}`)).status).toBe(404);
    expect(server.log()).toContain("request-refuse");
    expect(server.log()).not.toContain(server.token);
  });

  it("signing in is slowed down, and one that is slowed down does not learn whether it was right", async () => {
    await using server = await startServer({ limits: { signInsPerMinute: 3 } });
    const attempt = (token: string) =>
      server.ask("/api/login", { method: "POST", headers: json, body: JSON.stringify({ token }) });
    for (const guess of ["a", "b", "c"]) expect((await attempt(guess)).status).toBe(401);
    const { status, headers } = await attempt(server.token);
    expect(status).toBe(429);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect((await server.ask("/api/me", { headers: server.bearer })).status).toBe(200);
  });
});

describe("from another page", () => {
  const foreign = ["https://evil.example", "http://localhost:3000", "http://127.0.0.1", "null", "http://127.0.0.1:1"];

  it.each(foreign)("[K-04] [R174] Origin %s is refused, even with the token", async (Origin) => {
    await using server = await startServer();
    const headers = { ...server.bearer, Origin };
    for (const path of ["/", ...guarded]) expect((await server.ask(path, { headers })).status).toBe(403);
    for (const path of sockets) expect(await server.upgrade(path, { headers })).toBe(403);
    expect(server.gateway.peers).toEqual([]);
  });

  it("[K-04] a cookie without an Origin changes nothing and opens nothing", async () => {
    await using server = await startServer();
    const { Origin, ...headers } = await server.signIn();
    const change = { method: "DELETE", headers };
    expect((await server.ask("/api/sessions/s1", change)).status).toBe(403);
    for (const path of sockets) expect(await server.upgrade(path, { headers })).toBe(403);
    expect((await server.ask("/api/sessions/s1", { ...change, headers: { ...headers, Origin } })).status).toBe(204);
    expect(await server.upgrade("/feed", { headers: { ...headers, Origin } })).toBe(101);
  });

  it("[M1] a cookie without the key of its page reads, changes and opens nothing", async () => {
    await using server = await startServer();
    const { Cookie, Origin, "X-Tenon-Key": key } = await server.signIn();
    const other = await server.signIn();
    const wrong = [
      {},
      { "X-Tenon-Key": "" },
      { "X-Tenon-Key": other["X-Tenon-Key"] },
      { "Sec-WebSocket-Protocol": "tenon" },
    ];
    for (const given of wrong) {
      const headers = { Cookie, Origin, ...given };
      for (const path of guarded) expect((await server.ask(path, { headers })).status).toBe(401);
      for (const path of sockets) expect(await server.upgrade(path, { headers })).toBe(401);
      expect((await server.ask("/api/logout", { method: "POST", headers })).status).toBe(401);
    }
    for (const path of sockets) {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, ["tenon", `tenon.key.${key}`], {
        headers: { Cookie, Origin },
      });
      await once(socket, "open");
      expect(socket.protocol).toBe("tenon");
      socket.terminate();
    }
    expect(server.log()).not.toContain(key);
  });

  it.each(sockets)("[M1] the key of a page that offers no other protocol does not come back from %s", async (path) => {
    await using server = await startServer();
    const { Cookie, Origin, "X-Tenon-Key": key } = await server.signIn();
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, [`tenon.key.${key}`], {
      headers: { Cookie, Origin },
    });
    // It wants one of the protocols that it has offered.
    socket.on("error", () => {});
    const [response] = await once(socket, "upgrade");
    expect(response.statusCode).toBe(101);
    expect(JSON.stringify(response.headers)).not.toContain(key);
    socket.terminate();
  });

  it.each(["same-site", "cross-site"])(
    "a cookie on a request that the browser calls %s reads nothing",
    async (site) => {
      await using server = await startServer();
      const { Origin: _, ...headers } = await server.signIn();
      const ask = (from: string) => server.ask("/api/sessions", { headers: { ...headers, "Sec-Fetch-Site": from } });
      expect((await ask(site)).status).toBe(403);
      expect((await ask("same-origin")).status).toBe(200);
    },
  );

  it("a form cannot sign in or change anything: only JSON is read", async () => {
    await using server = await startServer();
    const body = JSON.stringify({ token: server.token });
    const form = { method: "POST", headers: { "Content-Type": "text/plain" }, body };
    expect((await server.ask("/api/login", form)).status).toBe(400);
  });

  it("an allowed Origin is let in, and gets the header for it", async () => {
    const Origin = "http://localhost:5173";
    await using server = await startServer({ allowedOrigins: [Origin] });
    const answer = await server.ask("/api/me", { headers: { ...server.bearer, Origin } });
    expect(answer.status).toBe(200);
    expect(answer.headers["access-control-allow-origin"]).toBe(Origin);
    expect(await server.upgrade("/acp", { headers: { ...server.bearer, Origin } })).toBe(101);
  });
});

describe("under another name (DNS rebinding)", () => {
  it.each([
    "evil.example",
    "evil.example:7411",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "192.168.0.10",
    "a@b",
  ])("[K-04] Host %j is refused, even with the token", async (Host) => {
    await using server = await startServer();
    const headers = { ...server.bearer, Host };
    for (const path of ["/", "/healthz", ...guarded]) {
      expect([400, 403]).toContain((await server.ask(path, { headers })).status);
    }
    for (const path of sockets) expect([400, 403]).toContain(await server.upgrade(path, { headers }));
    expect(server.gateway.peers).toEqual([]);
  });

  it("the names of this machine are let in, whatever the port: a tunnel may end at another one", async () => {
    await using server = await startServer();
    for (const Host of [`127.0.0.1:${server.port}`, "localhost", "LOCALHOST:8000", "[::1]:80"]) {
      expect((await server.ask("/api/me", { headers: { ...server.bearer, Host } })).status).toBe(200);
    }
  });

  it("a configured host is allowed, and its page only with TLS", async () => {
    const publicUrl = new URL("https://tenon.example");
    await using server = await startServer({ publicUrl });
    const headers = { ...server.bearer, Host: "tenon.example", Origin: "https://tenon.example" };
    expect((await server.ask("/api/me", { headers })).status).toBe(200);
    for (const Origin of ["http://evil.example", "http://tenon.example"]) {
      expect((await server.ask("/api/me", { headers: { ...headers, Origin } })).status).toBe(403);
    }
  });
});

describe("too much", () => {
  it("a body that is too large is refused, whether it says so or not", async () => {
    await using server = await startServer({ limits: { bodyBytes: 1000, messageBytes: 2000 } });
    const body = JSON.stringify({ title: "x".repeat(3000) });
    const headers = { ...server.bearer, ...json };
    for (const extra of [{ "Content-Length": String(body.length) }, { "Transfer-Encoding": "chunked" }]) {
      const patch = await server.ask("/api/sessions/s1", { method: "PATCH", headers: { ...headers, ...extra }, body });
      expect(patch.status).toBe(413);
      const post = await server.ask("/acp", { method: "POST", headers: { ...headers, ...extra }, body });
      expect(post.status).toBe(413);
    }
  });

  it("a frame that is too large closes its connection, and no other", async () => {
    await using server = await startServer({ limits: { messageBytes: 2000 } });
    const [large, small] = [await server.open("/acp"), await server.open("/acp")];
    large.send("x".repeat(3000));
    const [code] = await once(large, "close");
    expect(code).toBe(1009);
    expect(small.readyState).toBe(WebSocket.OPEN);
    small.terminate();
  });

  it("a reader of a feed has nothing to say", async () => {
    await using server = await startServer();
    const reader = await server.open("/feed");
    reader.send("x".repeat(3000));
    expect((await once(reader, "close"))[0]).toBe(1009);
  });

  it.each(["[", '{"a":'])("JSON that nests too deep is refused: %s…", async (open) => {
    await using server = await startServer();
    const deep = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":${open.repeat(100_000)}`;
    const headers = { ...server.bearer, ...json };
    expect((await server.ask("/acp", { method: "POST", headers, body: deep })).status).toBe(400);
    expect((await server.ask("/api/sessions/s1", { method: "PATCH", headers, body: deep.slice(0, 9000) })).status).toBe(
      400,
    );
    const socket = await server.open("/acp");
    socket.send(deep);
    expect((await once(socket, "close"))[0]).toBe(1008);
    expect(server.gateway.received).toEqual([]);
    const refusal = server.log().match(/.*"message-refuse".*/)?.[0] ?? "{}";
    expect(JSON.parse(refusal)).toMatchObject({ peer: "program at 127.0.0.1", connection: "c1" });
  });

  it("more sockets than one address may have are turned away, and there is room again when one has gone", async () => {
    await using server = await startServer({ limits: { connectionsPerPeer: 2 } });
    const [first, second] = [await server.open("/feed"), await server.open("/feed")];
    const third = await server.rawSocket();
    expect(await text(third)).toMatch(/^HTTP\/1.1 503 /);
    await server.logged("too many connections from one address");
    first.terminate();
    second.terminate();
    await expect.poll(() => server.upgrade("/feed").catch(() => 0)).toBe(101);
  });

  it("more sockets than there may be at all are turned away", async () => {
    await using server = await startServer({ limits: { connections: 1 } });
    const first = await server.open("/feed");
    await expect(text(await server.rawSocket())).resolves.toBe("");
    await server.logged("too many connections");
    first.terminate();
  });

  it("who sends faster than allowed is read more slowly, and nothing is lost", async () => {
    await using server = await startServer({ limits: { messagesPerSecond: 200, messageBurst: 5 } });
    const socket = await server.open("/acp");
    const answers: number[] = [];
    const done = new Promise<void>((resolve) => {
      socket.on("message", (data: Buffer) => {
        if (answers.push(JSON.parse(data.toString()).id) === 40) resolve();
      });
    });
    for (let id = 1; id <= 40; id++) {
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, method: id === 1 ? "initialize" : "x", params: {} }));
    }
    await done;
    expect(answers).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    socket.terminate();
  });
});

describe("sockets that say nothing", () => {
  it("give way to one that does, when there are as many of one address as there may be", async () => {
    await using server = await startServer({ limits: { connectionsPerPeer: 3 } });
    const silent = await Promise.all([server.rawSocket(), server.rawSocket(), server.rawSocket()]);
    const gone = once(silent[0], "close");
    expect((await server.ask("/api/me", { headers: server.bearer })).status).toBe(200);
    await gone;
    for (const socket of silent) socket.destroy();
  });

  it("do not use up the attempts to sign in with bodies that never come", async () => {
    await using server = await startServer({ limits: { signInsPerMinute: 2 } });
    const unfinished = await Promise.all([server.rawSocket(), server.rawSocket(), server.rawSocket()]);
    const head = `POST /api/login HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\n`;
    for (const socket of unfinished) socket.write(`${head}Content-Length: 50\r\n\r\n{`);
    // A request that came later is answered: the others have been read as far as they go.
    expect((await server.ask("/healthz")).status).toBe(200);
    expect((await server.signIn())["X-Tenon-Key"]).toBeDefined();
    for (const socket of unfinished) socket.destroy();
  });
});

it("a request with two Host headers is refused", async () => {
  await using server = await startServer();
  const socket = await server.rawSocket();
  const answer = text(socket);
  const host = `Host: 127.0.0.1:${server.port}\r\n`;
  socket.write(`GET /api/me HTTP/1.1\r\n${host}Host: evil.example\r\nAuthorization: Bearer ${server.token}\r\n\r\n`);
  expect(await answer).toMatch(/^HTTP\/1.1 400 /);
});

describe("slowly (slowloris)", () => {
  const limits = { headersMs: 200, requestMs: 400 };

  it.each([
    ["nothing at all", ""],
    ["half a head", "GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-"],
    [
      "half a body",
      "POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
    ],
    ["half a chunk", "POST /acp HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"],
    ["half an upgrade", "GET /acp HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgr"],
  ])("who sends %s is let go", async (_, bytes) => {
    await using server = await startServer({ limits });
    const socket = await server.rawSocket();
    socket.write(bytes);
    const answer = await text(socket);
    expect(answer).toMatch(/^(HTTP\/1.1 (408|401) |$)/);
  });

  it("a WebSocket that does not answer pings is let go, and one that does is not", async () => {
    await using server = await startServer({ limits: { heartbeatMs: 100 } });
    const silent = await server.open("/feed", { autoPong: false, headers: server.bearer });
    const lively = await server.open("/feed");
    expect((await once(silent, "close"))[0]).toBe(1006);
    expect(lively.readyState).toBe(WebSocket.OPEN);
    lively.terminate();
  });

  it("half a frame is as good as none", async () => {
    await using server = await startServer({ limits: { heartbeatMs: 100 } });
    const socket = await server.rawSocket();
    const key = Buffer.alloc(16).toString("base64");
    const head = [
      "GET /acp HTTP/1.1",
      "Host: 127.0.0.1",
      `Authorization: Bearer ${server.token}`,
      "Upgrade: websocket",
    ];
    const rest = ["Connection: Upgrade", `Sec-WebSocket-Key: ${key}`, "Sec-WebSocket-Version: 13"];
    socket.write(`${[...head, ...rest].join("\r\n")}\r\n\r\n`);
    socket.write(Buffer.from([0x81, 0xfe, 0x10, 0x00, 1, 2, 3, 4, 5]));
    expect(await text(socket)).toMatch(/^HTTP\/1.1 101 /);
  });
});

describe("the beginning of a WebSocket", () => {
  const upgrade = {
    Upgrade: "websocket",
    Connection: "Upgrade",
    "Sec-WebSocket-Key": Buffer.alloc(16).toString("base64"),
  };

  it.each([
    ["of another version", { ...upgrade, "Sec-WebSocket-Version": "12" }, [400, 426]],
    ["without a key", { Upgrade: "websocket", Connection: "Upgrade", "Sec-WebSocket-Version": "13" }, [400]],
    ["with a bad key", { ...upgrade, "Sec-WebSocket-Key": "x", "Sec-WebSocket-Version": "13" }, [400]],
    ["that is another protocol", { Upgrade: "h2c", Connection: "Upgrade" }, [400, 404, 406]],
  ])("one %s opens nothing", async (_, headers, statuses) => {
    await using server = await startServer();
    const { status } = await server.ask("/acp", { headers: { ...server.bearer, ...headers } });
    expect(statuses).toContain(status);
    await expect.poll(() => server.gateway.counts().connections).toBe(0);
  });

  it.each(["/", "/feed/nobody", "/feed/s1/more", "/acp/more", "/api/me", "/feed/%zz", "/feed/..%2f..%2fetc"])(
    "there is none at %s",
    async (path) => {
      await using server = await startServer();
      expect(await server.upgrade(path)).toBe(404);
    },
  );

  it.each(["-1", "1.5", "x", "1e99", "999999"])("[M4] a feed cannot begin after %s", async (after) => {
    await using server = await startServer();
    expect(await server.upgrade(`/feed/s1?after=${after}`)).toBe(400);
  });

  it("garbage where HTTP should be is answered and logged without its words", async () => {
    await using server = await startServer();
    const socket = await server.rawSocket();
    socket.write(`GET / HTTP/1.1\r\nAuthorization ${server.token}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /);
    await server.logged("malformed HTTP");
    expect(server.log()).not.toContain(server.token);
  });

  it("a connection that is reset is not logged as refused", async () => {
    await using server = await startServer();
    const socket = await server.rawSocket();
    socket.write(`GET /api/me HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n`);
    socket.resetAndDestroy();
    await server.logged("connection-reset");
    expect(server.log()).not.toContain("connection-refuse");
  });

  it("headers that are too large are refused", async () => {
    await using server = await startServer();
    const { status } = await server.ask("/", { headers: { "X-Large": "x".repeat(20_000) } });
    expect(status).toBe(431);
  });

  it("a target that is no path is refused", async () => {
    await using server = await startServer();
    const { status } = await server.ask(`http://127.0.0.1:${server.port}/api/me`, { headers: server.bearer });
    expect(status).toBe(400);
  });
});

describe("the files of the page", () => {
  it.each([
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e%2fsecret.txt",
    "/..%5csecret.txt",
    "/assets/../../secret.txt",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/....//secret.txt",
    "/%252e%252e%252fsecret.txt",
    "//etc/passwd",
    "/index.html%00.txt",
    "/link.txt",
    "/out/secret.txt",
  ])("[K-03] %s leads out of nothing", async (path) => {
    await using site = await pageFolder();
    await using server = await startServer({ pageFolder: site.folder });
    for (const headers of [{}, { Accept: "text/html" }]) {
      const { body } = await server.ask(path, { headers });
      expect(body).not.toContain("SECRET");
    }
  });
});

it("nothing that was refused has left a secret in the log", async () => {
  await using server = await startServer();
  const { Cookie, Origin } = await server.signIn();
  const secrets = [server.token, Cookie.split("=")[1] ?? ""];
  for (const headers of [
    { ...server.bearer, Origin: `http://${server.token}.example` },
    { ...server.bearer, Host: `${server.token}.example` },
    { Cookie, Origin: "https://evil.example" },
    { Cookie: `${Cookie}x`, Origin },
    { Authorization: `Bearer ${server.token}x` },
    { Authorization: `Basic ${server.token}` },
  ]) {
    expect((await server.ask("/api/me", { headers })).status).toBeGreaterThanOrEqual(400);
    expect(await server.upgrade(`/feed/${server.token}?q=${server.token}`, { headers })).toBeGreaterThanOrEqual(400);
  }
  await server.ask("/api/login", { method: "POST", headers: json, body: `{"token":"${server.token}` });
  expect(server.log()).toContain("request-refuse");
  for (const secret of secrets) expect(server.log()).not.toContain(secret);
  expect(() =>
    server
      .log()
      .trimEnd()
      .split("\n")
      .forEach((line) => JSON.parse(line)),
  ).not.toThrow();
});

async function pageFolder() {
  const root = await mkdtemp(join(tmpdir(), "tenon-page-"));
  const folder = join(root, "page");
  await mkdir(join(folder, "assets"), { recursive: true });
  await mkdir(join(root, "outside"));
  await writeFile(join(root, "secret.txt"), "SECRET");
  await writeFile(join(root, "outside", "secret.txt"), "SECRET");
  await writeFile(join(folder, "index.html"), "<!doctype html>");
  await symlink(join(root, "secret.txt"), join(folder, "link.txt"));
  await symlink(join(root, "outside"), join(folder, "out"));
  return { folder, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}
