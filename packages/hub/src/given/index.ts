export { type GivenServer, readGivenServer } from "./given-server.ts";
