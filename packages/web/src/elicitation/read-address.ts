import { t } from "../language/t.ts";

export interface Address {
  /** As the browser reads it. */
  readonly host: string;
  /** Sentences about what is suspicious. */
  readonly warnings: readonly string[];
}

/** Undefined if it is not http or https: a browser would run `javascript:`, and show `file:`. */
export function readAddress(text: string): Address | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, hostname, username } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return undefined;
  const isHere = hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
  return {
    host,
    warnings: [
      ...(protocol === "http:" && !isHere ? [t("Not encrypted: anyone on the network can read and change it.")] : []),
      ...(username === "" ? [] : [t("The address contains a user name, which can look like another host.")]),
      ...(hostname.split(".").some((part) => part.startsWith("xn--"))
        ? [t("The host contains characters that resemble others.")]
        : []),
      ...(/^[\d.]+$|^\[/u.test(hostname) && !isHere ? [t("The host is an IP address, not a name.")] : []),
    ],
  };
}
