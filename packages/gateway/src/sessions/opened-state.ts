/**
 * The answer to `session/load` or `session/resume`: as the agent gave it when the session was opened, with what has changed
 * since, so that a client that joins later gets the current mode and options.
 *
 * The law: it is never behind the journal. Who has read the journal to its end, and then looks here, has missed nothing.
 */

import type { AnyNotification } from "@agentclientprotocol/sdk";
import { isObject, type JsonObject, objectOf } from "@tenon/basis";

import { notification, paramsOf } from "../wire/message.ts";
import { messagesIn, updateKind } from "./audience/recorded-messages.ts";
import type { SeenRecord } from "../record/tapped-journal.ts";

export interface OpenedState {
  /** The answer, without the session's id [R49]. */
  readonly answer: JsonObject;
  /** Its agent has it open. */
  readonly isOpen: boolean;
  /** Updates about the present and not of the conversation, and so in no replay: the latest of each kind. */
  readonly news: readonly AnyNotification[];
  /** The agent has answered the request that opened the session. */
  open(result: JsonObject): void;
  /** Every record of the session, when it is written. */
  seeRecord(record: SeenRecord): void;
  /** An update of the agent's, when it comes: it may not be recorded, or have been recorded before the session was known. */
  see(message: AnyNotification, seq: number | undefined): void;
  /** The agent has answered a client's request. If it has changed something, the update for the other clients. */
  answered(method: string, params: JsonObject, result: JsonObject): AnyNotification | undefined;
}

const NEWS: ReadonlySet<string> = new Set(["available_commands_update", "session_info_update", "usage_update"]);

/** Those that change the answer or the news. */
const READ: ReadonlySet<string> = new Set([...NEWS, "current_mode_update", "config_option_update"]);

export function createOpenedState(sessionId: string): OpenedState {
  const news = new Map<string, AnyNotification>();
  const seen = new Map<string, number>();
  let state: JsonObject = {};
  let isOpen = false;
  return {
    get isOpen() {
      return isOpen;
    },
    get answer() {
      return state;
    },
    get news() {
      return [...news.values()];
    },
    open(result) {
      const { sessionId: _, ...rest } = result;
      state = rest;
      isOpen = true;
    },
    seeRecord(record) {
      if (record.from !== "agent" || !READ.has(record.kind)) return;
      for (const message of messagesIn(record, { sessionId, isOwnPrompt: () => true })) see(message, record.seq);
    },
    see,
    answered(method, params, result) {
      if (method === "session/set_mode") return setMode(params["modeId"]);
      if (method === "session/set_config_option") return setOptions(result["configOptions"]);
      return undefined;
    },
  };

  function see(message: AnyNotification, seq: number | undefined) {
    const kind = updateKind(message) ?? "";
    if (seq !== undefined && seq <= (seen.get(kind) ?? 0)) return;
    if (seq !== undefined) seen.set(kind, seq);
    const { currentModeId, configOptions } = objectOf(paramsOf(message)["update"]);
    if (NEWS.has(kind)) news.set(kind, message);
    if (kind === "current_mode_update") setMode(currentModeId);
    if (kind === "config_option_update") setOptions(configOptions);
  }

  function setMode(currentModeId: unknown): AnyNotification | undefined {
    const { modes } = state;
    if (!isObject(modes) || typeof currentModeId !== "string") return undefined;
    state = { ...state, modes: { ...modes, currentModeId } };
    return update({ sessionUpdate: "current_mode_update", currentModeId });
  }

  function setOptions(configOptions: unknown): AnyNotification | undefined {
    if (!Array.isArray(configOptions)) return undefined;
    state = { ...state, configOptions };
    return update({ sessionUpdate: "config_option_update", configOptions });
  }

  function update(change: JsonObject): AnyNotification {
    return notification("session/update", { sessionId, update: change });
  }
}
