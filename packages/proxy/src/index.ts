export type { AgentTraits } from "./agents/agent-traits.ts";
export { agentNamed } from "./agents/traits-of.ts";
export { unknownAgent } from "./agents/known-agents.ts";
export { type OwnToolsOff, withoutOwnTools } from "./agents/own-tools-off.ts";
export { createDoorMemory, type DoorMemory } from "./agents/door-memory.ts";
export { type Doors, openDoors } from "./doors/doors.ts";
export { type AcpServers, createAcpServers } from "./session/acp-servers.ts";
export { type AgentCalls, createAgentCalls } from "./session/calls/agent-calls.ts";
export { askPermission } from "./session/client/ask-permission.ts";
export { type CallUpdates, createCallUpdates } from "./session/calls/call-updates.ts";
export { createOpenSessions, type OpenSessions } from "./session/open-sessions.ts";
export {
  OPENING_METHODS,
  type OpeningRequest,
  readOpeningRequest,
  withGiven,
} from "./session/opening/opening-request.ts";
export { createPermissions, type SessionPermissions } from "./session/calls/permissions.ts";
export { createRunningCalls } from "./session/calls/running-calls.ts";
export { createSessionClient, type SessionClient } from "./session/client/session-client.ts";
export { createSessionNotices } from "./session/client/session-notices.ts";
export type { SessionTools } from "./session/session-tools.ts";
export { createSignIn } from "./session/client/sign-in.ts";
export { createToolConsent, openSessionConsent, type SessionConsent } from "./session/lent/tool-consent.ts";
export { openToolsHub } from "./session/tools-hub.ts";
export { type RecordedEvents, recordEvents, type SessionEvents } from "./session/record-events.ts";
export { toolsInterceptor } from "./session/tools-interceptor.ts";
export type { ToolServices, ToolsOptions } from "./session/tools-options.ts";
export { type EndListeners, readClient } from "./wire/byte-ends.ts";
export { bytesOf, type Frame, frameOf } from "./wire/frame.ts";
export { gatherLines } from "./wire/gather-lines.ts";
export {
  type CreateInterceptor,
  type Interceptor,
  passEverything,
  type Sides,
  type FrameVerdict,
} from "./wire/interceptor.ts";
export { interceptStream, type InterceptedStream, type InterceptStreamOptions } from "./wire/intercept-stream.ts";
export { type LateRecorder, recordLater, type RecordLaterOptions } from "./wire/record-later.ts";
export { type ClientEnd, wrapAgent, type WrapEnd, type WrapOptions } from "./wire/wrap-agent.ts";
export { createOwnRequests, type OwnRequests } from "./wire/own-requests.ts";
export { createWire, type Wire, type WireOptions } from "./wire/wire.ts";
export { WireError } from "./wire/wire-error.ts";
