/**
 * What the client sees of calls of the endpoint: the agent's updates with the real title, kind and files, and with what the
 * agent swallows: progress, and blocks of results that it leaves out [WA9] [W28]. Updates of other tools are not touched.
 */

import { isObject, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import type { HubTool } from "@tenon/hub";
import {
  type CallDescription,
  createProgressDisplay,
  describeCall,
  type Folders,
  type ProgressDisplay,
  resultBlocks,
} from "@tenon/hub/display";
import type { EndpointCall, EndpointEvent, EndpointTool } from "@tenon/hub/endpoint";

import { type AgentCall, type AgentCalls, ENDED } from "./agent-calls.ts";
import { ownId } from "./running-calls.ts";

export interface CallUpdates {
  /** What the client gets instead of an update of the agent; undefined if it stays as it is. */
  rewrite(update: JsonObject): JsonObject | undefined;
  /** What happens to calls at the endpoint. */
  event(event: EndpointEvent): void;
  describe(tool: EndpointTool, args: JsonObject): CallDescription;
  /** The agent's id of a call; for one that it does not show, a call of our own. */
  idOf(call: EndpointCall): Promise<string>;
  /** The turn is over: results that the agent has not shown are forgotten. */
  clear(): void;
}

export interface CallUpdatesOptions {
  readonly calls: AgentCalls;
  readonly folders: Folders;
  /** Undefined while the hub is opening, and for tools that it does not have. */
  readonly toolOf: (tool: EndpointTool) => HubTool | undefined;
  readonly update: (update: object) => void;
}

interface RunningCall {
  readonly display: ProgressDisplay;
  /** Blocks of its result, once it has ended: for the update by which the agent ends it. They may be large. */
  result?: readonly object[];
  /** It is shown by us, and not by the agent. */
  isOurs?: boolean;
}

// What agents have not asked for by then, they never will.
const MAX_ENDED = 200;

export function createCallUpdates(options: CallUpdatesOptions): CallUpdates {
  const { calls, folders, toolOf, update } = options;
  const running = new Map<string, RunningCall>();

  return {
    describe,
    rewrite(given) {
      const call = calls.read(given);
      if (!call) return undefined;
      const described = isTelling(given) ? descriptionOf(call) : {};
      const input = call.tool && call.called !== call.tool.name && "rawInput" in given ? { rawInput: call.args } : {};
      return { ...given, ...described, ...input, ...contentFor(given, call) };
    },
    event(event) {
      if (event.type === "started") start(event.call);
      if (event.type === "progress") running.get(event.call.id)?.display.add(event.progress);
      if (event.type === "ended") end(event);
    },
    async idOf(call) {
      const known = await calls.idOf(call);
      if (known !== undefined) return known;
      const ours = ownId(call.id);
      // Nothing would end it any more.
      if (call.signal.aborted) return ours;
      const entry = running.get(call.id);
      if (entry) entry.isOurs = true;
      update({
        sessionUpdate: "tool_call",
        toolCallId: ours,
        ...describe(call, call.args),
        status: "pending",
        rawInput: call.args,
      });
      return ours;
    },
    clear() {
      for (const [id, { result }] of running) if (result) running.delete(id);
    },
  };

  function start(call: EndpointCall): void {
    const toolCallId = calls.idOf(call);
    const show = (text: string) =>
      void toolCallId.then((id) => {
        if (id !== undefined)
          update({ sessionUpdate: "tool_call_update", toolCallId: id, content: [textContent(text)] });
      });
    running.set(call.id, { display: createProgressDisplay({ show }) });
    const [oldest] = running.keys();
    if (running.size > MAX_ENDED && oldest !== undefined) running.delete(oldest);
  }

  function end({ call, result, error }: Extract<EndpointEvent, { readonly type: "ended" }>): void {
    const entry = running.get(call.id);
    if (!entry) return;
    entry.display.end();
    const blocks = result ? resultBlocks(result.raw).map(content) : error === undefined ? [] : [textContent(error)];
    entry.result = blocks;
    if (!entry.isOurs) return void calls.idOf(call).then((id) => id ?? running.delete(call.id));
    running.delete(call.id);
    const status = result && !result.forModel.isError ? "completed" : "failed";
    update({ sessionUpdate: "tool_call_update", toolCallId: ownId(call.id), status, content: blocks });
  }

  function describe(tool: EndpointTool, args: JsonObject): CallDescription {
    const { server, tool: name, title } = tool;
    const known = toolOf(tool) ?? { server, tool: name, title, definition: { name, inputSchema: {} } };
    return describeCall(known, args, folders);
  }

  function descriptionOf({ called, tool, args = {} }: AgentCall): object {
    return tool ? describe(tool, args) : (OWN_TOOLS[called] ?? {});
  }

  /** Of an update that ends a call: what the agent shows, and what it leaves out. */
  function contentFor(given: JsonObject, { toolCallId }: AgentCall): { readonly content?: readonly unknown[] } {
    const callId = ENDED.has(stringOf(given["status"]) ?? "") ? calls.callOf(toolCallId) : undefined;
    const result = callId === undefined ? undefined : running.get(callId)?.result;
    if (!result || callId === undefined) return {};
    running.delete(callId);
    const shown: readonly unknown[] = Array.isArray(given["content"]) ? given["content"] : [];
    if (shown.length === 0) return { content: result };
    const missing = result.filter(
      (block) => typeOf(block) !== "text" && !shown.some((each) => typeOf(each) === typeOf(block)),
    );
    return missing.length === 0 ? {} : { content: [...shown, ...missing] };
  }
}

const OWN_TOOLS: Readonly<Record<string, object>> = {
  find_tools: { title: "Find tools", kind: "search" },
  describe_tool: { title: "Describe a tool", kind: "search" },
  read_result: { title: "Read the rest of a result", kind: "read" },
  wait_for_call: { title: "Wait for a call", kind: "other" },
};

/** It says what the call is, and not only how it goes. */
function isTelling(update: JsonObject): boolean {
  return update["sessionUpdate"] === "tool_call" || ["title", "kind", "rawInput", "name"].some((key) => key in update);
}

function typeOf(block: unknown): unknown {
  const { type, content } = objectOf(block);
  return type === "content" && isObject(content) ? content["type"] : type;
}

function content(block: object): object {
  return { type: "content", content: block };
}

function textContent(text: string): object {
  return content({ type: "text", text });
}
