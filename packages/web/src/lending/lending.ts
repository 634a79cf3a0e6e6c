/**
 * Lends the tools of this device to sessions, over the page's ACP connection (MCP over ACP). What runs them is loaded with
 * the first call.
 */

import { errorMessage, isObject, type JsonObject, objectOf, randomId, stringOf } from "@tenon/basis";
import type { OpenToolset } from "@tenon/toolset";

import type { IncomingRequest } from "../wire/acp-client.ts";
import type { RpcId } from "../wire/pending-calls.ts";
import type { Questions } from "../wire/questions.ts";
import type { AskPerson, DeviceAnswer } from "./device-tools.ts";

export interface Lending {
  /** The gateway has announced what it takes. */
  greeted(answer: JsonObject): void;
  /** For `mcpServers` of a session that is about to be opened; empty if the gateway takes none. */
  declare(): readonly object[];
  /** The session that a declaration is of is open. */
  bind(declared: readonly object[], sessionId: string): void;
  /** Whether a request is for a tool of this device. Then it is answered. */
  take(request: IncomingRequest): boolean;
  cancel(id: RpcId): void;
  /** The connection is gone, and all that was lent with it. */
  clear(): void;
}

export interface LendingOptions {
  readonly questions: Pick<Questions, "add" | "cancel">;
  notify(method: string, params: object): void;
  readonly load?: typeof loadDeviceTools;
}

interface Lent {
  readonly session: PromiseWithResolvers<string>;
  toolset?: Promise<OpenToolset>;
}

const INVALID_PARAMS = -32_602;
const UNKNOWN_SERVER = -33_001;
const FAILED = -33_002;
const CANCELLED = -32_800;

export function createLending({ questions, notify, load = loadDeviceTools }: LendingOptions): Lending {
  const lent = new Map<string, Lent>();
  const running = new Map<RpcId, AbortController>();
  let isTaken = false;

  return {
    greeted(answer) {
      const { mcpCapabilities } = objectOf(answer["agentCapabilities"]);
      isTaken = objectOf(mcpCapabilities)["acp"] === true;
    },
    declare() {
      if (!isTaken) return [];
      const serverId = `device:${randomId()}`;
      lent.set(serverId, { session: Promise.withResolvers() });
      return [{ type: "acp", name: "device", serverId }];
    },
    bind(declared, sessionId) {
      for (const server of declared) lent.get(stringOf(objectOf(server)["serverId"]) ?? "")?.session.resolve(sessionId);
    },
    take(request) {
      if (request.method !== "mcp/message") return false;
      void answer(request);
      return true;
    },
    cancel: (id) => running.get(id)?.abort(),
    clear() {
      for (const call of running.values()) call.abort();
      // The calls that wait for one say so if it could not be loaded.
      for (const { toolset } of lent.values()) toolset?.then((each) => each.close()).catch(() => {});
      lent.clear();
    },
  };

  /** A device that was without a network for a moment can lend its tools later. */
  async function toolsetOf(server: Lent): Promise<OpenToolset> {
    server.toolset ??= openDeviceToolset(server, questions, load);
    try {
      return await server.toolset;
    } catch (error) {
      delete server.toolset;
      throw error;
    }
  }

  async function answer({ id, params, answer: reply, refuse }: IncomingRequest): Promise<void> {
    const { serverId, requestId, method } = params;
    const server = lent.get(stringOf(serverId) ?? "");
    if (typeof requestId !== "string" || typeof method !== "string")
      return refuse({ code: INVALID_PARAMS, message: "requestId and method must be strings" });
    if (!server) return refuse({ code: UNKNOWN_SERVER, message: "This page does not provide this server" });
    const cancel = new AbortController();
    running.set(id, cancel);
    try {
      const toolset = await toolsetOf(server);
      const outcome = await toolset.answer({
        requestId,
        method,
        params: isObject(params["params"]) ? params["params"] : {},
        signal: cancel.signal,
        notify: async (inner, given) => notify("mcp/message", { serverId, requestId, method: inner, params: given }),
      });
      reply(outcome);
    } catch (error) {
      const isCancelled = cancel.signal.aborted;
      refuse({ code: isCancelled ? CANCELLED : FAILED, message: isCancelled ? "Cancelled" : errorMessage(error) });
    } finally {
      running.delete(id);
    }
  }
}

export async function loadDeviceTools() {
  const [{ deviceToolset }, { openToolset }] = await Promise.all([
    import("./device-tools.ts"),
    import("@tenon/toolset"),
  ]);
  return { deviceToolset, openToolset };
}

async function openDeviceToolset(
  { session }: Lent,
  questions: LendingOptions["questions"],
  load: typeof loadDeviceTools,
): Promise<OpenToolset> {
  const { deviceToolset, openToolset } = await load();
  return openToolset(
    deviceToolset(async (question, signal) => await ask(questions, await session.promise, question, signal)),
  );
}

/** In the session, like a question of its agent. */
function ask(
  questions: LendingOptions["questions"],
  sessionId: string,
  question: Parameters<AskPerson>[0],
  signal: AbortSignal,
): ReturnType<AskPerson> {
  const id = `device:${randomId()}`;
  return new Promise((resolve, reject) => {
    questions.add({
      id,
      method: "elicitation/create",
      params: { sessionId, ...question },
      answer: (given) => resolve(readAnswer(given)),
      refuse: ({ message }) => reject(new Error(message)),
    });
    signal.addEventListener("abort", () => questions.cancel(id), { once: true });
    if (signal.aborted) questions.cancel(id);
  });
}

function readAnswer(given: object): DeviceAnswer {
  const { action, content } = objectOf(given);
  return { action: action === "accept" || action === "decline" ? action : "cancel", content };
}
