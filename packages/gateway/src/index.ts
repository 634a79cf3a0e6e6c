export { aboutAgent } from "./about-agent.ts";
export { createGateway } from "./create-gateway.ts";
export type {
  AgentView,
  Connection,
  Frame,
  Gateway,
  GatewayCounts,
  GatewaySessions,
  Peer,
  SessionState,
  SessionView,
  SessionViewPage,
  WaitingPrompt,
} from "./gateway.ts";
export { GatewayError, type GatewayErrorCode, type GatewayErrorDetails } from "./gateway-error.ts";
export type { GatewayLimits, GatewayOptions, Machines, OtherAgent, OwnAgent, Pool } from "./gateway-options.ts";
export { defaultLimits, type HttpLimits } from "./http/limits/limits.ts";
export { createMeasures, type Measures } from "./http/telemetry/measures.ts";
export { createLog, type Log, type LogLevel, type LogOptions } from "./http/telemetry/log.ts";
export { ServeError, type ServeErrorCode } from "./http/serve-error.ts";
export { createSignInRedirects, type SignInRedirects } from "./http/api/sign-in-redirects.ts";
export type { IdentityProviderOptions } from "./http/api/openid-client.ts";
export { type HttpServer, serveHttp, type ServeHttpOptions } from "./http/serve-http.ts";
export {
  keepMetricsToken,
  openTokenFile,
  type KeptToken,
  type TokenFile,
  type TokenFileOptions,
} from "./http/door/token-file.ts";
export type { Access } from "./people/access.ts";
export { createPeople, type CreatedToken, type NewToken, type People, type PeopleOptions } from "./people/people.ts";
export { PeopleError, type PeopleErrorCode } from "./people/people-error.ts";
export type { Allowance, OrganisationRole, Person, SessionRole } from "./people/person.ts";
export { openPostgresPeople, type PostgresPool } from "./people/store/postgres.ts";
export type { AuditEntry, AuditQuery, PeopleStore, StoredPeople, StoredToken } from "./people/store/people-store.ts";
export { openMemoryPeople, openSqlitePeople } from "./people/store/sqlite.ts";
