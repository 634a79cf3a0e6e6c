/**
 * GET, with a check by the policy at every step: before we connect, of the very address we connect to, and of every
 * redirect. So no request is led into a private network, neither by DNS rebinding nor by a page that sends
 * us on.
 */

import type { LookupFunction } from "node:net";

import { errorMessage, untilAborted } from "@tenon/basis";
import {
  checkedLookup,
  checkRedirect,
  checkUrl,
  type Grant,
  type Network,
  type Policy,
  PolicyError,
  type UrlCheck,
  type UrlSubject,
} from "@tenon/policy";
import { type Environment, ToolError } from "@tenon/workspace";

export interface Fetched extends AsyncDisposable {
  /** Where the answer came from, after redirects. */
  readonly url: string;
  readonly response: Response;
  /** It redirects here, which needs an approval of its own. */
  readonly leadsTo?: string;
}

export interface FetchCheckedOptions {
  readonly policy: Policy;
  readonly grants: readonly Grant[];
  readonly folder: string | undefined;
  readonly env: Environment;
  readonly lookup: LookupFunction | undefined;
  readonly signal: AbortSignal;
}

const MAX_REDIRECTS = 10;

/** `subject` is what was allowed, with the network that it was allowed for. Rejects with a `ToolError` that says why. */
export async function fetchChecked(subject: UrlSubject, options: FetchCheckedOptions): Promise<Fetched> {
  const { origin } = new URL(subject.url);
  // A person consents to one origin; others that it leads to must be allowed by a rule.
  const consentedFor = (url: string) => (subject.network && new URL(url).origin === origin ? [subject.network] : []);
  const checks = { ...options, ...(options.lookup && { resolveHost: resolveWith(options.lookup) }) };
  const first = await untilAborted(checkUrl({ ...subject, network: undefined }, checks), options.signal);
  if (!isAllowed(first, consentedFor(subject.url))) throw new ToolError(first.reason);

  let { url } = subject;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const fetched = await fetchOnce({ type: "url", url }, consentedFor(url), options);
    try {
      const next = await redirectOf(fetched);
      if (!next) return fetched;
      if (!next.isAllowed) return { ...fetched, leadsTo: next.url };
      url = next.url;
    } catch (error) {
      await fetched[Symbol.asyncDispose]();
      throw error;
    }
    await fetched[Symbol.asyncDispose]();
  }
  throw new ToolError(`${subject.url} redirects more than ${MAX_REDIRECTS} times.`);

  async function redirectOf({ url, response }: Fetched) {
    const location = REDIRECTS.has(response.status) && response.headers.get("location");
    if (!location) return undefined;
    const check = await untilAborted(checkRedirect({ type: "url", url }, location, checks), options.signal);
    if (check.effect === "deny" || check.url === undefined) throw new ToolError(check.reason);
    return { url: check.url, isAllowed: isAllowed(check, consentedFor(check.url)) };
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const HEADERS = {
  accept: "text/markdown, text/html;q=0.9, application/json;q=0.9, text/*;q=0.8, image/*;q=0.7, */*;q=0.1",
  "user-agent": "tenon",
};

async function fetchOnce(
  subject: UrlSubject,
  consented: readonly Network[],
  { policy, grants, folder, env, lookup, signal }: FetchCheckedOptions,
): Promise<Fetched> {
  const { EnvHttpProxyAgent, fetch } = await import("undici");
  const dispatcher = new EnvHttpProxyAgent({
    allowH2: false,
    // For what we connect to ourselves; behind a proxy it is the proxy that looks the name up.
    connect: { lookup: checkedLookup({ subject, policy, grants, folder, consented, lookup }) },
    // Never those of our own process.
    httpProxy: env["http_proxy"] ?? env["HTTP_PROXY"] ?? "",
    httpsProxy: env["https_proxy"] ?? env["HTTPS_PROXY"] ?? "",
    noProxy: env["no_proxy"] ?? env["NO_PROXY"] ?? "",
  });
  // Not `close`, which would wait for a body that is not read.
  const end = () => dispatcher.destroy();
  try {
    const response = await fetch(subject.url, { dispatcher, headers: HEADERS, redirect: "manual", signal });
    return { url: subject.url, response, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    signal.throwIfAborted();
    throw new ToolError(`${subject.url} could not be fetched: ${reasonOf(error)}`, { cause: error });
  }
}

/** Why, without what undici adds around a denied address. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof PolicyError ? cause.message : errorMessage(cause);
}

function isAllowed({ effect, networks }: UrlCheck, consented: readonly Network[]): boolean {
  if (effect === "ask") return consented.length > 0 && networks.every((network) => consented.includes(network));
  return effect === "allow";
}

function resolveWith(lookup: LookupFunction): (host: string) => Promise<readonly string[]> {
  return (host) =>
    new Promise((resolve, reject) => {
      lookup(host, { all: true }, (error, found) => {
        if (error) reject(error);
        else resolve(typeof found === "string" ? [found] : found.map(({ address }) => address));
      });
    });
}
