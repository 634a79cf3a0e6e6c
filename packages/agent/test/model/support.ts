/**
 * A model of ours over each API of the scripted model server, and short ways to ask it.
 */

import { type ApiName, type ModelServer, startModelServer, type Script } from "@tenon/testkit/model";

import { ModelError } from "../../src/model/model-error.ts";
import type { AssistantMessage, Message, Model, ModelEvent, ModelRequest, ModelTool } from "../../src/model/model.ts";
import { openModels, type OpenModelsOptions } from "../../src/model/open-models.ts";

export interface ApiCase {
  readonly api: ApiName;
  readonly id: string;
}

/** Names of real models: what a provider's package does depends on them. */
export const apiCases: readonly ApiCase[] = [
  { api: "openai-chat", id: "openai-compatible/gpt-oss-120b" },
  { api: "openai-responses", id: "openai/gpt-6-sol" },
  { api: "anthropic", id: "anthropic/claude-sonnet-5" },
  { api: "gemini", id: "google/gemini-3.8-flash" },
];

export interface Stage extends AsyncDisposable {
  readonly server: ModelServer;
  readonly model: Model;
  /** How long it waited before each further try; all of it passes at once. */
  readonly waits: readonly number[];
}

export async function stage(
  id: string,
  script: Script,
  options: { readonly bytesPerWrite?: number } & Partial<OpenModelsOptions> = {},
): Promise<Stage> {
  const { bytesPerWrite, ...others } = options;
  const server = await startModelServer({ script, ...(bytesPerWrite !== undefined && { bytesPerWrite }) });
  const waits: number[] = [];
  const clock = {
    now: () => Date.UTC(2026, 10, 15),
    after: async (milliseconds: number) => void waits.push(milliseconds),
  };
  const model = await openModels({ env: server.environment, clock, random: () => 0.5, ...others }).open(id);
  return { server, model, waits, [Symbol.asyncDispose]: server.close };
}

export function user(text: string): Message {
  return { role: "user", parts: [{ type: "text", text }] };
}

export function tool(name: string, more: Partial<ModelTool> = {}): ModelTool {
  const inputSchema = { type: "object", properties: { path: { type: "string" } } };
  return { name, description: `Does ${name}`, inputSchema, ...more };
}

export function request(more: Partial<ModelRequest> = {}): ModelRequest {
  return { system: ["Be brief."], messages: [user("hello")], tools: [], signal: new AbortController().signal, ...more };
}

export async function answered(model: Model, asked: ModelRequest = request()): Promise<readonly ModelEvent[]> {
  return await Array.fromAsync(model.answer(asked));
}

export function finishOf(events: readonly ModelEvent[]): Extract<ModelEvent, { readonly type: "finish" }> {
  const last = events.at(-1);
  if (last?.type !== "finish") throw new Error(`The last event is ${last?.type}`);
  return last;
}

export function messageOf(events: readonly ModelEvent[]): AssistantMessage {
  return finishOf(events).message;
}

export function textOf(events: readonly ModelEvent[]): string {
  return events.flatMap((event) => (event.type === "text-delta" ? [event.text] : [])).join("");
}

export function thoughtOf(events: readonly ModelEvent[]): string {
  return events.flatMap((event) => (event.type === "thought-delta" ? [event.text] : [])).join("");
}

export function callsOf(events: readonly ModelEvent[]) {
  return events.filter((event) => event.type === "tool-call");
}

/** Why there was no answer, and what was told before. */
export async function failureOf(
  model: Model,
  asked: ModelRequest = request(),
): Promise<{ readonly error: ModelError; readonly heard: readonly ModelEvent[] }> {
  const heard: ModelEvent[] = [];
  try {
    for await (const event of model.answer(asked)) heard.push(event);
  } catch (error) {
    if (error instanceof ModelError) return { error, heard };
    throw error;
  }
  throw new Error("It did not fail");
}

/** A picture of one red point, as PNG. */
export const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** The head of a sound without a sound in it. */
export const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";
/** The head of a document without pages. */
export const PDF = "JVBERi0xLjcKJeLjz9MK";
