/**
 * Lets a server in, or keeps it out, by the policy, before anything of it is started or looked up; and decides about every
 * address that a remote server names afterwards.
 */

import type { LookupFunction } from "node:net";

import {
  admitServer,
  checkedLookup,
  checkUrl,
  defaultRules,
  type Layer,
  type Network,
  type Policy,
  PolicyError,
} from "@tenon/policy";

import type { RemoteServerSpec, ServerSpec, StdioServerSpec } from "./server-spec.ts";
import { ServerError } from "./server-error.ts";

export interface AdmissionSetup {
  readonly policy?: Policy | undefined;
  /** The system's, unless a test has its own. */
  readonly lookup?: LookupFunction | undefined;
}

export interface Admitted {
  /** For a remote server, how its sockets find its address: the one that was checked is the one that is connected to. */
  readonly connect?: { readonly lookup: LookupFunction };
  readonly gate?: AddressGate;
}

/**
 * Decides about a URL that a request for a remote server goes to. Resolves with the name lookup for its socket; rejects,
 * as `fetch` does, with a `TypeError` whose cause says why.
 */
export type AddressGate = (url: URL) => Promise<LookupFunction>;

export interface ServerAdmission {
  /** Decides anew, for a new connection. Rejects with a `ServerError`. */
  admit(): Promise<Admitted>;
  /** As it was decided for the last connection; anew if the server was kept out, for the policy may have changed. */
  admitted(): Promise<Admitted>;
}

export function createAdmission(spec: ServerSpec, setup: AdmissionSetup): ServerAdmission {
  let last: Admitted | undefined;
  const again = async () => (last = await admit(spec, setup));
  return { admit: again, admitted: async () => last ?? (await again()) };
}

export async function admit(spec: ServerSpec, setup: AdmissionSetup): Promise<Admitted> {
  if (spec.type === "held") {
    throw new ServerError(spec.state === "waiting for trust" ? "not_trusted" : "bad_configuration", spec.reason);
  }
  // The program's own functions and channels are as trusted as the program.
  if (spec.type === "functions" || spec.type === "channel") return {};
  const { policy = [defaultRules] } = setup;
  const source = sourceOf(spec);
  const admission = await admitServer(declarationOf(spec), { source, policy, isTrusted: spec.isTrusted });
  if (admission.effect !== "allow") throw new ServerError("not_admitted", admission.reason);
  if (spec.type === "stdio") return {};
  const subject = { type: "server", server: spec.name, source, url: spec.url } as const;
  // Behind a proxy it is the proxy that looks the name up; hosts that need no proxy are looked up here.
  const lookup = checkedLookup({ subject, policy, consented: [], lookup: setup.lookup });
  return { connect: { lookup }, gate: addressGate(spec, { setup, lookup, networks: admission.networks }) };
}

const NAMED_BY_REMOTE = "the server that named this address is remote";

/** As the last layer it is stricter than whatever allows it. */
const notThisMachine: Layer = {
  name: "address",
  rules: [{ effect: "deny", when: { subject: "server", network: "loopback" }, why: NAMED_BY_REMOTE }],
};

function addressGate(
  spec: RemoteServerSpec,
  own: { readonly setup: AdmissionSetup; readonly lookup: LookupFunction; readonly networks: readonly Network[] },
): AddressGate {
  const { origin } = new URL(spec.url);
  const isOnThisMachine = own.networks.includes("loopback");
  return async (url) => {
    if (url.origin === origin) return own.lookup;
    const { policy = [defaultRules] } = own.setup;
    const subject = { type: "server", server: spec.name, source: sourceOf(spec), url: url.href } as const;
    const { effect, reason, networks } = await checkUrl(subject, { policy });
    if (effect !== "allow") throw refusal(url, reason);
    // The default rules let declared servers listen on this machine; a server elsewhere must not choose such an address.
    if (networks.includes("loopback") && !isOnThisMachine) {
      throw refusal(url, `It resolves to this machine, but ${NAMED_BY_REMOTE}.`);
    }
    // The name may lead to this machine a moment later.
    const rules = isOnThisMachine ? policy : [...policy, notThisMachine];
    return checkedLookup({ subject, policy: rules, consented: [], lookup: own.setup.lookup });
  };
}

function refusal(url: URL, reason: string): TypeError {
  const message = `Refused to connect to ${url.origin}. ${reason}`;
  return new TypeError("fetch failed", { cause: new PolicyError("address_refused", message, { host: url.host }) });
}

function sourceOf({ source }: ServerSpec) {
  return source === undefined || source === "program" ? "user" : source;
}

function declarationOf(spec: StdioServerSpec | RemoteServerSpec) {
  return spec.type === "stdio"
    ? { name: spec.name, command: spec.command, args: spec.args, env: spec.env }
    : { name: spec.name, url: spec.url, headers: spec.headers };
}
