export type { CallStep, LogLevel, QuestionStep, ReportItem } from "./call-step.ts";
export { httpFault, type FaultAnswer, type HttpFault } from "./http/http-fault.ts";
export { startHttpServer, startSseServer, type HttpServer } from "./http/http-server.ts";
export type { HttpMisbehaviour, LastWords, Misbehaviour, StdioMisbehaviour, StdoutNoise } from "./misbehaviour.ts";
export { malformedTools, oddlyNamedTools, oddSchemaTools } from "./odd-tools.ts";
export type {
  HttpHabits,
  PromptScript,
  ResourceScript,
  ResourceTemplateScript,
  Revision,
  ServerScript,
  ToolChange,
  ToolScript,
} from "./script.ts";
export type { ListName, ServerHandle } from "./server-handle.ts";
export type { RecordOf, ServerEvent, ServerRecord } from "./server-record.ts";
export { providedServer, type ProvidedServer } from "./over-acp/provided-server.ts";
export { providing, type Providing } from "./over-acp/providing.ts";
export { stdioServer, type StdioServer } from "./stdio/stdio-server.ts";
export {
  type CallOutcome,
  connectToolset,
  type StartedToolset,
  startToolset,
  type ToolsetClientOptions,
} from "./toolset-client.ts";
