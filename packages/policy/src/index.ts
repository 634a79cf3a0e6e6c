export { type AdmissionOptions, type Admission, admitServer } from "./admission/admit-server.ts";
export { commandVariables, isWithheldVariable } from "./commands/command-variables.ts";
export { type Effect, strictest } from "./effect.ts";
export { findFloor, type FloorOptions, type OwnFolders } from "./floor/find-floor.ts";
export { canonicalJson } from "./json/canonical-json.ts";
export { type ServerDeclaration, serverKey } from "./fingerprint/server-key.ts";
export { fingerprint, type ToolDefinition } from "./fingerprint/tool-definition.ts";
export { type Choice, choicesFor } from "./grants/choices.ts";
export {
  type Consent,
  type ConsentOptions,
  type ConsentRequest,
  createConsent,
  type RequireConsent,
} from "./grants/require-consent.ts";
export { decideWithGrants, type GrantContext } from "./grants/decide-with-grants.ts";
export { describeGrant } from "./grants/describe-grant.ts";
export {
  type Grant,
  type GrantScope,
  type GrantTarget,
  grantTarget,
  type KnownTool,
  type Lifetime,
  makeGrant,
  type Verdict,
} from "./grants/grant.ts";
export { fileGrantStore, type GrantStore, memoryGrantStore } from "./grants/grant-store.ts";
export { isDeeperThan, isNestedDeeperThan, MAX_JSON_DEPTH } from "./json/json-depth.ts";
export { lineWithoutEcho, withoutEcho } from "./json/without-echo.ts";
export { checkRedirect, type RedirectCheck } from "./admission/check-redirect.ts";
export {
  checkUrl,
  type ResolveHost,
  type UrlCheck,
  type UrlCheckOptions,
  type WebSubject,
} from "./admission/check-url.ts";
export { checkedLookup, type CheckedLookupOptions } from "./admission/checked-lookup.ts";
export { hostWarning } from "./network/canonical-host.ts";
export { networkOf } from "./network/network-of.ts";
export { commandSubject } from "./commands/command-subject.ts";
export { isInside } from "./paths/is-inside.ts";
export { insideRoots, type PathCheck } from "./paths/inside-roots.ts";
export { pathSubject } from "./paths/path-subject.ts";
export { PolicyError, type PolicyErrorCode, type PolicyErrorDetails, type Problem } from "./policy-error.ts";
export { createRecordRedaction, type RecordRedaction } from "./redact/session-redaction.ts";
export type { RedactableRecord, SessionRedaction } from "./redact/session-redaction.ts";
export { createRedactor, type Redactor } from "./redact/redactor.ts";
export { isSecretName, type NameContext } from "./redact/secret-names.ts";
export { secretsOf } from "./redact/secrets-of.ts";
export { MARKER as REDACTED } from "./redact/spans.ts";
export { isCodeVariable } from "./rules/code-variables.ts";
export { decide } from "./rules/decide.ts";
export type { DecidedBy, Decision } from "./rules/decision.ts";
export { defaultRules } from "./rules/default-rules.ts";
export { parsePack } from "./rules/parse-rules.ts";
export { parseRules, type ParseRulesOptions } from "./rules/parse-rules.ts";
export type { ArgumentPattern, Condition, Layer, Policy, Rule } from "./rule.ts";
export {
  decidedPolicy,
  NO_RULES,
  servicePolicy,
  type SessionLayers,
  sessionPolicy,
  type SessionRules,
} from "./session-policy.ts";
export { hasHiddenCharacters, visibleLine, visibleText } from "./text/visible-text.ts";
export type { StoreWarning } from "./store/record-folder.ts";
export type {
  Access,
  CommandSubject,
  EnvironmentSubject,
  NamedPath,
  Network,
  PathSubject,
  ServerSubject,
  Source,
  Subject,
  SubjectType,
  ToolCallSubject,
  UrlSubject,
} from "./subject.ts";
export { fileTrustStore, type TrustRecord, type TrustStore } from "./trust/trust-store.ts";
