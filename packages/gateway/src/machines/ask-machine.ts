/**
 * What one machine asks another itself, besides what it carries there for a client: one request, with the proof that opens
 * connections between machines.
 */

import { text } from "node:stream/consumers";

import { type JsonObject, objectOf, parseJson } from "@tenon/basis";

import type { Machines } from "../gateway-options.ts";
import { MACHINE_PATH, signMachine } from "./machine-key.ts";
import { sendToMachine } from "./send-to-machine.ts";

/** About what the other machine has open. The one that asks has checked what its person may do, and records it. */
export type MachineQuestion =
  /** Those that are not idle: `sessions`. */
  | { readonly type: "busy" }
  /** `files` in the folders of one. */
  | { readonly type: "files"; readonly sessionId: string; readonly query: string }
  /** Closes one, and deletes it: `isDeleted`. */
  | { readonly type: "delete"; readonly sessionId: string }
  /** Takes the answer to a sign-in to an MCP server, if it expects it: `isAccepted`. */
  | { readonly type: "sign-in"; readonly answer: string };

export interface AskOptions extends Pick<Machines, "secret"> {
  readonly address: string;
  readonly withinMs: number;
}

const OK = 200;

/** Rejects if the machine cannot be reached, or cannot do it. */
export async function askMachine(
  question: MachineQuestion,
  { address, secret, withinMs }: AskOptions,
): Promise<JsonObject> {
  const answer = await sendToMachine({
    address,
    path: MACHINE_PATH,
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(question),
    signal: AbortSignal.timeout(withinMs),
    prove: (receiver) => signMachine(secret, receiver),
  });
  const body = await text(answer);
  if (answer.statusCode !== OK) throw new Error(`${address} answered ${answer.statusCode}`);
  return objectOf(parseJson(body));
}
