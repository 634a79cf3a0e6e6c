/**
 * The methods that we have beside the protocol's, by which a client can show and change a session's servers and tools.
 * They are described in docs/extensions.md.
 */

export const extensionMethods = [
  "_tenon/receipts",
  "_tenon/resources/list",
  "_tenon/servers/attach",
  "_tenon/servers/detach",
  "_tenon/servers/restart",
  "_tenon/servers/review",
  "_tenon/servers/sign_in",
  "_tenon/servers/trust",
  "_tenon/tools/call",
  "_tenon/tools/include",
  "_tenon/tools/search",
] as const;

export type ExtensionMethod = (typeof extensionMethods)[number];

/** Sent to clients that have `tenon` in the `_meta` of their capabilities. */
export const RECEIPT_NOTIFICATION = "_tenon/receipt";

/** Sent to every client whose session was ended by an internal error. */
export const CLOSED_NOTIFICATION = "_tenon/session/closed";

/** A gateway says that the client which provides a server has gone for good, or is back. */
export const AVAILABLE_NOTIFICATION = "_tenon/servers/available";

/** What `initialize` says of them, in the `_meta` of our capabilities [R39]. */
export const extensionCapability = {
  tenon: { version: 1, methods: [...extensionMethods], notifications: [RECEIPT_NOTIFICATION, CLOSED_NOTIFICATION] },
};
