/**
 * Gives each session of an agent the tools of a hub: only what is about tools changes, everything else passes as it came.
 */

import { errorMessage, InvalidValueError, isObject, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import type { AcpChannels } from "@tenon/hub/over-acp";

import type { AgentTraits } from "../agents/agent-traits.ts";
import { agentKey } from "../agents/door-memory.ts";
import { unknownAgent } from "../agents/known-agents.ts";
import { traitsOf } from "../agents/traits-of.ts";
import type { Doors } from "../doors/doors.ts";
import type { Frame } from "../wire/frame.ts";
import type { CreateInterceptor, FrameVerdict } from "../wire/interceptor.ts";
import { createSuffixes } from "./name-suffixes.ts";
import { type AcpServers, createAcpServers } from "./acp-servers.ts";
import { advertised } from "./opening/advertised.ts";
import { createClientQuestions } from "./client-questions.ts";
import { OPENING_METHODS, readOpeningRequest, withGiven } from "./opening/opening-request.ts";
import { downgraded, isOtherVersion, PROTOCOL_VERSION } from "./opening/protocol-version.ts";
import { createOpenSessions } from "./open-sessions.ts";
import type { openSessionTools, SessionTools } from "./session-tools.ts";
import type { ToolsOptions } from "./tools-options.ts";

const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;
const OTHER_VERSION =
  `The agent speaks another version of ACP than ${PROTOCOL_VERSION}, in which tools are given. ` +
  "To pass MCP servers as they are, past your rules, start with --no-tools";
// A person works in a few at a time; each may have a dozen server processes.
const ACTIVE_SESSIONS = 10;

export function toolsInterceptor(options: ToolsOptions): CreateInterceptor {
  return (sides) => {
    const sessions = createOpenSessions({ active: options.activeSessions ?? ACTIVE_SESSIONS });
    const acp = createAcpServers(sides);
    const parts = createParts(options, acp);
    const suffixes = createSuffixes();
    const questions = createClientQuestions(sessions.find, sides);
    let initializing: unknown;
    let capabilities: JsonObject = {};
    let traits: AgentTraits = unknownAgent;
    let agent: string | undefined;
    let canClose = false;
    let isForeign = false;

    return {
      ready({ message }) {
        const { method, params } = objectOf(message);
        if (method === "session/prompt") return sessions.find(objectOf(params)["sessionId"])?.ready();
        return OPENING_METHODS.has(method) ? parts.ready() : undefined;
      },
      fromClient({ message }: Frame): FrameVerdict {
        if (!isObject(message)) return "pass";
        const { method, id } = message;
        const params = objectOf(message["params"]);
        if (method === "initialize") {
          initializing = id;
          const older = downgraded(params);
          capabilities = objectOf((older ?? params)["clientCapabilities"]);
          return older ? { message: { ...message, params: older } } : "pass";
        }
        const verdict = acp.take(message, (sessionId, server) => sessions.find(sessionId)?.restartServer(server));
        if (verdict) return verdict;
        if (questions.take(message)) return "drop";
        // Without an id it opens nothing, and its servers must not pass.
        if (OPENING_METHODS.has(method)) return id === undefined ? "drop" : open(message, id);
        if (method === "session/prompt") sessions.prompted(id, params["sessionId"]);
        if (method === "session/cancel") sessions.find(params["sessionId"])?.cancelTurn();
        if (method === "$/cancel_request") {
          if (questions.cancel(params["requestId"])) return "drop";
          sessions.cancelled(params["requestId"]);
        }
        if (method === "session/close" || method === "session/delete") sessions.leaving(id, params["sessionId"]);
        return "pass";
      },
      fromAgent({ message }: Frame): FrameVerdict {
        if (!isObject(message)) return "pass";
        const { method } = message;
        if (method === undefined) return answered(message);
        const params = objectOf(message["params"]);
        if (method === "$/cancel_request") return sessions.withdraw(params["requestId"]) ? "drop" : "pass";
        const tools = sessions.find(params["sessionId"]);
        return tools ? ofSession(tools, message) : "pass";
      },
      lost({ message }: Frame): void {
        const sessionId = isObject(message) ? sessions.lost(message) : undefined;
        if (sessionId === undefined || !canClose) return;
        // It works for no client. An agent that refuses to close it keeps it until it ends.
        sides.askAgent("session/close", { sessionId }, { signal: new AbortController().signal }).catch(() => {});
      },
      async close() {
        questions.close();
        await sessions.close();
      },
    };

    function open(message: JsonObject, id: unknown): FrameVerdict {
      try {
        if (isForeign) throw new Error(OTHER_VERSION);
        const loaded = parts.need();
        const request = readOpeningRequest(message["params"]);
        const session = { ...options, ...loaded, sides, capabilities, traits, agent };
        const { openSessionTools: openTools } = loaded;
        const tools = suffixes.open((suffix) => openTools(request, { ...session, suffix }));
        sessions.opening(id, tools, knownSession(message));
        return { message: withGiven(message, tools) };
      } catch (error) {
        if (!(error instanceof InvalidValueError))
          options.onWarning(`${String(message["method"])}: ${errorMessage(error)}`);
        sides.toClient({ jsonrpc: "2.0", id, error: refusal(error) });
        return "drop";
      }
    }

    function answered(message: JsonObject): FrameVerdict {
      const { id, result } = message;
      if (id === initializing && initializing !== undefined) {
        initializing = undefined;
        isForeign = isOtherVersion(result);
        if (isForeign) return "pass";
        canClose = isObject(sessionCapabilities(result)["close"]);
        traits = traitsOf({ preset: options.preset, launched: options.launched, initialized: result });
        agent = agentKey(result);
        const changed = advertised(result, traits);
        return changed ? { message: { ...message, result: changed } } : "pass";
      }
      sessions.answered(message);
      return "pass";
    }
  };
}

/** The id of a session that is opened again. */
function knownSession({ method, params }: JsonObject): string | undefined {
  const isKnown = method === "session/load" || method === "session/resume";
  return isKnown ? stringOf(objectOf(params)["sessionId"]) : undefined;
}

function sessionCapabilities(result: unknown): JsonObject {
  return objectOf(objectOf(objectOf(result)["agentCapabilities"])["sessionCapabilities"]);
}

interface Loaded {
  readonly openSessionTools: typeof openSessionTools;
  readonly doors: Doors;
  readonly channels: AcpChannels;
}

interface Parts {
  /** Before a session is opened. What fails then is tried again with the next. Never rejects. */
  ready(): Promise<void> | undefined;
  /** Throws why they could not be loaded. */
  need(): Loaded;
}

/** Loaded with the first session: a client that only asks for capabilities does not pay for them. */
function createParts(options: Pick<ToolsOptions, "doors">, acp: Pick<AcpServers, "load">): Parts {
  let loaded: Loaded | undefined;
  let problem: unknown;
  return {
    ready: () => (loaded ? loaded.doors.ready() : load()),
    need() {
      if (!loaded) throw problem;
      return loaded;
    },
  };

  async function load(): Promise<void> {
    try {
      const [tools, channels, doors] = await Promise.all([import("./session-tools.ts"), acp.load(), options.doors()]);
      loaded = { openSessionTools: tools.openSessionTools, doors, channels };
    } catch (error) {
      problem = error;
    }
  }
}

/** What becomes of a message of the agent about a session that has tools of ours. */
function ofSession(tools: SessionTools, message: JsonObject): FrameVerdict {
  const { method, id } = message;
  const params = objectOf(message["params"]);
  if (method === "session/request_permission" && id !== undefined) {
    return tools.answerPermission(message) ? "drop" : "pass";
  }
  if (method !== "session/update") return "pass";
  const given = objectOf(params["update"]);
  // Most updates are pieces of text, which stream.
  if (given["toolCallId"] === undefined) return "pass";
  const update = tools.rewriteUpdate(given);
  return update ? { message: { ...message, params: { ...params, update } } } : "pass";
}

function refusal(error: unknown): JsonObject {
  const message = errorMessage(error);
  if (error instanceof InvalidValueError) return { code: INVALID_PARAMS, message, data: { path: error.path } };
  return { code: INTERNAL_ERROR, message: `The tools of the session could not be opened: ${message}` };
}
