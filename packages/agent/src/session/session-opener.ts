/**
 * Opens sessions: new, recorded, or as a fork of another. The writer of each is known before anything of it is sent,
 * because the connection's recorder writes to it too.
 */

import { stat } from "node:fs/promises";

import { RequestError } from "@agentclientprotocol/sdk";
import { errorCode, errorMessage } from "@tenon/basis";
import type { Journal, SessionWriter } from "@tenon/journal";

import type { NewId } from "../acp-client/new-id.ts";
import type { Session } from "./open/agent-session.ts";
import { toJournalRequestError } from "./stored/journal-request-error.ts";
import type { LiveSessions } from "./live-sessions.ts";
import { readTurns, TURN_RECORDS } from "./stored/recorded-turns.ts";
import { replay } from "./stored/replay.ts";
import { scopedSession } from "./scoped-session.ts";
import type { SessionOptions } from "./open/session-parts.ts";
import type { SessionScope } from "./open/session-scope.ts";
import type { SessionSetup } from "./open/session-setup.ts";
import type { FirstModel } from "./settings/settings.ts";
import { AGENT, readStored, type StoredSession } from "./stored/stored-session.ts";

export type OpenSession = (options: Omit<SessionOptions, "agent">) => Promise<Session>;

export interface SessionOpener {
  create(id: string, setup: SessionSetup): Promise<Session>;
  /** With `isReplayed`, after the client has been sent all of it [R47, R48]. */
  reopen(id: string, setup: SessionSetup, options: { readonly isReplayed: boolean }): Promise<Session>;
  fork(id: string, setup: SessionSetup): Promise<Session>;
}

export function createSessionOpener(options: {
  readonly journal: Journal;
  readonly live: LiveSessions;
  readonly writers: Map<string, SessionWriter>;
  readonly open: OpenSession;
  /** The model of a session; asked for before anything of the session is shown. */
  readonly firstModel: (stored: StoredSession) => Promise<FirstModel>;
  readonly scope: SessionScope;
  /** A fault of the session's own work. False if it is not open. */
  readonly onFault: (id: string, setup: SessionSetup, error: unknown) => boolean;
  /** Another machine may have it now: nothing of it may go on here. */
  readonly onLost: (id: string) => void;
  readonly newId: NewId;
}): SessionOpener {
  const { journal, live, writers, scope, firstModel, newId } = options;
  return {
    async create(id, setup) {
      if (setup.tree === "machine") await requireFolder(setup.cwd);
      const { cwd, additionalDirectories } = setup;
      const writer = await journal.create({ id, agentSessionId: id, agent: AGENT, cwd, additionalDirectories });
      try {
        return await start(id, setup, writer, { history: [], settings: undefined });
      } catch (error) {
        // No client knows it. If it cannot be deleted either, it is not listed: it was never prompted.
        await journal.delete(id).catch(() => {});
        throw error;
      }
    },
    async reopen(id, given, { isReplayed }) {
      const known = await journal.session(id);
      if (!known) throw RequestError.sessionNotFound(id);
      const { cwd } = known;
      if (cwd !== given.cwd) throw RequestError.invalidParams({ cwd }, `This session belongs to ${cwd}`);
      // Before anything of it is closed.
      if (given.tree === "client") withTree(given, await readStored(journal, id));
      // An open session keeps its writer: the connection's recorder writes to it too. A gateway closes the writer of one whose
      // answer it could not record.
      const kept = live.get(id) && writers.get(id);
      await live.closeWhole(id);
      const writer = kept?.isOpen ? kept : await openWriter(id);
      // Before the first update of the replay, which the recorder sees too.
      writers.set(id, writer);
      try {
        await journal.describe(id, { additionalDirectories: given.additionalDirectories });
        const stored = await readStored(journal, id);
        const setup = withTree(given, stored);
        const first = await firstModel(stored);
        if (isReplayed) await replayTo(setup, id);
        return await start(id, setup, writer, stored, first);
      } catch (error) {
        writers.delete(id);
        await writer.close();
        throw error;
      }
    },
    async fork(source, setup) {
      const { id } = await journal.fork(source, { newId: newId("session") }).catch(toJournalRequestError(source));
      const { cwd, additionalDirectories } = setup;
      await journal.describe(id, { agentSessionId: id, cwd, additionalDirectories });
      const stored = await readStored(journal, id);
      return await start(id, withTree(setup, stored), await openWriter(id), stored);
    },
  };

  async function start(
    id: string,
    setup: SessionSetup,
    writer: SessionWriter,
    stored: StoredSession,
    known?: FirstModel,
  ): Promise<Session> {
    writers.set(id, writer);
    const owner = { sessionId: id, fail: (error: unknown) => options.onFault(id, setup, error) };
    const isTitled = writer.session.title !== undefined;
    const opening = async () =>
      await options.open({ id, setup, writer, stored, isTitled, first: known ?? (await firstModel(stored)) });
    const opened = await scope.run(owner, opening).catch(async (error: unknown) => {
      writers.delete(id);
      await writer.close();
      throw error;
    });
    const session = scopedSession(opened, (work) => scope.run(owner, work));
    live.add(session);
    if (writer.lost.aborted) options.onLost(id);
    writer.lost.addEventListener("abort", () => options.onLost(id), { once: true });
    return session;
  }

  async function replayTo({ capabilities, repeat }: SessionSetup, sessionId: string): Promise<void> {
    const turns = await readTurns(journal.records(sessionId, TURN_RECORDS));
    const messages = journal.records(sessionId, { from: ["client", "agent"] });
    for await (const update of replay(messages, { turns, capabilities })) await repeat({ sessionId, update });
  }

  function openWriter(id: string): Promise<SessionWriter> {
    return journal.open(id).catch(toJournalRequestError(id));
  }
}

/** A session stays where it was begun: a client that does not say must not move it to another machine. */
function withTree(setup: SessionSetup, { isAtClient = false }: StoredSession): SessionSetup {
  if (isAtClient) return { ...setup, tree: "client" };
  if (setup.tree === "machine") return setup;
  throw RequestError.invalidParams(
    { path: "_meta.tenon.tree" },
    "The folders of this session are on the agent's machine, not on the client's",
  );
}

/** Only for new sessions: one whose folder has gone can still be loaded. */
async function requireFolder(cwd: string): Promise<void> {
  const found = await stat(cwd).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    throw RequestError.invalidParams({ path: "cwd", cwd }, `${cwd} cannot be read: ${errorMessage(error)}`);
  });
  if (!found?.isDirectory())
    throw RequestError.invalidParams({ path: "cwd", cwd }, `No such folder on the agent's machine: ${cwd}`);
}
