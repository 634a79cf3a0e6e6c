/**
 * How agents reach the endpoints of this process: by a loopback address, by a shim that pipes to a socket, or by a
 * connection of their own to that socket, for which they have to be started in a certain way. All are open before the
 * first session, so that `session/new` can be passed on without waiting.
 */

import type { McpServer } from "@agentclientprotocol/sdk";
import { errorMessage, toError } from "@tenon/basis";

import type { DoorKind } from "../agents/agent-traits.ts";
import { createDoorKeys, type DoorKeys, type Served } from "./door-keys.ts";
import { createLaunchDoor, type LaunchDoor } from "./launch-door.ts";
import { openHttpDoor } from "./http-door.ts";
import { openShimDoor, type ShimDoor } from "./shim-door.ts";
import { TOKEN_VARIABLE } from "./shim.ts";

export interface Doors extends AsyncDisposable {
  /**
   * Before a session is opened: tries again what could not be opened, and waits for an agent that connects by itself to come
   * for the session before. Undefined if there is nothing to wait for. Never rejects.
   */
  ready(): Promise<void> | undefined;
  /** Why agents cannot come in this way; undefined if they can. */
  problemWith(kind: DoorKind): Error | undefined;
  /** A way to this endpoint and to no other. The agent knows it by this name; `ENDPOINT_NAME` by default. */
  open(kind: Exclude<DoorKind, "launch">, endpoint: Served, name?: string): Door;
  /** A way to this endpoint for an agent that connects by itself. */
  openLaunched(endpoint: Served): Omit<Door, "entry">;
  /** The variables that make an agent connect by itself. Each process of it needs doors of its own. */
  prepareLaunch: LaunchDoor["prepare"];
  close(): Promise<void>;
}

export interface Door {
  /** For the agent's `mcpServers`. */
  readonly entry: McpServer;
  /** Must not be recorded or logged. */
  readonly token: string;
  /** Nothing comes in by it any more. Connections end with the endpoint. */
  close(): void;
}

/** How the endpoint is called in `mcpServers`; agents build the names of tools from it. */
export const ENDPOINT_NAME = "tenon";

export async function openDoors(): Promise<Doors> {
  const keys = createDoorKeys();
  const http = await openHttpDoor(keys);
  const shim = await openShim(keys);
  const launch = createLaunchDoor(keys, shim.need);
  let closing: Promise<unknown> | undefined;
  const close = async () => {
    await (closing ??= Promise.all([http.close(), shim.close()]));
  };
  return {
    ready: () => shim.retry() ?? launch.settled(),
    problemWith: (kind) => (kind === "http" ? undefined : shim.problem()),
    prepareLaunch: launch.prepare,
    openLaunched: (endpoint) => ({ token: launch.token, ...launch.add(endpoint) }),
    open(kind, endpoint, name = ENDPOINT_NAME) {
      const { token, revoke } = keys.issue(endpoint);
      return { entry: kind === "http" ? httpEntry(name, token) : stdioEntry(name, token), token, close: revoke };
    },
    close,
    [Symbol.asyncDispose]: close,
  };

  function httpEntry(name: string, token: string): McpServer {
    const headers = [{ name: "Authorization", value: `Bearer ${token}` }];
    return { type: "http", name, url: http.url, headers };
  }

  // `args` and `env` are there also where they would be empty: some agents crash without [WA14].
  function stdioEntry(name: string, token: string): McpServer {
    const { command, args } = shim.need();
    return {
      name,
      command,
      args: [...args],
      env: [{ name: TOKEN_VARIABLE, value: token }],
    };
  }
}

interface Shim {
  problem(): Error | undefined;
  retry(): Promise<void> | undefined;
  /** Throws the problem, if there is one. */
  need(): ShimDoor;
  close(): Promise<void>;
}

/** It needs files, which a full disk refuses: that must not cost agents their tools that come by the address. */
async function openShim(keys: DoorKeys): Promise<Shim> {
  let opened: ShimDoor | Error = new Error("It is not open yet");
  let opening = open();
  await opening;
  return {
    problem,
    retry: () => (opened instanceof Error ? (opening = opening.then(open)) : undefined),
    need() {
      if (opened instanceof Error) throw problem();
      return opened;
    },
    async close() {
      await opening;
      if (!(opened instanceof Error)) await opened.close();
    },
  };

  function problem(): Error | undefined {
    if (!(opened instanceof Error)) return undefined;
    return new Error(`There is no socket for the agent's tools: ${errorMessage(opened)}`, { cause: opened });
  }

  async function open(): Promise<void> {
    if (opened instanceof Error) opened = await openShimDoor(keys).catch(toError);
  }
}
