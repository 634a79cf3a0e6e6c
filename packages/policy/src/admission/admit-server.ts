/**
 * Decides whether a server may be started or connected to: by the rules for servers, for where its URL leads, and for
 * the variables it sets; and, for what a project folder declares, by trust, which no rule can replace [K-02].
 */

import { strictest } from "../effect.ts";
import type { ServerDeclaration } from "../fingerprint/server-key.ts";
import { checkUrl, type UrlCheckOptions } from "./check-url.ts";
import { quote } from "../quote.ts";
import { decide } from "../rules/decide.ts";
import type { Decision } from "../rules/decision.ts";
import type { Network, ServerSubject, Source } from "../subject.ts";

export interface AdmissionOptions extends UrlCheckOptions {
  readonly source: Source;
  /** For a project's server: whether the exact content that declares it is trusted. */
  readonly isTrusted?: boolean | undefined;
}

export interface Admission extends Decision {
  /** Every decision that was made, for the user to see them all. */
  readonly decisions: readonly Decision[];
  /** Where the URL resolves to today; for `checkedLookup`, if the user approves. */
  readonly networks: readonly Network[];
}

export async function admitServer(server: ServerDeclaration, options: AdmissionOptions): Promise<Admission> {
  const { source, policy } = options;
  // Exactly true: a promise or an object that only looks like a yes is a no [K-11].
  const needsTrust = source === "project" && options.isTrusted !== true;
  // Looking up the host of an untrusted server would already reveal to its owner that the folder was opened.
  const resolveHost = needsTrust ? async () => [] : options.resolveHost;
  const { first, networks } = await decideAboutServer(server, { source, policy, resolveHost });
  const variables = Object.keys(server.env ?? {}).map((variable) =>
    decide({ type: "environment", server: server.name, source, variable }, policy),
  );
  const others = [...(needsTrust ? [untrusted(server.name)] : []), ...variables];
  return { ...strictest(first, ...others), decisions: [first, ...others], networks };
}

async function decideAboutServer(
  { name, command, args, url }: ServerDeclaration,
  { source, policy, resolveHost }: AdmissionOptions,
): Promise<{ readonly first: Decision; readonly networks: readonly Network[] }> {
  const subject: ServerSubject = { type: "server", server: name, source, command, args, url };
  if (url !== undefined && command === undefined) {
    const { networks, ...first } = await checkUrl({ ...subject, url }, { policy, resolveHost });
    return { first, networks };
  }
  if (command !== undefined && url === undefined) return { first: decide(subject, policy), networks: [] };
  const reason = `Server ${quote(name)} is denied: it must have either a command or a URL.`;
  return { first: { effect: "deny", reason, by: { type: "check", check: "declaration" } }, networks: [] };
}

function untrusted(name: string): Decision {
  const reason = `Server ${quote(name)} needs approval: the project file that declares it is not trusted.`;
  return { effect: "ask", reason, by: { type: "check", check: "trust" } };
}
