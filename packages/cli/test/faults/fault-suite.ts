/**
 * Faults beside a healthy session. While its turn waits for a tool, something goes wrong in another session; then the tool
 * answers, and the turn must have said exactly what it says when nothing goes wrong. At the end a new session works.
 */

import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { allow, type ClientAnswers, type ScriptedClient } from "@tenon/testkit/acp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { callFaults, deaths, rudeServer, startFaults } from "./rude-faults.ts";

export interface FaultHost extends AsyncDisposable {
  readonly healthy: ScriptedClient;
  /** May be the same one. */
  readonly faulty: ScriptedClient;
  /** What the process has said that it should not have. */
  problems(): readonly unknown[];
}

/** What clients answer, unless a test has something worse in mind for a session. */
export const clientAnswers: ClientAnswers = Object.fromEntries(
  [
    "session/request_permission",
    "fs/read_text_file",
    "terminal/create",
    "terminal/output",
    "terminal/wait_for_exit",
    "terminal/release",
    "terminal/kill",
    "elicitation/create",
  ].map((method) => [
    method,
    (params: { readonly sessionId: string }) => {
      const odd = oddAnswers.get(`${params.sessionId} ${method}`);
      if (odd) return odd.answer;
      if (method === "session/request_permission") return allow(params as never, undefined as never);
      return method === "terminal/create" ? { terminalId: "t1" } : {};
    },
  ]),
);

const oddAnswers = new Map<string, { readonly answer: unknown }>();

const ADDRESSES = [
  "https://does-not-exist.invalid/mcp",
  `https://${"a".repeat(80)}.invalid/mcp`,
  "http://127.0.0.1:CLOSED/mcp",
  "https://127.0.0.1:PORT/500",
  ...["cut", "garbage", "500", "401", "404", "html", "empty", "deep", "truncated", "loop", "events", "odd-headers"].map(
    (path) => `http://127.0.0.1:PORT/${path}`,
  ),
];

function rude(fault?: string) {
  const env = fault === undefined ? [] : [{ name: "FAULT", value: fault }];
  return { command: process.execPath, args: [rudeServer], env };
}

/** As many as a session takes. */
function inGroups<T>(items: readonly T[]): T[][] {
  const size = 8;
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

export const clientCapabilities = { fs: { readTextFile: true }, terminal: true, elicitation: { form: {} } };

export interface FaultTools<Host extends FaultHost> {
  readonly host: () => Host;
  /** Runs a turn of the healthy session with this in its middle, and holds it against a turn in which nothing happens. */
  unharmed(inject: () => Promise<unknown>): Promise<void>;
  /** A session of the faulty client. */
  newSession(): Promise<string>;
  /** What answers on a network, each address in its own way. */
  readonly network: () => { readonly port: number; readonly closedPort: number };
  readonly folder: () => string;
}

/** `faults` are the tests of what goes wrong beside the healthy session. */
export function faultSuite<Host extends FaultHost>(
  name: string,
  open: (folder: string) => Promise<Host>,
  faults: (tools: FaultTools<Host>) => void,
): void {
  let folder = "";
  let host: Host;
  let servers: Awaited<ReturnType<typeof rudeNetwork>>;
  let healthySession = "";
  let usual: readonly unknown[] = [];
  let turns = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tenon-faults-"));
    servers = await rudeNetwork();
    host = await open(folder);
    usual = await beside(async () => {});
    expect(JSON.stringify(usual)).toContain("released FILE");
  });

  afterAll(async () => {
    await host[Symbol.asyncDispose]();
    await servers[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a turn of the healthy session, with this happening in its middle. */
  async function beside(inject: () => Promise<unknown>): Promise<readonly unknown[]> {
    // A server may get a hundred calls a minute.
    if (turns % 50 === 0) healthySession = await newSession(host.healthy);
    turns += 1;
    const file = join(await mkdtemp(join(folder, "turn-")), "release");
    const before = host.healthy.updates(healthySession).length;
    const turn = host.healthy.prompt(healthySession, `use mcp__rude__wait file="${file}"`);
    const said = () => host.healthy.updates(healthySession).slice(before);
    const isRunning = (update: SessionUpdate) => "status" in update && update.status === "in_progress";
    await vi.waitFor(() => expect(said().some(isRunning)).toBe(true), { timeout: 30_000, interval: 5 });
    try {
      await inject();
    } finally {
      await writeFile(file, "");
    }
    await expect(turn).resolves.toEqual({ stopReason: "end_turn" });
    return joined(said().filter(isOfTurn)).map((update) => plain(update, file));
  }

  async function unharmed(inject: () => Promise<unknown>): Promise<void> {
    expect(await beside(inject)).toEqual(usual);
    expect(host.problems()).toEqual([]);
  }

  async function newSession(client: ScriptedClient): Promise<string> {
    const { sessionId } = await client.newSession({ cwd: folder, mcpServers: [{ name: "rude", ...rude() }] });
    return sessionId;
  }

  describe(`${name}: a healthy session does not notice`, () => {
    faults({
      host: () => host,
      unharmed,
      newSession: () => newSession(host.faulty),
      network: () => servers,
      folder: () => folder,
    });

    it("what comes after all of them: a new session works", async () => {
      const session = await newSession(host.healthy);
      await expect(host.healthy.prompt(session, 'use mcp__rude__fault kind="two answers"')).resolves.toEqual({
        stopReason: "end_turn",
      });
      expect(host.healthy.text(session)).toContain("x");
      expect(host.problems()).toEqual([]);
    });
  });
}

/** What servers can do wrong to a session, in whichever program of ours it is. */
export function serverFaults<Host extends FaultHost>({
  host,
  unharmed,
  newSession,
  network,
  folder,
}: FaultTools<Host>): void {
  let faultySession = "";
  beforeAll(async () => void (faultySession = await newSession()));

  /** Opens a session with these servers, s0, s1 and so on, prompts it and closes it. */
  function withServers(given: readonly object[], work: (session: string) => Promise<unknown> = async () => {}) {
    return unharmed(async () => {
      const mcpServers = given.map((server, at) => ({ name: `s${at}`, ...server })) as never;
      const { sessionId } = await host().faulty.newSession({ cwd: folder(), mcpServers });
      await settled(host().faulty.prompt(sessionId, "hello"));
      await work(sessionId);
      await settled(host().faulty.request("session/close", { sessionId }));
    });
  }

  it.each(callFaults)("a server that answers a call with %s", (kind) =>
    unharmed(() => settled(host().faulty.prompt(faultySession, `use mcp__rude__fault kind="${kind}"`))),
  );

  it(`a server in the middle of a call: ${deaths.join(", ")}`, () =>
    withServers(
      deaths.map(() => rude()),
      async (session) => {
        for (const [at, kind] of deaths.entries()) {
          await settled(host().faulty.prompt(session, `use mcp__s${at}__fault kind="${kind}"`));
        }
      },
    ));

  it.each(inGroups(startFaults))("a server that %s", (...faults) => withServers(faults.map((fault) => rude(fault))));

  it("[C1] a server with a command that is missing, a folder or no command, or with an odd environment", () =>
    withServers([
      { command: "/no/such/command", args: [], env: [] },
      { command: tmpdir(), args: [], env: [] },
      { command: "a\0b", args: ["\0"], env: [] },
      { command: "true", args: [], env: [{ name: "A=B\0", value: "\0" }] },
    ]));

  it.each(inGroups(ADDRESSES))("[C1] a remote server at %s, nor the same address fetched", (...addresses) => {
    const urls = addresses.map((address) =>
      address.replace("CLOSED", String(network().closedPort)).replace("PORT", String(network().port)),
    );
    return withServers(
      urls.map((url, at) => ({ type: at % 2 === 0 ? "http" : "sse", url, headers: [] })),
      async (session) => {
        for (const url of urls) {
          const server = { type: "http", name: "attached", url, headers: [] };
          await settled(host().faulty.request("_tenon/servers/attach", { sessionId: session, server }));
          await settled(host().faulty.prompt(session, `use fetch_url url="${url}"`));
        }
      },
    );
  });
}

/** What clients can do wrong in every program of ours that serves sessions. */
export function clientFaults<Host extends FaultHost>({ host, unharmed, newSession, folder }: FaultTools<Host>): void {
  let faultySession = "";
  beforeAll(async () => void (faultySession = await newSession()));

  const ODD = [undefined, null, 5, "x", [], { outcome: null }, { outcome: { outcome: "selected" } }, { exitCode: {} }];
  it.each([
    ["session/request_permission", 'use mcp__rude__fault kind="two answers"'],
    ["fs/read_text_file", 'use read_file path="a.txt"'],
    ["terminal/create", 'use run_command command="true"'],
    ["terminal/output", 'use run_command command="true"'],
    ["terminal/wait_for_exit", 'use run_command command="true"'],
    ["terminal/release", 'use run_command command="true"'],
  ])("[M34] a client that answers %s with anything", (method, prompt) =>
    unharmed(async () => {
      const session = await newSession();
      for (const answer of ODD) {
        oddAnswers.set(`${session} ${method}`, { answer });
        await settled(host().faulty.prompt(session, prompt));
      }
      await settled(host().faulty.request("session/close", { sessionId: session }));
    }),
  );

  it.each([
    ["something that is no JSON", "{"],
    ["a batch", '[{"jsonrpc":"2.0","id":1,"method":"x"}]'],
    ["a scalar", "5"],
    ["an unknown method", '{"jsonrpc":"2.0","id":70001,"method":"odd/method","params":null}'],
    ["an unknown notification", '{"jsonrpc":"2.0","method":"odd/method","params":[1]}'],
    ["an answer to no request", '{"jsonrpc":"2.0","id":70002,"result":{}}'],
    ["an error to no request", '{"jsonrpc":"2.0","id":null,"error":null}'],
    ["a prompt without params", '{"jsonrpc":"2.0","id":70003,"method":"session/prompt"}'],
    ["a prompt with params that are null", '{"jsonrpc":"2.0","id":70004,"method":"session/prompt","params":null}'],
    ["a cancel of nothing", '{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":{}}}'],
    ["a request to cancel nothing", '{"jsonrpc":"2.0","method":"$/cancel_request","params":null}'],
    ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"session/list","params":{}}'],
    ["no jsonrpc", '{"id":70005,"method":"session/list","params":{}}'],
    ["a method that is a number", '{"jsonrpc":"2.0","id":70006,"method":5}'],
    ["__proto__", '{"jsonrpc":"2.0","id":70007,"method":"session/new","params":{"__proto__":{"cwd":"/"},"cwd":5}}'],
    [
      "a prompt of blocks that are none",
      '{"jsonrpc":"2.0","id":70008,"method":"session/prompt","params":{"sessionId":"SESSION","prompt":[null,5,{"type":"odd"}]}}',
    ],
    [
      "MCP servers that are none",
      '{"jsonrpc":"2.0","id":70009,"method":"session/new","params":{"cwd":"/","mcpServers":[null,{"type":5},{"name":7}]}}',
    ],
  ])("a client that sends %s", (_, line) =>
    unharmed(async () => {
      await host().faulty.write(`${line.replace("SESSION", faultySession)}\n`);
      await settled(host().faulty.request("session/list", {}));
    }),
  );

  it("a session that is loaded, cancelled, closed and deleted in every order at once", () =>
    unharmed(async () => {
      const session = await newSession();
      const asked = (method: string) =>
        settled(host().faulty.request(method, { sessionId: session, cwd: folder(), mcpServers: [] }));
      await Promise.all([
        settled(host().faulty.prompt(session, "hello")),
        host().faulty.cancel(session),
        asked("session/load"),
        asked("session/resume"),
        asked("session/close"),
        settled(host().faulty.prompt(session, "hello")),
        asked("session/delete"),
        asked("session/load"),
        asked("session/close"),
      ]);
    }));
}

/** Whatever becomes of it, it ends. */
export async function settled(work: Promise<unknown>): Promise<void> {
  await work.catch(() => {});
}

function isOfTurn({ sessionUpdate }: SessionUpdate): boolean {
  return (
    sessionUpdate !== "available_commands_update" &&
    sessionUpdate !== "session_info_update" &&
    sessionUpdate !== "usage_update"
  );
}

/** Words that come in a burst leave together, and how many do depends on the machine. */
function joined(updates: readonly SessionUpdate[]): readonly SessionUpdate[] {
  const result: SessionUpdate[] = [];
  for (const update of updates) {
    const last = result.at(-1);
    const isMore = isText(update) && last && isText(last) && last.messageId === update.messageId;
    if (!isMore) result.push(update);
    else
      result[result.length - 1] = {
        ...last,
        content: { ...last.content, text: last.content.text + update.content.text },
      };
  }
  return result;
}

type TextChunk = SessionUpdate & {
  sessionUpdate: "agent_message_chunk" | "agent_thought_chunk";
  content: { type: "text"; text: string };
};

function isText(update: SessionUpdate): update is TextChunk {
  const isChunk = update.sessionUpdate === "agent_message_chunk" || update.sessionUpdate === "agent_thought_chunk";
  return isChunk && update.content.type === "text";
}

/** What was said, without what differs from turn to turn. */
function plain(update: SessionUpdate, file: string): unknown {
  const {
    toolCallId: _toolCallId,
    messageId: _messageId,
    _meta,
    ...rest
  } = { toolCallId: "", messageId: "", ...update };
  return JSON.parse(
    JSON.stringify(rest)
      .replaceAll(JSON.stringify(file).slice(1, -1), "FILE")
      .replaceAll(/turn-\w+/gu, "TURN"),
  );
}

/** What answers on a network, each address in its own way. */
async function rudeNetwork() {
  const http = createHttpServer((request, response) => {
    const json = { "content-type": "application/json" };
    request.resume();
    switch (request.url) {
      case "/cut":
        return void request.socket.destroy();
      case "/garbage":
        return void request.socket.end("\u0000\u0001 this is no HTTP\r\n\r\n");
      case "/html":
        return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>hello</h1>");
      case "/empty":
        return void response.writeHead(200, json).end();
      case "/deep":
        return void response
          .writeHead(200, json)
          .end(`{"jsonrpc":"2.0","id":0,"result":${'{"a":'.repeat(4_500)}1${"}".repeat(4_501)}`);
      case "/truncated":
        response.writeHead(200, { ...json, "content-length": "1000" }).write('{"jsonrpc":"2.0",');
        return void setImmediate(() => request.socket.destroy());
      case "/loop":
        return void response.writeHead(302, { location: "/loop" }).end();
      case "/events":
        response
          .writeHead(200, { "content-type": "text/event-stream" })
          .write("event: endpoint\ndata: http://[::bad\n\ndata: {\n\nid: \u0000\n\n");
        return void setImmediate(() => request.socket.destroy());
      case "/odd-headers":
        return void request.socket.end(
          "HTTP/1.1 200 \u0007\r\ncontent-type: \r\nmcp-session-id: \u00FF\r\ncontent-length: -5\r\n\r\n",
        );
      default:
        return void response.writeHead(Number(request.url?.slice(1)) || 404, json).end("no");
    }
  });
  http.on("clientError", (_, socket) => socket.destroy());
  const port = await listening(http);
  const closed = createServer();
  const closedPort = await listening(closed);
  closed.close();
  return {
    port,
    closedPort,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      http.close();
      await once(http, "close");
    },
  };
}

async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
