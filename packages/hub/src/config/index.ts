export { type Configuration, type PolicySection } from "./configuration.ts";
export type { ConfigurationFile, ServerEntry, SessionLimits } from "./configuration-file.ts";
export { configurationSchema } from "./configuration-schema.ts";
export { declareEntry, type ForeignEntry } from "./declare-server.ts";
export { type ChangedServer, type ServerDifference, diffServers } from "./diff-servers.ts";
export { type ConfigurationOptions, loadConfiguration, PACKS_FILE } from "./load-configuration.ts";
export { type MergedServers, type MergeOptions, type ServerList, mergeServers } from "./merge-servers.ts";
export { parseJson, pathTo, type Place } from "./json/parse-json.ts";
export { type Problem, type ProblemCode, problemInWords } from "./problem.ts";
export { readTextFile } from "./read-text-file.ts";
export { lostRules, rulesOf } from "./rules-of.ts";
export { type GivenOptions, readServerOptions } from "./server-options.ts";
export { withSignIn } from "./sign-in-section.ts";
export { type ReviewedField, reviewOf, reviewRecord, subjectOf, type TrustReview } from "./review.ts";
export type { Trust, TrustRequest } from "./trust-request.ts";
export { userFolder } from "./user-folder.ts";
export {
  type ConfigurationWatch,
  type WatchClock,
  type WatchOptions,
  watchConfiguration,
} from "./watch/watch-configuration.ts";
