/**
 * A server on a port of its own, and ways to talk to it, polite and not.
 */

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";

import { createLog, type HttpServer, serveHttp, type ServeHttpOptions } from "@tenon/gateway";
import { type ClientOptions, WebSocket } from "ws";

import { upgradeStatus } from "../../support/upgrade-status.ts";
import { type ScriptedGateway, scriptedGateway } from "./scripted-gateway.ts";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface TestServer extends AsyncDisposable {
  readonly server: HttpServer;
  readonly gateway: ScriptedGateway;
  readonly url: string;
  readonly port: number;
  readonly token: string;
  readonly bearer: { readonly Authorization: string };
  /** All that was logged. */
  log(): string;
  /** Resolves when a line with this in it has been logged. */
  logged(part: string): Promise<void>;
  /** A request exactly as told: fetch would not send a foreign Host. */
  ask(path: string, options?: AskOptions): Promise<Answer>;
  /** A cookie that is signed in, the key that goes with it, and the Origin of the page. */
  signIn(): Promise<{ readonly Cookie: string; readonly "X-Tenon-Key": string; readonly Origin: string }>;
  /** How the beginning of a WebSocket is answered: 101, or what it was refused with. */
  upgrade(path: string, options?: ClientOptions): Promise<number>;
  open(path: string, options?: ClientOptions): Promise<WebSocket>;
  /** All that a WebSocket is sent until it is closed, and the code it is closed with. */
  readAll(path: string): Promise<{ readonly received: readonly string[]; readonly code: number }>;
  /** Bytes, and nothing around them. */
  rawSocket(): Promise<Socket>;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export async function startServer(
  options: Partial<Omit<ServeHttpOptions, "token">> & {
    readonly token?: string;
    readonly gateway?: ScriptedGateway;
  } = {},
): Promise<TestServer> {
  const { token = randomBytes(32).toString("base64url") } = options;
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const write = (line: string) => {
    lines.push(line);
    for (const look of waiting) look();
  };
  const gateway = options.gateway ?? scriptedGateway();
  const log = createLog({ level: "debug", secrets: [token], write });
  const server = await serveHttp({ version: "0.0.0", log, ...options, token, gateway });
  const port = Number(new URL(server.url).port);
  const bearer = { Authorization: `Bearer ${token}` };
  const webSocket = (path: string, given: ClientOptions = {}) =>
    new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: bearer, perMessageDeflate: false, ...given });

  return {
    server,
    gateway,
    port,
    token,
    bearer,
    url: server.url,
    log: () => lines.join(""),
    logged: (part) =>
      new Promise((resolve) => {
        const look = () => {
          if (!lines.some((line) => line.includes(part))) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    ask,
    async signIn() {
      const body = JSON.stringify({ token });
      const headers = { "Content-Type": "application/json" };
      const { headers: answered, body: given } = await ask("/api/login", { method: "POST", headers, body });
      return {
        Cookie: answered["set-cookie"]?.[0]?.split(";")[0] ?? "",
        "X-Tenon-Key": JSON.parse(given).key,
        Origin: server.url,
      };
    },
    upgrade: (path, given) => upgradeStatus(webSocket(path, given)),
    async open(path, given) {
      const socket = webSocket(path, given);
      await once(socket, "open");
      return socket;
    },
    async readAll(path) {
      const socket = webSocket(path);
      const received: string[] = [];
      socket.on("message", (data: Buffer) => received.push(data.toString()));
      const [code] = await once(socket, "close");
      return { received, code };
    },
    async rawSocket() {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      await once(socket, "connect");
      return socket;
    },
    async [Symbol.asyncDispose]() {
      await gateway.close();
      await server.close();
    },
  };

  async function ask(path: string, { method = "GET", headers = {}, body }: AskOptions = {}): Promise<Answer> {
    const request = httpRequest({ host: "127.0.0.1", port, path, method, headers, agent: false });
    const answered = once(request, "response");
    request.end(body);
    const [response] = await answered;
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }
}
