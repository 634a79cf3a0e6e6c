export type { HubResult } from "./call/call-tool.ts";
export { CallError, type CallErrorCode, type CallErrorDetails } from "./call/call-error.ts";
export type { ModelPart, ModelResult } from "./call/result/model-result.ts";
export type { Catalogue } from "./catalogue/catalogue.ts";
export type { HubTool } from "./catalogue/hub-tool.ts";
export type { Asker, SessionCallbacks } from "./connection/protocol/client-callbacks.ts";
export type { ServerInfo, ToolDefinition } from "./connection/protocol/connection.ts";
export type { RawResult } from "./connection/wire/raw-result.ts";
export { createLoginPath, type LoginPath } from "./connection/stdio/login-path.ts";
export { createProcessBudget, type ProcessBudget } from "./connection/stdio/process-budget.ts";
export { createSharedConnections, type SharedConnections } from "./connection/shared-connections.ts";
export { createRevisionMemory, type RevisionMemory } from "./connection/protocol/revision-memory.ts";
export { verdictFile } from "./connection/protocol/verdict-file.ts";
export { type ConfiguredHub, type ConfiguredHubOptions, openConfiguredHub } from "./configured-hub.ts";
export type {
  CallOptions,
  CallProgress,
  Hub,
  HubEvent,
  HubLimits,
  HubOptions,
  IncludeWord,
  ServerMessage,
  ServerView,
} from "./hub-types.ts";
export { openHub } from "./hub.ts";
export type { OpenSessionHub, SessionHub } from "./session-hub.ts";
export { createSessionTrust, type KeptTrust, type SessionTrust } from "./session-trust.ts";
export { estimateTokens, type FoundTool, type IncludeLevels, type Offer, type OfferVerdict } from "./offer/index.ts";
export type {
  ChannelServerSpec,
  FunctionServerSpec,
  FunctionTool,
  HeldServerSpec,
  IncludeMode,
  RemoteServerSpec,
  ServerOptions,
  ServerSpec,
  IdentityProviderSpec,
  SignInSpec,
  StdioServerSpec,
} from "./server-spec.ts";
export type { AssertionSource } from "./sign-in/client-identity.ts";
export type { RedirectListener, Redirects } from "./sign-in/context.ts";
export { SignInError, type SignInErrorCode } from "./sign-in/sign-in-error.ts";
export type { OpenBrowser, SignInOnceOptions } from "./sign-in/sign-in.ts";
export { fileTokenStore } from "./sign-in/store/file-token-store.ts";
export { memoryTokenStore } from "./sign-in/store/token-store.ts";
export type { TokenStore } from "./sign-in/store/token-store.ts";
export type { ServerSkills, SkillEntry, SkillFile } from "./skills.ts";
export { NeedsSignInError, ServerError, type ServerErrorCode } from "./server-error.ts";
export type { Receipt, ReceiptState } from "./server/receipt.ts";
