/**
 * One client's connections to other machines: one to each that has a session of the client's.
 */

import type { AnyMessage, AnyRequest } from "@agentclientprotocol/sdk";
import { errorMessage, stringOf } from "@tenon/basis";

import type { Peer } from "../gateway.ts";
import type { ClientLink } from "../wire/client-link.ts";
import { paramsOf, sessionIdOf } from "../wire/message.ts";
import { type FarConnection, openFarConnection } from "./far-connection.ts";

export interface FarConnections {
  /** The machine that a message goes to, as far as the client has joined something there. */
  of(message: AnyMessage): FarConnection | undefined;
  /** Undefined if it cannot be reached. The signal ends the attempt. */
  reach(address: string, signal: AbortSignal): Promise<FarConnection | undefined>;
}

export interface FarConnectionsOptions {
  readonly secret: string;
  readonly link: ClientLink;
  readonly peer: Peer;
  readonly introduction: () => AnyRequest | undefined;
  readonly onWarning: (warning: string) => void;
}

export function createFarConnections(options: FarConnectionsOptions): FarConnections {
  const { secret, link, peer, onWarning } = options;
  const connections = new Map<string, Promise<FarConnection>>();
  const open = new Set<FarConnection>();
  // It is tried again four times a second until its leases run out: one line for all of that.
  const unreachable = new Set<string>();
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
    async reach(address, signal) {
      const introduction = options.introduction();
      if (!introduction) return undefined;
      const opening =
        connections.get(address) ?? openFarConnection({ address, secret, peer, link, introduction, signal });
      connections.set(address, opening);
      try {
        const far = await opening;
        open.add(far);
        unreachable.delete(address);
        return far;
      } catch (error) {
        connections.delete(address);
        if (signal.aborted || unreachable.has(address)) return undefined;
        unreachable.add(address);
        onWarning(`The machine at ${address} cannot be reached: ${errorMessage(error)}`);
        return undefined;
      }
    },
  };
}
