/** The error codes of JSON-RPC, and those that ACP, MCP over ACP and a cancelled request add. */
export const RPC_ERROR = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  /** ACP: the agent requires sign-in. */
  authRequired: -32_000,
  /** ACP: no such session, file or terminal. */
  notFound: -32_002,
  requestCancelled: -32_800,
  // MCP over ACP: the binding failed, not the server.
  limitReached: -33_000,
  unknownServer: -33_001,
  serverFailed: -33_002,
} as const;
