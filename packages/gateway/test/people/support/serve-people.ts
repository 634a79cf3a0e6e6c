/**
 * A gateway with people, over real HTTP and WebSockets: our own agent in this process, everything else as it is served.
 */

import { mkdtemp, realpath, rm } from "node:fs/promises";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { createHttpStream } from "@agentclientprotocol/sdk/experimental/http-client";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import {
  createLog,
  createPeople,
  type Gateway,
  type HttpServer,
  openMemoryPeople,
  type OrganisationRole,
  type People,
  serveHttp,
  type ServeHttpOptions,
  type SessionRole,
} from "@tenon/gateway";
import { messageWire, type ScriptedClient, scriptedClient, type ScriptedClientOptions } from "@tenon/testkit/acp";
import { WebSocket } from "ws";

import { openGateway, type TestGatewayOptions } from "../../support/open-gateway.ts";
import { upgradeStatus } from "../../support/upgrade-status.ts";

export interface ServedPeople extends AsyncDisposable {
  readonly gateway: Gateway;
  readonly server: HttpServer;
  readonly people: People;
  /** The folder that people may work in. */
  readonly folder: string;
  readonly localToken: string;
  log(): string;
  /** A token of a new person. */
  add(name: string, role?: OrganisationRole): Promise<Someone>;
  /** What the page of this person sends: their cookie, its key and the origin. */
  signIn(token: string): Promise<{ readonly Cookie: string; readonly "X-Tenon-Key": string; readonly Origin: string }>;
  ask(who: Someone | string | undefined, path: string, options?: AskOptions): Promise<Answer>;
  /** An ACP client over a WebSocket. */
  acp(who: Someone | string, options?: ClientOptions): Promise<ScriptedClient>;
  open(who: Someone | string, path: string): Promise<WebSocket>;
  /** 101, or what a WebSocket is refused with. */
  upgrade(who: Someone | string | undefined, path: string, headers?: Readonly<Record<string, string>>): Promise<number>;
  /** A session of this person, with one turn. */
  session(owner: Someone | string): Promise<string>;
  share(sessionId: string, who: Someone, role: SessionRole): Promise<void>;
}

export interface ClientOptions extends ScriptedClientOptions {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** HTTP streams in place of a WebSocket. */
  readonly isOverHttp?: boolean;
  readonly clientInfo?: { readonly name: string; readonly version: string };
}

export interface Someone {
  readonly id: string;
  readonly token: string;
  readonly tokenId: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Of a JSON body. */
  readonly json: ReturnType<typeof JSON.parse>;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const LOCAL_TOKEN = "local".padEnd(43, "-");

export async function servePeople(
  options: TestGatewayOptions & { readonly http?: Partial<ServeHttpOptions>; readonly now?: () => number } = {},
): Promise<ServedPeople> {
  const { http = {}, now, ...given } = options;
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-people-")));
  const opened = openGateway({ cwd: folder, ...given });
  const lines: string[] = [];
  const log = createLog({ level: "debug", secrets: [], write: (line) => void lines.push(line) });
  const fail = (error: unknown) => void lines.push(String(error));
  const store = await openMemoryPeople();
  const people = createPeople({ store, folder, onFailure: fail, ...(now && { now }) });
  const { gateway } = opened;
  const server = await serveHttp({ version: "0.0.0", log, gateway, people, token: LOCAL_TOKEN, ...http });
  const port = Number(new URL(server.url).port);
  const headersOf = (who: Someone | string | undefined): Record<string, string> =>
    who === undefined ? {} : { Authorization: `Bearer ${typeof who === "string" ? who : who.token}` };

  async function acp(
    who: Someone | string,
    { path = "/acp", headers = {}, isOverHttp = false, clientInfo, ...client }: ClientOptions = {},
  ) {
    const connecting = { WebSocket, headers: { ...headersOf(who), ...headers } };
    const address = `127.0.0.1:${port}${path}`;
    const stream = isOverHttp
      ? createHttpStream(`http://${address}`, connecting)
      : createWebSocketStream(`ws://${address}`, connecting);
    const connected = scriptedClient(messageWire(stream), client);
    await connected.initialize(clientInfo && { clientInfo });
    return connected;
  }

  async function ask(who: Someone | string | undefined, path: string, options: AskOptions = {}): Promise<Answer> {
    const { method = "GET", headers = {}, body } = options;
    const sent = body === undefined ? {} : { "Content-Type": "application/json" };
    const all = { ...headersOf(who), ...sent, ...headers };
    const request = httpRequest({ host: "127.0.0.1", port, path, method, headers: all, agent: false });
    const answered = once(request, "response");
    request.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = await answered;
    const received = await text(response);
    const isJson = String(response.headers["content-type"]).includes("json") && !received.includes("\n");
    const json = isJson && received !== "" ? JSON.parse(received) : {};
    return { status: response.statusCode, headers: response.headers, body: received, json };
  }

  return {
    gateway,
    server,
    people,
    folder,
    localToken: LOCAL_TOKEN,
    log: () => lines.join(""),
    async add(name, role = "member") {
      const { token, id, person } = await people.createToken({ name, role });
      return { token, tokenId: id, id: person.id };
    },
    async signIn(token) {
      const { headers, json } = await ask(undefined, "/api/login", { method: "POST", body: { token } });
      const Cookie = headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
      return { Cookie, "X-Tenon-Key": json["key"], Origin: server.url };
    },
    ask,
    acp,
    async open(who, path) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: headersOf(who) });
      await once(socket, "open");
      return socket;
    },
    async upgrade(who, path, headers = {}) {
      const all = { ...headersOf(who), ...headers };
      return await upgradeStatus(new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: all }));
    },
    async session(owner) {
      await using client = await acp(owner);
      const { sessionId } = await client.newSession({ cwd: folder });
      await client.prompt(sessionId, "Hello");
      return sessionId;
    },
    async share(sessionId, who, role) {
      await store.setRole(sessionId, who.id, role);
      await people.refresh();
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await opened[Symbol.asyncDispose]();
      await people[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
