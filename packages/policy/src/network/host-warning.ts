/**
 * Warns of a host name that may imitate another, before the user opens it [P35].
 */

import { domainToUnicode } from "node:url";

import { quote } from "../quote.ts";
import { canonicalHost } from "./canonical-host.ts";

/** Undefined if the host is what it looks like. */
export function hostWarning(url: URL): string | undefined {
  const host = canonicalHost(url);
  if (!host.split(".").some((label) => label.startsWith("xn--"))) return undefined;
  return `${quote(host)} is displayed as ${quote(domainToUnicode(host))}, which can imitate another name.`;
}
