/**
 * All sessions, open or only recorded, as the journal has them and as they are now.
 */

import { defined, isObject, itemsOf, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import { OWN_AGENT, presetNamed } from "@tenon/client";
import type { SessionRecord } from "@tenon/journal";

import { recordFrame } from "../feed/frame.ts";
import type { GatewaySessions, SessionView } from "../gateway.ts";
import { GatewayError } from "../gateway-error.ts";
import type { FarSessions, FarState } from "../machines/far-sessions.ts";
import type { TappedJournal } from "../record/tapped-journal.ts";
import { findFiles, type FoundFile } from "./find-files.ts";
import type { LiveSessions } from "./live-sessions.ts";

export interface AllSessions extends GatewaySessions {
  /** Answers another machine about sessions that are open here. Rejects if it cannot be done. */
  answer(question: JsonObject): Promise<JsonObject>;
}

export interface AllSessionsOptions {
  readonly tap: TappedJournal;
  readonly live: LiveSessions;
  /** Those that other machines have open. */
  readonly far: FarSessions;
  readonly newId: () => string;
}

export function createAllSessions({ tap, live, far, newId }: AllSessionsOptions): AllSessions {
  const { journal } = tap;
  const viewed = async (record: SessionRecord) => viewOf(record, live, await far.stateOf(record));
  return {
    async list(query) {
      const { sessions, ...page } = await journal.sessions({ isUsed: true, ...query });
      return { ...page, sessions: await Promise.all(sessions.map(viewed)) };
    },
    get,
    search: (query) => journal.search(query),
    async files(sessionId, query) {
      const record = live.get(sessionId) ? undefined : await journal.session(sessionId);
      const answer = record && (await far.ask(record, { type: "files", sessionId, query }));
      return answer ? itemsOf(answer["files"]).map(objectOf).map(fileIn) : await filesHere(sessionId, query);
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
      const record = live.get(sessionId) ? undefined : await journal.session(sessionId);
      const answer = record && (await far.ask(record, { type: "delete", sessionId }));
      return answer ? answer["isDeleted"] === true : await deleteHere(sessionId);
    },
    export: (sessionId) => journal.export(sessionId),
    async answer({ type, sessionId, query }) {
      const id = stringOf(sessionId) ?? "";
      switch (type) {
        case "busy":
          return { sessions: busyHere() };
        case "files":
          return { files: await filesHere(id, stringOf(query) ?? "") };
        case "delete":
          return { isDeleted: await deleteHere(id) };
        default:
          throw new GatewayError("not_allowed", "No such question between machines");
      }
    },
  };

  async function filesHere(sessionId: string, query: string) {
    const scope = live.get(sessionId)?.scope;
    return scope && !scope.tree ? await findFiles(scope.roots, query) : [];
  }

  async function deleteHere(sessionId: string): Promise<boolean> {
    return await live.inTurn(sessionId, async () => {
      if (!(await live.close(sessionId, DELETED))) {
        live.drop(sessionId, { reason: DELETED });
        await tap.release(sessionId);
      }
      return await journal.delete(sessionId);
    });
  }

  function busyHere(): readonly (FarState & { readonly id: string })[] {
    const busy = [...live.all()].filter(({ state, waiting }) => state !== "idle" || waiting.length > 0);
    return busy.map(({ id, state, links, waiting }) => ({ id, state, attached: links.size, waiting }));
  }

  async function get(sessionId: string): Promise<SessionView | undefined> {
    const record = await journal.session(sessionId);
    return record && (await viewed(record));
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
function viewOf(
  { heldAt: _address, ...record }: SessionRecord,
  live: LiveSessions,
  far: FarState | undefined,
): SessionView {
  const session = live.get(record.id);
  const waiting = (session ?? far)?.waiting ?? [];
  const agentTitle = record.agent === OWN_AGENT ? "Tenon" : presetNamed(record.agent)?.title;
  return {
    ...record,
    ...defined({ agentTitle }),
    agentSessionId: record.agentSessionId ?? record.id,
    state: (session ?? far)?.state ?? "idle",
    attached: session?.links.size ?? far?.attached ?? 0,
    forkedBy: forkedBy(record, live),
    ...(waiting.length > 0 && { waiting }),
  };
}

function fileIn({ name, uri }: JsonObject): FoundFile {
  return { name: stringOf(name) ?? "", uri: stringOf(uri) ?? "" };
}

const DELETED = "Deleted";

/** Tells a fork from its parent in a list; one without a title gets one with its first prompt. */
export function forkTitle({ title }: { readonly title?: string | undefined }): { readonly title?: string } {
  return title === undefined ? {} : { title: `${title.replace(/ \(fork\)$/, "")} (fork)` };
}
