import { EventEmitter } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, vi } from "vitest";
import type { WebSocket } from "ws";

import { cookieSeconds, createCredentials } from "../../src/http/door/credentials.ts";
import { defaultLimits } from "../../src/http/limits/limits.ts";
import { createHeartbeat, type Heartbeat } from "../../src/http/sockets/heartbeat.ts";
import { createLog } from "../../src/http/telemetry/log.ts";
import { createPace } from "../../src/http/limits/pace.ts";
import { createSignInAttempts } from "../../src/http/door/sign-in-attempts.ts";
import { type KeptToken, openTokenFile, type TokenFileOptions } from "../../src/http/door/token-file.ts";

it("a pace lets so many through at once, and then one after the other", () => {
  let time = 0;
  const pace = createPace({ perSecond: 10, burst: 3, now: () => time });
  expect([pace.take(), pace.take(), pace.take(), pace.take(), pace.take()]).toEqual([0, 0, 0, 100, 200]);
  expect(pace.isFresh).toBe(false);
  time = 500;
  expect(pace.isFresh).toBe(true);
  expect([pace.take(), pace.take(), pace.take(), pace.take()]).toEqual([0, 0, 0, 100]);
});

it("attempts are counted by address, and time makes good for them", () => {
  let time = 0;
  const attempts = createSignInAttempts({ perMinute: 2, now: () => time });
  expect([attempts.waitOf("a"), attempts.waitOf("a"), attempts.waitOf("a"), attempts.waitOf("a")]).toEqual([
    0, 0, 30, 30,
  ]);
  expect(attempts.waitOf("b")).toBe(0);
  time = 60_000;
  expect(attempts.waitOf("a")).toBe(0);
});

describe("credentials", () => {
  it("a cookie ends by itself", async () => {
    let time = 1_000_000;
    const credentials = createCredentials({ token: "t".repeat(43), now: () => time });
    const cookie = credentials.issueCookie();
    expect(await credentials.isCookie(cookie)).toBe(true);
    time += cookieSeconds(undefined) * 1000 + 1000;
    expect(await credentials.isCookie(cookie)).toBe(false);
  });

  it("a cookie cannot be made longer, shorter or up", async () => {
    const credentials = createCredentials({ token: "t".repeat(43) });
    const [until = "", nonce, signature] = credentials.issueCookie().split(".");
    for (const forged of [
      `${Number(until) + 1}.${nonce}.${signature}`,
      `${until}.${nonce}x.${signature}`,
      `${until}.${nonce}`,
      `${until}..${signature}`,
      "",
      ".",
      "..",
      "t".repeat(43),
    ]) {
      expect(await credentials.isCookie(forged)).toBe(false);
    }
  });

  it("a ticket ends after a minute, and nothing else that was sealed is one", async () => {
    let time = 0;
    const credentials = createCredentials({ token: "t".repeat(43), now: () => time });
    const ticket = credentials.issueTicket();
    time = 60_001;
    expect(await credentials.takeTicket(ticket)).toBeUndefined();
    expect(await credentials.takeTicket("")).toBeUndefined();
    for (const sealed of [
      "",
      "{}",
      "null",
      JSON.stringify({ until: time + 1_000, verifier: "v", state: "s", nonce: "n" }),
    ])
      expect(await credentials.takeTicket(credentials.seal(sealed))).toBeUndefined();
    const fresh = credentials.issueTicket();
    expect(await createCredentials({ token: "u".repeat(43), now: () => time }).takeTicket(fresh)).toBeUndefined();
    expect(await credentials.takeTicket(fresh)).toBeDefined();
  });
});

describe("the token's file", () => {
  it("is made once, for its owner only, and the same for everybody who asks at the same time", async () => {
    await using data = await dataFolder();
    const folder = join(data.folder, "new");
    const files = await Promise.all(Array.from({ length: 8 }, () => openTokenFile({ folder })));
    const opened = await Promise.all(files.map((file) => file.keep()));
    expect(new Set(opened.map(({ token }) => token)).size).toBe(1);
    expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(opened[0]?.token).toMatch(/^[\w-]{43}$/);
    const file = files[0]?.file ?? "";
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["serve-token"]);
    expect(await keptIn({ folder })).toEqual({ token: opened[0]?.token, isNew: false });
  });

  it("is not there before it is used, nor is the old one gone", async () => {
    await using data = await dataFolder();
    await openTokenFile(data);
    expect(await readdir(data.folder)).toEqual([]);
    const { token, isNew } = await keptIn(data);
    expect(isNew).toBe(true);
    await openTokenFile({ ...data, renew: true });
    expect(await keptIn(data)).toEqual({ token, isNew: false });
  });

  it("is made anew when asked, and closed to others if it was open", async () => {
    await using data = await dataFolder();
    const first = await keptIn(data);
    const second = await keptIn({ ...data, renew: true });
    expect(second.token).not.toBe(first.token);
    const file = join(data.folder, "serve-token");
    await writeFile(file, await readFile(file), { mode: 0o644 });
    expect(await keptIn(data)).toEqual({ token: second.token, isNew: false });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("with something else in it is an error that says what to do", async () => {
    await using data = await dataFolder();
    await writeFile(join(data.folder, "serve-token"), "");
    await expect(openTokenFile(data)).rejects.toThrow("--new-token");
    expect((await keptIn({ ...data, renew: true })).isNew).toBe(true);
  });
});

async function keptIn(options: TokenFileOptions): Promise<KeptToken> {
  return await (await openTokenFile(options)).keep();
}

describe("the log", () => {
  it("writes one object a line, from its level on", () => {
    const lines: string[] = [];
    const log = createLog({ level: "warn", secrets: [], write: (line) => lines.push(line), now: () => new Date(0) });
    log.debug("a");
    log.info("b");
    log.warn("c", { path: "x\ny", error: new Error("no") });
    log.error("d");
    expect(lines).toEqual([
      '{"time":"1970-01-01T00:00:00.000Z","level":"warn","event":"c","path":"x\\ny","error":"no"}\n',
      '{"time":"1970-01-01T00:00:00.000Z","level":"error","event":"d"}\n',
    ]);
  });

  it("hides secrets, and a refused client does not choose how long a line is", () => {
    const lines: string[] = [];
    const log = createLog({ level: "info", secrets: ["hunter2-hunter2"], write: (line) => lines.push(line) });
    log.info("a", { path: "/x/hunter2-hunter2", error: new Error("not hunter2-hunter2"), authorization: "Bearer abc" });
    log.info("b", { path: "x".repeat(100_000) });
    log.info("c", { path: `${"x ".repeat(245)}hunter2-hunter2` });
    expect(lines[0]).not.toContain("hunter2");
    expect(lines[0]).not.toContain("abc");
    expect(lines[1]?.length).toBeLessThan(1_000);
    // Cut off before it is looked for, its first half would be left.
    expect(lines[2]).not.toContain("hunter2");
  });
});

async function dataFolder() {
  const folder = await mkdtemp(join(tmpdir(), "tenon-token-"));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

describe("a heartbeat", () => {
  it("[M8] keeps a reader that takes some of what waits for it, however slowly, and ends one that takes nothing", () => {
    vi.useFakeTimers();
    try {
      const dead: unknown[] = [];
      using heartbeat = createHeartbeat({ everyMs: 100, onDead: (socket) => void dead.push(socket) });
      const [slow, stuck, idle] = [reader(heartbeat), reader(heartbeat), reader(heartbeat)];
      for (const { socket } of [slow, stuck]) Object.assign(socket, { bufferedAmount: 1_000_000 });
      for (let beat = 0; beat < 10; beat += 1) {
        slow.sent += 40;
        vi.advanceTimersByTime(100);
      }
      expect(new Set(dead)).toEqual(new Set([stuck.socket, idle.socket]));
      expect(dead).not.toContain(slow.socket);
    } finally {
      vi.useRealTimers();
    }
  });

  it("notices a silent connection within twenty seconds by default", () => {
    vi.useFakeTimers();
    try {
      const dead: unknown[] = [];
      using heartbeat = createHeartbeat({
        everyMs: defaultLimits.heartbeatMs,
        onDead: (socket) => void dead.push(socket),
      });
      vi.advanceTimersByTime(1);
      reader(heartbeat);
      vi.advanceTimersByTime(20_000);
      expect(dead).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  /** A WebSocket that answers no ping, and what has left us for it. */
  function reader(heartbeat: Heartbeat) {
    const socket = Object.assign(new EventEmitter(), { bufferedAmount: 0, ping() {}, send() {}, terminate() {} });
    const connection = new Socket();
    const state = { socket, sent: 0 };
    Object.defineProperty(connection, "bytesWritten", { get: () => state.sent });
    Object.assign(socket, { terminate: () => socket.emit("close") });
    heartbeat.watch(socket as unknown as WebSocket, { connection });
    return state;
  }
});
