/**
 * An agent that runs for one connection, and the sessions that it has open.
 *
 * It lives as long as its connection, and longer while it has sessions. The law: it speaks only of its own sessions,
 * servers and elicitations. Its client may have those of other agents, by ids that this one can guess.
 */

import { type AnyNotification, type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import { defined, isObject, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import { type AgentPreset, droppedServer } from "@tenon/client";
import type { SessionWriter } from "@tenon/journal";

import type { ClientLink } from "../wire/client-link.ts";
import type { AgentView } from "../gateway.ts";
import type { OtherAgent } from "../gateway-options.ts";
import { type Cancellable, paramsOf, resultOf, sessionIdOf, withParams } from "../wire/message.ts";
import type { SentRequest } from "../wire/sent-requests.ts";
import { errorAnswer } from "../wire/wire-error.ts";
import { type AgentIntroduction, createAgentIntroduction } from "./agent-introduction.ts";
import { createAgentOwnership } from "./agent-ownership.ts";
import type { WriterOf } from "./other-agent.ts";
import type { AgentSession } from "./agent-session.ts";
import { isSignInNeeded, withSignIn } from "./sign-in-needed.ts";
import { type OnAnswer, openUpstream, type Upstream, type UpstreamWire } from "./upstream.ts";

export interface HostedAgent {
  readonly name: string;
  readonly title: string;
  readonly dropsServer: OtherAgent["dropsServer"];
  /** Its sessions have tools of ours, which report how their servers fare. */
  readonly hasTools: boolean;
  readonly isOwn: boolean;
  /** Whom it runs for. */
  readonly owner: ClientLink;
  readonly upstream: Upstream;
  /** By the agent's ids. */
  readonly sessions: Map<string, AgentSession>;
  /** Of sessions that are being opened again. */
  readonly writers: Map<string, SessionWriter>;
  /** Of forks that the agent is making, by its id of their parent. Which of two is which does not matter yet. */
  readonly forks: Map<string, SessionWriter[]>;
  /** The capabilities that the agent announced. */
  readonly capabilities: JsonObject;
  /** Passes the client's `initialize` on. */
  introduce(request: AnyRequest, onAnswer: OnAnswer): SentRequest;
  /** Resolves when the agent knows the client; rejects if it does not want to. */
  readonly introduced: Promise<void>;
  /** Sends a request that opens a session. */
  open(request: AnyRequest, onAnswer: OnAnswer): SentRequest;
  canClose(): boolean;
  /** Ends it if it has no client and no session. */
  endIfUnused(): void;
}

export interface HostedAgentOptions extends Pick<HostedAgent, "title" | "dropsServer" | "hasTools"> {
  readonly name: string;
  readonly isOwn: boolean;
  readonly owner: ClientLink;
  /** Our files may be offered to it, if its client wants us to have some. */
  readonly takesFiles: boolean;
  /** For servers that clients provide. Undefined, or false, for what is about none of the agent's. */
  readonly relay: {
    ask(agent: Upstream, request: AnyRequest): Cancellable | undefined;
    notify(agent: Upstream, message: AnyNotification): boolean;
  };
  start(writerOf: WriterOf): Promise<UpstreamWire>;
  /**
   * The agent speaks of a session that it is just opening, with this request if it can be no other. Undefined if it is none
   * of its own.
   */
  onSession(agent: HostedAgent, agentSessionId: string, request: AnyRequest | undefined): AgentSession | undefined;
  /** It has ended a session by itself, and says why. */
  onClosed(session: AgentSession, message: AnyNotification): void;
  /** By its `initialize` answer it is one that we know. */
  onPreset(preset: AgentPreset): void;
  /** How to sign in to it, if that is known before it says so. */
  readonly signInAdvice: string | undefined;
  /** It has announced its version, the modes of a session, or that it requires a sign-in. */
  onLearned(facts: Pick<AgentView, "modes" | "version" | "signIn">): void;
  /** For the log. */
  onFailure(failure: string): void;
  onEnd(agent: HostedAgent, error: Error | undefined): void;
}

export function hostAgent(options: HostedAgentOptions): HostedAgent {
  const { name, title, isOwn, owner } = options;
  const sessions = new Map<string, AgentSession>();
  const writers = new Map<string, SessionWriter>();
  const forks = new Map<string, SessionWriter[]>();
  const openings = new Set<AnyRequest>();
  const introduction = createAgentIntroduction();
  let hasStrayed = false;

  const upstream = openUpstream({
    open: () =>
      options.start((agentSessionId, forkOf = "") => writers.get(agentSessionId) ?? forks.get(forkOf)?.shift()),
    onRequest: receiveRequest,
    onNotification: receiveNotification,
    onFailure: (method, { message }) => options.onFailure(`${name}: ${method} has failed: ${message}`),
    onUnreadable: (response) => owner.send(response),
    onEnd(error) {
      if (error) options.onFailure(`${name} has exited: ${error.message}`);
      options.onEnd(agent, error);
    },
  });
  const isPending = (requestId: unknown) => upstream.givenId(requestId) !== undefined;
  const ownership = createAgentOwnership({ sessions, isPending });

  const agent: HostedAgent = {
    name,
    title,
    dropsServer: (server) => options.dropsServer?.(server) ?? droppedServer(introduction.preset, server),
    hasTools: options.hasTools,
    isOwn,
    owner,
    upstream,
    sessions,
    writers,
    forks,
    get capabilities() {
      return introduction.capabilities;
    },
    introduce: (request, onAnswer) =>
      upstream.request(introductionOf(request, options), (response, original) => {
        introduction.take(response);
        if (introduction.preset) options.onPreset(introduction.preset);
        options.onLearned(defined({ version: introduction.version }));
        onAnswer(response, original);
      }),
    introduced: introduction.done,
    open(request, onAnswer) {
      openings.add(request);
      return upstream.request(request, (response, original) => {
        openings.delete(request);
        onAnswer(learnFrom(response, { ...options, introduction, upstream }), original);
        endIfUnused();
      });
    },
    canClose: () => isOwn || isObject(objectOf(introduction.capabilities["sessionCapabilities"])["close"]),
    endIfUnused,
  };
  return agent;

  function receiveRequest(request: AnyRequest): Cancellable {
    const relayed = request.method.startsWith("mcp/") ? options.relay.ask(upstream, request) : undefined;
    if (relayed) return relayed;
    const session = sessionFor(request);
    if (!session && ownership.isForeign(request)) {
      warnOfStray(request);
      upstream.respond(errorAnswer(request.id, foreign(request)));
      return { cancel() {} };
    }
    ownership.addElicitation(request, session);
    return session ? session.receiveRequest(request) : askOwner(owner, request, upstream);
  }

  function receiveNotification(message: AnyNotification) {
    if (message.method.startsWith("mcp/") && options.relay.notify(upstream, message)) return;
    const session = sessionFor(message);
    if (!session && ownership.isForeign(message)) return warnOfStray(message);
    if (message.method === "elicitation/complete") ownership.completeElicitation(message);
    if (!session) owner.send(message);
    else if (isOwn && message.method === "_tenon/session/closed") options.onClosed(session, message);
    else session.receive(message);
  }

  function sessionFor(message: AnyRequest | AnyNotification): AgentSession | undefined {
    const id = sessionIdOf(message);
    if (id === undefined) return ownership.elicitationSession(message);
    return sessions.get(id) ?? (openings.size > 0 ? options.onSession(agent, id, onlyNew(openings)) : undefined);
  }

  /** Once: an agent may repeat it for as long as it likes. */
  function warnOfStray({ method }: AnyRequest | AnyNotification) {
    if (!hasStrayed) options.onFailure(`${name}: ${method} names a session, server or request of another agent`);
    hasStrayed = true;
  }

  function endIfUnused() {
    if (owner.gone.aborted && sessions.size === 0 && openings.size === 0) void upstream.close();
  }
}

/** The answer to a request that opens a session; with what to do if it wants a sign-in. */
function learnFrom(
  response: AnyResponse,
  agent: Pick<HostedAgentOptions, "name" | "title" | "isOwn" | "signInAdvice" | "onLearned"> & {
    readonly introduction: AgentIntroduction;
    readonly upstream: Pick<Upstream, "program">;
  },
): AnyResponse {
  const { name, isOwn, introduction, onLearned } = agent;
  const { program } = agent.upstream;
  const { availableModes } = objectOf(resultOf(response)["modes"]);
  if (Array.isArray(availableModes)) onLearned({ modes: availableModes.map(modeOf) });
  if ("result" in response && !isOwn) onLearned({ signIn: "done" });
  if (!isSignInNeeded(response)) return response;
  onLearned({ signIn: "needed" });
  const { methods, preset, title = agent.title } = introduction;
  const advice = agent.signInAdvice ?? preset?.signIn;
  return withSignIn(response, { agent: name, title: preset?.title ?? title, methods, advice, program });
}

function foreign({ method }: AnyRequest): RequestError {
  const message = "this session, server or request belongs to another agent";
  return method.startsWith("mcp/")
    ? new RequestError(NO_SERVER, message)
    : RequestError.invalidParams(undefined, message);
}

/** Of MCP over ACP: there is no such server. */
const NO_SERVER = -33_001;

/** A request of no session is for the connection that the agent runs for. */
function askOwner(owner: ClientLink, request: AnyRequest, upstream: Upstream): Cancellable {
  const requestId = upstream.givenId(paramsOf(request)["requestId"]);
  return owner.ask(requestId === undefined ? request : withParams(request, { requestId }), {
    onAnswer: (response) => upstream.respond(response),
    onGone: () =>
      upstream.respond(errorAnswer(request.id, RequestError.internalError(undefined, "the client has disconnected"))),
  });
}

/** The request for a session whose id is not known yet, if there is one and not several. */
function onlyNew(openings: ReadonlySet<AnyRequest>): AnyRequest | undefined {
  const asked = [...openings].filter(({ method }) => method === "session/new" || method === "session/fork");
  return asked.length === 1 ? asked[0] : undefined;
}

/** The client's `initialize`, as the agent gets it. */
function introductionOf(given: AnyRequest, options: HostedAgentOptions): AnyRequest {
  const request = options.owner.wantsHost ? withHost(given, options) : given;
  // What a client calls itself is between it and the gateway: with it, one could take over its servers.
  const { _meta: meta } = paramsOf(request);
  const { client, ...tenon } = objectOf(objectOf(meta)["tenon"]);
  return client === undefined ? request : withParams(request, { _meta: { ...objectOf(meta), tenon } });
}

/** The client's `initialize`, with what we have in its place. */
function withHost(request: AnyRequest, { takesFiles }: HostedAgentOptions): AnyRequest {
  const given = objectOf(paramsOf(request)["clientCapabilities"]);
  const fs = { ...objectOf(given["fs"]), readTextFile: true, writeTextFile: true };
  return withParams(request, { clientCapabilities: { ...given, ...(takesFiles && { fs }), terminal: true } });
}

function modeOf(mode: unknown): NonNullable<AgentView["modes"]>[number] {
  const { id, name, description } = objectOf(mode);
  return {
    id: stringOf(id) ?? "",
    name: stringOf(name) ?? stringOf(id) ?? "",
    description: stringOf(description) ?? "",
  };
}
