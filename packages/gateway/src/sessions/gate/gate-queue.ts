/**
 * Requests of an agent that wait at the gate. Each is answered there or goes on, and can be cancelled meanwhile.
 */

import { type AnyRequest, type AnyResponse } from "@agentclientprotocol/sdk";

import type { Cancellable } from "../../wire/message.ts";
import { cancellation } from "../questions/answers.ts";

export interface GateQueue {
  add(request: AnyRequest, goOn: () => Cancellable): Cancellable;
  /** The turn is to end: what waits is answered so. */
  cancelAll(): void;
  /** The session is over: nothing goes on any more. */
  end(): void;
}

export function createGateQueue({ settle, respond }: GateQueueOptions): GateQueue {
  const waiting = new Set<{ state: "waiting" | "cancelled" | "ended" }>();
  return {
    add(request, goOn) {
      const entry: { state: "waiting" | "cancelled" | "ended" } = { state: "waiting" };
      let taken: Cancellable | undefined;
      waiting.add(entry);
      void settle(request).then((settled) => {
        waiting.delete(entry);
        if (entry.state === "ended") return;
        if (entry.state === "cancelled") respond(cancellation(request));
        else if (settled) respond(settled);
        else taken = goOn();
      });
      return {
        cancel() {
          if (taken) taken.cancel();
          else if (entry.state === "waiting") entry.state = "cancelled";
        },
      };
    },
    cancelAll() {
      for (const entry of waiting) entry.state = "cancelled";
    },
    end() {
      for (const entry of waiting) entry.state = "ended";
    },
  };
}

export interface GateQueueOptions {
  /** Never rejects. */
  settle(request: AnyRequest): Promise<AnyResponse | undefined>;
  respond(response: AnyResponse): void;
}
