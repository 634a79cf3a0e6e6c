/**
 * What `start` returned: opened by the first call that needs it, closed once.
 */

import type { SecretDeclarations, StartContext, Toolset } from "../define/toolset.ts";
import { ToolError } from "../tool-error.ts";
import type { Cancellation } from "./cancellation.ts";

export interface State {
  /** The state or a promise of it: starts the toolset if it has not started. Rejects with what `start` threw; the next call tries again. */
  get(cancellation: Pick<Cancellation, "race">): unknown;
  /** Stops what was started. Calls that come later are refused. */
  close(signal: AbortSignal): Promise<void>;
}

export function createState(toolset: Toolset, context: Omit<StartContext, "secrets" | "signal">): State {
  const stopping = new AbortController();
  let started: Promise<unknown> | undefined;
  let up: { readonly state: unknown } | undefined;

  return {
    get({ race }) {
      if (stopping.signal.aborted) throw new ToolError("unavailable", `${toolset.name} is stopping`);
      if (up) return up.state;
      return race((started ??= begin()));
    },
    async close(signal) {
      stopping.abort(new ToolError("unavailable", `${toolset.name} is stopping`));
      if (!started) return;
      const state = await started.catch(() => NOT_STARTED);
      if (state !== NOT_STARTED) await toolset.stop?.(state, { signal });
    },
  };

  function begin(): Promise<unknown> {
    const mine = start();
    mine.then(
      (state) => (up = { state }),
      () => started === mine && (started = undefined),
    );
    return mine;
  }

  async function start(): Promise<unknown> {
    const missing = missingSecrets(toolset.secrets, context.env);
    if (missing) throw missing;
    // One that is set to nothing is not set.
    const secrets = Object.fromEntries(
      Object.keys(toolset.secrets).flatMap((name) => (context.env[name] ? [[name, context.env[name]]] : [])),
    );
    return await toolset.start?.({ ...context, secrets, signal: stopping.signal });
  }
}

const NOT_STARTED = Symbol("not started");

/** An error that names every required secret that is not set. */
export function missingSecrets(
  secrets: SecretDeclarations,
  env: Readonly<Record<string, string | undefined>>,
): ToolError | undefined {
  const missing = Object.entries(secrets).filter(([name, { isRequired = true }]) => isRequired && !env[name]);
  if (missing.length === 0) return undefined;
  const names = missing.map(([name]) => name).join(", ");
  const hints = missing.flatMap(([name, { description }]) =>
    description === undefined ? [] : [`${name}: ${description}`],
  );
  const subject = missing.length === 1 ? "The environment variable" : "The environment variables";
  return new ToolError("configuration", `${subject} ${names} must be set`, {
    hint: hints.length > 0 ? hints.join("\n") : "Ask the user to set it in the configuration of this server.",
  });
}
