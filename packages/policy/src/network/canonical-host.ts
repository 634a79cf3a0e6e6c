import { domainToUnicode } from "node:url";

import { quote } from "../quote.ts";

/**
 * The host of a URL in the one way we compare it: small letters, punycode, plain IP addresses, no brackets, no dot at
 * the end. The URL's parser has already undone decimal, octal and hexadecimal notations.
 */
export function canonicalHost(url: URL): string {
  return url.hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
}

/** Warns of a host name that may imitate another, before the user opens it [P35]. Undefined if it is what it looks like. */
export function hostWarning(url: URL): string | undefined {
  const host = canonicalHost(url);
  if (!host.split(".").some((label) => label.startsWith("xn--"))) return undefined;
  return `${quote(host)} is displayed as ${quote(domainToUnicode(host))}, which can imitate another name.`;
}
