import type { ModelChoice } from "./model-choice.ts";
import type { Model } from "./model.ts";

/** A choice of one. Throws a `TypeError` if there is none. */
export function onlyModel(model: Model | undefined): ModelChoice {
  if (!model) throw new TypeError('serveAgent needs "models" or a "model"');
  const { id, accepts } = model;
  return {
    defaultId: id,
    accepts,
    known: [{ id, name: id }],
    async open() {
      return model;
    },
  };
}
