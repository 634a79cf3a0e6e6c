/**
 * One HTTP request from this machine to another, with the proof that opens connections between machines.
 */

import type { IncomingMessage } from "node:http";

import { MACHINE_HEADER, type Receiver } from "./machine-key.ts";

export interface MachineRequest {
  readonly address: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Ends it, also while its answer is read. */
  readonly signal: AbortSignal;
  prove(receiver: Receiver): string;
}

const FORBIDDEN = 403;

/** Resolves with the beginning of the answer. Rejects if the machine cannot be reached. */
export async function sendToMachine(request: MachineRequest): Promise<IncomingMessage> {
  const first = await send(request, Date.now());
  // The clocks of the two machines differ, as in far-connection.ts.
  const at = first.statusCode === FORBIDDEN ? Date.parse(first.headers.date ?? "") : Number.NaN;
  if (Number.isNaN(at)) return first;
  first.resume();
  return await send(request, at);
}

async function send({ address, path, method, headers, body, signal, prove }: MachineRequest, now: number) {
  const url = new URL(path, address);
  const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  // A connection of its own: one that was idle may be closed by the other machine just now.
  const agent = false;
  const proven = { ...headers, [MACHINE_HEADER]: prove({ to: address, now }) };
  const sent = request(url, { method, headers: proven, signal, agent });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve);
    sent.on("error", reject);
  });
  sent.end(body);
  return await answered;
}
