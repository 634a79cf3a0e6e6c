/**
 * What a user can set in a session: mode, model, how hard to think. Modes are also a configuration option, and both are
 * always in step [R129].
 */

import {
  RequestError,
  type SessionConfigOption,
  type SessionModeState,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";

import { defined, errorMessage } from "@tenon/basis";

import { configOptions, isThoughtLevel, readChoice } from "./config-options.ts";
import type { ModelChoice } from "../../model/model-choice.ts";
import type { Model, ThoughtLevel } from "../../model/model.ts";
import { DEFAULT_MODE, type Mode } from "../../modes/modes.ts";

export type { ModelChoice };

/** As it is kept in the journal. */
export interface SettingsRecord {
  readonly type: "settings";
  readonly mode: string;
  /** The one that the user chose for this session; none if they left it to the agent. */
  readonly model?: string;
  readonly thoughtLevel?: ThoughtLevel;
}

export interface Settings {
  readonly mode: Mode;
  readonly thoughtLevel: ThoughtLevel | undefined;
  readonly model: Model;
  /** What prompts may hold: what the client was promised when it connected, and what the current model takes. */
  readonly accepts: Model["accepts"];
  readonly modeState: SessionModeState;
  readonly options: SessionConfigOption[];
  setMode(modeId: string): Promise<void>;
  setOption(configId: string, value: unknown): Promise<void>;
}

/** The model that a session begins with. */
export interface FirstModel {
  readonly model: Model;
  /** Why it is not the one that was chosen before. */
  readonly problem?: string;
}

/** A model that was chosen once and cannot be had any more, because its key is gone, must not close the session. */
export async function openFirstModel(models: ModelChoice, stored: SettingsRecord | undefined): Promise<FirstModel> {
  const { defaultId } = models;
  if (stored?.model === undefined || stored.model === defaultId) return { model: await models.open(defaultId) };
  try {
    return { model: await models.open(stored.model) };
  } catch (error) {
    const problem = `${stored.model} cannot be used: ${errorMessage(error)}`;
    return { model: await models.open(defaultId), problem };
  }
}

interface SettingsOptions {
  readonly models: ModelChoice;
  readonly modes: readonly Mode[];
  readonly first: FirstModel;
  readonly stored: SettingsRecord | undefined;
  readonly appendEvent: (record: SettingsRecord) => Promise<unknown>;
  readonly update: (update: SessionUpdate) => Promise<void>;
}

export function openSettings({ models, modes, first, stored, appendEvent, update }: SettingsOptions): Settings {
  const modeById = (modeId: string) => modes.find(({ id }) => id === modeId);
  // A mode of a host program may be gone since.
  let mode = (stored && modeById(stored.mode)) ?? DEFAULT_MODE;
  let { model } = first;
  let chosenModel = stored?.model;
  let thoughtLevel = stored?.thoughtLevel;
  const options = () => configOptions({ models, modes, mode, model, thoughtLevel });

  async function changed(): Promise<void> {
    await appendEvent({ type: "settings", mode: mode.id, ...defined({ model: chosenModel, thoughtLevel }) });
    await update({ sessionUpdate: "config_option_update", configOptions: options() });
  }

  async function setMode(modeId: string): Promise<void> {
    const found = modeById(modeId);
    if (!found) throw RequestError.invalidParams({ modeId }, `Unknown mode "${modeId}"`);
    if (found === mode) return;
    mode = found;
    await update({ sessionUpdate: "current_mode_update", currentModeId: mode.id });
    await changed();
  }

  return {
    get mode() {
      return mode;
    },
    get model() {
      return model;
    },
    get accepts() {
      const [promised, taken] = [models.accepts, model.accepts];
      return { image: promised.image || taken.image, audio: promised.audio || taken.audio };
    },
    get thoughtLevel() {
      return thoughtLevel && model.thoughtLevels.includes(thoughtLevel) ? thoughtLevel : undefined;
    },
    get modeState() {
      const availableModes = modes.map(({ id, name, description }) => ({ id, name, description }));
      return { currentModeId: mode.id, availableModes };
    },
    get options() {
      return options();
    },
    setMode,
    async setOption(configId, value) {
      const chosen = readChoice(options(), configId, value);
      if (configId === "mode") return await setMode(chosen);
      if (configId === "model") {
        model = await openModel(models, chosen);
        chosenModel = model.id;
      } else thoughtLevel = isThoughtLevel(chosen) ? chosen : undefined;
      await changed();
    },
  };
}

async function openModel(models: ModelChoice, id: string): Promise<Model> {
  try {
    return await models.open(id);
  } catch (error) {
    throw RequestError.invalidParams({ model: id }, errorMessage(error));
  }
}
