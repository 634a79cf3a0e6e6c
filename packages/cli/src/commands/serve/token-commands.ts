import { buildCommand, buildRouteMap } from "@stricli/core";
import type { OrganisationRole } from "@tenon/gateway";

import { parseDuration } from "../../arguments/quantity.ts";
import { withExamples } from "../../help/with-examples.ts";

const json = { kind: "boolean", default: false, withNegated: false, brief: "Print JSON" } as const;
const roles: readonly OrganisationRole[] = ["administrator", "member", "guest"];

const createCommand = buildCommand({
  loader: async () => (await import("./tokens.ts")).runCreateToken,
  parameters: {
    flags: {
      expires: {
        kind: "parsed",
        parse: parseDuration,
        optional: true,
        placeholder: "duration",
        brief: "When it expires, such as 30d (default: never)",
      },
      role: {
        kind: "enum",
        values: roles,
        optional: true,
        brief: "Role of a new person: members can start sessions, guests can only use shared ones (default: member)",
      },
      json,
    },
    positional: {
      kind: "tuple",
      parameters: [{ parse: String, brief: "Name of the person; created if new", placeholder: "name" }],
    },
  },
  docs: {
    brief: "Create a token for a person, and print it once",
    fullDescription: withExamples(
      "The person signs in with it on the page, or sends it as a bearer token. A running gateway accepts it at once.",
      "tenon serve token create alice --expires 30d",
      "tenon serve token create ci --role guest",
    ),
  },
});

const listCommand = buildCommand({
  loader: async () => (await import("./tokens.ts")).runListTokens,
  parameters: { flags: { json } },
  docs: { brief: "List the tokens of all people; a token itself is never stored" },
});

const revokeCommand = buildCommand({
  loader: async () => (await import("./tokens.ts")).runRevokeToken,
  parameters: {
    flags: { json },
    positional: {
      kind: "tuple",
      parameters: [
        {
          parse: String,
          brief: "Token id, or the name of a person to revoke all of their tokens",
          placeholder: "id|name",
        },
      ],
    },
  },
  docs: {
    brief: "Revoke a token; a running gateway refuses it within a second",
    fullDescription: withExamples("", "tenon serve token revoke alice"),
  },
});

export const tokenCommands = buildRouteMap({
  routes: { create: createCommand, list: listCommand, revoke: revokeCommand },
  docs: { brief: "Tokens for other people" },
});
