/**
 * What the client sees of calls of the endpoint: the agent's updates with the real title, kind and files, and with what the
 * agent swallows: progress, and blocks of results that it leaves out [WA9] [W28]. Updates of other tools are not touched.
 */

import { defined, isObject, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import { createProgressDisplay, type ProgressDisplay, resultBlocks } from "@tenon/hub/display";
import type { EndpointCall, EndpointEvent } from "@tenon/hub/endpoint";

import { type AgentCall, type AgentCalls, ENDED } from "./agent-calls.ts";
import { createDescriber, type DescribeCall, type DescriberOptions, descriptionOf } from "./describe-calls.ts";
import { ownId } from "./running-calls.ts";

export interface CallUpdates {
  /** What the client gets instead of an update of the agent; undefined if it stays as it is. */
  rewrite(update: JsonObject): JsonObject | undefined;
  /** What happens to calls at the endpoint. */
  event(event: EndpointEvent): void;
  readonly describe: DescribeCall;
  /** The agent's id of a call; for one that it does not show, a call of our own. */
  idOf(call: EndpointCall): Promise<string>;
  /** Shows this of a call from now on, instead of what the agent shows. */
  show(call: EndpointCall, shown: Shown): Promise<void>;
  /** What a call shows at its end; what the agent says of it, if undefined. */
  settle(call: EndpointCall, content: readonly object[] | undefined): void;
  /** The turn is over: results that the agent has not shown are forgotten. */
  clear(): void;
}

export interface CallUpdatesOptions extends DescriberOptions {
  readonly calls: AgentCalls;
  readonly update: (update: object) => void;
}

interface Shown {
  readonly content?: readonly object[] | undefined;
  readonly locations?: readonly object[] | undefined;
}

interface RunningCall {
  readonly display: ProgressDisplay;
  /** Blocks of its result, once it has ended: for the update by which the agent ends it. They may be large. */
  result?: readonly object[];
  /** What is shown of it, whatever the agent shows. */
  shown?: readonly object[] | undefined;
  /** It is shown by us, and not by the agent. */
  isOurs?: boolean;
}

// What agents have not asked for by then, they never will.
const MAX_ENDED = 200;

export function createCallUpdates(options: CallUpdatesOptions): CallUpdates {
  const { calls, update } = options;
  const describe = createDescriber(options);
  const running = new Map<string, RunningCall>();

  return {
    describe,
    rewrite(given) {
      const call = calls.read(given);
      if (!call) return undefined;
      const described = isTelling(given) ? descriptionOf(call, describe) : {};
      const input = call.tool && call.called !== call.tool.name && "rawInput" in given ? { rawInput: call.args } : {};
      return { ...given, ...described, ...input, ...contentFor(given, call) };
    },
    event(event) {
      if (event.type === "started") start(event.call);
      if (event.type === "progress") running.get(event.call.id)?.display.add(event.progress);
      if (event.type === "ended") end(event);
    },
    idOf,
    async show(call, { content, locations }) {
      const entry = running.get(call.id);
      if (entry) entry.shown = content;
      const toolCallId = await idOf(call);
      update({ sessionUpdate: "tool_call_update", toolCallId, ...defined({ content, locations }) });
    },
    settle({ id }, content) {
      const entry = running.get(id);
      if (entry) entry.shown = content;
    },
    clear() {
      for (const [id, { result }] of running) if (result) running.delete(id);
    },
  };

  async function idOf(call: EndpointCall): Promise<string> {
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
  }

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
    update({ sessionUpdate: "tool_call_update", toolCallId: ownId(call.id), status, content: entry.shown ?? blocks });
  }

  /** Of an update that ends a call: what the agent shows, and what it leaves out. */
  function contentFor(given: JsonObject, { toolCallId }: AgentCall): { readonly content?: readonly unknown[] } {
    const callId = calls.callOf(toolCallId);
    const entry = callId === undefined ? undefined : running.get(callId);
    const isEnd = ENDED.has(stringOf(given["status"]) ?? "");
    if (entry?.shown && (isEnd || "content" in given)) return { content: entry.shown };
    const result = entry?.result;
    if (!isEnd || !result || callId === undefined) return {};
    running.delete(callId);
    const shown: readonly unknown[] = Array.isArray(given["content"]) ? given["content"] : [];
    if (shown.length === 0) return { content: result };
    const missing = result.filter(
      (block) => typeOf(block) !== "text" && !shown.some((each) => typeOf(each) === typeOf(block)),
    );
    return missing.length === 0 ? {} : { content: [...shown, ...missing] };
  }
}

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
