/**
 * A hub on everything a session should have: the servers its client gave, the program's functions, and what is written
 * in the user's and the project's files, which it watches: an edit touches only the servers that changed [O-03].
 */

import { defaultRules, type Policy } from "@tenon/policy";
import { monotonicClock } from "@tenon/basis";

import {
  type Configuration,
  type ConfigurationOptions,
  diffServers,
  lostRules,
  type MergeOptions,
  mergeServers,
  type Problem,
  rulesOf,
  watchConfiguration,
  withSignIn,
} from "./config/index.ts";
import type { Hub, HubOptions } from "./hub-types.ts";
import { openHub } from "./hub.ts";
import type { ServerSpec } from "./server-spec.ts";

export interface ConfiguredHubOptions
  extends
    Omit<HubOptions, "servers" | "policy">,
    Pick<ConfigurationOptions, "userFolder" | "isTrusted" | "isCodeVariable"> {
  readonly given?: Omit<MergeOptions, "configured">;
  /** What is wrong in the files, again after each edit. */
  readonly onProblems?: (problems: readonly Problem[]) => void;
}

export interface ConfiguredHub extends Hub {
  readonly configuration: Configuration;
  /** The user's rules and the project's, which can only be stricter; for deciding about calls. */
  readonly rules: Policy;
  /** Names of secrets that the user passes on to commands, as patterns. */
  readonly passedVariables: readonly string[];
  /** Reads the files again at once, for instance when the user has trusted something. */
  reload(): Promise<void>;
}

export async function openConfiguredHub(options: ConfiguredHubOptions): Promise<ConfiguredHub> {
  const { environment = process.env, onProblems = () => {} } = options;
  let applying = Promise.resolve();
  const watching = await watchConfiguration({
    ...options,
    environment,
    clock: monotonicClock,
    onChange: (configuration) => {
      applying = applying.then(() => apply(configuration));
    },
  });
  let policy: Policy = [defaultRules, ...rulesOf(watching.configuration, options)];
  let running = serversOf(watching.configuration);
  const { offered, ...limits } = watching.configuration.limits;
  const hub = openHub({
    ...options,
    servers: running,
    limits: { ...limits, ...options.limits },
    offer: { ...options.offer, budget: { ...(offered && { mostTools: offered }), ...options.offer?.budget } },
    // Read anew for each server that is started.
    get policy() {
      return policy;
    },
  });
  const close = async () => {
    await watching.close();
    await applying;
    await hub.close();
  };
  return {
    ...hub,
    // Spread, a getter would be read once; these stay live.
    get catalogue() {
      return hub.catalogue;
    },
    get servers() {
      return hub.servers;
    },
    get configuration() {
      return watching.configuration;
    },
    get rules() {
      return policy.slice(1);
    },
    get passedVariables() {
      return watching.configuration.passedVariables;
    },
    attach: (spec: ServerSpec) => hub.attach(withSignIn(spec, watching.configuration.signIn)),
    reload,
    close,
    [Symbol.asyncDispose]: close,
  };

  async function reload(): Promise<void> {
    await watching.reload();
    await applying;
  }

  async function apply(configuration: Configuration): Promise<void> {
    policy = [defaultRules, ...rulesOf(configuration, options)];
    const next = serversOf(configuration);
    const { added, removed, changed } = diffServers(running, next);
    running = next;
    await Promise.all([
      ...removed.map(({ name }) => hub.detach(name)),
      ...added.map((spec) => hub.attach(spec)),
      ...changed.map(({ after }) => hub.attach(after)),
    ]);
  }

  function serversOf(configuration: Configuration): readonly ServerSpec[] {
    const { servers, problems } = mergeServers({ ...options.given, configured: configuration.servers });
    onProblems([...configuration.problems, ...lostRules(configuration, options), ...problems]);
    const { include } = configuration;
    return servers.filter(isWanted).map((declared) => {
      const spec = withSignIn(declared, configuration.signIn);
      const isSilent = include === undefined || spec.source === "client" || spec.options?.include !== undefined;
      return isSilent ? spec : { ...spec, options: { ...spec.options, include } };
    });
  }
}

function isWanted(spec: ServerSpec): boolean {
  return spec.type !== "held" || spec.state !== "disabled";
}
