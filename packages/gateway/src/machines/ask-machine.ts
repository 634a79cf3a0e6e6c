/**
 * What one machine asks another itself, besides what it carries there for a client: one request, with the proof that opens
 * connections between machines.
 */

import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

import { type JsonObject, objectOf, parseJson } from "@tenon/basis";

import type { Machines } from "../gateway-options.ts";
import { MACHINE_HEADER, MACHINE_PATH, signMachine } from "./machine-key.ts";

/** About sessions that the other machine has open. The one that asks has checked what its person may do, and records it. */
export type MachineQuestion =
  /** Those that are not idle: `sessions`. */
  | { readonly type: "busy" }
  /** `files` in the folders of one. */
  | { readonly type: "files"; readonly sessionId: string; readonly query: string }
  /** Closes one, and deletes it: `isDeleted`. */
  | { readonly type: "delete"; readonly sessionId: string };

export interface AskOptions extends Pick<Machines, "secret"> {
  readonly address: string;
  readonly withinMs: number;
}

const OK = 200;
const FORBIDDEN = 403;

/** Rejects if the machine cannot be reached, or cannot do it. */
export async function askMachine(question: MachineQuestion, options: AskOptions): Promise<JsonObject> {
  const first = await post(question, options, Date.now());
  // The clocks of the two machines differ, as in far-connection.ts.
  const at = first.status === FORBIDDEN ? Date.parse(first.date ?? "") : Number.NaN;
  const { status, body } = Number.isNaN(at) ? first : await post(question, options, at);
  if (status !== OK) throw new Error(`${options.address} answered ${status}`);
  return objectOf(parseJson(body));
}

async function post(question: MachineQuestion, { address, secret, withinMs }: AskOptions, now: number) {
  const url = new URL(MACHINE_PATH, address);
  const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  const sent = request(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", [MACHINE_HEADER]: signMachine(secret, { to: address, now }) },
    signal: AbortSignal.timeout(withinMs),
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve);
    sent.on("error", reject);
  });
  sent.end(JSON.stringify(question));
  const response = await answered;
  return { status: response.statusCode, date: response.headers.date, body: await text(response) };
}
