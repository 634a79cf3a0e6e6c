/**
 * The sessions of one connection: opened, found, listed, closed. Their records in the journal outlive them.
 */

import { setImmediate } from "node:timers/promises";

import { type ListSessionsResponse, RequestError } from "@agentclientprotocol/sdk";
import { createKeyedQueue, errorMessage, RPC_ERROR, within } from "@tenon/basis";
import type { Journal, SessionRecord, SessionWriter } from "@tenon/journal";
import { describeToClients } from "@tenon/journal/stream";

import { CLOSED_NOTIFICATION } from "../acp-client/extension-methods.ts";
import type { NewId } from "../acp-client/new-id.ts";
import { createSessionClient } from "../acp-client/session-client.ts";
import type { Session } from "./open/agent-session.ts";
import { toJournalRequestError } from "./stored/journal-request-error.ts";
import { type ListQuery, listSessions } from "./stored/list-sessions.ts";
import { createLiveSessions } from "./live-sessions.ts";
import type { ScopedSession } from "./scoped-session.ts";
import { createSessionOpener, type OpenSession } from "./session-opener.ts";
import type { SessionScope } from "./open/session-scope.ts";
import type { SessionSetup } from "./open/session-setup.ts";
import type { FirstModel } from "./settings/settings.ts";
import { AGENT, type StoredSession } from "./stored/stored-session.ts";

export interface Sessions {
  create(setup: SessionSetup): Promise<Session>;
  /** Opens one that was recorded; with `isReplayed`, after the client has been sent all of it [R47, R48]. */
  reopen(sessionId: string, setup: SessionSetup, options: { readonly isReplayed: boolean }): Promise<Session>;
  /** A new session with the history of another one. */
  fork(sessionId: string, setup: SessionSetup): Promise<Session>;
  /** Throws if it is not open [R60]. */
  find(sessionId: string): Session;
  get(sessionId: string): Session | undefined;
  writerOf(sessionId: string): SessionWriter | undefined;
  list(query: ListQuery): Promise<ListSessionsResponse>;
  /** Also of one that is not open. Resolves with the title as it is stored. */
  setTitle(sessionId: string, title: string): Promise<string>;
  /** `open`: here, on another connection, or in another process. Changes nothing. */
  status(sessionId: string): Promise<"open" | "saved">;
  /** Closes one that is to be archived. */
  setArchived(sessionId: string, isArchived: boolean): Promise<void>;
  close(sessionId: string): Promise<void>;
  /** Also waits for its servers. */
  closeWhole(sessionId: string): Promise<void>;
  delete(sessionId: string): Promise<void>;
  closeAll(): Promise<void>;
}

export interface SessionsOptions {
  readonly journal: Journal;
  readonly open: OpenSession;
  readonly firstModel: (stored: StoredSession) => Promise<FirstModel>;
  /** The record is gone; deletes what was stored beside it. */
  readonly onDelete: (sessionId: string) => Promise<void>;
  readonly scope: SessionScope;
  readonly onWarning: (warning: string) => void;
  readonly newId: NewId;
}

const NOTIFY_MS = 1_000;

export function createSessions(options: SessionsOptions): Sessions {
  const { journal, newId, onWarning } = options;
  const live = createLiveSessions();
  // The writer of a closed session stays: the answer to `session/close` is still to be recorded, and then the recorder closes it.
  const writers = new Map<string, SessionWriter>();
  const queue = createKeyedQueue();
  const opener = createSessionOpener({ ...options, live, writers, onFault, onLost });
  let isClosed = false;

  return {
    create: (setup) => inTurn(newId("session"), (id) => opener.create(id, setup)),
    reopen: (sessionId, setup, how) => inTurn(sessionId, () => opener.reopen(sessionId, setup, how)),
    fork: (sessionId, setup) => inTurn(sessionId, () => opener.fork(sessionId, setup)),
    find(sessionId) {
      const session = live.get(sessionId);
      if (!session) throw RequestError.sessionNotFound(sessionId);
      return session;
    },
    get: (sessionId) => live.get(sessionId),
    writerOf: (sessionId) => writers.get(sessionId),
    list: (query) => listSessions(journal, query),
    async setTitle(sessionId, title) {
      await known(sessionId);
      await journal.describe(sessionId, { title });
      await live.get(sessionId)?.setTitle(title);
      return (await known(sessionId)).title ?? title;
    },
    async status(sessionId) {
      const { isLive } = await known(sessionId);
      return live.get(sessionId) || (isLive && !writers.has(sessionId)) ? "open" : "saved";
    },
    setArchived: (sessionId, isArchived) =>
      inTurn(sessionId, async () => {
        await known(sessionId);
        if (isArchived) await live.close(sessionId);
        await journal.describe(sessionId, { isArchived });
      }),
    close: live.close,
    closeWhole: live.closeWhole,
    delete: (sessionId) =>
      inTurn(sessionId, async () => {
        await live.closeWhole(sessionId);
        await writers.get(sessionId)?.close();
        writers.delete(sessionId);
        await journal.delete(sessionId).catch(toJournalRequestError(sessionId));
        await options.onDelete(sessionId);
      }),
    async closeAll() {
      isClosed = true;
      // A session that is being opened would be left open.
      await queue.settled();
      await live.closeAll();
    },
  };

  /** One request at a time opens or deletes a session: two at once would each leave one open. */
  async function inTurn<T>(sessionId: string, step: (sessionId: string) => Promise<T>): Promise<T> {
    if (isClosed) throw new RequestError(RPC_ERROR.invalidRequest, "The connection has ended");
    return await queue.run(sessionId, async () => {
      // The answer to the request before this one leaves first.
      await setImmediate();
      return await step(sessionId);
    });
  }

  async function known(sessionId: string): Promise<SessionRecord> {
    const found = await journal.session(sessionId);
    // The journal has the sessions of other agents too.
    if (found?.agent !== AGENT) throw RequestError.sessionNotFound(sessionId);
    return found;
  }

  function onLost(id: string): void {
    live
      .closeWhole(id)
      .then(() => writers.get(id)?.close())
      .catch((cause: unknown) => onWarning(`Session ${id} did not close after it was lost: ${errorMessage(cause)}`));
  }

  function onFault(id: string, setup: SessionSetup, error: unknown): boolean {
    const session = live.take(id);
    if (!session) return false;
    // A request to load it waits until it is closed.
    queue
      .run(id, () => endByFault(session, setup, error))
      .catch((cause: unknown) => onWarning(`Session ${id} did not close after a fault: ${errorMessage(cause)}`));
    return true;
  }

  async function endByFault(session: ScopedSession, setup: SessionSetup, error: unknown): Promise<void> {
    const sessionId = session.id;
    const reason = await failSession(session, { ...setup, error, newId });
    live.end(session);
    // The last message of the session: with it the recorder closes the writer.
    await setup.client.notify(CLOSED_NOTIFICATION, { sessionId, reason }).catch(() => {}); // The client has gone.
    writers.delete(sessionId);
    // Until then its writer is open, and a request to load the session would fail. A client that does not read is not waited for.
    await within(NOTIFY_MS, setup.flushed()).catch(() => {});
  }
}

/** Tells the client why, as long as it reads, and fails the prompts under way. */
async function failSession(
  session: ScopedSession,
  { client, capabilities, error, newId }: SessionSetup & { readonly error: unknown; readonly newId: NewId },
): Promise<string> {
  const sessionClient = createSessionClient(client, { sessionId: session.id, capabilities, newId });
  const title = "This session was ended by an internal error; load it to continue";
  const description = describeToClients(error);
  const reason = `${title}: ${description}`;
  const notified = sessionClient.notice({ severity: "error", title, description }).then(() => sessionClient.flushed());
  await within(NOTIFY_MS, notified).catch(() => {}); // A client that does not read, or has gone, must not keep it open.
  await session.fail(reason);
  return reason;
}
