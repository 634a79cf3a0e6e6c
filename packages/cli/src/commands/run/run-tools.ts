/**
 * The tools that a run gives another agent, as `tenon wrap` does: the servers of the command line and the user's own.
 */

import type { ConnectOptions } from "@tenon/client";
import type { Journal, Recorder } from "@tenon/journal";
import { memoryGrantStore } from "@tenon/policy";
import { type InterceptedStream, interceptStream, recordEvents, type ToolServices } from "@tenon/proxy";

import { openUserTools } from "../../user/user-tools.ts";
import type { Denials } from "./ask/denials.ts";
import { askedBy, type RunPolicy } from "./input/policy.ts";
import type { RunRequest } from "./run-request.ts";
import type { Output } from "./show/output.ts";

export interface RunTools extends Pick<ConnectOptions, "through" | "record">, AsyncDisposable {}

export interface RunToolsOptions {
  readonly output: Pick<Output, "warn">;
  /** The preset that the agent was started by. */
  readonly preset: string | undefined;
  readonly denials: Pick<Denials, "add">;
  readonly journal: Pick<Journal, "hide"> | undefined;
  readonly recorder: Recorder | undefined;
}

export function openRunTools(
  { flags, policy }: Pick<RunRequest, "flags" | "policy">,
  options: RunToolsOptions,
): RunTools {
  const { preset, journal, recorder } = options;
  const { warn } = options.output;
  // What becomes of a server the session says in notices.
  const tools = openUserTools(() => services(policy, flags.verbose ? warn : () => {}));
  const events = recorder && recordEvents(recorder);
  const streams = new Set<InterceptedStream>();
  const intercept = tools.interceptor({
    preset,
    clientTools: flags.clientTools,
    onWarning: warn,
    onDenied: options.denials.add,
    waitsForServers: true,
    onSecrets: (secrets) => journal?.hide(secrets),
    ...(events && { openEvents: events.open }),
  });
  return {
    through(stream, onReplaced) {
      const intercepted = interceptStream(stream, { intercept, onWarning: warn, onReplaced });
      streams.add(intercepted);
      return intercepted;
    },
    ...(recorder && {
      async record(record) {
        await recorder.record(record);
        events?.recorded();
      },
    }),
    async [Symbol.asyncDispose]() {
      await Promise.all([...streams].map((stream) => stream.close()));
      await tools.close();
    },
  };
}

async function services(policy: RunPolicy, onWarning: (warning: string) => void): Promise<ToolServices> {
  const { agentServices } = await import("../../user/agent-services.ts");
  const user = agentServices({ journal: false, onWarning });
  // Where everything is denied, what was allowed before is too.
  return { ...user, rules: askedBy(policy), ...(policy.type === "deny" && { grants: memoryGrantStore() }) };
}
