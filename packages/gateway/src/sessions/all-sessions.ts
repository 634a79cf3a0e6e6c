/**
 * All sessions, open or only recorded, as the journal has them and as they are now.
 */

import { defined, isObject, objectOf } from "@tenon/basis";
import { OWN_AGENT, presetNamed } from "@tenon/client";
import type { SessionRecord } from "@tenon/journal";

import { recordFrame } from "../feed/frame.ts";
import type { GatewaySessions, SessionView } from "../gateway.ts";
import { GatewayError } from "../gateway-error.ts";
import type { TappedJournal } from "../record/tapped-journal.ts";
import { findFiles } from "./find-files.ts";
import type { LiveSessions } from "./live-sessions.ts";

export interface AllSessionsOptions {
  readonly tap: TappedJournal;
  readonly live: LiveSessions;
  readonly newId: () => string;
}

export function createAllSessions({ tap, live, newId }: AllSessionsOptions): GatewaySessions {
  const { journal } = tap;
  return {
    async list(query) {
      const { sessions, ...page } = await journal.sessions({ isUsed: true, ...query });
      return { ...page, sessions: sessions.map((record) => viewOf(record, live)) };
    },
    get,
    search: (query) => journal.search(query),
    async files(sessionId, query) {
      const scope = live.get(sessionId)?.scope;
      return scope && !scope.tree ? await findFiles(scope.roots, query) : [];
    },
    checkpoint: (sessionId, query) => journal.checkpoint(sessionId, query),
    async *records(sessionId, range) {
      for await (const record of journal.records(sessionId, range)) yield recordFrame(record);
    },
    async rename(sessionId, title) {
      await journal.describe(sessionId, { title });
      return await find(sessionId);
    },
    async fork(sessionId, { at } = {}) {
      const parent = await find(sessionId);
      const { id } = await journal.fork(sessionId, { newId: newId(), ...defined({ at }) });
      // Ours knows its sessions by the journal. Another agent does not know the copy: it can be read, and not continued.
      const agentSessionId = parent.agent === OWN_AGENT && { agentSessionId: id };
      await journal.describe(id, { ...agentSessionId, ...forkTitle(parent) });
      return await find(id);
    },
    async delete(sessionId) {
      return await live.inTurn(sessionId, async () => {
        if (!(await live.close(sessionId, DELETED))) {
          live.drop(sessionId, { reason: DELETED });
          await tap.release(sessionId);
        }
        return await journal.delete(sessionId);
      });
    },
    export: (sessionId) => journal.export(sessionId),
  };

  async function get(sessionId: string): Promise<SessionView | undefined> {
    const record = await journal.session(sessionId);
    return record && viewOf(record, live);
  }

  async function find(sessionId: string): Promise<SessionView> {
    const session = await get(sessionId);
    if (session) return session;
    throw new GatewayError("session_not_found", `No such session: ${sessionId}`, { sessionId });
  }
}

function forkedBy({ id, agent }: SessionRecord, live: LiveSessions): SessionView["forkedBy"] {
  if (agent === OWN_AGENT) return "gateway";
  const running = live.agentOf(id);
  // One that does not run has to be asked.
  if (!running) return "agent";
  return isObject(objectOf(running.capabilities["sessionCapabilities"])["fork"]) ? "agent" : "nobody";
}

/** Without the address of the machine that has it, which is no business of clients. */
function viewOf({ heldAt: _address, ...record }: SessionRecord, live: LiveSessions): SessionView {
  const session = live.get(record.id);
  const waiting = session?.waiting ?? [];
  const agentTitle = record.agent === OWN_AGENT ? "Tenon" : presetNamed(record.agent)?.title;
  return {
    ...record,
    ...defined({ agentTitle }),
    agentSessionId: record.agentSessionId ?? record.id,
    state: session?.state ?? "idle",
    attached: session?.links.size ?? 0,
    forkedBy: forkedBy(record, live),
    ...(waiting.length > 0 && { waiting }),
  };
}

const DELETED = "Deleted";

/** Tells a fork from its parent in a list; one without a title gets one with its first prompt. */
export function forkTitle({ title }: { readonly title?: string | undefined }): { readonly title?: string } {
  return title === undefined ? {} : { title: `${title.replace(/ \(fork\)$/, "")} (fork)` };
}
