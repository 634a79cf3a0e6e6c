/**
 * What a connection needs with its first session and not before: the journal, the recorder, the sessions themselves.
 * A client that only sends initialize does not load it.
 */

import { createRecorder, openMemoryJournal, type Recorder } from "@tenon/journal";
import { memoryGrantStore } from "@tenon/policy";

import { modesWith } from "../modes/modes.ts";
import { keptResults } from "./stored/kept-results.ts";
import { openSession } from "./open/open-session.ts";
import type { AgentOptions } from "./open/session-options.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { openFirstModel } from "./settings/settings.ts";
import { AGENT } from "./stored/stored-session.ts";

export interface AgentSessions {
  readonly sessions: Sessions;
  readonly recorder: Recorder;
  close(): Promise<void>;
}

export async function openAgentSessions(
  given: AgentOptions & Required<Pick<AgentOptions, "models" | "newId" | "now">>,
): Promise<AgentSessions> {
  const { newId } = given;
  const services = (await given.services?.()) ?? {};
  const openHub = services.openHub ?? (await import("@tenon/hub")).openHub;
  // Last of what may fail: it would be left open.
  const journal = services.openJournal ? await services.openJournal() : openMemoryJournal();
  const results = keptResults(services.resultsFolder, journal.files);
  const { grants = memoryGrantStore(), ownFolders } = services;
  const agent = {
    ...given,
    modes: modesWith(given.modes),
    openHub,
    results,
    grants,
    onSecrets: journal.hide,
    recordTime: journal.now,
    ...(ownFolders && { ownFolders }),
  };
  const sessions = createSessions({
    journal,
    newId,
    scope: given.scope ?? { run: (_, work) => work() },
    onWarning: (warning) => given.onWarning?.(warning),
    onDelete: results.sessionDeleted,
    firstModel: ({ settings }) => openFirstModel(agent.models, settings),
    open: async (session) =>
      openSession({ ...session, stored: await results.relocated(session.id, session.stored), agent }),
  });
  const recorder = createRecorder(journal, {
    agent: AGENT,
    cwd: "/",
    newId: () => newId("session"),
    writerOf: sessions.writerOf,
  });
  return {
    sessions,
    recorder,
    async close() {
      await sessions.closeAll();
      await recorder.close();
      await journal.close();
    },
  };
}
