export type {
  AgentScript,
  AnyUpdate,
  AskStep,
  NewSessionScript,
  ScriptedAnswer,
  ScriptedError,
  Step,
  StoredSession,
  TerminalStep,
  ToolStep,
  Turn,
} from "./agent-script.ts";
export { classicNoise, type BadManners } from "./bad-manners.ts";
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
} from "./client-answers.ts";
export { answerFiles } from "./client-files.ts";
export { scriptedTerminals, type ScriptedCommand, type ScriptedTerminals } from "./client-terminals.ts";
export { RequestFailed } from "./json-rpc.ts";
export { readRecording, recordedAgent, type RecordedAgent, type RecordedLine } from "./recorded-agent.ts";
export { scriptedAgent, type ScriptedAgent } from "./scripted-agent.ts";
export {
  everyClientCapability,
  scriptedClient,
  type ScriptedClient,
  type ScriptedClientOptions,
} from "./scripted-client.ts";
export { spawnedClient, type ProgramToSpawn, type SpawnedClient, type SpawnedClientOptions } from "./spawned-client.ts";
export { stdioAgent } from "./stdio-agent.ts";
export { stdioRecording } from "./stdio-recording.ts";
export { calls, type Role, type Transcript, type TranscriptEntry } from "./transcript.ts";
export type { AgentHost } from "./turn-context.ts";
export type { WireLine } from "./wire-line.ts";
export { byteWire, messageWire, type Wire } from "./wire.ts";
export { loadSchemaCheck, type RecordedMessage, type SchemaViolation } from "./schema-check.ts";
