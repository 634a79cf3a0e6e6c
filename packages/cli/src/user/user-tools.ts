/**
 * The tools that `tenon wrap` gives an agent: the client's servers and the user's, under the user's rules.
 */

import { type CreateInterceptor, type Doors, toolsInterceptor } from "@tenon/proxy";

import { warn } from "../../process/warn.ts";
import manifest from "../../../package.json" with { type: "json" };

export interface WrapTools {
  readonly intercept: CreateInterceptor;
  close(): Promise<void>;
}

export function openWrapTools(options: {
  /** The name that the agent was started by. */
  readonly preset: string | undefined;
  readonly onSecrets: (secrets: readonly string[]) => void;
}): WrapTools {
  let opening: Promise<Doors> | undefined;
  const services = loadOnce(async () =>
    (await import("../../user/agent-services.ts")).agentServices({ journal: false }),
  );
  const intercept = toolsInterceptor({
    version: manifest.version,
    doors: () => (opening ??= openDoors()),
    preset: options.preset,
    environment: process.env,
    onWarning: warn,
    onSecrets: options.onSecrets,
    services,
  });
  return {
    intercept,
    async close() {
      // One that could not be opened was reported.
      await opening?.then(
        (doors) => doors.close(),
        () => {},
      );
    },
  };
}

async function openDoors(): Promise<Doors> {
  return await (await import("@tenon/proxy")).openDoors();
}

/** With the first session: a client that only asks for capabilities does not pay for them. */
function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => (loading ??= load());
}
