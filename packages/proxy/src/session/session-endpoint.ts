/**
 * The endpoint of one session, loaded behind the door by which the agent comes in.
 */

import type { Duplex } from "node:stream";

import { errorMessage } from "@tenon/basis";
import type { Endpoint, EndpointOptions } from "@tenon/hub/endpoint";

import type { DoorKind } from "../agents/agent-traits.ts";
import type { Doors } from "../doors/doors.ts";

export interface SessionEndpoint extends Pick<Endpoint, "find" | "cancelCalls" | "close"> {
  /** For the agent's `mcpServers`; undefined if it connects by itself. */
  readonly entry: object | undefined;
}

export function openSessionEndpoint(
  options: EndpointOptions & {
    readonly kind: DoorKind;
    readonly doors: Doors;
    readonly onSecrets: (secrets: readonly string[]) => void;
    readonly onWarning: (warning: string) => void;
  },
): SessionEndpoint {
  const { kind, doors, onSecrets, onWarning, ...rest } = options;
  let now: Endpoint | undefined;
  // Loaded while the agent opens the session.
  const opening = import("@tenon/hub/endpoint").then(({ createEndpoint }) => (now = createEndpoint(rest)));
  opening.catch((error: unknown) => onWarning(`The endpoint of a session failed: ${errorMessage(error)}`));
  const served = {
    serveStream: async (stream: Duplex) => (await opening).serveStream(stream),
    handle: async (request: Request) => (await opening).handle(request),
  };
  const opened = kind === "launch" ? undefined : doors.open(kind, served, rest.serverInfo.name);
  const door = opened ?? doors.openLaunched(served);
  onSecrets([door.token]);
  return {
    entry: opened?.entry,
    find: (name) => now?.find(name),
    cancelCalls: (reason) => now?.cancelCalls(reason),
    async close() {
      door.close();
      await (await opening).close();
    },
  };
}
