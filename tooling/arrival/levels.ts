/**
 * How far a tool has come on its way to the model and back, as the agent, the server and the model have seen it.
 */

import type { ServerHandle } from "@tenon/testkit/mcp";
import type { ModelServer } from "@tenon/testkit/model";

import type { LentTool } from "./lent-tool.ts";
import type { ToolStory } from "./tool-story.ts";

/** From nothing to everything; a level includes those before it. */
export const levels = ["refused", "declared", "connected", "listed", "named", "defined", "called", "returned"] as const;

/**
 * `refused`: the agent does not declare the transport, so that a client must not send the server. `declared`: it was sent.
 * `connected`: the agent has reached the server. `listed`: it has asked for the tools. `named`: a request to the model has
 * the tool's name. `defined`: a request has its definition. `called`: the server was called. `returned`: the result is in a
 * request to the model.
 */
export type Level = (typeof levels)[number];

export interface Witnesses {
  readonly server: ServerHandle;
  readonly model: ModelServer;
  readonly story: ToolStory;
}

export async function levelOf(tool: LentTool, { server, model, story }: Witnesses): Promise<Level> {
  const records = await server.recorded();
  const methods = records.flatMap((record) => (record.type === "message" ? [record.message["method"]] : []));
  const isCalled = records.some((record) => record.type === "call-start" && record.tool === tool.name);
  if (isCalled) return model.requests.some(({ rawBody }) => rawBody.includes(tool.marker)) ? "returned" : "called";
  const { isNamed, isDefined } = story.seen(tool);
  if (isDefined) return "defined";
  if (isNamed) return "named";
  if (methods.includes("tools/list")) return "listed";
  // A server over HTTP runs in this process, started or not.
  const isReached = records.some(({ type }) => type === "http-request");
  return isReached || records.some((record) => record.type === "start" && record.pid !== process.pid)
    ? "connected"
    : "declared";
}
