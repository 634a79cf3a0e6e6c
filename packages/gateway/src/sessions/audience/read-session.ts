/**
 * Two ways to send a client what is recorded of a session: as a conversation, for a client that knows nothing of it, or
 * message by message, for one that has a part.
 */

import { isObject, objectOf } from "@tenon/basis";
import { readTurns, replay, TURN_RECORDS } from "@tenon/agent";
import type { Journal, JournalRecord } from "@tenon/journal";

import type { ClientLink } from "../../wire/client-link.ts";
import { notification } from "../../wire/message.ts";
import type { ReadOn } from "./attachment.ts";
import { isShownTo, messagesIn, withSeq } from "./recorded-messages.ts";

export interface ReadSessionOptions {
  readonly journal: Journal;
  readonly sessionId: string;
  readonly link: ClientLink;
}

const PAGE = 100;

/** All of it, each message in one piece [R47]. `isLive`: calls that run are left running. */
export function conversation(options: ReadSessionOptions & { readonly isLive: boolean }): ReadOn {
  const { journal, sessionId, link, isLive } = options;
  const { compaction } = objectOf(link.capabilities["session"]);
  const shown = { session: isObject(compaction) ? { compaction: {} } : {} };
  return async (after, before) => {
    let cursor = after;
    const turns = await readTurns(journal.records(sessionId, { after, ...TURN_RECORDS }));
    const updates = replay(records(), { turns, capabilities: shown, isLive });
    for await (const update of updates) {
      await link.drained();
      const message = notification("session/update", { sessionId, update });
      link.send(message, JSON.stringify(update).length);
    }
    return cursor;

    async function* records(): AsyncGenerator<JournalRecord> {
      for (let page = await next(); page.length > 0; page = await next()) {
        for (const record of page) {
          if (!before(record.seq)) return;
          cursor = record.seq;
          yield record;
        }
      }
    }

    function next(): Promise<readonly JournalRecord[]> {
      return journal.read(sessionId, { after: cursor, limit: PAGE });
    }
  };
}

/** A page of the messages after a record. */
export function messagesAfter(options: ReadSessionOptions & { isOwnPrompt(requestId: unknown): boolean }): ReadOn {
  const { journal, sessionId, link, isOwnPrompt } = options;
  return async (after, before) => {
    let cursor = after;
    await link.drained();
    for (const record of await journal.read(sessionId, { after, limit: PAGE })) {
      await link.drained();
      if (!before(record.seq)) break;
      for (const message of messagesIn(record, { sessionId, isOwnPrompt })) {
        if (isShownTo(link, message)) link.send(withSeq(link, message, record.seq), record.text.length);
      }
      cursor = record.seq;
    }
    return cursor;
  };
}
