import { buildCommand, buildRouteMap } from "@stricli/core";

import { t } from "../../messages/t.ts";
import { clientToolsFlag } from "../../arguments/client-tools.ts";
import { parseCount } from "../../arguments/quantity.ts";
import { storeFlag } from "../../arguments/store-flag.ts";
import { withExamples } from "../../help/with-examples.ts";
import { peopleCommands } from "./people-commands.ts";
import { tokenCommands } from "./token-commands.ts";

const text = { kind: "parsed", parse: String, optional: true } as const;
const count = { kind: "parsed", parse: parseCount, placeholder: "number" } as const;
const off = { kind: "boolean", default: false, withNegated: false } as const;

const startCommand = buildCommand({
  loader: async () => (await import("./serve.ts")).runServe,
  parameters: {
    flags: {
      port: {
        kind: "parsed",
        parse: port,
        default: "7411",
        placeholder: "number",
        brief: "Port to listen on; 0 picks a free one",
      },
      host: {
        kind: "parsed",
        parse: String,
        default: "127.0.0.1",
        placeholder: "address",
        brief: "Address to listen on; any other than loopback needs --public-url or --insecure-listen",
      },
      agent: {
        ...text,
        variadic: true,
        placeholder: "name|command",
        brief: "Offer this agent, such as claude or gemini; the first one is the default",
      },
      model: { ...text, placeholder: "provider/name", brief: "Model of the Tenon agent (see docs/models.md)" },
      open: { ...off, brief: "Open the page in a browser" },
      newToken: { ...off, brief: "Replace the access token; every client has to sign in again" },
      publicUrl: { ...text, placeholder: "https://…", brief: "URL of the TLS proxy in front of the gateway" },
      insecureListen: {
        ...off,
        brief: "Listen without TLS: others on the network can read everything, token included",
      },
      allowOrigin: {
        ...text,
        variadic: true,
        placeholder: "origin",
        brief: "Allow pages of another origin, such as http://localhost:5173",
      },
      oidc: { ...text, placeholder: "issuer", brief: "Let people sign in with this OpenID Connect provider" },
      oidcClient: { ...text, placeholder: "id", brief: "Client id at the provider" },
      oidcSecretFile: { ...text, placeholder: "file", brief: "File with the client secret" },
      oidcAllow: {
        ...text,
        variadic: true,
        placeholder: "pattern",
        brief:
          "Allow only these e-mail addresses, such as *@example.com (default: everyone with an account at the provider)",
      },
      oidcTrustEmail: {
        ...off,
        brief:
          "With --oidc-allow: take e-mail addresses that the provider reports without saying that it has verified them",
      },
      trustProxy: { ...off, brief: "Take client addresses from X-Forwarded-For" },
      maxSessions: { ...count, optional: true, brief: "Maximum number of open sessions (default: 4096)" },
      maxSessionsPerConnection: {
        ...count,
        optional: true,
        brief: "Maximum number of open sessions per connection (default: 2048)",
      },
      maxServers: {
        ...count,
        optional: true,
        brief: "Maximum number of MCP server processes of all sessions (default: 200)",
      },
      logLevel: {
        kind: "enum",
        values: ["error", "warn", "info", "debug"],
        default: "warn",
        brief: "Level of the JSON log on standard error",
      },
      tools: {
        kind: "boolean",
        default: true,
        brief: "Send MCP servers of clients to other agents directly, without your configured ones",
      },
      clientTools: clientToolsFlag,
      store: storeFlag,
      address: {
        ...text,
        placeholder: "http://…",
        brief: "URL at which other machines with the same store reach this one (default: from --host and --port)",
      },
      pool: {
        ...text,
        variadic: true,
        placeholder: "name=folder",
        brief:
          "Pool of this machine: sessions in the folder open only on machines of the pool; without a folder, clients request it by name",
      },
      json: { ...off, brief: "Print the URL and the token file as JSON" },
    },
  },
  docs: {
    brief: "Serve sessions over WebSocket and HTTP, with a page that shows them",
    fullDescription: withExamples(
      "Starts the gateway and prints the URL of its page. Sessions keep running while no client is connected, and\n" +
        "several clients can share one. Clients need the access token, which is stored in a file only you can read.\n" +
        "Ctrl-C lets running turns finish for up to ten seconds; a second Ctrl-C exits at once.",
      "tenon serve --open",
      "tenon serve --agent claude --agent gemini",
      "tenon serve --host 0.0.0.0 --public-url https://tenon.example.com",
      "tenon serve token create alice --expires 30d",
    ),
  },
});

export const serveCommands = buildRouteMap({
  routes: { start: startCommand, token: tokenCommands, people: peopleCommands },
  defaultCommand: "start",
  docs: { brief: startCommand.brief, hideRoute: { start: true } },
});

function port(given: string): number {
  const value = Number(given);
  if (!/^\d+$/.test(given) || value > 65_535) throw new Error(t("expected a port from 0 to 65535"));
  return value;
}
