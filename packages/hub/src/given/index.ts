export { type GivenServer, readGivenServer } from "./given-server.ts";
export { type GivenAcpServer, specOfAcp, specOfGiven } from "./given-spec.ts";
