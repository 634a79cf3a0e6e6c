/**
 * Lets a server in, or keeps it out, by the policy, before anything of it is started or looked up.
 */

import { admitServer, type Admission, checkedLookup, defaultRules, type Policy } from "@tenon/policy";

import type { RemoteServerSpec, ServerSpec, StdioServerSpec } from "./server-spec.ts";
import { ServerError } from "./server/errors.ts";

export interface AdmissionSetup {
  readonly policy?: Policy;
  /** Asks a person about a server that the policy neither allows nor denies. Without it such a server stays out. */
  readonly consent?: (spec: ServerSpec, admission: Admission) => Promise<boolean>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** For a remote server, how its sockets find its address: the one that was checked is the one that is connected to. */
export interface Admitted {
  readonly connect?: Readonly<Record<string, unknown>>;
}

const PROXY_VARIABLES = ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"];

export async function admit(spec: ServerSpec, setup: AdmissionSetup): Promise<Admitted> {
  if (spec.type === "held") {
    throw new ServerError(spec.state === "failed" ? "bad_configuration" : "not_trusted", spec.reason);
  }
  // The program's own functions and channels are as trusted as the program.
  if (spec.type === "functions" || spec.type === "channel") return {};
  const policy = setup.policy ?? [defaultRules];
  const source = spec.source === undefined || spec.source === "program" ? "user" : spec.source;
  const admission = await admitServer(declarationOf(spec), { source, policy, isTrusted: spec.isTrusted });
  if (admission.effect === "deny") throw new ServerError("not_admitted", admission.reason);
  const needsConsent = admission.effect === "ask";
  if (needsConsent && (await setup.consent?.(spec, admission)) !== true) {
    throw new ServerError("not_admitted", admission.reason);
  }
  // Behind a proxy it is the proxy that looks the name up.
  if (spec.type === "stdio" || PROXY_VARIABLES.some((name) => setup.environment[name])) return {};
  const subject = { type: "server", server: spec.name, source, url: spec.url } as const;
  const consented = needsConsent ? admission.networks : [];
  return { connect: { lookup: checkedLookup({ subject, policy, consented }) } };
}

function declarationOf(spec: StdioServerSpec | RemoteServerSpec) {
  return spec.type === "stdio"
    ? { name: spec.name, command: spec.command, args: spec.args, env: spec.env }
    : { name: spec.name, url: spec.url, headers: spec.headers };
}
