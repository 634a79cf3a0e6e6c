/**
 * A gateway for the page's tests: the same wire, with scripted sessions behind it.
 */

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { type WebSocket, WebSocketServer } from "ws";

import { createFakeAcp, type FakeAcp } from "./fake-acp.ts";
import { createFakeSession, type FakeSession, type FakeSessionView } from "./fake-session.ts";
import { servePageFile } from "./page-files.ts";

export interface FakeGateway extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** The address that `tenon serve` would print. */
  readonly address: string;
  readonly acp: FakeAcp;
  readonly sessions: ReadonlyMap<string, FakeSession>;
  add(session: Partial<FakeSessionView> & { readonly id: string }): FakeSession;
  /** Ends all connections; while `isDown`, nothing can be reached. */
  drop(): void;
  isDown: boolean;
  /** Takes what comes and answers nothing. */
  isMute: boolean;
  /** Sends the end of a long session first, and earlier parts when they are asked for. */
  hasCheckpoints: boolean;
  /** What was asked of `/api`, in order. */
  readonly apiCalls: readonly { readonly call: string; readonly body: unknown }[];
  /** WebSockets that are open. */
  readonly connections: number;
  close(): Promise<void>;
}

/** At `port` if it is free: a browser keeps what it has loaded from an address. Without colours it lacks what highlights code. */
export async function startFakeGateway({ pageFolder = "", port = 0, hasColours = true } = {}): Promise<FakeGateway> {
  const token = "the-token-of-the-test";
  const sessions = new Map<string, FakeSession>();
  const apiCalls: { readonly call: string; readonly body: unknown }[] = [];
  const listReaders = new Set<WebSocket>();
  const acp = createFakeAcp({
    find: (id) => sessions.get(id),
    create: (session) => add({ id: `session-${sessions.size + 1}`, ...session }),
  });
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((request, response) => void answer(request, response));
  server.on("upgrade", (request, socket, head) => {
    const place = new URL(request.url ?? "/", url);
    // A browser may reset a connection that was refused.
    socket.on("error", () => {});
    if (gateway.isDown || !isSignedIn(request)) socket.destroy();
    else if (!isThere(place)) socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
    else if (Number(place.searchParams.get("after")) > (sessionAt(place.pathname)?.recordCount ?? 0)) {
      socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
    } else sockets.handleUpgrade(request, socket, head, (opened) => join(opened, place));
  });
  await listen(server, port).catch(() => listen(server, 0));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const gateway: FakeGateway = {
    url,
    token,
    address: `${url}/#token=${token}`,
    acp,
    sessions,
    isDown: false,
    isMute: false,
    hasCheckpoints: false,
    apiCalls,
    get connections() {
      return sockets.clients.size;
    },
    add,
    drop() {
      for (const socket of sockets.clients) socket.terminate();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return gateway;

  function add(view: Partial<FakeSessionView> & { readonly id: string }): FakeSession {
    const session = createFakeSession(view, (changed) => tellList({ session: changed }));
    sessions.set(view.id, session);
    tellList({ session: session.view });
    return session;
  }

  function tellList(frame: object): void {
    for (const reader of listReaders) reader.send(JSON.stringify(frame));
  }

  function join(socket: WebSocket, { pathname, searchParams }: URL): void {
    if (pathname === "/acp") return acp.serve(socket);
    if (pathname === "/feed") {
      listReaders.add(socket);
      socket.on("message", () => gateway.isMute || socket.send('{"alive":true}'));
      socket.once("close", () => listReaders.delete(socket));
      return;
    }
    const isFromEnd = gateway.hasCheckpoints && searchParams.has("checkpoint");
    sessionAt(pathname)?.read(socket, isFromEnd ? undefined : Number(searchParams.get("after")));
  }

  function isThere({ pathname }: URL): boolean {
    return pathname === "/acp" || pathname === "/feed" || sessionAt(pathname) !== undefined;
  }

  function sessionAt(pathname: string): FakeSession | undefined {
    return sessions.get(decodeURIComponent(pathname.slice("/feed/".length)));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    if (gateway.isMute) return;
    if (gateway.isDown) return void request.socket.destroy();
    if (!hasColours && pathname.startsWith("/assets/highlight-worker-")) return void response.writeHead(404).end();
    if (!pathname.startsWith("/api/")) return await servePageFile(pageFolder, pathname, response);
    const body: unknown = JSON.parse((await textOf(request)) || "{}");
    apiCalls.push({ call: `${request.method} ${pathname}`, body });
    const asked = { call: `${request.method} ${pathname}`, query: searchParams, body, isSignedIn: isSignedIn(request) };
    const [, parted] = /^\/api\/sessions\/([^/]+)\/records$/u.exec(pathname) ?? [];
    if (parted !== undefined) {
      const range = { before: Number(searchParams.get("before")), records: Number(searchParams.get("records")) };
      return void response.writeHead(200).end(sessions.get(parted)?.part(range) ?? "");
    }
    const { status, result, headers } = apiAnswer(asked);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(result));
  }

  function apiAnswer({ call, query, body, isSignedIn }: ApiCall): ApiAnswer {
    if (call === "POST /api/login") {
      const isRight = (body as { readonly token?: string }).token === token;
      if (!isRight) return { status: 401, result: { error: { message: "The token is not right." } } };
      return {
        status: 200,
        result: { key: PAGE_KEY },
        headers: { "set-cookie": `tenon=${token}; HttpOnly; SameSite=Strict; Path=/` },
      };
    }
    if (!isSignedIn) return { status: 401, result: { error: { message: "Sign in first." } } };
    const [, verb, id = "", action] = /^(\w+) \/api\/sessions\/([^/]+)(\/fork)?$/u.exec(call) ?? [];
    const session = sessions.get(decodeURIComponent(id));
    if (session && verb === "PATCH") session.change(body as { readonly title: string });
    else if (session && verb === "DELETE") {
      sessions.delete(id);
      tellList({ deleted: id });
    } else if (session && action) {
      return { status: 201, result: add({ ...session.view, id: `${id}-fork`, title: "A fork" }).view };
    } else if (verb === "GET") {
      return session ? { status: 200, result: session.view } : { status: 404, result: {} };
    } else if (call === "POST /api/logout") {
      return { status: 200, result: {}, headers: { "set-cookie": "tenon=; Max-Age=0; Path=/" } };
    } else if (call === "GET /api/sessions") {
      return { status: 200, result: { sessions: [...sessions.values()].map(({ view }) => view) } };
    } else if (call === "GET /api/agents") {
      return {
        status: 200,
        result: {
          agents: [
            { name: "tenon", title: "Tenon", modes: [{ id: "ask", name: "Ask" }] },
            {
              name: "gemini",
              title: "Gemini CLI",
              version: "0.61.0",
              signIn: "needed",
              signInAdvice: "run `gemini` and choose how, or set GEMINI_API_KEY",
              notes: ["It reads and writes files on the disk itself.", "It asks before each tool call."],
            },
          ],
        },
      };
    } else if (/^GET .*\/files$/u.test(call)) {
      const names = ["src/retry.ts", "src/client.ts"].filter((name) => name.includes(query.get("q") ?? ""));
      return {
        status: 200,
        result: { files: names.map((name) => ({ name, uri: `file:///home/ada/engine/${name}` })) },
      };
    } else if (call === "GET /api/search") {
      return { status: 200, result: { hits: searchSessions(sessions, query), isComplete: true } };
    } else if (call === "GET /api/folder") {
      const path = query.get("path") ?? "/home/ada/engine";
      const folders = ["/home/ada/engine", "/home/ada/poem", "/home/ada/postcards"];
      if (query.has("list")) {
        return { status: 200, result: { path, folders: folders.filter((folder) => folder.startsWith(path)) } };
      }
      return { status: 200, result: { path, isFolder: path.startsWith("/home/ada/") } };
    }
    return { status: 200, result: {} };
  }

  function isSignedIn({ headers }: IncomingMessage): boolean {
    const hasKey =
      headers["x-tenon-key"] === PAGE_KEY ||
      headers["sec-websocket-protocol"]?.split(/, ?/u)[1] === `tenon.key.${PAGE_KEY}`;
    return (headers.cookie?.includes(`tenon=${token}`) === true && hasKey) || pageFolder === "";
  }

  async function close(): Promise<void> {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

/** What a page shows beside the cookie. */
const PAGE_KEY = "the-key-of-the-page";

/** By one word, in the records. */
function searchSessions(sessions: ReadonlyMap<string, FakeSession>, query: URLSearchParams): readonly object[] {
  const word = query.get("q") ?? "";
  return [...sessions]
    .filter(([id]) => (query.get("session") ?? id) === id)
    .flatMap(([sessionId, session]) =>
      session
        .find(word)
        .map((hit) => ({ sessionId, ...hit }))
        .toReversed(),
    );
}

interface ApiCall {
  readonly call: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly isSignedIn: boolean;
}

interface ApiAnswer {
  readonly status: number;
  readonly result: object;
  readonly headers?: Readonly<Record<string, string>>;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
