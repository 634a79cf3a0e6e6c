/**
 * The tool calls of one answer, shown from the moment that the model begins to write them.
 *
 * Whatever was shown comes to an end: it is run when the answer is whole, or it is ended here as failed.
 */

import { toError } from "@tenon/basis";
import { textContent, ToolError } from "@tenon/workspace";

import type { ToolCall } from "../model/model.ts";
import type { PreparedCall } from "../tools/tool.ts";
import type { Toolbox, Turn } from "./turn.ts";

export interface ShownCalls {
  /** Its name is known, its arguments are not. */
  begin(call: Pick<ToolCall, "id" | "name">): Promise<void>;
  /** It is whole, and prepared at once: what it would do can be read while the model writes on. */
  complete(call: ToolCall): Promise<ReadyCall>;
  /** The calls that count, in their order; all others that were shown are ended. */
  settle(calls: readonly ToolCall[]): Promise<readonly ReadyCall[]>;
  /** Ends all that were shown, because of this. */
  end(reason: string): Promise<void>;
}

export interface ReadyCall {
  readonly call: ToolCall;
  /** What the client knows it by. */
  readonly toolCallId: string;
  /** Why it cannot be run, if it cannot. */
  readonly plan: PreparedCall | Error;
}

export function createShownCalls(turn: Turn, toolbox: Toolbox): ShownCalls {
  const { client, signal } = turn;
  /** By the model's ids, which may come again in a later answer; a client needs them unique in the session [R81]. */
  const shown = new Map<string, { readonly toolCallId: string; ready?: ReadyCall }>();

  async function begin({ id, name }: Pick<ToolCall, "id" | "name">): Promise<void> {
    const toolCallId = turn.newId("call");
    shown.set(id, { toolCallId });
    const title = toolbox.find(name)?.title ?? name;
    await client.update({ sessionUpdate: "tool_call", toolCallId, title, name, status: "pending" });
  }

  async function complete(call: ToolCall): Promise<ReadyCall> {
    const plan = await prepareCall(call, toolbox, signal);
    const begun = shown.get(call.id);
    const { toolCallId } = begun ?? { toolCallId: turn.newId("call") };
    const ready = { call, toolCallId, plan };
    shown.set(call.id, { toolCallId, ready });
    if (begun) await client.update({ sessionUpdate: "tool_call_update", ...knownOf(ready) });
    else await client.update(startOf(ready));
    return ready;
  }

  async function end(reason: string): Promise<void> {
    const ended = [...shown.values()];
    shown.clear();
    for (const { toolCallId } of ended) {
      await client.update({
        sessionUpdate: "tool_call_update",
        toolCallId,
        status: "failed",
        content: [textContent(reason)],
      });
    }
  }

  return {
    begin,
    complete,
    async settle(calls) {
      const ready: ReadyCall[] = [];
      for (const call of calls) ready.push(shown.get(call.id)?.ready ?? (await complete(call)));
      for (const { id } of calls) shown.delete(id);
      await end("The answer was cut off before this call was complete.");
      return ready;
    },
    end,
  };
}

/** How a call is shown that was not shown before. */
export function startOf(ready: ReadyCall) {
  const { name } = ready.call;
  const unknown = { title: name, name, kind: "other" as const, status: "pending" as const };
  return { sessionUpdate: "tool_call" as const, ...unknown, ...knownOf(ready) };
}

function knownOf({ call, toolCallId, plan }: ReadyCall) {
  return { toolCallId, rawInput: call.malformed ?? call.args, ...shownFields(plan) };
}

const MALFORMED = "The arguments were not a JSON object, or nested too deep. Call the tool again.";

/** Never rejects: why a call cannot work is for the model to read. */
export async function prepareCall(
  call: ToolCall,
  toolbox: Toolbox,
  signal: AbortSignal,
): Promise<PreparedCall | Error> {
  if (call.malformed !== undefined) return new ToolError(MALFORMED);
  const tool = toolbox.find(call.name);
  if (!tool) return new ToolError(`No tool named ${call.name}.`);
  try {
    return await tool.prepare(call.args, { signal });
  } catch (error) {
    return toError(error);
  }
}

function shownFields(plan: PreparedCall | Error) {
  if (plan instanceof Error) return {};
  const { title, kind, locations, content } = plan;
  return {
    title,
    kind,
    ...(locations && { locations: [...locations] }),
    ...(content && { content: [...content] }),
  };
}
