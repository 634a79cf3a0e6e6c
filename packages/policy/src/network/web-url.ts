/**
 * Reads a URL that something is about to connect to. The parser is the one that will be used to connect, so nothing
 * can look like one host here and be another there.
 */

import { quote } from "../quote.ts";

export type WebUrl = { readonly url: URL } | { readonly problem: string };

const SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "ws:", "wss:"]);

export function readWebUrl(text: string, base?: URL): WebUrl {
  if (!URL.canParse(text, base)) return { problem: "It is not a URL." };
  const url = new URL(text, base);
  // Redirects to file: or unix: would reach what no network check sees.
  if (!SCHEMES.has(url.protocol)) return { problem: `Its scheme is ${quote(url.protocol)}, and not http or https.` };
  if (url.username !== "" || url.password !== "") {
    return { problem: "It has a user name or password in it. Give them in a header, where they are kept out of logs." };
  }
  return url.hostname === "" ? { problem: "It has no host." } : { url };
}
