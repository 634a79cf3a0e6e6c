export type { Message, Model, ModelEvent, ModelRequest, ModelTool, ToolCall, Usage } from "./model/model.ts";
export { ModelError, type ModelErrorCode, type ModelErrorDetails } from "./model/model-error.ts";
export { fileKeyStore, type KeySource, type KeyStore } from "./model/key-store.ts";
export { openModels, type OpenModelsOptions } from "./model/open-models.ts";
export { rehearsalModel } from "./rehearsal/rehearsal-model.ts";
export { type ServedAgent, serveAgent } from "./serve-agent.ts";
export { replay } from "./session/replay.ts";
export type { AgentOptions, AgentServices, OpenSessionHub } from "./session/session-options.ts";
export type { ModelChoice } from "./session/settings.ts";
