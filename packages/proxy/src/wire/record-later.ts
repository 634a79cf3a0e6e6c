/**
 * Records a connection in a journal that is opened when it is needed.
 *
 * Nothing before the first session belongs to one, so `initialize` waits for no journal. It is opened behind the request for
 * a session, and is there when the agent answers.
 */

import { objectOf, stringOf } from "@tenon/basis";
import { createRecorder, type Journal, type Recorder } from "@tenon/journal";

import type { RecordFrame } from "./lanes.ts";

export interface RecordLaterOptions {
  openJournal(): Promise<Journal>;
  /** Who answers: a preset's name or a command line. */
  readonly agent: string;
  readonly cwd: string;
  readonly newId: () => string;
}

export interface LateRecorder extends Pick<Recorder, "note" | "append" | "journalIdOf" | "now" | "close"> {
  readonly record: RecordFrame;
  /** Keeps these out of everything that is recorded from now on. */
  hide(secrets: readonly string[]): void;
}

export function recordLater({ openJournal, agent, cwd, newId }: RecordLaterOptions): LateRecorder {
  let opening: Promise<Journal> | undefined;
  let now = Date.now;
  const hidden: string[] = [];
  const recorder = createRecorder(
    {
      sessions: async (query) => await (await journal()).sessions(query),
      open: async (sessionId) => await (await journal()).open(sessionId),
      create: async (session) => await (await journal()).create(session),
      describe: async (sessionId, description) => await (await journal()).describe(sessionId, description),
    },
    { agent, cwd, newId, now: () => now() },
  );
  return {
    record(record) {
      // A failure is reported with the session that needs it, and that one tries again.
      if (!opening && opensSession(record)) setImmediate(() => void journal().catch(() => {}));
      return recorder.record(record);
    },
    hide(secrets) {
      hidden.push(...secrets);
      void opening?.then((opened) => opened.hide(secrets)).catch(() => {});
    },
    note: recorder.note,
    append: recorder.append,
    journalIdOf: recorder.journalIdOf,
    now: recorder.now,
    async close() {
      await recorder.close();
      await opening?.then((opened) => opened.close());
    },
  };

  function journal(): Promise<Journal> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function open(): Promise<Journal> {
    const opened = await openJournal();
    opened.hide(hidden);
    ({ now } = opened);
    return opened;
  }
}

function opensSession({ from, message }: Parameters<RecordFrame>[0]): boolean {
  return from === "client" && stringOf(objectOf(message)["method"])?.startsWith("session/") === true;
}
