export { type Hub, type HubTool, openHub } from "./hub.ts";
export type { Receipt } from "./receipt.ts";
export type { CallOptions, HubResult } from "./server.ts";
export type { ServerSpec } from "./server-spec.ts";
