/**
 * The sessions of one connection: opened, found, listed, closed. What they leave in the journal outlives them.
 */

import { stat } from "node:fs/promises";

import { type ClientCapabilities, type ListSessionsResponse, RequestError } from "@agentclientprotocol/sdk";
import type { AgentContext, SessionNotification } from "@agentclientprotocol/sdk";
import { within } from "@tenon/basis";
import type { ServerSpec } from "@tenon/hub";
import { type Journal, JournalError, type SessionRecord, type SessionWriter } from "@tenon/journal";

import { CLOSED_NOTIFICATION } from "../acp-client/extension-methods.ts";
import type { Session } from "./agent-session.ts";
import { createOneAtATime } from "./one-at-a-time.ts";
import type { NewId } from "../acp-client/new-id.ts";
import { readTurns } from "./recorded-turns.ts";
import { replay } from "./replay.ts";
import { type ScopedSession, scopedSession } from "./scoped-session.ts";
import { createSessionClient } from "../acp-client/session-client.ts";
import type { SessionScope } from "./session-scope.ts";
import type { FirstModel } from "./settings.ts";
import type { ClientSystemPrompt } from "./system-prompt.ts";
import { AGENT, readStored, type StoredSession } from "./stored-session.ts";

export interface SessionPlace {
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly servers: readonly ServerSpec[];
  readonly client: AgentContext;
  /** Sends an update that is in the record already. */
  readonly repeat: (notification: SessionNotification) => Promise<void>;
  readonly capabilities: ClientCapabilities;
  /** Instructions of the client's, for as long as the session is open. */
  readonly systemPrompt?: ClientSystemPrompt;
}

export interface Sessions {
  create(place: SessionPlace): Promise<Session>;
  /** Opens one that was recorded; with `replay`, after the client has been sent all of it [R47, R48]. */
  reopen(sessionId: string, place: SessionPlace, options: { readonly replay: boolean }): Promise<Session>;
  /** A new session with the history of another one. */
  fork(sessionId: string, place: SessionPlace): Promise<Session>;
  /** Throws if it is not open [R60]. */
  find(sessionId: string): Session;
  get(sessionId: string): Session | undefined;
  writerOf(sessionId: string): SessionWriter | undefined;
  /** With `archived`, each says whether it is; without it, all are listed. */
  list(query: {
    readonly cwd?: string;
    readonly cursor?: string;
    readonly archived?: "exclude" | "include" | "only" | undefined;
  }): Promise<ListSessionsResponse>;
  /** Also of one that is not open. Resolves with the title as it is kept. */
  setTitle(sessionId: string, title: string): Promise<string>;
  /** `open`: here, on another connection, or in another process. Changes nothing. */
  status(sessionId: string): Promise<"open" | "saved">;
  /** Closes one that is to be archived. */
  setArchived(sessionId: string, isArchived: boolean): Promise<void>;
  close(sessionId: string): Promise<void>;
  delete(sessionId: string): Promise<void>;
  closeAll(): Promise<void>;
}

const TELL_MS = 1_000;

type OpenSession = (parts: {
  readonly id: string;
  readonly place: SessionPlace;
  readonly writer: SessionWriter;
  readonly stored: StoredSession;
  readonly first: FirstModel;
  /** The user or the first prompt has named it. */
  readonly isTitled: boolean;
}) => Promise<Session>;

export function createSessions(options: {
  readonly journal: Journal;
  readonly open: OpenSession;
  /** The model of a session; asked for before anything of the session is shown. */
  readonly firstModel: (stored: StoredSession) => Promise<FirstModel>;
  /** Its record is gone, and with it goes what was kept beside. */
  readonly onDelete: (sessionId: string) => Promise<void>;
  readonly scope: SessionScope;
  readonly onWarning: (warning: string) => void;
  readonly newId: NewId;
}): Sessions {
  const { journal, newId, scope, onWarning } = options;
  const sessions = new Map<string, ScopedSession>();
  const writers = new Map<string, SessionWriter>();
  const work = createOneAtATime();
  /** Closed already, with servers that are still ending. */
  const ending = new Map<string, Promise<void>>();
  let isClosed = false;

  return {
    create: (place) => inTurn(newId("session"), (id) => create(id, place)),
    reopen: (sessionId, place, { replay }) => inTurn(sessionId, () => reopen(sessionId, place, replay)),
    fork: (sessionId, place) => inTurn(sessionId, () => fork(sessionId, place)),
    find(sessionId) {
      const session = sessions.get(sessionId);
      if (!session) throw RequestError.sessionNotFound(sessionId);
      return session;
    },
    get: (sessionId) => sessions.get(sessionId),
    writerOf: (sessionId) => writers.get(sessionId),
    async list({ archived, ...query }) {
      const isArchived = archived !== undefined && archived !== "include" && { isArchived: archived === "only" };
      const page = await journal
        .sessions({ agent: AGENT, isUsed: true, ...query, ...isArchived })
        .catch((error: unknown) => {
          if (!(error instanceof JournalError && error.code === "BAD_CURSOR")) throw error;
          throw RequestError.invalidParams({ cursor: query.cursor }, error.message);
        });
      return {
        sessions: page.sessions.map(
          ({ id, cwd, additionalDirectories = [], title, updatedAt, isArchived = false }) => ({
            sessionId: id,
            cwd,
            ...(additionalDirectories.length > 0 && { additionalDirectories: [...additionalDirectories] }),
            ...(title !== undefined && { title }),
            updatedAt: new Date(updatedAt).toISOString(),
            ...(archived !== undefined && { archived: isArchived }),
          }),
        ),
        ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
      };
    },
    async setTitle(sessionId, title) {
      await known(sessionId);
      await journal.describe(sessionId, { title });
      await sessions.get(sessionId)?.setTitle(title);
      return (await known(sessionId)).title ?? title;
    },
    async status(sessionId) {
      const { isLive } = await known(sessionId);
      // One that was closed here has its writer until the answer is recorded.
      return sessions.has(sessionId) || (isLive && !writers.has(sessionId)) ? "open" : "saved";
    },
    setArchived: (sessionId, isArchived) =>
      inTurn(sessionId, async () => {
        await known(sessionId);
        if (isArchived) await close(sessionId);
        await journal.describe(sessionId, { isArchived });
      }),
    close,
    delete: (sessionId) =>
      inTurn(sessionId, async () => {
        await letGo(sessionId);
        await journal.delete(sessionId).catch(inProtocolWords(sessionId));
        await options.onDelete(sessionId);
      }),
    async closeAll() {
      isClosed = true;
      // What is being opened would be left open.
      await work.settled();
      for (const session of sessions.values()) follow(session);
      sessions.clear();
      await Promise.allSettled(ending.values());
    },
  };

  /** What opens or deletes a session waits for what does so already: two at once would each leave one open. */
  async function inTurn<T>(sessionId: string, step: (sessionId: string) => Promise<T>): Promise<T> {
    if (isClosed) throw new RequestError(INVALID_REQUEST, "The connection has ended");
    return await work.run(sessionId, () => step(sessionId));
  }

  async function known(sessionId: string): Promise<SessionRecord> {
    const found = await journal.session(sessionId);
    // The journal has the sessions of other agents too.
    if (found?.agent !== AGENT) throw RequestError.sessionNotFound(sessionId);
    return found;
  }

  async function create(id: string, place: SessionPlace): Promise<Session> {
    await requireFolder(place.cwd);
    const { cwd, additionalDirectories } = place;
    const writer = await journal.create({ id, agentSessionId: id, agent: AGENT, cwd, additionalDirectories });
    try {
      return await start(id, place, writer, { stored: { history: [], settings: undefined } });
    } catch (error) {
      // Nobody was told of it. If it cannot be deleted either, it is not listed: it was never prompted.
      await journal.delete(id).catch(() => {});
      throw error;
    }
  }

  async function reopen(sessionId: string, place: SessionPlace, isReplayed: boolean): Promise<Session> {
    const known = await journal.session(sessionId);
    if (!known) throw RequestError.sessionNotFound(sessionId);
    const { cwd } = known;
    if (cwd !== place.cwd) throw RequestError.invalidParams({ cwd }, `This session belongs to ${cwd}`);
    // One that is open keeps its writer: the recorder of the connection writes to it too.
    const kept = sessions.has(sessionId) ? writers.get(sessionId) : undefined;
    await closeWhole(sessionId);
    const writer = kept ?? (await openWriter(journal, sessionId));
    // Before the first word of the replay, which the recorder looks at too.
    writers.set(sessionId, writer);
    try {
      const { additionalDirectories } = place;
      await journal.describe(sessionId, { additionalDirectories });
      const stored = await readStored(journal, sessionId);
      const first = await options.firstModel(stored);
      if (isReplayed) {
        const messages = () => journal.records(sessionId, { from: ["client", "agent"] });
        const turns = await readTurns(messages());
        for await (const update of replay(messages(), { turns, capabilities: place.capabilities })) {
          await place.repeat({ sessionId, update });
        }
      }
      return await start(sessionId, place, writer, { stored, first });
    } catch (error) {
      writers.delete(sessionId);
      await writer.close();
      throw error;
    }
  }

  async function fork(sessionId: string, place: SessionPlace): Promise<Session> {
    const { id } = await journal.fork(sessionId, { newId: newId("session") }).catch(inProtocolWords(sessionId));
    const { cwd, additionalDirectories } = place;
    await journal.describe(id, { agentSessionId: id, cwd, additionalDirectories });
    return await start(id, place, await openWriter(journal, id), { stored: await readStored(journal, id) });
  }

  async function start(
    id: string,
    place: SessionPlace,
    writer: SessionWriter,
    { stored, first }: { readonly stored: StoredSession; readonly first?: FirstModel },
  ): Promise<Session> {
    writers.set(id, writer);
    const owner = { sessionId: id, fail: (error: unknown) => fail(id, place, error) };
    const isTitled = writer.session.title !== undefined;
    const opening = async () =>
      await options.open({ id, place, writer, stored, isTitled, first: first ?? (await options.firstModel(stored)) });
    const opened = await scope.run(owner, opening).catch(async (error: unknown) => {
      writers.delete(id);
      await writer.close();
      throw error;
    });
    const session = scopedSession(opened, (work) => scope.run(owner, work));
    sessions.set(id, session);
    return session;
  }

  function fail(id: string, place: SessionPlace, error: unknown): boolean {
    const session = sessions.get(id);
    if (!session) return false;
    sessions.delete(id);
    // Whoever loads it waits until it is closed.
    work
      .run(id, () => endByFault(session, place, error))
      .catch((cause: unknown) => onWarning(`Session ${id} did not close after an internal error: ${String(cause)}`));
    return true;
  }

  async function endByFault(session: ScopedSession, { client, capabilities }: SessionPlace, error: unknown) {
    const sessionId = session.id;
    const told = createSessionClient(client, { sessionId, capabilities, newId });
    const title = "This session was ended by an internal error; load it to go on";
    const description = error instanceof Error ? error.message : String(error);
    const reason = `${title}: ${description}`;
    const telling = told.notice({ severity: "error", title, description }).then(() => told.flushed());
    await within(TELL_MS, telling).catch(() => {}); // A client that does not read, or has gone, must not keep it open.
    await session.fail(reason);
    follow(session);
    // The last word of it: with this the recorder closes the writer.
    await client.notify(CLOSED_NOTIFICATION, { sessionId, reason }).catch(() => {}); // The client has gone.
    writers.delete(sessionId);
  }

  /** Its writer stays open: the answer that it is closed is still to be recorded, and then the recorder closes it. */
  async function close(sessionId: string): Promise<void> {
    const session = sessions.get(sessionId);
    sessions.delete(sessionId);
    if (!session) return;
    follow(session);
    await session.close();
  }

  /** Ends it, and remembers it until nothing of it is left. */
  function follow(session: Session): void {
    const { id } = session;
    const ended = session.ended();
    ending.set(id, ended);
    const forget = () => void (ending.get(id) === ended && ending.delete(id));
    void ended.then(forget, forget); // a failure is reported to who closes it
  }

  /** Closes it and waits for its servers: a new process must not read state that the old one is still saving. */
  async function closeWhole(sessionId: string): Promise<void> {
    await close(sessionId);
    await ending.get(sessionId)?.catch(() => {}); // reported by the close that began it
  }

  /** Closes it so that it can be deleted. */
  async function letGo(sessionId: string): Promise<void> {
    await closeWhole(sessionId);
    await writers.get(sessionId)?.close();
    writers.delete(sessionId);
  }
}

/** One that has gone since is no reason not to load what happened in it. */
async function requireFolder(cwd: string): Promise<void> {
  const found = await stat(cwd).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw RequestError.invalidParams({ path: "cwd", cwd }, `There is no folder ${cwd}`);
}

function openWriter(journal: Journal, sessionId: string): Promise<SessionWriter> {
  return journal.open(sessionId).catch(inProtocolWords(sessionId));
}

function inProtocolWords(sessionId: string) {
  return (error: unknown): never => {
    if (!(error instanceof JournalError)) throw error;
    if (error.code === "SESSION_NOT_FOUND") throw RequestError.sessionNotFound(sessionId);
    throw new RequestError(INVALID_REQUEST, error.message, { sessionId, code: error.code });
  };
}

const INVALID_REQUEST = -32_600;
