/**
 * The ACP end of the fake gateway: answers what a page asks, and keeps what it asked.
 */

import { type JsonObject, objectOf } from "@tenon/basis";
import type { WebSocket } from "ws";

import type { FakeSession } from "./fake-session.ts";

export interface FakeAcp {
  /** Every message that pages have sent, in order. */
  readonly received: readonly Received[];
  /** What an agent does with a prompt; by default it says "Done." Resolves with the stop reason. */
  onPrompt: (session: FakeSession, prompt: readonly { readonly text?: string }[]) => Promise<string> | string;
  /** What `session/resume` is refused with, if it is. */
  resumeRefusal: string | undefined;
  /** The extension methods that the agent has, by name, and what they answer. */
  extensions: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => object | Promise<object>>>;
  /** What the gateway announces. */
  capabilities: object;
  /** What the agent of a new session answers instead, if it does. */
  newRefusal: object | undefined;
  serve(socket: WebSocket): void;
  /** Asks all pages, and those that attach to the session before there is an answer; resolves with the first one. */
  ask(method: string, params: object): Promise<unknown>;
  /** Another client has answered what was asked last. */
  withdraw(): void;
}

export interface Received {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

interface FakeAcpOptions {
  readonly find: (id: string) => FakeSession | undefined;
  readonly create: (session: { readonly cwd: string; readonly agent: string }) => FakeSession;
}

export function createFakeAcp({ find, create }: FakeAcpOptions): FakeAcp {
  const received: Received[] = [];
  const sockets = new Set<WebSocket>();
  const asked = new Map<unknown, AskedQuestion>();
  const queues = new Map<FakeSession, Waiting[]>();
  let lastId = 1_000;

  const acp: FakeAcp = {
    received,
    onPrompt: (session) => {
      session.update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "Done." } });
      return "end_turn";
    },
    resumeRefusal: undefined,
    capabilities: {},
    newRefusal: undefined,
    extensions: {},
    serve(socket) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      socket.on("message", (data: Buffer) => void receive(socket, JSON.parse(data.toString()) as Received));
    },
    ask(method, params) {
      lastId += 1;
      const message = { jsonrpc: "2.0", id: lastId, method, params: objectOf(params) };
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const question = { message, resolve, sentTo: new Set<WebSocket>() };
      asked.set(lastId, question);
      for (const socket of sockets) put(question, socket);
      return promise;
    },
    withdraw() {
      asked.delete(lastId);
      const message = { jsonrpc: "2.0", method: "$/cancel_request", params: { requestId: lastId } };
      for (const socket of sockets) socket.send(JSON.stringify(message));
    },
  };
  return acp;

  async function receive(socket: WebSocket, message: Received): Promise<void> {
    received.push(message);
    if (message.method === undefined) {
      asked.get(message.id)?.resolve(message.result);
      return void asked.delete(message.id);
    }
    const answer = await answerTo(message);
    if (message.id !== undefined) socket.send(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...answer }));
    if (message.method !== "session/resume") return;
    const isOfIt = ({ message: { params } }: AskedQuestion) => params["sessionId"] === message.params?.["sessionId"];
    for (const question of [...asked.values()].filter(isOfIt)) put(question, socket);
  }

  function put({ message, sentTo }: AskedQuestion, socket: WebSocket): void {
    if (!sentTo.has(socket)) socket.send(JSON.stringify(message));
    sentTo.add(socket);
  }

  async function answerTo(message: Received): Promise<object> {
    const { method, params = {} } = message;
    const session = find(String(params["sessionId"]));
    switch (method) {
      case "initialize":
        return { result: { protocolVersion: 1, agentCapabilities: acp.capabilities } };
      case "session/new": {
        if (acp.newRefusal !== undefined) return { error: acp.newRefusal };
        const { tenon } = params["_meta"] as { readonly tenon: { readonly agent: string } };
        return { result: { sessionId: create({ cwd: String(params["cwd"]), agent: tenon.agent }).view.id } };
      }
      case "session/resume":
        if (acp.resumeRefusal !== undefined) return { error: { code: -32_000, message: acp.resumeRefusal } };
        session?.change({ isLive: true });
        return { result: {} };
      case "session/prompt":
        return session ? { result: await prompt(session, message) } : notFound;
      case "_tenon/session/take_back":
        return session ? { result: takeBack(session, params["promptId"]) } : notFound;
      default: {
        const extension = acp.extensions[method ?? ""];
        if (extension) return await answered(extension(params));
        return method?.startsWith("_") ? unknownMethod : { result: {} };
      }
    }
  }

  async function prompt(session: FakeSession, message: Received): Promise<object> {
    if (session.view.state !== "idle" && !(await itsTurn(session, message))) {
      return { stopReason: "cancelled", _meta: { tenon: { hasRun: false } } };
    }
    session.append({ from: "client", message });
    session.change({ state: "running" });
    const stopReason = await acp.onPrompt(session, message.params?.["prompt"] as []);
    session.append({ from: "agent", message: { id: message.id, result: { stopReason } } });
    session.change({ state: "idle", updatedAt: Date.now() });
    leave(session, queues.get(session)?.[0]?.id)?.begin(true);
    return { stopReason };
  }

  /** As the gateway has it: prompts wait for the turns before them. False if it was taken back. */
  function itsTurn(session: FakeSession, { params = {} }: Received): Promise<boolean> {
    const { promptId } = (params["_meta"] as { readonly tenon: { readonly promptId: string } }).tenon;
    return new Promise((resolve) => {
      const queue = [...(queues.get(session) ?? []), { id: promptId, prompt: params["prompt"], begin: resolve }];
      show(session, queue);
    });
  }

  function takeBack(session: FakeSession, promptId: unknown): object {
    const taken = leave(session, promptId);
    taken?.begin(false);
    return { prompt: taken?.prompt };
  }

  function leave(session: FakeSession, promptId: unknown): Waiting | undefined {
    const queue = queues.get(session) ?? [];
    const taken = queue.find(({ id }) => id === promptId);
    if (taken) {
      show(
        session,
        queue.filter((one) => one !== taken),
      );
    }
    return taken;
  }

  function show(session: FakeSession, queue: Waiting[]): void {
    queues.set(session, queue);
    const waiting = queue.map(({ id, prompt }) => {
      const text = (prompt as { readonly text?: string }[]).map((block) => block.text ?? "").join(" ");
      return { id, text, by: "page" };
    });
    session.change({ waiting });
  }
}

async function answered(result: object | Promise<object>): Promise<object> {
  try {
    return { result: await result };
  } catch {
    return { error: { code: -32_800, message: "Cancelled" } };
  }
}

interface AskedQuestion {
  readonly message: { readonly params: JsonObject };
  readonly resolve: (result: unknown) => void;
  readonly sentTo: Set<WebSocket>;
}

interface Waiting {
  readonly id: string;
  readonly prompt: unknown;
  readonly begin: (mayRun: boolean) => void;
}

const unknownMethod = { error: { code: -32_601, message: "Method not found" } };
const notFound = { error: { code: -32_002, message: "There is no such session" } };
