export { createEndpoint } from "./create-endpoint.ts";
export type {
  DroppedContent,
  Endpoint,
  EndpointCall,
  EndpointEvent,
  EndpointOptions,
  EndpointPermit,
  EndpointTool,
  Taker,
} from "./endpoint-types.ts";
