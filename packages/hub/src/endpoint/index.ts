export { createHeldQuestions, type HeldQuestions } from "./calls/held-questions.ts";
export { createEndpoint } from "./create-endpoint.ts";
export { FunctionResult, type FunctionTool } from "../server-spec.ts";
export type {
  AnswerOptions,
  DroppedContent,
  Endpoint,
  EndpointAnswer,
  EndpointCall,
  EndpointEvent,
  EndpointNotification,
  EndpointOptions,
  EndpointPermit,
  EndpointRequest,
  EndpointTool,
  Taker,
} from "./endpoint-types.ts";
