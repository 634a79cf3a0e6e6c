/**
 * What is true of a session now, beside its conversation.
 */

import type { AvailableCommand, PlanEntry, SessionConfigOption } from "@agentclientprotocol/sdk";
import { arrayOf, isEqualJson, isObject, type JsonObject, nonEmptyStringOf } from "@tenon/basis";

import type { UsageEntry } from "../entry.ts";

export interface TimelineState {
  readonly title?: string;
  /** Also known where an agent offers its modes as an option of that category. */
  readonly modeId?: string;
  readonly options: readonly SessionConfigOption[];
  readonly commands: readonly AvailableCommand[];
  readonly plan: readonly PlanEntry[];
  readonly usage?: Pick<UsageEntry, "used" | "size" | "cost">;
  /** A prompt has not been answered yet. */
  readonly isTurnOpen: boolean;
}

export const EMPTY_STATE: TimelineState = { options: [], commands: [], plan: [], isTurnOpen: false };

/** The state after an update that only concerns the state; undefined if the update is not of that kind, or senseless. */
export function applyToState(state: TimelineState, update: JsonObject): TimelineState | undefined {
  switch (update["sessionUpdate"]) {
    case "session_info_update": {
      const { title: before, ...rest } = state;
      // Omitted keeps, null clears [R62].
      const title = update["title"] === null ? undefined : (nonEmptyStringOf(update["title"]) ?? before);
      return { ...rest, ...(title !== undefined && { title }) };
    }
    case "available_commands_update": {
      const commands = arrayOf(update["availableCommands"], isCommand);
      return commands && { ...state, commands };
    }
    case "current_mode_update": {
      const modeId = nonEmptyStringOf(update["currentModeId"]);
      return modeId === undefined ? undefined : { ...state, modeId };
    }
    case "config_option_update": {
      const options = arrayOf(update["configOptions"], isOption);
      const modeId = options?.find(isModeOption)?.currentValue;
      return options && { ...state, options, ...(typeof modeId === "string" && { modeId }) };
    }
    default:
      return undefined;
  }
}

/** The options whose value is another than before. A mode shows as a change of mode, not twice [R129]. */
export function changedOptions(before: TimelineState, after: TimelineState): readonly SessionConfigOption[] {
  if (before.options === after.options) return [];
  const values = new Map(before.options.map(({ id, currentValue }) => [id, currentValue]));
  return after.options.filter(
    (option) =>
      !isModeOption(option) && values.has(option.id) && !isEqualJson(values.get(option.id), option.currentValue),
  );
}

function isModeOption({ category }: SessionConfigOption): boolean {
  return category === "mode";
}

function isOption(value: unknown): value is SessionConfigOption {
  return isObject(value) && typeof value["id"] === "string" && typeof value["type"] === "string";
}

function isCommand(value: unknown): value is AvailableCommand {
  return isObject(value) && typeof value["name"] === "string";
}
