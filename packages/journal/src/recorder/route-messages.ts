/**
 * Finds the session that each message of one ACP connection belongs to.
 *
 * By its `sessionId`; an answer by its question; and what names neither, by the request, the MCP server or the elicitation
 * that it speaks of. A session that is being opened has no id yet, and may be spoken of before it has one.
 */

import { type JsonObject, stringOf } from "@tenon/basis";
import type { Side } from "@tenon/timeline";

import { createTracks, type Track } from "./tracks.ts";
import type { WireMessage } from "./wire-message.ts";

export type Route =
  /** Of no session and of no importance to one. */
  | { readonly type: "nowhere" }
  /** Of the connection, and so of all its sessions. */
  | { readonly type: "connection" }
  /** `opens`: a request that the agent has not accepted yet. `begun`: what waits for that one belongs here. */
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
  const tracks = createTracks();
  const questions = new Map<string, Question>();
  let isFromTheStart = false;

  return (from, message) => {
    const { id, method } = message;
    if (method === "initialize") isFromTheStart = true;
    if (method === undefined) return id === undefined ? NOWHERE : routeAnswer(from, id, message);
    const isOpening = from === "client" && OPENING.has(method);
    const route = isOpening ? routeOpening(method, message) : routeOther(from, method, message);
    if (id !== undefined) questions.set(keyOf(from, id), { method, route });
    return route;
  };

  function routeOpening(method: string, { params }: WireMessage): Route {
    const sessionId = stringOf(params["sessionId"]);
    const id = BY_ID.has(method) ? sessionId : undefined;
    const forkOf = method === "session/fork" ? sessionId : undefined;
    const known = id === undefined ? undefined : tracks.byId(id);
    const track = known ?? tracks.add({ id, cwd: stringOf(params["cwd"]), isNew: id === undefined, forkOf });
    if (method === "session/load") track.loads += 1;
    tracks.refer(track, params);
    return { type: "session", track, opens: true };
  }

  function routeOther(from: Side, method: string, { params }: WireMessage): Route {
    const id = stringOf(params["sessionId"]);
    const isPrompt = from === "client" && method === "session/prompt";
    // Opened before anyone listened, or never: only the agent knows.
    if (id !== undefined && isPrompt && !tracks.byId(id)) {
      return { type: "session", track: tracks.add({ id, isNew: false }), opens: true };
    }
    const track = id === undefined ? trackByReference(from, method, params) : trackById(from, id);
    if (!track) return id === undefined && !method.startsWith("session/") ? { type: "connection" } : NOWHERE;
    tracks.refer(track, params);
    if (isPrompt) track.isLoaded = false;
    if (method !== CLOSED_BY_AGENT || from !== "agent") return { type: "session", track };
    tracks.forget(track);
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
    if (method === "mcp/connect" && !isError) tracks.refer(track, result);
    const isDeleted = method === "session/delete";
    if (isError || !(isDeleted || CLOSING.has(method))) return { type: "session", track };
    tracks.forget(track);
    return { type: "closed", track, isDeleted };
  }

  function conclude(track: Track, id: string | undefined): Route {
    tracks.giveUp(track);
    if (id === undefined && track.isBegun) return { type: "session", track };
    if (id === undefined) {
      tracks.forget(track);
      return { type: "refused", track };
    }
    // The agent named it while several were being opened, when it could be any of them.
    const spokenOf = tracks.byId(id);
    if (spokenOf && spokenOf !== track) return { type: "session", track: spokenOf, begun: track };
    return { type: "session", track: begin(tracks.name(track, id)) };
  }

  function trackById(from: Side, id: string): Track | undefined {
    const known = tracks.byId(id);
    if (from === "client") return known;
    const track = known ?? tracks.spokenOf(id, { isFromTheStart });
    return track && begin(track);
  }

  function trackByReference(from: Side, method: string, params: JsonObject): Track | undefined {
    if (method.startsWith("mcp/")) return tracks.byServer(params);
    if (method === "elicitation/complete") return tracks.byElicitation(stringOf(params["elicitationId"]) ?? "");
    const asker = method === "$/cancel_request" ? from : "client";
    const route = questions.get(keyOf(asker, JSON.stringify(params["requestId"])))?.route;
    return route?.type === "session" ? route.track : undefined;
  }
}

function begin(track: Track): Track {
  track.isBegun = true;
  return track;
}

function keyOf(from: Side, id: string): string {
  return `${from} ${id}`;
}
