/**
 * The roles that everything which is served is asked in.
 */

export type Outcome = "allowed" | "refused" | "hidden";

export const ROLES = [
  "outsider",
  "guest",
  "viewer",
  "approver",
  "prompter",
  "collaborator",
  "owner",
  "administrator",
] as const;
export type Role = (typeof ROLES)[number];

/** Who may do what, written down again, and not computed. In the order of the roles above. */
const EXPECTED: Readonly<Record<string, string>> = {
  public: "allowed allowed allowed allowed allowed allowed allowed allowed",
  enter: "allowed allowed allowed allowed allowed allowed allowed allowed",
  begin: "allowed refused allowed allowed allowed allowed allowed allowed",
  look: "hidden hidden allowed allowed allowed allowed allowed allowed",
  prompt: "hidden hidden refused refused allowed allowed allowed allowed",
  answer: "hidden hidden refused allowed refused allowed allowed allowed",
  configure: "hidden hidden refused refused refused allowed allowed allowed",
  own: "hidden hidden refused refused refused refused allowed allowed",
  administer: "hidden hidden hidden hidden hidden hidden hidden allowed",
};

export function expected(rule: string, role: Role): Outcome {
  return (EXPECTED[rule]?.split(" ")[ROLES.indexOf(role)] ?? "unknown") as Outcome;
}

/** What each route takes. One that is added, or takes something else, is to be decided here too. */
export const ROUTES: Rules = {
  public: [
    "GET /healthz",
    "GET /readyz",
    "GET /api/sign-in",
    "POST /api/login",
    "GET /auth/sign-in",
    "GET /auth/callback",
    "GET /callback",
    "GET /*",
    "HEAD /*",
  ],
  enter: [
    "ALL /acp",
    "ALL /machine/acp",
    "GET /api/me",
    "GET /api/agents",
    "GET /api/search",
    "GET /api/sessions",
    "POST /api/join",
    "POST /api/logout",
    "POST /api/sign-ins",
    "WEBSOCKET /acp",
    "WEBSOCKET /feed",
  ],
  begin: ["GET /api/folder"],
  look: [
    "GET /api/sessions/:id",
    "GET /api/sessions/:id/export",
    "GET /api/sessions/:id/records",
    "POST /api/sessions/:id/fork",
    "DELETE /api/sessions/:id/people/:person",
    "WEBSOCKET /feed/:id",
  ],
  prompt: ["GET /api/sessions/:id/files"],
  own: [
    "PATCH /api/sessions/:id",
    "DELETE /api/sessions/:id",
    "GET /api/sessions/:id/people",
    "PUT /api/sessions/:id/people/:person",
    "POST /api/sessions/:id/links",
    "DELETE /api/sessions/:id/links/:link",
  ],
  administer: [
    "GET /metrics",
    "GET /api/people",
    "PATCH /api/people/:person",
    "DELETE /api/people/:person",
    "GET /api/tokens",
    "POST /api/tokens",
    "DELETE /api/tokens/:token",
    "GET /api/roles",
    "PUT /api/roles/:role",
    "GET /api/audit",
    "GET /api/audit/export",
    "GET /api/owners",
    "GET /api/machines",
    "POST /machine",
    "WEBSOCKET /machine",
  ],
};

/** The same of what is said over ACP. What is not here is for administrators. */
export const METHODS: Rules = {
  enter: ["initialize", "$/cancel_request", "mcp/message", "session/list"],
  begin: ["session/new"],
  look: [
    "session/fork",
    "_tenon/receipts",
    "_tenon/resources/list",
    "_tenon/session/attach",
    "_tenon/session/detach",
    "_tenon/tools/search",
  ],
  prompt: ["session/load", "session/resume", "session/prompt", "session/cancel", "_tenon/session/take_back"],
  configure: [
    "session/close",
    "session/set_mode",
    "session/set_model",
    "session/set_config_option",
    "_tenon/tools/include",
  ],
  own: [
    "session/delete",
    "_tenon/tools/call",
    "_tenon/servers/attach",
    "_tenon/servers/available",
    "_tenon/servers/detach",
    "_tenon/servers/restart",
    "_tenon/servers/review",
    "_tenon/servers/sign_in",
  ],
  administer: ["_tenon/servers/trust"],
};

type Rules = Readonly<Record<string, readonly string[]>>;

/** By what takes it. */
export function ruleOfEach(rules: Rules): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(rules).flatMap(([rule, all]) => all.map((one) => [one, rule])));
}
