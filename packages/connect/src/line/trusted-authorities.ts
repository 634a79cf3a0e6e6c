import { getCACertificates } from "node:tls";

/** Node's own, those of the system, and those of NODE_EXTRA_CA_CERTS: a company's are usually in the system's. */
export function trustedAuthorities(): string[] {
  return [...new Set([...getCACertificates("default"), ...getCACertificates("system")])];
}
