/**
 * How agents reach the endpoints of this process: by a loopback address, by a shim that pipes to a socket, or by a
 * connection of their own to that socket, for which they have to be started in a certain way. All are open before the
 * first session, so that `session/new` can be passed on without waiting.
 */

import type { McpServer } from "@agentclientprotocol/sdk";

import type { DoorKind } from "../agents/agent-traits.ts";
import { createDoorKeys, type Served } from "./door-keys.ts";
import { createLaunchDoor, type LaunchDoor } from "./launch-door.ts";
import { openHttpDoor } from "./http-door.ts";
import { openShimDoor } from "./shim-door.ts";
import { TOKEN_VARIABLE } from "./shim.ts";

export interface Doors extends AsyncDisposable {
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
  const shim = await openShimDoor(keys).catch(async (error: unknown) => {
    await http.close();
    throw error;
  });
  const launch = createLaunchDoor(keys, shim);
  let closing: Promise<unknown> | undefined;
  const close = async () => {
    await (closing ??= Promise.all([http.close(), shim.close()]));
  };
  return {
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
    return {
      name,
      command: shim.command,
      args: [...shim.args],
      env: [{ name: TOKEN_VARIABLE, value: token }],
    };
  }
}
