/**
 * The other machines, as one client needs them: each of its sessions is where it is open, and its messages go there.
 */

import { setTimeout as sleep } from "node:timers/promises";

import type { AnyMessage, AnyRequest } from "@agentclientprotocol/sdk";
import { errorMessage, stringOf } from "@tenon/basis";
import type { Journal } from "@tenon/journal";

import type { Peer } from "../gateway.ts";
import type { Machines } from "../gateway-options.ts";
import type { ClientLink } from "../wire/client-link.ts";
import { type Cancellable, paramsOf, type Reply, sessionIdOf } from "../wire/message.ts";
import { type FarConnection, openFarConnection } from "./far-connection.ts";
import { isStopping } from "./stopping.ts";

export interface OtherMachines {
  /** The machine that a message goes to, as far as the client has joined something there. */
  of(message: AnyMessage): FarConnection | undefined;
  /**
   * Opens or deletes a session where it is. `here` does so on this machine, once no other has it: one that cannot be reached
   * has it until its lease runs out.
   */
  open(request: AnyRequest, sessionId: string, opening: Opening): Promise<void>;
}

export interface Opening {
  readonly here: () => Promise<void>;
  readonly reply: Reply;
  /** Given what can be cancelled, once the other machine was asked. */
  readonly track: (sent: Cancellable) => void;
}

export interface OtherMachinesOptions {
  readonly machines: Machines | undefined;
  readonly journal: Pick<Journal, "session">;
  readonly link: ClientLink;
  readonly peer: Peer;
  readonly introduction: () => AnyRequest | undefined;
  readonly isHere: (sessionId: string) => boolean;
  readonly onWarning: (warning: string) => void;
}

const LOOK_MS = 250;
const WAITING = "waiting";
// Longer than any lease that a dead machine leaves behind.
const PATIENCE_MS = 60_000;

export function createOtherMachines(options: OtherMachinesOptions): OtherMachines {
  const { machines, journal, link, peer, isHere, onWarning } = options;
  const connections = new Map<string, Promise<FarConnection>>();
  const open = new Set<FarConnection>();
  return {
    of(message) {
      const sessionId = sessionIdOf(message);
      const connectionId = stringOf(paramsOf(message)["connectionId"]);
      return [...open].find(
        ({ sessions, mcpConnections }) =>
          (sessionId !== undefined && sessions.has(sessionId)) ||
          (connectionId !== undefined && mcpConnections.has(connectionId)),
      );
    },
    async open(request, sessionId, { here, reply, track }) {
      // One that another machine has sent goes no further.
      if (!machines || peer.isForwarded) return await here();
      const left = new AbortController();
      let reaching: { readonly address: string; readonly far: Promise<FarConnection | undefined> } | undefined;
      for (const deadline = performance.now() + PATIENCE_MS; ;) {
        const address = isHere(sessionId) ? undefined : (await journal.session(sessionId))?.heldAt;
        if (address === undefined || address === machines.address()) {
          left.abort();
          return await here();
        }
        if (reaching?.address !== address) reaching = { address, far: reach(address, left.signal) };
        // One that is silent may lose its lease while we wait for it to answer.
        const far = await Promise.race([reaching.far, sleep(LOOK_MS, WAITING)]);
        if (typeof far === "string") continue;
        if (far && (await ask(far, request, { sessionId, reply, track }))) return;
        if (link.gone.aborted || performance.now() > deadline) return await here();
        reaching = undefined;
        await sleep(LOOK_MS);
      }
    },
  };

  async function reach(address: string, signal: AbortSignal): Promise<FarConnection | undefined> {
    const introduction = options.introduction();
    if (!machines || !introduction) return undefined;
    const { secret } = machines;
    const opening =
      connections.get(address) ?? openFarConnection({ address, secret, peer, link, introduction, signal });
    connections.set(address, opening);
    try {
      const far = await opening;
      open.add(far);
      return far;
    } catch (error) {
      connections.delete(address);
      if (!signal.aborted) onWarning(`The machine at ${address} cannot be reached: ${errorMessage(error)}`);
      return undefined;
    }
  }

  /** False if the machine is stopping, and soon lets go of the session. */
  function ask(
    far: FarConnection,
    request: AnyRequest,
    { sessionId, reply, track }: Omit<Opening, "here"> & { readonly sessionId: string },
  ): Promise<boolean> {
    // What it sends before its answer is the client's too.
    far.sessions.add(sessionId);
    return new Promise((resolve) => {
      const sent = far.request(request, (response) => {
        if ("error" in response || request.method === "session/delete") far.sessions.delete(sessionId);
        if (isStopping(response)) return resolve(false);
        reply(response);
        resolve(true);
      });
      track(sent);
    });
  }
}
