/**
 * What the conformance suite tells a client about a scenario: the server's address as the last argument, and in the
 * environment the scenario's name and what a user would know, such as client credentials and tool calls to make.
 */

import type { SignInSpec } from "@tenon/hub";

interface Context {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly issuer?: string;
  readonly private_key_pem?: string;
  readonly signing_algorithm?: string;
  readonly idp_client_id?: string;
  readonly idp_id_token?: string;
  readonly idp_token_endpoint?: string;
  readonly valid_jwt?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly arguments?: Record<string, unknown> }[];
}

export type Schema = Readonly<Record<string, unknown>>;

const context = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as Context;

export const scenario = process.env["MCP_CONFORMANCE_SCENARIO"] ?? "";
export const url = process.argv.at(-1) ?? "";
/** Undefined: every tool once, with arguments that fit. */
export const wantedCalls = context.toolCalls;
export const readsSkills = scenario.startsWith("sep-2640") && !scenario.endsWith("no-prefetch");

/** What a user would have written into the configuration, or an editor into the entry of the server. */
export function signInOfUser(): SignInSpec {
  const { client_id, client_secret, issuer, private_key_pem, signing_algorithm, valid_jwt } = context;
  const { idp_client_id, idp_id_token, idp_token_endpoint } = context;
  return {
    clientMetadataUrl: "https://conformance-test.local/client-metadata.json",
    ...(client_id !== undefined && { clientId: client_id }),
    ...(client_secret !== undefined && { clientSecret: client_secret }),
    ...(issuer !== undefined && { issuer }),
    ...(private_key_pem !== undefined && { privateKey: private_key_pem }),
    ...(signing_algorithm !== undefined && { algorithm: signing_algorithm }),
    ...(scenario.includes("client-credentials") && { grant: "client_credentials" as const }),
    ...(valid_jwt !== undefined && { assertion: valid_jwt }),
    ...(idp_client_id !== undefined &&
      idp_id_token !== undefined &&
      idp_token_endpoint !== undefined && {
        identityProvider: { tokenEndpoint: idp_token_endpoint, clientId: idp_client_id, idToken: idp_id_token },
      }),
  };
}

const SAMPLES: Readonly<Record<string, unknown>> = { number: 5, integer: 3, boolean: true, array: [], object: {} };

/** Arguments that fit a schema; a tool that asks for a schema gets the one of another tool, as we have it. */
export function sampleArguments(schema: Schema, focalSchema: unknown): Record<string, unknown> {
  const properties = (schema["properties"] ?? {}) as Record<
    string,
    { readonly type?: string; readonly default?: unknown }
  >;
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type, default: given }]) => [
      name,
      name === "schema" ? focalSchema : (given ?? SAMPLES[type ?? "string"] ?? "test"),
    ]),
  );
}

/** The tool whose schema the suite wants to see again. */
export const FOCAL_TOOL = "json_schema_2020_12_tool";
