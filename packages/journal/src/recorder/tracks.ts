/**
 * The sessions of one connection, from the requests that open them, and what is known to belong to each.
 */

import { defined, itemsOf, type JsonObject, objectOf, stringOf } from "@tenon/basis";

/** One session of the connection. */
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

export interface Tracks {
  byId(id: string): Track | undefined;
  /** By what a message of MCP over ACP names: a server, or a connection to one. */
  byServer(params: JsonObject): Track | undefined;
  byElicitation(elicitationId: string): Track | undefined;
  /** A session that is being opened; without an id it gets one later, from `name`. */
  add(options: NewTrack): Track;
  name(track: Track, id: string): Track;
  /** It gets no id any more. */
  giveUp(track: Track): void;
  /** The one that the agent speaks of by an id we do not know: undefined if it can be none that was asked for. */
  spokenOf(id: string, options: { readonly isFromTheStart: boolean }): Track | undefined;
  /** The MCP servers and the elicitation that a message names belong to this session. */
  refer(track: Track, params: JsonObject): void;
  forget(track: Track): void;
}

export interface NewTrack {
  readonly id?: string | undefined;
  readonly cwd?: string | undefined;
  readonly isNew: boolean;
  readonly forkOf?: string | undefined;
}

export function createTracks(): Tracks {
  const named = new Map<string, Track>();
  const unnamed = new Set<Track>();
  const servers = new Map<string, Track>();
  const elicitations = new Map<string, Track>();

  return {
    byId: (id) => named.get(id),
    byServer: ({ serverId, acpId, connectionId }) => servers.get(stringOf(serverId ?? acpId ?? connectionId) ?? ""),
    byElicitation: (elicitationId) => elicitations.get(elicitationId),
    add,
    name,
    giveUp: (track) => void unnamed.delete(track),
    spokenOf(id, { isFromTheStart }) {
      const [only, ...others] = unnamed;
      // No client has opened it: an agent may name what it likes, but not make sessions.
      if (!only && isFromTheStart) return undefined;
      return only && others.length === 0 ? name(only, id) : add({ id, isNew: unnamed.size > 0 });
    },
    refer(track, params) {
      for (const id of serverIds(params)) servers.set(id, track);
      const connectionId = stringOf(params["connectionId"]);
      if (connectionId !== undefined) servers.set(connectionId, track);
      const elicitationId = stringOf(params["elicitationId"]);
      if (elicitationId !== undefined) elicitations.set(elicitationId, track);
    },
    forget(track) {
      if (track.agentSessionId !== undefined) named.delete(track.agentSessionId);
      for (const references of [servers, elicitations]) {
        for (const [id, other] of references) if (other === track) references.delete(id);
      }
    },
  };

  function add({ id, cwd, isNew, forkOf }: NewTrack): Track {
    const track: Track = { isNew, isBegun: false, loads: 0, isLoaded: false, ...defined({ cwd, forkOf }) };
    if (id !== undefined) return name(track, id);
    unnamed.add(track);
    return track;
  }

  function name(track: Track, id: string): Track {
    unnamed.delete(track);
    track.agentSessionId = id;
    named.set(id, track);
    return track;
  }
}

/** Of servers that the client provides; before MCP over ACP was request-scoped they had an `id`. */
function serverIds({ mcpServers, server }: JsonObject): readonly string[] {
  const provided = [...itemsOf(mcpServers), server].map(objectOf).filter(({ type }) => type === "acp");
  return provided.flatMap(({ serverId, id }) => stringOf(serverId ?? id) ?? []);
}
