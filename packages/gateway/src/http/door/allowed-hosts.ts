/**
 * Under which names, and from which pages, the gateway may be used. Another page can make the browser of our user send
 * requests here (CSRF), and can make a name of its own lead here (DNS rebinding).
 */

import { isIP } from "node:net";

export interface AllowedHosts {
  isAllowedHost(host: string | undefined): boolean;
  isAllowedOrigin(origin: string, host: string | undefined): boolean;
}

export interface AllowedHostsOptions {
  /** The address that the server listens on. */
  readonly host: string;
  /** Where people reach it, if TLS is in front of it. */
  readonly publicUrl?: URL | undefined;
  /** Origins of other pages that may use it. */
  readonly allowedOrigins: readonly string[];
}

export function createAllowedHosts({ host, publicUrl, allowedOrigins }: AllowedHostsOptions): AllowedHosts {
  const names = new Set(["localhost", host.toLowerCase(), ...(publicUrl ? [publicUrl.hostname] : [])]);
  const origins = new Set([...allowedOrigins, ...(publicUrl ? [publicUrl.origin] : [])]);
  return {
    // By name, on any port: a tunnel may end at another one. No one can make an address lead elsewhere.
    isAllowedHost(given) {
      const name = hostnameOf(given);
      if (name === undefined) return false;
      if (names.has(name)) return true;
      return isLoopback(host) ? isLoopback(name) : isAddress(name);
    },
    isAllowedOrigin(origin, given) {
      if (origins.has(origin)) return true;
      // Behind TLS, the page has an origin of its own; the same name without TLS can be anyone's.
      const isPublic = publicUrl !== undefined && hostnameOf(given) === publicUrl.hostname;
      return !isPublic && given !== undefined && origin === `http://${given.toLowerCase()}`;
    },
  };
}

/** Whether this name or address is for this machine only. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  return bare === "localhost" || bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."));
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0;
}

function hostnameOf(host: string | undefined): string | undefined {
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host)) return undefined;
  return URL.parse(`http://${host}`)?.hostname;
}
