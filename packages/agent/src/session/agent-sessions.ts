/**
 * What a connection needs with its first session and not before: the journal, the recorder, the sessions themselves.
 * Whoever only wants to know our capabilities does not load it.
 */

import { createRecorder, openMemoryJournal, type Recorder } from "@tenon/journal";
import { memoryGrantStore } from "@tenon/policy";

import { openSession } from "./open-session.ts";
import type { AgentOptions } from "./session-options.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { AGENT } from "./stored-session.ts";

export interface AgentSessions {
  readonly sessions: Sessions;
  readonly recorder: Recorder;
  close(): Promise<void>;
}

export async function openAgentSessions(
  given: AgentOptions &
    Required<Pick<AgentOptions, "newId" | "now">> & { readonly hideSecrets: (text: string) => string },
): Promise<AgentSessions> {
  const { newId } = given;
  const services = (await given.services?.()) ?? {};
  const journal = services.openJournal ? await services.openJournal() : openMemoryJournal();
  const openHub = services.openHub ?? (await import("@tenon/hub")).openHub;
  const agent = { ...given, openHub, grants: services.grants ?? memoryGrantStore() };
  const sessions = createSessions({
    journal,
    newId,
    open: ({ id, place, writer, stored }) => openSession({ id, ...place, writer, stored, agent }),
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
