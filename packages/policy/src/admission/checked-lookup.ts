/**
 * A `lookup` for sockets (`net.connect`, `http.request`, the `connect` option of undici) that gives only addresses the
 * policy allows. The address that was checked is the address that is connected to: a name that changes its mind
 * between check and connection gains nothing.
 *
 * Node looks up no literal address, so those never come by here; `checkUrl` has judged them.
 */

import { lookup as systemLookup, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";

import { toError } from "@tenon/basis";

import { PolicyError } from "../policy-error.ts";
import { quote } from "../quote.ts";
import { decideWithGrants } from "../grants/decide-with-grants.ts";
import type { Network } from "../subject.ts";
import { canonicalHost } from "../network/canonical-host.ts";
import type { UrlCheckOptions, WebSubject } from "./check-url.ts";
import { networkOf } from "../network/network-of.ts";

export interface CheckedLookupOptions extends Pick<UrlCheckOptions, "policy" | "grants" | "folder"> {
  /** What was checked. Its host is the only one that is looked up. */
  readonly subject: WebSubject;
  /** The networks of the check that the user approved. */
  readonly consented?: readonly Network[] | undefined;
  readonly lookup?: LookupFunction | undefined;
}

export function checkedLookup(options: CheckedLookupOptions): LookupFunction {
  const { subject, policy, grants = [], folder, consented = [], lookup = systemLookup } = options;
  const expected = canonicalHost(new URL(subject.url));

  return (host, lookupOptions, callback) => {
    if (!isHost(host, expected)) {
      callback(refusal(host, undefined, `only ${quote(expected)} was checked`), []);
      return;
    }
    lookup(host, { ...lookupOptions, all: true }, (error, found) => {
      // Node calls back with an error and no addresses at all, whatever the types say.
      const addresses = error || !Array.isArray(found) ? [] : found;
      const problem = error ?? problemOf(host, addresses);
      const [first] = addresses;
      if (problem || !first) callback(problem, []);
      else if (lookupOptions.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

  /** Never throws: an exception in a socket's callback ends the process. */
  function problemOf(host: string, addresses: readonly LookupAddress[]): Error | null {
    if (addresses.length === 0) return refusal(host, undefined, "it has no address");
    try {
      // One bad address among good ones is enough: the connection could be steered to it.
      return addresses.map(refuse).find((refused) => refused !== undefined) ?? null;
    } catch (error) {
      return toError(error);
    }
  }

  function refuse({ address }: LookupAddress): PolicyError | undefined {
    const network = networkOf(address);
    const { effect, reason } = decideWithGrants({ ...subject, network }, { policy, grants, folder });
    if (effect === "allow" || (effect === "ask" && consented.includes(network))) return undefined;
    return refusal(expected, address, reason);
  }
}

function isHost(name: string, expected: string): boolean {
  const text = `http://${name}/`;
  return URL.canParse(text) && canonicalHost(new URL(text)) === expected;
}

function refusal(host: string, address: string | undefined, why: string): PolicyError {
  const where = address === undefined ? quote(host) : `${quote(host)} at ${address}`;
  const details = address === undefined ? { host } : { host, address };
  return new PolicyError("address_refused", `Refused to connect to ${where}: ${why}`, details);
}
