export { AgentError, type AgentErrorCode, type AgentErrorDetails } from "./agent-error.ts";
export type { AgentAccount } from "./protocol/agent-account.ts";
export type { AgentExtensions, ExtensionMethod, ExtensionOptions } from "./protocol/extensions.ts";
export type { MetaOf } from "./protocol/agent-calls.ts";
export type { AgentProgram } from "./launch/agent-program.ts";
export type { AgentSessions } from "./connection/agent-sessions.ts";
export { connectAgent, type ConnectedAgent, type ConnectOptions } from "./connection/connect-agent.ts";
export { type RunningAgent, runAgent } from "./connection/running-agent.ts";
export { type AgentWire, type AgentWireListeners, startAgentWire } from "./connection/start-agent-wire.ts";
export { answerForm, type Form, type FormAnswer, type FormPrompter } from "./elicitation/answer-form.ts";
export { answerUrl, type UrlElicitation, type UrlPrompter, type UrlQuestion } from "./elicitation/answer-url.ts";
export { openFiles, type EditorBuffers, type FileOptions } from "./files/open-files.ts";
export { permitAtClient } from "./files/permit-at-client.ts";
export { permitRequest, type ServiceRequest } from "./files/permit-request.ts";
export type { AskForConsent, ConsentOptions } from "./files/require-consent.ts";
export { findProgram } from "./launch/find-program.ts";
export { installedVersion } from "./launch/installed-version.ts";
export { listAgents, type ListedAgent } from "./launch/list-agents.ts";
export { homeVariables, type ModelPlace, type ModelSettings, modelSettings } from "./launch/model-settings.ts";
export { type AgentPreset, droppedServer } from "./launch/preset.ts";
export { presetNamed, presetOfAgent, presetOfCommand, presets } from "./launch/presets.ts";
export { OWN_AGENT, resolveAgent, type ResolveAgentOptions, type ResolvedAgent } from "./launch/resolve-agent.ts";
export { answerAlways } from "./permissions/answer-always.ts";
export {
  answerByPolicy,
  decidePermission,
  type PermissionDecision,
  type PolicyAnswerOptions,
  settledAnswer,
} from "./permissions/answer-by-policy.ts";
export { askPerson, type PermissionPrompter, type PermissionQuestion } from "./permissions/ask-person.ts";
export type { AnswerOpenPermission, Memory, OpenQuestion } from "./permissions/open-question.ts";
export {
  cancelled,
  denial,
  optionToAllow,
  outcomeOf,
  type PermissionOutcome,
  selected,
} from "./permissions/pick-option.ts";
export { refusedServers } from "./permissions/refused-servers.ts";
export type { MemoryOptions } from "./permissions/remember.ts";
export { readToolName } from "./permissions/tool-name.ts";
export { serviceRequests, type SessionServices } from "./service-requests.ts";
export type {
  AnswerElicitation,
  AnswerPermission,
  ClientServices,
  Elicitation,
  FileAccess,
  Interruptible,
  SessionContext,
  Terminals,
} from "./services.ts";
export type { AgentSession } from "./session/agent-session.ts";
export type { PromptOptions } from "./session/session-turns.ts";
export type { SessionOptions } from "./session/session-options.ts";
export type { RefusedServer } from "./session/sendable-servers.ts";
export { signInHelp, type SignInHelpOptions } from "./sign-in/sign-in-help.ts";
export { signInWays, type SignInWay } from "./sign-in/sign-in-way.ts";
export { signIn, type SignInOptions, type SignInResult } from "./sign-in/sign-in.ts";
export { openTerminals, type TerminalLimits, type TerminalOptions } from "./terminals/open-terminals.ts";
export { decodeUtf8 } from "./wire/decode-utf8.ts";
export { createMessageReader, type MessageReaderOptions } from "./wire/message-reader.ts";
export type { ThroughStream } from "./wire/agent-wire.ts";
export { isMessage } from "./wire/wire-message.ts";
export { substituteForDeep, substituteForLong } from "./wire/unusable-message.ts";
