/**
 * Addresses on the web: `[scheme://]host[:port]`. `*.example.com` is every name below example.com, and not itself.
 *
 * The URL's own parser reads the host first, so that decimal addresses, capital letters, a dot at the end and a name
 * before an `@` cannot make one host look like another.
 */

import { PolicyError } from "../policy-error.ts";
import { quote } from "../quote.ts";
import { canonicalHost } from "../network/canonical-host.ts";
import { alternatives } from "../rule.ts";
import { defineFacet } from "./facet.ts";

interface UrlPattern {
  readonly scheme?: string;
  readonly host: string;
  readonly port?: string;
}

export const urlFacet = defineFacet<UrlPattern, URL>({
  patterns: (when) => alternatives(when.url)?.map(readOrThrow),
  values: (subject) =>
    "url" in subject && subject.url !== undefined && URL.canParse(subject.url) ? [new URL(subject.url)] : [],
  matches: ({ scheme, host, port }, url) =>
    (scheme === undefined || url.protocol === `${scheme}:`) &&
    (port === undefined || (url.port || DEFAULT_PORTS[url.protocol]) === port) &&
    coversHost(host, canonicalHost(url)),
  covers: (outer, inner) =>
    (outer.scheme === undefined || outer.scheme === inner.scheme) &&
    (outer.port === undefined || outer.port === inner.port) &&
    coversHost(outer.host, inner.host),
});

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "ws:": "80", "https:": "443", "wss:": "443" };

/** Undefined if the text is not such a pattern. */
export function readUrlPattern(pattern: string): UrlPattern | undefined {
  const parts = /^(?:(https?|wss?):\/\/)?(\*\.)?(\*|\[[^\]]+\]|[^*:/?#@\s[\]]+)(?::(\d{1,5}))?$/i.exec(pattern);
  const [, scheme, below = "", host = "", port] = parts ?? [];
  if (!parts || (below !== "" && (host === "*" || host.startsWith("[")))) return undefined;
  if (host !== "*" && !URL.canParse(`http://${host}/`)) return undefined;
  const readable = host === "*" ? host : below + canonicalHost(new URL(`http://${host}/`));
  return {
    host: readable,
    ...(scheme && { scheme: scheme.toLowerCase() }),
    ...(port && { port: String(Number(port)) }),
  };
}

function readOrThrow(pattern: string): UrlPattern {
  const read = readUrlPattern(pattern);
  if (!read)
    throw new PolicyError("invalid_rule", `Invalid url pattern ${quote(pattern)}: expected [scheme://]host[:port].`, {
      pattern,
    });
  return read;
}

/** Also compares two patterns: what is below `*.a.b` is below `*.b`. */
function coversHost(pattern: string, host: string): boolean {
  if (pattern === "*" || pattern === host) return true;
  return pattern.startsWith("*.") && host.endsWith(pattern.slice(1));
}
