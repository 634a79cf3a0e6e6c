import { type Model, type ModelChoice, rehearsalModel } from "@tenon/agent";

/** For an agent that has one model. */
export function onlyModel(model: Model = rehearsalModel()): ModelChoice {
  return {
    defaultId: model.id,
    accepts: model.accepts,
    known: [{ id: model.id, name: model.id }],
    open: async () => model,
  };
}
