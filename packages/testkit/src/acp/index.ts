export type {
  AgentScript,
  AnyUpdate,
  AskStep,
  McpStep,
  NewSessionScript,
  ScriptedAnswer,
  ScriptedError,
  Step,
  StoredSession,
  TerminalStep,
  ToolStep,
  Turn,
} from "./agent/agent-script.ts";
export { classicNoise, type BadManners } from "./agent/bad-manners.ts";
export {
  allow,
  allowAfterCancel,
  answerNull,
  answerWith,
  failWith,
  hesitate,
  inTurn,
  neverAnswer,
  pickUnknownOption,
  reject,
  type Answer,
  type AnswerContext,
  type ClientAnswers,
} from "./client/client-answers.ts";
export { answerFiles } from "./client/client-files.ts";
export { scriptedTerminals, type ScriptedCommand, type ScriptedTerminals } from "./client/client-terminals.ts";
export { RequestFailed } from "./wire/json-rpc.ts";
export { readRecording, recordedAgent, type RecordedAgent, type RecordedLine } from "./agent/recorded-agent.ts";
export { scriptedAgent, type ScriptedAgent } from "./agent/scripted-agent.ts";
export {
  everyClientCapability,
  scriptedClient,
  type ScriptedClient,
  type ScriptedClientOptions,
} from "./client/scripted-client.ts";
export {
  spawnedClient,
  type ProgramToSpawn,
  type SpawnedClient,
  type SpawnedClientOptions,
} from "./client/spawned-client.ts";
export { stdioAgent } from "./agent/stdio-agent.ts";
export { stdioRecording } from "./agent/stdio-recording.ts";
export { calls, type Role, type Transcript, type TranscriptEntry } from "./wire/transcript.ts";
export type { AgentHost } from "./agent/turn-context.ts";
export type { WireLine } from "./wire/wire-line.ts";
export { byteWire, messageWire, type Wire } from "./wire/wire.ts";
export { loadSchemaCheck, type RecordedMessage, type SchemaViolation } from "./schema/schema-check.ts";
