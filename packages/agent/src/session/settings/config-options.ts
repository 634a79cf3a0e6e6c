/**
 * A session's settings as options that a client can show.
 */

import { RequestError, type SessionConfigOption } from "@agentclientprotocol/sdk";

import type { ModelChoice } from "../../model/model-choice.ts";
import type { Model, ThoughtLevel } from "../../model/model.ts";
import type { Mode } from "../../modes/modes.ts";

export function configOptions(settings: {
  readonly models: ModelChoice;
  readonly modes: readonly Mode[];
  readonly mode: Mode;
  readonly model: Model;
  readonly thoughtLevel: ThoughtLevel | undefined;
}): SessionConfigOption[] {
  const { models, modes, mode, model, thoughtLevel } = settings;
  const isKnown = models.known.some(({ id }) => id === model.id);
  const known = isKnown ? models.known : [{ id: model.id, name: model.id }, ...models.known];
  const levels = model.thoughtLevels;
  return [
    select(
      "mode",
      "Mode",
      mode.id,
      modes.map(({ id, name, description }) => ({ value: id, name, description })),
    ),
    {
      ...select(
        "model",
        "Model",
        model.id,
        known.map(({ id, name }) => ({ value: id, name })),
      ),
      ...(model.suggestions && { _meta: { tenon: { suggestions: model.suggestions } } }),
    },
    ...(levels.length === 0
      ? []
      : [
          select(
            "thought_level",
            "Thought level",
            thoughtLevel && levels.includes(thoughtLevel) ? thoughtLevel : DEFAULT_LEVEL,
            [DEFAULT_LEVEL, ...levels].map((level) => ({ value: level, name: LEVEL_NAMES[level] })),
          ),
        ]),
  ];
}

/** Throws an error of the protocol for an option or a value that is not offered. */
export function readChoice(options: readonly SessionConfigOption[], configId: string, value: unknown): string {
  const option = options.find(({ id }) => id === configId);
  if (!option) throw RequestError.invalidParams({ configId }, `Unknown option "${configId}"`);
  const isOffered =
    option.type === "select" && option.options.some((choice) => "value" in choice && choice.value === value);
  // The list of models is only what is known: a model that is not on it may exist.
  if (typeof value !== "string" || (!isOffered && configId !== "model")) {
    throw RequestError.invalidParams({ configId, value }, `${option.name} cannot be ${JSON.stringify(value)}`);
  }
  return value;
}

export function isThoughtLevel(value: string): value is ThoughtLevel {
  return value in LEVEL_NAMES && value !== DEFAULT_LEVEL;
}

const DEFAULT_LEVEL = "default" as const;
const LEVEL_NAMES = { default: "Default", off: "Off", low: "Low", medium: "Medium", high: "High" } as const;

type Select = Extract<SessionConfigOption, { readonly type: "select" }>;

/** Its id is also its category. */
function select(
  id: "mode" | "model" | "thought_level",
  name: string,
  currentValue: string,
  options: Select["options"],
): SessionConfigOption {
  return { type: "select", id, name, category: id, currentValue, options };
}
