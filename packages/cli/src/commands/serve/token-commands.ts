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
        brief: "Of a new person: member may begin sessions, guest only use what is shared (default: member)",
      },
      json,
    },
    positional: {
      kind: "tuple",
      parameters: [{ parse: String, brief: "Name of the person, new or known", placeholder: "name" }],
    },
  },
  docs: {
    brief: "Create a token for a person, and print it once",
    fullDescription: withExamples(
      "The person signs in with it, on the page or as a bearer token. Works while the gateway runs.",
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
        { parse: String, brief: "Id of a token, or the name of a person: all of theirs", placeholder: "id|name" },
      ],
    },
  },
  docs: {
    brief: "Revoke a token, also while the gateway runs",
    fullDescription: withExamples("", "tenon serve token revoke alice"),
  },
});

export const tokenCommands = buildRouteMap({
  routes: { create: createCommand, list: listCommand, revoke: revokeCommand },
  docs: { brief: "Tokens for other people" },
});
