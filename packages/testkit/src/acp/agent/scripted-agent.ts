/**
 * An ACP agent for tests of clients: it does what its script says.
 *
 * It knows the protocol well enough to be held to it: errors have the codes they should have, a turn's updates come
 * before its response, a cancelled turn says so. Everything rude comes from the script.
 */

import { isObject } from "@tenon/basis";

import type { AgentScript } from "./agent-script.ts";
import { agentSessions } from "./agent-sessions.ts";
import { spoil } from "./bad-manners.ts";
import { RequestFailed } from "../wire/json-rpc.ts";
import { rawPeer, type RawPeer } from "../wire/raw-peer.ts";
import type { IncomingRequest } from "../wire/received-requests.ts";
import type { TranscriptEntry } from "../wire/transcript.ts";
import type { AgentHost } from "./turn-context.ts";
import type { Wire } from "../wire/wire.ts";

export interface ScriptedAgent extends Pick<RawPeer, "transcript" | "closed">, AsyncDisposable {
  /** What it wrote on stderr, unless a host was given. */
  stderr(): string;
}

/** Without a host, `exit` drops the connection. */
export function scriptedAgent(wire: Wire, script: AgentScript = {}, host?: AgentHost): ScriptedAgent {
  const lastWords: string[] = [];
  const { authMethods = script.authRequired ? [{ id: "scripted", name: "Sign in" }] : [] } = script;
  let isInitialized = false;
  let isAuthenticated = !script.authRequired;

  const peer = rawPeer({ wire: spoil(wire, script.manners ?? {}), role: "agent", answer, onNotification, puzzle });
  const sessions = agentSessions(script, {
    peer,
    host: host ?? { stderr: async (text) => void lastWords.push(text), exit: () => void peer.drop() },
  });
  const { transcript, closed } = peer;
  void closed.then(sessions.close);
  const close = () => peer.drop().then(sessions.close);
  return { transcript, closed, stderr: () => lastWords.join(""), [Symbol.asyncDispose]: close };

  async function answer(request: IncomingRequest): Promise<unknown> {
    const { method, params } = request;
    const scripted = script.answers?.[method];
    if (method === "initialize") isInitialized = true;
    if (scripted && "never" in scripted) return new Promise(() => {});
    if (scripted && "error" in scripted) throw new RequestFailed(scripted.error);
    if (scripted) return scripted.result;

    if (method === "initialize") return initialize(params);
    if (!isInitialized) throw refuse(-32600, "The connection has not been initialized");
    if (method === "authenticate") return authenticate(params);
    if (method === "session/new" && !isAuthenticated) throw refuse(-32000, "Authentication required");
    return sessions.answer(request);
  }

  function initialize(params: unknown) {
    const version = isObject(params) ? params["protocolVersion"] : undefined;
    if (!Number.isInteger(version)) throw refuse(-32602, "protocolVersion is not a number");
    return {
      protocolVersion: 1,
      agentCapabilities: { ...sessions.capabilities, ...script.capabilities },
      authMethods,
      agentInfo: script.agentInfo ?? { name: "scripted-agent", version: "1.0.0" },
    };
  }

  function authenticate(params: unknown) {
    const isKnown = isObject(params) && authMethods.some(({ id }) => id === params["methodId"]);
    if (!isKnown) throw refuse(-32602, "No such authentication method");
    isAuthenticated = true;
    return {};
  }

  function onNotification(method: string, params: unknown) {
    if (method === "session/cancel" && isObject(params)) sessions.cancel(params["sessionId"]);
  }

  function puzzle({ text, problem }: TranscriptEntry) {
    if (text.trim() === "") return;
    const { code, message } = problem === "not JSON" ? refuse(-32700, "Parse error") : refuse(-32600, problem ?? "");
    peer.send({ jsonrpc: "2.0", id: null, error: { code, message } }).catch(() => {}); // The client may be gone by now.
  }
}

function refuse(code: number, message: string): RequestFailed {
  return new RequestFailed({ code, message });
}
