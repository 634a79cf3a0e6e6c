/**
 * The modes and options of a session, from the response that opened it and from updates since.
 *
 * Agents get this wrong in many ways, so it is read with forgiveness: what cannot be understood is as if it were not there.
 */

import type { AnyMessage, SessionConfigOption, SessionMode, SessionModeState } from "@agentclientprotocol/sdk";
import { isObject, objectOf } from "@tenon/basis";

import { isResponse } from "../wire/wire-message.ts";

export interface SessionSetup {
  readonly modes: SessionModeState | undefined;
  readonly configOptions: readonly SessionConfigOption[];
  /** The result of `session/new`, `load`, `resume` or `set_config_option`; null is as good as empty [R49]. */
  readResult(result: unknown): void;
  readUpdate(message: AnyMessage): void;
  setMode(modeId: string): void;
}

export function createSessionSetup(): SessionSetup {
  let modes: SessionModeState | undefined;
  let configOptions: readonly SessionConfigOption[] = [];
  return {
    get modes() {
      return modes;
    },
    get configOptions() {
      return configOptions;
    },
    readResult(result) {
      const fields = objectOf(result);
      modes = readModes(fields["modes"]) ?? modes;
      readOptions(fields["configOptions"]);
    },
    readUpdate(message) {
      if (isResponse(message) || message.method !== "session/update") return;
      const update = objectOf(objectOf(message.params)["update"]);
      if (update["sessionUpdate"] === "config_option_update") readOptions(update["configOptions"]);
      // The specification's own example says `modeId`.
      const modeId = update["currentModeId"] ?? update["modeId"];
      if (update["sessionUpdate"] === "current_mode_update" && typeof modeId === "string") setMode(modeId);
    },
    setMode,
  };

  function setMode(currentModeId: string) {
    if (modes) modes = { ...modes, currentModeId };
  }

  function readOptions(value: unknown) {
    if (Array.isArray(value)) configOptions = value.filter(isOption);
  }
}

function readModes(value: unknown): SessionModeState | undefined {
  if (!isObject(value) || !Array.isArray(value["availableModes"])) return undefined;
  const { currentModeId } = value;
  if (typeof currentModeId !== "string") return undefined;
  return { currentModeId, availableModes: value["availableModes"].filter(isMode) };
}

function isMode(value: unknown): value is SessionMode {
  return isObject(value) && typeof value["id"] === "string" && typeof value["name"] === "string";
}

/** Options of a type that we do not know are left out, the others keep their order [R130]. */
function isOption(value: unknown): value is SessionConfigOption {
  if (!isObject(value) || typeof value["id"] !== "string" || typeof value["name"] !== "string") return false;
  if (value["type"] === "boolean") return typeof value["currentValue"] === "boolean";
  return value["type"] === "select" && typeof value["currentValue"] === "string" && Array.isArray(value["options"]);
}
