/**
 * The one description of `tenon.json`: files are checked against it, editors complete from it, the reference in
 * docs/configuration.md is made of it.
 *
 * A `description` is for people. A `title` says what a value is, as it can follow "expected". Keys that only
 * other programs write are in it too, so that their files can be pasted; unknown keys are a warning.
 */

/** As much of JSON Schema as we use. */
export interface SchemaNode {
  readonly $schema?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
  readonly title?: string;
  readonly description?: string;
  readonly type?: SchemaType | readonly SchemaType[];
  readonly enum?: readonly string[];
  readonly const?: boolean;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly items?: SchemaNode;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode;
  readonly required?: readonly string[];
  readonly anyOf?: readonly SchemaNode[];
}

export type SchemaType = "string" | "number" | "integer" | "boolean" | "null" | "array" | "object";

const signInSchema = {
  type: "object",
  description: "OAuth settings that the server cannot discover by itself.",
  properties: {
    clientId: { type: "string", description: "The id of a client that is already registered." },
    clientSecret: { type: "string", description: "The secret of that client. Use a variable: `${A_VARIABLE}`." },
    scopes: { type: "array", items: { type: "string" }, description: "Scopes to request." },
    grant: {
      enum: ["authorization_code", "client_credentials"],
      description: "`client_credentials` is machine to machine, without a user.",
    },
    clientMetadataUrl: { type: "string", description: "The URL of a client ID metadata document." },
    issuer: { type: "string", description: "The issuer that the client id was registered with." },
    privateKey: { type: "string", description: "A private key (PKCS #8, PEM) instead of a secret." },
    algorithm: { type: "string", description: "The algorithm of the private key: ES256 by default." },
    redirectPort: {
      type: "integer",
      description: "The port of the redirect URI, if the client is registered with one.",
    },
    assertion: {
      type: "string",
      description: "A JWT assertion that replaces a sign-in, such as a workload identity. Better in a file.",
    },
    assertionFile: {
      type: "string",
      description: "The absolute path of a file with that JWT. It is read again for each token.",
    },
    identityProvider: {
      type: "object",
      description: "A company's identity provider, which vouches for the user instead of a sign-in.",
      properties: {
        issuer: { type: "string", description: "Its issuer, from which its token endpoint is discovered." },
        tokenEndpoint: { type: "string", description: "Its token endpoint, instead of the issuer." },
        clientId: { type: "string", description: "The client id that Tenon has there." },
        clientSecret: { type: "string", description: "The secret of that client." },
        idToken: { type: "string", description: "The ID token it issued for the user. Better in a file." },
        idTokenFile: {
          type: "string",
          description: "The absolute path of a file with that token. It is read again for each token.",
        },
      },
    },
  },
} as const satisfies SchemaNode;

export const configurationSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  description: "Configuration of Tenon: the MCP servers a session gets, and how they are used.",
  type: "object",
  properties: {
    $schema: { type: "string", description: "The URL of this schema, for your editor." },
    mcpServers: {
      type: "object",
      description: "The servers, by name. The map of a `.mcp.json` can be pasted here.",
      additionalProperties: { $ref: "#/$defs/server" },
    },
    servers: {
      type: "object",
      description: "The same as `mcpServers`, as VS Code writes it.",
      additionalProperties: { $ref: "#/$defs/server" },
    },
    include: { $ref: "#/$defs/includeMode", description: "The include mode of servers that set none." },
    limits: {
      type: "object",
      description: "Limits of a session.",
      properties: {
        servers: {
          type: "integer",
          minimum: 0,
          description: "Maximum number of servers in a session: 100 by default.",
        },
        processes: {
          type: "integer",
          minimum: 1,
          description:
            "Maximum number of server processes for all sessions of `tenon agent` or `tenon serve`: 200 by default.",
        },
        startMs: {
          type: "integer",
          minimum: 1,
          description: "Start timeout of servers that set none, in milliseconds.",
        },
        endMs: {
          type: "integer",
          minimum: 0,
          description: "Shutdown timeout of servers that set none, in milliseconds.",
        },
        tools: { type: "integer", minimum: 0, description: "Maximum number of tools in a session: 1000 by default." },
        offered: {
          type: "integer",
          minimum: 0,
          description: "Maximum number of tools in one request to the model: 100 by default.",
        },
        waitMs: {
          type: "integer",
          minimum: 0,
          description:
            "How long the first prompt waits for servers, in milliseconds. By default 2500, or as long as a server needed last time (10 seconds at most). Slower servers join when they are ready.",
        },
      },
    },
    signIn: {
      type: "object",
      description:
        "Sign-in settings for servers that an editor gives, by the origin of their URL: `https://mcp.example.com`. Only in your own file.",
      additionalProperties: signInSchema,
    },
    policy: { description: "Rules that allow, ask or deny." },
    commands: {
      type: "object",
      description: "Settings of the commands that an agent runs. Only in your own file.",
      properties: {
        environment: {
          type: "array",
          items: { type: "string", minLength: 1 },
          description:
            "Secret variables of your environment that commands inherit, such as `GITHUB_TOKEN` or `AWS_*`. Keys of " +
            "model providers are never passed on.",
        },
      },
    },
    model: { type: "string", minLength: 1, description: "The model of Tenon's own agent." },
    store: {
      type: "string",
      minLength: 1,
      description:
        "Where sessions are recorded: the URL of a Postgres database, or a file with it. Your own file only; by default a file " +
        "in your data folder.",
    },
  },
  $defs: {
    server: {
      title: "a server with a command or a url",
      type: "object",
      properties: {
        command: { type: "string", minLength: 1, description: "The program to start. It speaks MCP on stdio." },
        args: { type: "array", items: { $ref: "#/$defs/value" }, description: "Its arguments." },
        env: {
          type: "object",
          additionalProperties: { $ref: "#/$defs/valueOrNull" },
          description: "Environment variables, added to the minimal environment that every server gets.",
        },
        cwd: {
          type: "string",
          minLength: 1,
          description: "The working directory, relative to the session's folder, which is the default.",
        },
        url: { type: "string", minLength: 1, description: "The URL of a server, instead of a command." },
        headers: {
          type: "object",
          additionalProperties: { $ref: "#/$defs/valueOrNull" },
          description: "HTTP headers, sent only to the origin of the URL.",
        },
        signIn: signInSchema,
        type: {
          enum: ["stdio", "http", "streamable-http", "streamableHttp", "sse"],
          description:
            "The transport. By default `stdio` for a command, and `http` for a URL, which falls back to SSE for old servers.",
        },
        serverUrl: { type: "string", minLength: 1, description: "The same as `url`, as Windsurf writes it." },
        httpUrl: { type: "string", minLength: 1, description: "The same as `url`, as Gemini CLI writes it." },
        disabled: {
          type: "boolean",
          description:
            "Declared, but off. In a project's file, an entry without a command turns off the user's server.",
        },
        enabled: { type: "boolean", description: "`false` is the same as `disabled: true`." },
        shared: {
          type: "boolean",
          description: "One process for all sessions with the same configuration and credentials.",
        },
        include: { $ref: "#/$defs/includeMode", description: "The include mode of its tools." },
        tools: {
          type: "object",
          additionalProperties: { $ref: "#/$defs/includeMode" },
          description: "Include modes of single tools, by the server's names for them.",
        },
        revision: {
          enum: ["2025-11-25", "2026-07-28"],
          description: "The MCP revision to speak. By default it is negotiated and remembered.",
        },
        limits: {
          type: "object",
          description: "Limits of this server.",
          properties: {
            startMs: {
              type: "integer",
              minimum: 1,
              description: "Start timeout, in milliseconds: 60000 by default, doubled with each retry.",
            },
            endMs: {
              type: "integer",
              minimum: 0,
              description:
                "Shutdown timeout after stdin is closed, and again after SIGTERM, in milliseconds: 5000 by default.",
            },
            callMs: {
              type: "integer",
              minimum: 1,
              description: "Idle timeout of a call, in milliseconds: 120000 by default. Progress restarts it.",
            },
            longestCallMs: {
              type: "integer",
              minimum: 1,
              description: "Total timeout of a call, in milliseconds: 1800000 by default.",
            },
            callsAtOnce: {
              type: "integer",
              minimum: 1,
              description: "Maximum number of concurrent calls: 16 by default.",
            },
            callsPerMinute: {
              type: "integer",
              minimum: 1,
              description: "Maximum number of calls per minute: 100 by default.",
            },
            resultCharacters: {
              type: "integer",
              minimum: 1,
              description:
                "Maximum characters of a result that the model gets: 40000 by default. The rest is saved to a file.",
            },
          },
        },
      },
      anyOf: [
        { required: ["command"] },
        { required: ["url"] },
        { required: ["serverUrl"] },
        { required: ["httpUrl"] },
        { required: ["disabled"], properties: { disabled: { const: true } } },
        { required: ["enabled"], properties: { enabled: { const: false } } },
      ],
    },
    includeMode: {
      enum: ["always", "manual", "agent", "off"],
      description: "Offered in every request, only when included by hand in a session, when search finds it, or never.",
    },
    value: { type: ["string", "number", "boolean"] },
    valueOrNull: { type: ["string", "number", "boolean", "null"] },
  },
} as const satisfies SchemaNode;

/** The node that a `$ref` of this schema leads to. */
export function referredNode(reference: string): SchemaNode {
  const definitions: Readonly<Record<string, SchemaNode>> = configurationSchema.$defs;
  return definitions[reference.replace("#/$defs/", "")] ?? {};
}
