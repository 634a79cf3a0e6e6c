/**
 * Answers `tools/list` and `tools/call` of one MCP server.
 */

import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import { defined, isObject, type JsonObject, objectOf, stringOf } from "@tenon/basis";

import type { CallProgress } from "../hub-types.ts";
import type { QuestionMode } from "./calls/held-questions.ts";
import type { ToolCalls } from "./calls/tool-calls.ts";
import type { EndpointCore } from "./endpoint-core.ts";
import { loggerOf } from "./pass-changes.ts";

const CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const LOG_LEVEL = "io.modelcontextprotocol/logLevel";

export function answerTools(
  { server }: McpServer,
  {
    core,
    calls,
    greet,
  }: { readonly core: EndpointCore; readonly calls: ToolCalls; readonly greet: (context: ServerContext) => void },
): void {
  server.setRequestHandler("tools/list", async (_request, context) => {
    greet(context);
    return await core.listTools(context.mcpReq.signal);
  });
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    greet(context);
    const { envelope, inputResponses, requestState } = context.mcpReq;
    const { progressToken, ...meta } = context.mcpReq._meta ?? {};
    const state = requestState<string>();
    using _logs = passLogs(core, params, context);
    const sendProgress = ({ progress, total, message }: CallProgress) =>
      context.mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress, ...defined({ total, message }) },
      });
    return await calls.answer(
      { name: params.name, args: params.arguments ?? {}, meta: metaForServer(meta, envelope) },
      {
        signal: context.mcpReq.signal,
        modes: questionModes(objectOf(envelope)[CLIENT_CAPABILITIES] ?? server.getClientCapabilities()),
        ...(progressToken !== undefined && { sendProgress }),
        ...(state !== undefined && { repeated: { state, responses: inputResponses ?? {} } }),
      },
    );
  });
}

/** The level is for a server of 2026-07-28; one of the others gets it by `logging/setLevel`. */
function metaForServer(meta: JsonObject, envelope: unknown): JsonObject | undefined {
  const level = objectOf(envelope)[LOG_LEVEL];
  const all = { ...meta, ...(level !== undefined && { [LOG_LEVEL]: level }) };
  return Object.keys(all).length > 0 ? all : undefined;
}

/** In 2026-07-28 a request says how much is logged for it: what its server logs meanwhile belongs to it. */
function passLogs(
  core: EndpointCore,
  { name, arguments: args }: { readonly name: string; readonly arguments?: JsonObject | undefined },
  { mcpReq }: ServerContext,
): Disposable | undefined {
  if (objectOf(mcpReq.envelope)[LOG_LEVEL] === undefined) return undefined;
  const server = (core.table.find(name) ?? core.table.find(stringOf(args?.["name"]) ?? ""))?.server;
  return core.hubNow?.watch((event) => {
    if (event.type !== "log" || event.server !== server) return;
    const { level, data, logger } = event.message;
    void mcpReq.log(level, data, loggerOf(event.server, logger)).catch(() => {}); // The agent has gone [W4].
  });
}

/** `elicitation` without a mode means forms. */
function questionModes(capabilities: unknown): readonly QuestionMode[] {
  const { elicitation } = objectOf(capabilities);
  if (!isObject(elicitation)) return [];
  const { form, url } = elicitation;
  return [...(form || !url ? ["form" as const] : []), ...(url ? ["url" as const] : [])];
}
