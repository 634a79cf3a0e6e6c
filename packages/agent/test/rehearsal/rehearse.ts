/**
 * A turn with the rehearsal model, without an agent: its calls are answered by the test.
 */

import { rehearsalModel } from "@tenon/agent";

import type {
  Message,
  Model,
  ModelEvent,
  ModelRequest,
  ModelTool,
  ToolCall,
  ToolResult,
} from "../../src/model/model.ts";

export interface Rehearsed {
  readonly calls: readonly ToolCall[];
  readonly text: string;
  readonly messages: readonly Message[];
}

export async function rehearse(
  prompt: string | readonly Message[],
  options: {
    /** Asked for each step. */
    readonly tools: () => readonly ModelTool[];
    readonly answer: (call: ToolCall) => Pick<ToolResult, "parts"> & { readonly isError?: boolean };
    readonly model?: Model;
  },
): Promise<Rehearsed> {
  const { tools, answer, model = rehearsalModel() } = options;
  const messages: Message[] = typeof prompt === "string" ? [asked(prompt)] : [...prompt];
  const calls: ToolCall[] = [];
  for (;;) {
    const events = await eventsOf(model, { messages, tools: tools() });
    const finish = events.at(-1);
    if (finish?.type !== "finish") throw new Error("the answer did not end");
    messages.push(finish.message);
    const made = events.filter((event) => event.type === "tool-call");
    calls.push(...made);
    const text = events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
    if (made.length === 0) return { calls, text, messages };
    const results = made.map((call) => ({ toolCallId: call.id, name: call.name, isError: false, ...answer(call) }));
    messages.push({ role: "tool", results });
  }
}

export async function eventsOf(model: Model, request: Partial<ModelRequest>): Promise<ModelEvent[]> {
  const signal = new AbortController().signal;
  return await Array.fromAsync(model.answer({ system: ["You are"], messages: [], tools: [], signal, ...request }));
}

export function asked(text: string): Message {
  return { role: "user", parts: [{ type: "text", text }] };
}

export function said(text: string): { readonly parts: ToolResult["parts"] } {
  return { parts: [{ type: "text", text }] };
}
