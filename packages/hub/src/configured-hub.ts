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
  const files = await followFiles(options);
  const { offered, ...limits } = files.configuration.limits;
  const hub = openHub({
    ...options,
    servers: files.servers,
    limits: { ...limits, ...options.limits },
    offer: { ...options.offer, budget: { ...(offered && { mostTools: offered }), ...options.offer?.budget } },
    // Read anew for each server that is started.
    get policy() {
      return files.policy;
    },
  });
  files.onServers((before, after) => applyServers(hub, before, after));
  const close = async () => {
    await files.close();
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
    get lastOffer() {
      return hub.lastOffer;
    },
    get configuration() {
      return files.configuration;
    },
    get rules() {
      return files.policy.slice(1);
    },
    get passedVariables() {
      return files.configuration.passedVariables;
    },
    attach: (spec: ServerSpec) => hub.attach(withSignIn(spec, files.configuration.signIn)),
    reload: files.reload,
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Servers = readonly ServerSpec[];

/** What the files say of a session's rules and servers, read again after each edit, one edit after the other. */
async function followFiles(options: ConfiguredHubOptions) {
  const { environment = process.env, onProblems = () => {} } = options;
  let apply: (before: Servers, after: Servers) => Promise<void> = async () => {};
  let applying = Promise.resolve();
  const watching = await watchConfiguration({
    ...options,
    environment,
    clock: monotonicClock,
    onChange: (configuration) => {
      applying = applying.then(() => {
        const before = current.servers;
        current = read(configuration);
        return apply(before, current.servers);
      });
    },
  });
  let current = read(watching.configuration);
  return {
    get configuration() {
      return watching.configuration;
    },
    get policy() {
      return current.policy;
    },
    get servers() {
      return current.servers;
    },
    onServers: (listener: typeof apply) => void (apply = listener),
    async reload(): Promise<void> {
      await watching.reload();
      await applying;
    },
    async close(): Promise<void> {
      await watching.close();
      await applying;
    },
  };

  function read(configuration: Configuration): { readonly servers: Servers; readonly policy: Policy } {
    const { servers, problems } = sessionServers(configuration, options.given);
    onProblems([...configuration.problems, ...lostRules(configuration, options), ...problems]);
    return { servers, policy: [defaultRules, ...rulesOf(configuration, options)] };
  }
}

async function applyServers(hub: Hub, before: Servers, after: Servers): Promise<void> {
  const { added, removed, changed } = diffServers(before, after);
  await Promise.all([
    ...removed.map(({ name }) => hub.detach(name)),
    ...added.map((spec) => hub.attach(spec)),
    ...changed.map((each) => hub.attach(each.after)),
  ]);
}

/** The servers that a session gets, with the settings that the files have for all of them. */
function sessionServers(
  { servers: configured, include, signIn }: Configuration,
  given: ConfiguredHubOptions["given"],
): { readonly servers: Servers; readonly problems: readonly Problem[] } {
  const merged = mergeServers({ ...given, configured });
  const wanted = merged.servers.filter((spec) => spec.type !== "held" || spec.state !== "disabled");
  const servers = wanted.map((declared) => {
    const spec = withSignIn(declared, signIn);
    const isIncludeSet = include === undefined || spec.source === "client" || spec.options?.include !== undefined;
    return isIncludeSet ? spec : { ...spec, options: { ...spec.options, include } };
  });
  return { servers, problems: merged.problems };
}
