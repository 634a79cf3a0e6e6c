/**
 * The one description of `tenon.json`: files are checked against it, editors complete from it, the reference in
 * docs/configuration.md is made of it.
 *
 * A `description` is what a person reads. A `title` says what a value is, in words that can follow "expected". Keys that
 * only other programs write are in it too, so that their files can be pasted; keys it does not know are no fault.
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
  description: "How to get a token, where the server's own answer does not say everything.",
  properties: {
    clientId: { type: "string", description: "A client that is registered with the server already." },
    clientSecret: { type: "string", description: "Its secret. Better written as `${A_VARIABLE}`." },
    scopes: { type: "array", items: { type: "string" }, description: "What to ask for." },
    grant: {
      enum: ["authorization_code", "client_credentials"],
      description: "`client_credentials` is machine to machine, without a person.",
    },
    clientMetadataUrl: { type: "string", description: "The address of a client metadata document." },
    issuer: { type: "string", description: "The issuer that the client id was registered with." },
    privateKey: { type: "string", description: "Instead of a secret: a private key, PKCS #8 in PEM." },
    algorithm: { type: "string", description: "The algorithm of the private key, such as ES256." },
    redirectPort: { type: "integer", description: "The port the browser comes back to, if it is registered." },
    assertion: {
      type: "string",
      description: "A JWT that stands for a sign-in, such as a workload's identity. Better in a file.",
    },
    assertionFile: {
      type: "string",
      description: "The file that such a JWT is in, by its whole path. It is read anew for each token.",
    },
    identityProvider: {
      type: "object",
      description: "A company's identity provider, which says who its user is, instead of a sign-in.",
      properties: {
        issuer: { type: "string", description: "Its issuer, by which its token endpoint is found." },
        tokenEndpoint: { type: "string", description: "Its token endpoint, instead of the issuer." },
        clientId: { type: "string", description: "How it knows Tenon." },
        clientSecret: { type: "string", description: "The secret for that." },
        idToken: { type: "string", description: "What it has issued for the user. Better in a file." },
        idTokenFile: {
          type: "string",
          description: "The file that is in, by its whole path. It is read anew for each token.",
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
    $schema: { type: "string", description: "Where this schema is, for your editor." },
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
    include: { $ref: "#/$defs/includeMode", description: "The include mode of servers that do not say their own." },
    limits: {
      type: "object",
      description: "Limits of a session.",
      properties: {
        servers: {
          type: "integer",
          minimum: 0,
          description: "How many servers a session may have: 100 by default. More than ten are worth a notice.",
        },
        processes: {
          type: "integer",
          minimum: 1,
          description:
            "How many server processes `tenon agent` or `tenon serve` may run for all its sessions together: 200 by default.",
        },
        startMs: {
          type: "integer",
          minimum: 1,
          description: "How long the start of a server may take, in milliseconds, if it does not say its own.",
        },
        endMs: {
          type: "integer",
          minimum: 0,
          description: "How long the end of a server may take, in milliseconds, if it does not say its own.",
        },
        tools: { type: "integer", minimum: 0, description: "How many tools its catalogue may have." },
        offered: {
          type: "integer",
          minimum: 0,
          description: "How many tools are put before the model in one request.",
        },
        waitMs: {
          type: "integer",
          minimum: 0,
          description:
            "How long the first prompt waits for servers, in milliseconds. Without it, just under 3 seconds, or as long as a server needed the last time (10 seconds at most). Late ones join when ready.",
        },
      },
    },
    signIn: {
      type: "object",
      description:
        "How to sign in to servers that others give, such as an editor, by the origin of their URL: `https://mcp.example.com`. Only in your own file.",
      additionalProperties: signInSchema,
    },
    policy: { description: "Rules that allow, ask or deny. They are handed to the policy as they are." },
    commands: {
      type: "object",
      description: "What commands get that an agent runs. Counts in your own file only.",
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
    model: { type: "string", minLength: 1, description: "The model of our own agent." },
  },
  $defs: {
    server: {
      title: "a server with a command or a url",
      type: "object",
      properties: {
        command: { type: "string", minLength: 1, description: "The program to start, which speaks MCP on stdio." },
        args: { type: "array", items: { $ref: "#/$defs/value" }, description: "Its arguments." },
        env: {
          type: "object",
          additionalProperties: { $ref: "#/$defs/valueOrNull" },
          description: "Variables added to the small environment that every server gets.",
        },
        cwd: {
          type: "string",
          minLength: 1,
          description: "The folder to start it in; the session's unless told. Relative to the session's.",
        },
        url: { type: "string", minLength: 1, description: "The address of a server, instead of a command." },
        headers: {
          type: "object",
          additionalProperties: { $ref: "#/$defs/valueOrNull" },
          description: "Sent with every request to the server's own origin, and nowhere else.",
        },
        signIn: signInSchema,
        type: {
          enum: ["stdio", "http", "streamable-http", "streamableHttp", "sse"],
          description:
            "How to talk to it. Found out unless told: a command is `stdio`, a url is `http`, which tries SSE where a server is that old.",
        },
        serverUrl: { type: "string", minLength: 1, description: "The same as `url`, as Windsurf writes it." },
        httpUrl: { type: "string", minLength: 1, description: "The same as `url`, as Gemini CLI writes it." },
        disabled: {
          type: "boolean",
          description:
            "Written down, but off. In a project's file also without a command: turns off the user's server.",
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
          description: "Include modes of single tools, by their real names.",
        },
        revision: {
          enum: ["2025-11-25", "2026-07-28"],
          description:
            "Which revision of MCP to speak. Without it a server is asked, and the answer is remembered; with it nothing is asked.",
        },
        limits: {
          type: "object",
          description: "Limits of this server.",
          properties: {
            startMs: {
              type: "integer",
              minimum: 1,
              description:
                "How long a start may take, in milliseconds: 60000 by default, and twice as long with each further try.",
            },
            endMs: {
              type: "integer",
              minimum: 0,
              description:
                "How long a program may take to end after its stdin is closed, and again after SIGTERM: 5000 by default.",
            },
            callMs: {
              type: "integer",
              minimum: 1,
              description: "How long a call may be silent, in milliseconds. A sign of progress starts the time again.",
            },
            longestCallMs: { type: "integer", minimum: 1, description: "How long a call may take in all." },
            callsAtOnce: { type: "integer", minimum: 1, description: "How many calls run side by side." },
            callsPerMinute: { type: "integer", minimum: 1, description: "How many calls may begin in a minute." },
            resultCharacters: {
              type: "integer",
              minimum: 1,
              description: "How much of a result's text the model gets; the rest is kept in a file.",
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
      description: "Offered in every request, when chosen by hand, when search finds it for the request, or never.",
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
