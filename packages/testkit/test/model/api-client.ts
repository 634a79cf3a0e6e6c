/**
 * What the contract suite needs to know of an API: how to ask, and what an answer means.
 */

import type { ApiName, ModelServer } from "@tenon/testkit/model";

import { readEvents, type EventReader, type ReceivedEvent } from "./event-reader.ts";

export interface ApiClient {
  readonly api: ApiName;
  /** Where and what to post for an answer to "hello", with one tool on offer. */
  request(options: { readonly stream: boolean }): {
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: object;
  };
  understand(events: readonly ReceivedEvent[], rest: string): Understanding;
  understandBody(body: unknown): Understanding;
  /** The statuses that the vendor gives where vendors differ. */
  readonly overloadedStatus: number;
  /** How long the client is asked to wait, in seconds. */
  retryAfter(response: Response, body: unknown): unknown;
}

/** An answer, whichever API it came over. */
export interface Understanding {
  readonly text: string;
  readonly thought: string;
  readonly toolCalls: readonly { readonly name: unknown; readonly arguments: string }[];
  readonly stop: unknown;
  readonly usage: Readonly<Record<string, unknown>> | undefined;
  /** Whether the answer was closed as the API closes a complete one. */
  readonly isComplete: boolean;
  readonly error: unknown;
}

export const TOOL = {
  name: "read_file",
  description: "Reads a file",
  schema: { type: "object", properties: { path: { type: "string" } } },
};

export interface AskOptions {
  readonly stream?: boolean;
  readonly signal?: AbortSignal;
}

export function ask(model: ModelServer, client: ApiClient, options: AskOptions = {}): Promise<Response> {
  const { path, headers, body } = client.request({ stream: options.stream ?? true });
  return fetch(model.baseUrls[client.api] + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal: options.signal ?? null,
  });
}

/** Asks for a stream and reads it until the first content has come. */
export async function askUntilContent(
  model: ModelServer,
  client: ApiClient,
  options: AskOptions = {},
): Promise<EventReader> {
  const reader = readEvents(await ask(model, client, options));
  const events: ReceivedEvent[] = [];
  while (client.understand(events, "").text === "") {
    const event = await reader.next();
    if (event === undefined) throw new Error("The stream ended without content");
    events.push(event);
  }
  return reader;
}

/** Asks for a stream and reads all of it. */
export async function askAndRead(model: ModelServer, client: ApiClient): Promise<Understanding> {
  const reader = readEvents(await ask(model, client));
  const events = await reader.all();
  return client.understand(events, reader.rest);
}

/** A field deep inside JSON that may not be there. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

/** The list at a place in JSON, or none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The JSON in an event, or undefined. */
export function jsonOf(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined; // some events are spoilt on purpose
  }
}

/** Strings among unknown values, one after the other. */
export function joined(values: readonly unknown[]): string {
  return values.filter((value) => typeof value === "string").join("");
}
