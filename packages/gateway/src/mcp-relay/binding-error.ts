import { RequestError } from "@agentclientprotocol/sdk";

/** Errors about the way to a server that a client provides, by the codes of MCP over ACP. */
const CODES = { limit: -33_000, unknownServer: -33_001, failed: -33_002 } as const;

export function bindingError(code: keyof typeof CODES, message: string): RequestError {
  return new RequestError(CODES[code], message);
}
