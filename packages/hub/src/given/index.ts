export { type GivenServer, readGivenServer } from "./given-server.ts";
export { optionsFrom, specOfGiven } from "./given-spec.ts";
