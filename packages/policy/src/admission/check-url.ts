/**
 * Decides about a URL by what it says and by where its host leads today.
 *
 * A host can lead elsewhere a moment later: connect with `checkedLookup`, which looks again.
 */

import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";

import { strictest } from "../effect.ts";
import { decideWithGrants } from "../grants/decide-with-grants.ts";
import type { Grant } from "../grants/grant.ts";
import type { Decision } from "../rules/decision.ts";
import type { Policy } from "../rule.ts";
import { describeSubject } from "../rules/describe-subject.ts";
import type { Network, ServerSubject, UrlSubject } from "../subject.ts";
import { canonicalHost } from "../network/canonical-host.ts";
import { networkOf } from "../network/network-of.ts";
import { readWebUrl } from "../network/web-url.ts";

export type WebSubject = UrlSubject | (ServerSubject & { readonly url: string });

/** All addresses of a host name. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

export interface UrlCheckOptions {
  readonly policy: Policy;
  /** Remembered answers, and the project's real path: see `decideWithGrants`. */
  readonly grants?: readonly Grant[] | undefined;
  readonly folder?: string | undefined;
  readonly resolveHost?: ResolveHost | undefined;
}

export interface UrlCheck extends Decision {
  /** Where it resolves to today, which is what the user approves. Empty if the host is unknown. */
  readonly networks: readonly Network[];
}

export async function checkUrl(subject: WebSubject, options: UrlCheckOptions): Promise<UrlCheck> {
  const read = readWebUrl(subject.url);
  if ("problem" in read) {
    const reason = `${describeSubject(subject)} is denied: ${read.problem}.`;
    return { effect: "deny", reason, by: { type: "check", check: "url" }, networks: [] };
  }
  const networks = await networksOf(canonicalHost(read.url), options.resolveHost ?? resolveBySystem);
  // A name that cannot be resolved now is judged without its network; when it can, the lookup judges it.
  const [first = subject, ...others] = networks.map((network) => ({ ...subject, network }));
  const { policy, grants = [], folder } = options;
  const context = { policy, grants, folder };
  const decisions = others.map((one) => decideWithGrants(one, context));
  return { ...strictest(decideWithGrants(first, context), ...decisions), networks };
}

async function networksOf(host: string, resolveHost: ResolveHost): Promise<readonly Network[]> {
  if (isIP(host) !== 0) return [networkOf(host)];
  const addresses = await resolveHost(host).catch(() => []); // The connection fails too, and says why.
  return [...new Set(addresses.map(networkOf))];
}

async function resolveBySystem(host: string): Promise<readonly string[]> {
  const addresses = await systemLookup(host, { all: true });
  return addresses.map(({ address }) => address);
}
