export type { Catalogue } from "./catalogue/catalogue.ts";
export type { HubTool } from "./catalogue/hub-tool.ts";
export type { Asker, SessionCallbacks } from "./connection/client-callbacks.ts";
export type { RawResult, ServerInfo, ToolDefinition } from "./connection/connection.ts";
export { createRevisionMemory, type RevisionMemory } from "./connection/revision-memory.ts";
export {
  type CallOptions,
  type CallProgress,
  type Hub,
  type HubLimits,
  type HubOptions,
  openHub,
  type ServerView,
} from "./hub.ts";
export type {
  FunctionServerSpec,
  FunctionTool,
  IncludeMode,
  RemoteServerSpec,
  ServerOptions,
  ServerSpec,
  SignInSpec,
  StdioServerSpec,
} from "./server-spec.ts";
export { NeedsSignInError, ServerError, type ServerErrorCode } from "./server/errors.ts";
export type { Receipt, ReceiptState } from "./server/receipt.ts";
