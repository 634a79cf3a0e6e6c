export type {
  Endpoint,
  EndpointCall,
  EndpointEvent,
  EndpointOptions,
  EndpointPermit,
  Taker,
} from "./endpoint-types.ts";
