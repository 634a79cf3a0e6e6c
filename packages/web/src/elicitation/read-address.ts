export interface Address {
  /** As the browser will go there. */
  readonly host: string;
  /** What is odd about it, in sentences. */
  readonly warnings: readonly string[];
}

/** Undefined if it is not the address of a page: a browser would run `javascript:`, and show `file:`. */
export function readAddress(text: string): Address | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, hostname, username } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return undefined;
  const isHere = hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
  return {
    host,
    warnings: [
      ...(protocol === "http:" && !isHere ? ["It is not encrypted: anybody on the way can read and change it."] : []),
      ...(username === "" ? [] : ["It has a name before its host, which can look like another host."]),
      ...(hostname.split(".").some((part) => part.startsWith("xn--"))
        ? ["Its host has letters that can look like others."]
        : []),
      ...(/^[\d.]+$|^\[/u.test(hostname) && !isHere ? ["Its host is a number, not a name."] : []),
    ],
  };
}
