/**
 * An agent that runs for one connection, and the sessions that it has open.
 *
 * It lives as long as its connection, and longer while it has sessions.
 */

import { type AnyNotification, type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import type { SessionWriter } from "@tenon/journal";

import type { ClientLink } from "../connection/client-link.ts";
import type { AgentView } from "../gateway.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import {
  type Fields,
  fieldsOf,
  isFields,
  paramsOf,
  resultOf,
  sessionIdOf,
  textOf,
  withParams,
} from "../wire/message.ts";
import { errorAnswer } from "../wire/wire-error.ts";
import type { WriterOf } from "./other-agent.ts";
import { type OnAnswer, openUpstream, type SentRequest, type Upstream, type UpstreamWire } from "./upstream.ts";

export interface HostedAgent {
  readonly name: string;
  readonly isOwn: boolean;
  /** Whom it runs for. */
  readonly owner: ClientLink;
  readonly upstream: Upstream;
  /** By the agent's ids. */
  readonly sessions: Map<string, LiveSession>;
  /** Of sessions that are being opened again. */
  readonly writers: Map<string, SessionWriter>;
  /** Of forks that the agent is making, by its id of their parent. Which of two is which does not matter yet. */
  readonly forks: Map<string, SessionWriter[]>;
  /** What the agent said that it can do. */
  readonly capabilities: Fields;
  /** Passes the client's `initialize` on. */
  introduce(request: AnyRequest, onAnswer: OnAnswer): SentRequest;
  /** Resolves when the agent knows the client; rejects if it does not want to. */
  readonly introduced: Promise<void>;
  /** Sends a request that opens a session. */
  open(request: AnyRequest, onAnswer: OnAnswer): SentRequest;
  canClose(): boolean;
  /** Ends it if nobody needs it any more. */
  endIfUnused(): void;
}

export interface HostedAgentOptions {
  readonly name: string;
  readonly isOwn: boolean;
  readonly owner: ClientLink;
  /** Our files may be offered to it, if its client wants us to have some. */
  readonly takesFiles: boolean;
  start(writerOf: WriterOf): Promise<UpstreamWire>;
  /** The agent speaks of a session that it is just opening. */
  onSession(agent: HostedAgent, agentSessionId: string): LiveSession;
  /** It has ended a session by itself, and says why. */
  onClosed(session: LiveSession, message: AnyNotification): void;
  /** It has said which modes a session of its has. */
  onModes(modes: NonNullable<AgentView["modes"]>): void;
  /** In words, for a log. */
  onFailure(failure: string): void;
  onEnd(agent: HostedAgent, error: Error | undefined): void;
}

export function hostAgent(options: HostedAgentOptions): HostedAgent {
  const { name, isOwn, owner } = options;
  const sessions = new Map<string, LiveSession>();
  const writers = new Map<string, SessionWriter>();
  const forks = new Map<string, SessionWriter[]>();
  const elicitations = new Map<string, LiveSession>();
  const introduced = Promise.withResolvers<void>();
  introduced.promise.catch(() => {}); // heard by those who wait for it
  let capabilities: Fields = {};
  let openings = 0;

  const upstream = openUpstream({
    open: () =>
      options.start((agentSessionId, forkOf = "") => writers.get(agentSessionId) ?? forks.get(forkOf)?.shift()),
    onRequest(request) {
      const session = sessionFor(request);
      const elicitationId = textOf(paramsOf(request)["elicitationId"]);
      if (session && elicitationId !== undefined) elicitations.set(elicitationId, session);
      return session ? session.receiveRequest(request) : askOwner(request);
    },
    onNotification(message) {
      const session = sessionFor(message);
      if (!session) owner.send(message);
      else if (isOwn && message.method === "_tenon/session/closed") options.onClosed(session, message);
      else session.receive(message);
    },
    onFailure: (method, { message }) => options.onFailure(`${name}: ${method} has failed: ${message}`),
    onStray: (response) => owner.send(response),
    onEnd(error) {
      if (error) options.onFailure(`${name} has ended: ${error.message}`);
      options.onEnd(agent, error);
    },
  });

  const agent: HostedAgent = {
    name,
    isOwn,
    owner,
    upstream,
    sessions,
    writers,
    forks,
    get capabilities() {
      return capabilities;
    },
    introduce: (request, onAnswer) =>
      upstream.request(owner.wantsHost ? withHost(request, options) : request, (response, original) => {
        capabilities = fieldsOf(resultOf(response)["agentCapabilities"]);
        if ("error" in response) introduced.reject(refused(response));
        else introduced.resolve();
        onAnswer(response, original);
      }),
    introduced: introduced.promise,
    open(request, onAnswer) {
      openings += 1;
      return upstream.request(request, (response, original) => {
        openings -= 1;
        const { availableModes } = fieldsOf(resultOf(response)["modes"]);
        if (Array.isArray(availableModes)) options.onModes(availableModes.map(modeOf));
        onAnswer(response, original);
        endIfUnused();
      });
    },
    canClose: () => isOwn || isFields(fieldsOf(capabilities["sessionCapabilities"])["close"]),
    endIfUnused,
  };
  return agent;

  function sessionFor(message: AnyRequest | AnyNotification): LiveSession | undefined {
    const id = sessionIdOf(message);
    if (id === undefined) return elicitations.get(textOf(paramsOf(message)["elicitationId"]) ?? "");
    return sessions.get(id) ?? (openings > 0 ? options.onSession(agent, id) : undefined);
  }

  /** Of no session: it is the business of the connection that the agent runs for. */
  function askOwner(request: AnyRequest): { cancel(): void } {
    const requestId = upstream.givenId(paramsOf(request)["requestId"]);
    return owner.ask(requestId === undefined ? request : withParams(request, { requestId }), {
      onAnswer: (response) => upstream.respond(response),
      onGone: () =>
        upstream.respond(errorAnswer(request.id, RequestError.internalError(undefined, "the client has gone"))),
    });
  }

  function endIfUnused() {
    if (owner.gone.aborted && sessions.size === 0 && openings === 0) void upstream.close();
  }
}

/** The client's `initialize`, with what we have in its place. */
function withHost(request: AnyRequest, { takesFiles }: HostedAgentOptions): AnyRequest {
  const given = fieldsOf(paramsOf(request)["clientCapabilities"]);
  const fs = { ...fieldsOf(given["fs"]), readTextFile: true, writeTextFile: true };
  return withParams(request, { clientCapabilities: { ...given, ...(takesFiles && { fs }), terminal: true } });
}

function modeOf(mode: unknown): NonNullable<AgentView["modes"]>[number] {
  const { id, name, description } = fieldsOf(mode);
  return { id: textOf(id) ?? "", name: textOf(name) ?? textOf(id) ?? "", description: textOf(description) ?? "" };
}

function refused(response: AnyResponse): RequestError {
  const { code, message, data } = fieldsOf("error" in response ? response.error : {});
  return new RequestError(typeof code === "number" ? code : -32_603, textOf(message) ?? "", data);
}
