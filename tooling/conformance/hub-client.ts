/**
 * The program that the conformance suite starts: it opens a hub on one server, calls its tools, and ends.
 *
 * The suite gives the server's address as the last argument, and in the environment the scenario's name and what a user
 * would know: tool calls to make, client credentials.
 */

import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { type AssertionSource, openHub, type RemoteServerSpec, type SignInSpec } from "@tenon/hub";

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

const SAMPLES: Readonly<Record<string, unknown>> = { number: 5, integer: 3, boolean: true, array: [], object: {} };

const url = process.argv.at(-1) ?? "";
const context = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as Context;
const scenario = process.env["MCP_CONFORMANCE_SCENARIO"] ?? "";
const spec: RemoteServerSpec = { type: "http", name: "target", url, headers: {}, signIn: signInOf(context) };

await using hub = openHub({
  servers: [spec],
  cwd: process.cwd(),
  clientInfo: { name: "tenon", version: "0.1.0" },
  callbacks: {
    // A person who accepts everything as it is proposed.
    elicit: { modes: ["form"], ask: async () => ({ action: "accept", content: {} }) },
  },
  // The browser of the suite: it goes where it is sent, and agrees to everything.
  openBrowser: async (page) => void (await fetch(page)),
  assertion: () => assertionOf(context),
  onReceipt: ({ state, reason }) => console.error(state, reason ?? ""),
});
await hub.ready({ waitMs: 30_000 });
const [server] = hub.servers;
if (!["listed", "called"].includes(server?.receipt.state ?? "")) {
  console.error(`The server is ${server?.receipt.state}: ${server?.receipt.reason}`);
  process.exitCode = 1;
}

const calls =
  context.toolCalls ??
  hub.catalogue.tools.map(({ tool, inputSchema }) => ({ name: tool, arguments: sample(inputSchema) }));
for (const call of calls) {
  const tool = hub.catalogue.tools.find(({ tool }) => tool === call.name);
  if (tool)
    await hub.call(tool.name, call.arguments ?? {}).catch((error: unknown) => console.error(call.name, String(error)));
  else console.error(`${call.name} is not in the catalogue`);
}

if (scenario.startsWith("sep-2640")) await readSkills();

/** Lists the server's skills, and reads what they name; the client of the SDK refuses what is not as announced. */
async function readSkills(): Promise<void> {
  const skills = new SkillsClient(await hub.client("target"));
  const { skills: entries } = await skills.list();
  if (scenario.endsWith("no-prefetch")) return;
  for (const entry of entries) await skills.read(entry).catch((error: unknown) => console.error(String(error)));
}

/** Arguments that fit a schema; a tool that asks for a schema gets the one of another tool, as the catalogue has it. */
function sample(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const properties = (schema["properties"] ?? {}) as Record<
    string,
    { readonly type?: string; readonly default?: unknown }
  >;
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type, default: given }]) => [
      name,
      name === "schema" ? focalSchema() : (given ?? SAMPLES[type ?? "string"] ?? "test"),
    ]),
  );
}

function focalSchema(): unknown {
  return hub.catalogue.tools.find(({ tool }) => tool === "json_schema_2020_12_tool")?.inputSchema;
}

/** What a user would have written into the configuration. */
function signInOf({ client_id, client_secret, issuer, private_key_pem, signing_algorithm }: Context): SignInSpec {
  const isMachine = scenario.includes("client-credentials");
  return {
    clientMetadataUrl: "https://conformance-test.local/client-metadata.json",
    ...(client_id !== undefined && { clientId: client_id }),
    ...(client_secret !== undefined && { clientSecret: client_secret }),
    ...(issuer !== undefined && { issuer }),
    ...(private_key_pem !== undefined && { privateKey: private_key_pem }),
    ...(signing_algorithm !== undefined && { algorithm: signing_algorithm }),
    ...(isMachine && { grant: "client_credentials" as const }),
  };
}

/** A workload has a token of its own; a company's identity provider exchanges the user's for one. */
function assertionOf({
  valid_jwt,
  idp_id_token,
  idp_token_endpoint,
  idp_client_id,
}: Context): AssertionSource | undefined {
  if (valid_jwt !== undefined) return () => valid_jwt;
  if (idp_id_token === undefined || idp_token_endpoint === undefined) return undefined;
  return async ({ issuer, resource, scope, fetch }) => {
    const body = new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      requested_token_type: "urn:ietf:params:oauth:token-type:id-jag",
      subject_token: idp_id_token,
      subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
      audience: issuer,
      ...(resource !== undefined && { resource }),
      ...(scope !== undefined && { scope }),
      ...(idp_client_id !== undefined && { client_id: idp_client_id }),
    });
    const response = await fetch(idp_token_endpoint, { method: "POST", body });
    const { access_token } = (await response.json()) as { readonly access_token: string };
    return access_token;
  };
}
