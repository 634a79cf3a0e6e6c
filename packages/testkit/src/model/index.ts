/**
 * A scripted model server for tests of agents: it speaks the APIs of OpenAI, Anthropic and Google on loopback, answers
 * as the test says and records what it was sent.
 */

export { createGate, type Gate } from "./gate.ts";
export type { ApiName, ModelRequest, OfferedTool, OtherRequest, RecordedRequest } from "./model-request.ts";
export { startModelServer, type ModelServer, type ModelServerOptions } from "./model-server.ts";
export { ModelServerError } from "./request-log.ts";
export {
  delay,
  endEarly,
  errorEvent,
  failure,
  inOrder,
  malformedEvent,
  stall,
  stop,
  tear,
  text,
  thought,
  toolCall,
  usage,
} from "./script.ts";
export type {
  Answer,
  AnswerFunction,
  AnswerPart,
  Failure,
  FailureKind,
  FailureOptions,
  Script,
  Usage,
} from "./script.ts";
