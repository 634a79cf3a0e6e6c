export { modelByName } from "./model-by-name.ts";
export type { Message, Model, ModelEvent, ModelRequest, ModelTool, ToolCall } from "./model.ts";
export { rehearsalModel } from "./rehearsal/rehearsal-model.ts";
export type { OpenSessionHub } from "./session.ts";
export { type ServedAgent, serveAgent } from "./serve-agent.ts";
