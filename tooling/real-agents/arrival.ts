/**
 * How far the server of a session has come, as the model and the server itself have seen it.
 */

import type { Stage } from "./stage.ts";

export const TOOL = "rehearsal_echo";

/** Only what the model was offered can be used: anything less is an error. */
export async function arrival({ model, server }: Pick<Stage, "model" | "server">): Promise<string> {
  const names = model.requests.flatMap(({ tools }) => tools.map(({ name, namespace = "" }) => namespace + name));
  const declared = names.find((name) => name.includes(TOOL));
  if (declared !== undefined) return `the model was offered ${declared}`;
  if (model.requests.some(({ rawBody }) => rawBody.includes(TOOL))) return "the model was told its name";
  const seen = await server.recorded();
  const isListed = seen.some((record) => record.type === "message" && record.message["method"] === "tools/list");
  if (isListed) throw new Error("its tools were listed, but not offered to the model");
  throw new Error(seen.some(({ type }) => type === "start") ? "started, but not asked for tools" : "never started");
}
