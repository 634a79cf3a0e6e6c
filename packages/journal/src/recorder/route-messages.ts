/**
 * Tells to which session each message of one ACP connection belongs.
 *
 * By its `sessionId`; an answer by its question; and what names neither, by the request, the MCP server or the elicitation
 * that it speaks of. A session that is being opened has no id yet, and may be spoken of before it has one.
 */

import { defined, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import type { Side } from "@tenon/timeline";

import type { WireMessage } from "../wire-message.ts";

/** One session of the connection, from the request that opens it. */
export interface Track {
  agentSessionId?: string;
  readonly cwd?: string;
  /** The agent's id of the session that it is a fork of. */
  readonly forkOf?: string;
  /** The agent has just made it: a session of that name in the journal is another one. */
  readonly isNew: boolean;
  /** The agent has agreed, or speaks of it. */
  isBegun: boolean;
  /** How many `session/load` are under way: updates meanwhile are history, sent again. */
  loads: number;
  /** It was loaded, and has not been prompted since: some agents send their history only now. */
  isLoaded: boolean;
}

export type Route =
  /** Of no session and of no importance to one. */
  | { readonly type: "nowhere" }
  /** Of the connection, and so of all its sessions. */
  | { readonly type: "connection" }
  /** `opens`: a request, and nobody knows yet whether the agent agrees. `begun`: what waits for that one belongs here. */
  | { readonly type: "session"; readonly track: Track; readonly opens?: boolean; readonly begun?: Track }
  | { readonly type: "refused"; readonly track: Track }
  /** `isDeleted`: its record may be gone, and this is not to be written to it. */
  | { readonly type: "closed"; readonly track: Track; readonly isDeleted: boolean };

interface Question {
  readonly method: string;
  readonly route: Route;
}

const OPENING = new Set(["session/new", "session/load", "session/resume", "session/fork"]);
const BY_ID = new Set(["session/load", "session/resume"]);
// What our agent says when an internal error has ended a session.
const CLOSED_BY_AGENT = "_tenon/session/closed";
// An agent that archives a session closes it first.
const CLOSING: ReadonlySet<string> = new Set(["session/close", "session/archive"]);
const NOWHERE: Route = { type: "nowhere" };

export function createRouter(): (from: Side, message: WireMessage) => Route {
  const tracks = new Map<string, Track>();
  const unnamed = new Set<Track>();
  const questions = new Map<string, Question>();
  const servers = new Map<string, Track>();
  const elicitations = new Map<string, Track>();

  let isFromTheStart = false;

  return (from, message) => {
    const { id, method } = message;
    if (method === "initialize") isFromTheStart = true;
    if (method === undefined) return id === undefined ? NOWHERE : routeAnswer(from, id, message);
    const route =
      OPENING.has(method) && from === "client" ? routeOpening(method, message) : routeOther(from, method, message);
    if (id !== undefined) questions.set(keyOf(from, id), { method, route });
    return route;
  };

  function routeOpening(method: string, { params }: WireMessage): Route {
    const id = BY_ID.has(method) ? stringOf(params["sessionId"]) : undefined;
    const forkOf = method === "session/fork" ? stringOf(params["sessionId"]) : undefined;
    const track =
      (id !== undefined && tracks.get(id)) ||
      newTrack({ id, cwd: stringOf(params["cwd"]), isNew: id === undefined, forkOf });
    if (id === undefined) unnamed.add(track);
    if (method === "session/load") track.loads += 1;
    for (const serverId of serverIds(params)) servers.set(serverId, track);
    return { type: "session", track, opens: true };
  }

  function routeOther(from: Side, method: string, { params }: WireMessage): Route {
    const id = stringOf(params["sessionId"]);
    // Opened before anyone listened, or never: only the agent knows.
    if (id !== undefined && from === "client" && method === "session/prompt" && !tracks.has(id)) {
      return { type: "session", track: newTrack({ id, isNew: false }), opens: true };
    }
    const track = id === undefined ? trackByReference(from, method, params) : trackById(from, id);
    if (!track) return id === undefined && !method.startsWith("session/") ? { type: "connection" } : NOWHERE;
    const elicitationId = stringOf(params["elicitationId"]);
    if (elicitationId !== undefined) elicitations.set(elicitationId, track);
    if (from === "client" && method === "session/prompt") track.isLoaded = false;
    if (method !== CLOSED_BY_AGENT || from !== "agent") return { type: "session", track };
    forget(track);
    return { type: "closed", track, isDeleted: false };
  }

  function routeAnswer(from: Side, id: string, { result, isError }: WireMessage): Route {
    const key = keyOf(from === "client" ? "agent" : "client", id);
    const question = questions.get(key);
    questions.delete(key);
    if (!question) return NOWHERE;
    const { method, route } = question;
    if (route.type !== "session") return route;
    const { track } = route;
    if (route.opens) {
      if (method === "session/load") track.loads -= 1;
      if (method === "session/load" && !isError) track.isLoaded = true;
      return conclude(track, isError ? undefined : (stringOf(result["sessionId"]) ?? track.agentSessionId));
    }
    const isDeleted = method === "session/delete";
    if (isError || !(isDeleted || CLOSING.has(method))) return { type: "session", track };
    forget(track);
    return { type: "closed", track, isDeleted };
  }

  function conclude(track: Track, id: string | undefined): Route {
    unnamed.delete(track);
    if (id === undefined && track.isBegun) return { type: "session", track };
    if (id === undefined) {
      forget(track);
      return { type: "refused", track };
    }
    // It was spoken of while several were being opened, and nobody could tell which it was.
    const spokenOf = tracks.get(id);
    if (spokenOf && spokenOf !== track) return { type: "session", track: spokenOf, begun: track };
    return { type: "session", track: begin(name(track, id)) };
  }

  function trackById(from: Side, id: string): Track | undefined {
    const known = tracks.get(id);
    if (known) return from === "agent" ? begin(known) : known;
    if (from === "client") return undefined;
    const [only, ...others] = unnamed;
    // Nobody has opened it: an agent may say what it likes, but not make sessions.
    if (!only && isFromTheStart) return undefined;
    if (!only || others.length > 0) return begin(newTrack({ id, isNew: unnamed.size > 0 }));
    unnamed.delete(only);
    return begin(name(only, id));
  }

  function trackByReference(from: Side, method: string, params: JsonObject): Track | undefined {
    const server = stringOf(params["serverId"]);
    if (method === "mcp/message") return server === undefined ? undefined : servers.get(server);
    if (method === "elicitation/complete") return elicitations.get(stringOf(params["elicitationId"]) ?? "");
    const asker = method === "$/cancel_request" ? from : "client";
    const route = questions.get(keyOf(asker, JSON.stringify(params["requestId"])))?.route;
    return route?.type === "session" ? route.track : undefined;
  }

  function newTrack({ id, cwd, isNew, forkOf }: NewTrack): Track {
    const track: Track = { isNew, isBegun: false, loads: 0, isLoaded: false, ...defined({ cwd, forkOf }) };
    return id === undefined ? track : name(track, id);
  }

  function begin(track: Track): Track {
    track.isBegun = true;
    return track;
  }

  function name(track: Track, id: string): Track {
    track.agentSessionId = id;
    tracks.set(id, track);
    return track;
  }

  function forget(track: Track) {
    if (track.agentSessionId !== undefined) tracks.delete(track.agentSessionId);
    for (const references of [servers, elicitations]) {
      for (const [id, other] of references) if (other === track) references.delete(id);
    }
  }
}

interface NewTrack {
  readonly id?: string | undefined;
  readonly cwd?: string | undefined;
  readonly isNew: boolean;
  readonly forkOf?: string | undefined;
}

function serverIds(params: JsonObject): readonly string[] {
  const servers: unknown = params["mcpServers"];
  if (!Array.isArray(servers)) return [];
  return servers.map((server) => stringOf(objectOf(server)["serverId"])).filter((id) => id !== undefined);
}

function keyOf(from: Side, id: string): string {
  return `${from} ${id}`;
}
