/**
 * The gateway: joins any number of clients to the sessions of any number of agents.
 *
 * The law: a session outlives its connections. What is sent to a client is in the journal first, so a client that comes back
 * finds all of it, once and in order.
 */

import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import type { JsonObject } from "@tenon/basis";
import type { CheckpointQuery, SearchQuery, SearchResult, SessionQuery } from "@tenon/journal";
import type { Checkpoint } from "@tenon/timeline";

import type { Access } from "./people/access.ts";

export interface Gateway extends AsyncDisposable {
  /**
   * Takes over a client's stream of ACP messages until either side ends it. Throws `closed`, `too_many_connections` and
   * `store_unreachable`. `restore` gives back what the transport has taken out of a client's message.
   */
  connect(stream: Stream, peer: Peer, restore?: (message: AnyMessage) => AnyMessage): Connection;

  /**
   * A session as frames: `{"session":…}`, then every record after `after`, `{"caughtUp":true}` once, and then new ones as
   * they come. Ends when the signal aborts, the session is deleted or the gateway closes; rejects with `session_not_found`.
   */
  feed(sessionId: string, options: { readonly after?: number; readonly signal: AbortSignal }): AsyncIterable<Frame>;
  /**
   * `{"session":…}` or `{"deleted":"<id>"}` for every change of any session from now on; only the latest of each. With
   * `access`, of those that its person may look at: one that they no longer may is deleted for them.
   */
  changes(signal: AbortSignal, access?: Access): AsyncIterable<Frame>;
  /** Something about a session has changed that only the caller knows, such as who may look at it. */
  announce(sessionId: string): void;

  readonly sessions: GatewaySessions;
  /** The agents that a session can have; the first is the default. Nothing is started. */
  readonly agents: readonly AgentView[];
  /** Where it runs: the folder of a session that is given none. */
  readonly cwd: string;
  /** Milliseconds since 1970, by the clock that records have their times from. */
  readonly now: () => number;
  /** How much there is of everything, now. */
  counts(): GatewayCounts;
  /** This machine, then the others that share its journal, as they were some seconds ago. */
  machines(): readonly MachineView[];
  /** What another machine asks about sessions that are open here. Rejects if it cannot be done. */
  answerMachine(question: JsonObject): Promise<JsonObject>;

  /** Why no session can go on now, for people; undefined if all is well. */
  problem(): Promise<string | undefined>;

  /** Resolves when everything has ended. */
  readonly closed: Promise<void>;
  /**
   * Lets running turns finish within this time (default 0), cancels the rest, and ends all that it has started. The
   * journal stays open. May be called twice.
   */
  close(options?: { readonly withinMs?: number }): Promise<void>;
}

/** The other end of a connection. */
export interface Peer {
  /** Noted beside what it answers: shown to people, so it is a name and never a token. */
  readonly name: string;
  /** The default agent of the connection's sessions. Defaults to that of the gateway. */
  readonly agent?: string;
  /** It is on another machine: it may not start programs on this one. */
  readonly isRemote?: boolean;
  /** Another machine of this gateway speaks for it. */
  readonly isForwarded?: boolean;
  /** What its person may do. Without it, everything. */
  readonly access?: Access;
}

export interface Connection extends AsyncDisposable {
  readonly id: string;
  /** Resolves when it has ended, by whichever side. Its sessions live on. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** One text for the reader's wire, made once for all readers. */
export type Frame = string;

export interface GatewaySessions {
  /** The newest first. Rejects with `bad_cursor`. */
  list(query?: SessionQuery): Promise<SessionViewPage>;
  get(sessionId: string): Promise<SessionView | undefined>;
  /** What people read in sessions, by words. */
  search(query: SearchQuery): Promise<SearchResult>;
  /** Files in the folders of an open session, by a part of their path; none if its folders are on a client's machine. */
  files(sessionId: string, query: string): Promise<readonly { readonly name: string; readonly uri: string }[]>;
  /** These reject with `session_not_found`. */
  rename(sessionId: string, title: string): Promise<SessionView>;
  /** A new session with the records up to and including `at` (default: all). Rejects with `record_not_found`. */
  fork(sessionId: string, options?: { readonly at?: number }): Promise<SessionView>;
  /** Closes it for all clients first. False if there was none. Rejects with `session_busy` if another process writes it. */
  delete(sessionId: string): Promise<boolean>;
  /** Where the fold of a session can begin; undefined if that is its first record. */
  checkpoint(sessionId: string, query: CheckpointQuery): Promise<Checkpoint | undefined>;
  /** The frames of the records after and before these sequence numbers. */
  records(sessionId: string, range: { readonly after: number; readonly before: number }): AsyncIterable<Frame>;
  /** JSON Lines without the line breaks, as the journal exports them. */
  export(sessionId: string): AsyncIterable<string>;
}

export interface SessionViewPage {
  readonly sessions: readonly SessionView[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface SessionView {
  readonly id: string;
  /** By which the agent knows it, and the messages of its records speak of it. */
  readonly agentSessionId: string;
  readonly title?: string;
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[];
  readonly agent: string;
  /** What people call it, if it is one that we know. */
  readonly agentTitle?: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly lastSeq: number;
  readonly parent?: { readonly sessionId: string; readonly at: number };
  /** Some agent has it open, here or in another process. */
  readonly isLive: boolean;
  readonly state: SessionState;
  /** How many connections it has, on the machine that has it open. An idle one is known there only. */
  readonly attached: number;
  /** Who can make a fork of it that can be continued: `sessions.fork`, its agent with `session/fork`, or neither. */
  readonly forkedBy: "gateway" | "agent" | "nobody";
  /** Prompts that wait for their turn, the next one first; absent if there are none. */
  readonly waiting?: readonly WaitingPrompt[];
}

export interface WaitingPrompt {
  readonly id: string;
  /** Its beginning. */
  readonly text: string;
  /** Who sent it. */
  readonly by: string;
}

/** `waiting`: for the answer to a question. */
export type SessionState = "idle" | "running" | "waiting";

export interface AgentView {
  readonly name: string;
  readonly title: string;
  /** Which modes its sessions have, if that is known before there is one. */
  readonly modes?: readonly { readonly id: string; readonly name: string; readonly description: string }[];
  readonly version?: string;
  /** Its last answer when a session was opened; or what is left of an earlier sign-in, which may have ended since. */
  readonly signIn?: "done" | "needed" | "credentials found";
  /** How to sign in, to follow "To sign in, ". */
  readonly signInAdvice?: string;
  /** Sentences about what to expect of it. */
  readonly notes?: readonly string[];
}

export interface MachineView extends Pick<GatewayCounts, "liveSessions" | "runningSessions" | "connections"> {
  /** Undefined for one that no other reaches. */
  readonly address?: string;
  /** Of its host. */
  readonly name: string;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly pools: readonly { readonly name: string; readonly folder?: string }[];
  /** How busy it is, for its size: new sessions go where this is low. */
  readonly load: number;
  /** It is stopping, and takes no new sessions. */
  readonly isDraining: boolean;
  readonly isUp: boolean;
  readonly isThis: boolean;
}

export interface GatewayCounts {
  readonly connections: number;
  /** Agents that run, one for each connection that uses it. */
  readonly upstreams: number;
  readonly liveSessions: number;
  readonly runningSessions: number;
  readonly waitingSessions: number;
  readonly feedReaders: number;
}
