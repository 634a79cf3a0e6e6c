/**
 * The tools that any agent is given: its client's servers and the user's, under the user's rules.
 */

import { join } from "node:path";

import {
  createDoorMemory,
  type CreateInterceptor,
  type Doors,
  toolsInterceptor,
  type ToolServices,
  type ToolsOptions,
} from "@tenon/proxy";

import { warn } from "../process/warn.ts";
import { userDataFolder } from "./data-folder.ts";
import manifest from "../../package.json" with { type: "json" };

export interface UserTools extends AsyncDisposable {
  /** For one agent, or for each start of one. */
  interceptor(agent: ToolTaker): CreateInterceptor;
  /** The variables to start an agent with that has to connect to its tools by itself. For one agent. */
  prepareLaunch: Doors["prepareLaunch"];
  /** To be called when no agent needs them any more. */
  close(): Promise<void>;
}

/** `preset` is the name that the agent was started by. */
export type ToolTaker = Pick<
  ToolsOptions,
  "preset" | "launched" | "clientTools" | "ownToolsOff" | "onSecrets" | "openEvents" | "lease"
> &
  Partial<Pick<ToolsOptions, "onWarning" | "onDenied" | "waitsForServers">>;

/** Without `services`, the user's: all agents of the process share what is known of servers. */
export function openUserTools(services: () => Promise<ToolServices> = userServices()): UserTools {
  let opening: Promise<Doors> | undefined;
  const loaded = loadOnce(services);
  const doorMemory = createDoorMemory(join(userDataFolder(), "agents.json"));
  const doors = () => {
    opening ??= openDoors().catch((error: unknown) => {
      // The next session tries again.
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const close = async () => {
    // One that could not be opened was reported.
    await opening?.then(
      (doors) => doors.close(),
      () => {},
    );
  };
  return {
    interceptor: (agent) =>
      toolsInterceptor({
        onWarning: warn,
        ...agent,
        version: manifest.version,
        doors,
        environment: process.env,
        doorMemory,
        scratchFolder: join(userDataFolder(), "scratch"),
        services: loaded,
      }),
    prepareLaunch: async (kind, environment) => await (await doors()).prepareLaunch(kind, environment),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The user's servers, rules and answers, loaded once. `rules` are above theirs. */
export function userServices({ rules = [] }: Pick<ToolServices, "rules"> = {}): () => Promise<ToolServices> {
  return loadOnce(async () => ({
    ...(await import("./agent-services.ts")).agentServices({ journal: false }),
    rules,
  }));
}

async function openDoors(): Promise<Doors> {
  return await (await import("@tenon/proxy")).openDoors();
}

/** With the first session: a client that only asks for capabilities does not pay for them. */
function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => (loading ??= load());
}
