/**
 * A server that a session should have: what its owner wrote down, before anything has been started.
 */

import type { Transport } from "@modelcontextprotocol/client";

export type ServerSpec = StdioServerSpec | RemoteServerSpec | ChannelServerSpec | FunctionServerSpec | HeldServerSpec;

interface ServerSpecBase {
  /** Unique in a session; people see it as it is. */
  readonly name: string;
  /** Who asked for it: the ACP client, the user's configuration, the project's, or the program that opened the hub. */
  readonly source?: "client" | "user" | "project" | "program";
  /** For a project's server: whether the user has trusted exactly what declares it. */
  readonly isTrusted?: boolean;
  readonly options?: ServerOptions;
  /** The configuration file that declares it. */
  readonly file?: string;
  /** Settings of its owner that could not be used, a sentence each; for the user. */
  readonly warnings?: readonly string[];
}

/** A program that speaks MCP on its standard streams. */
export interface StdioServerSpec extends ServerSpecBase {
  readonly type: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the small environment that every server gets. */
  readonly env: Readonly<Record<string, string>>;
  /** The session's folder by default. */
  readonly cwd?: string;
}

/** A server at an address. `http` falls back to SSE where the specification says so; `sse` does not try anything else. */
export interface RemoteServerSpec extends ServerSpecBase {
  readonly type: "http" | "sse";
  readonly url: string;
  /** Sent with every request to the server's own origin, and nowhere else. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signIn?: SignInSpec;
}

/**
 * A server behind a channel that the session's owner has already: MCP over ACP, where the client speaks for the server.
 * Opened anew for each connection; the channel carries messages and knows nothing else.
 */
export interface ChannelServerSpec extends ServerSpecBase {
  readonly type: "channel";
  open(): Channel;
}

export interface Channel extends Transport {
  /** Why it has closed, if the other end gave a reason. */
  whyGone?(): Promise<Error | undefined>;
}

/** Functions of the program that opened the hub, as tools. */
export interface FunctionServerSpec extends ServerSpecBase {
  readonly type: "functions";
  readonly tools: readonly FunctionTool[];
}

/** A declared server that must not start, or not yet. It has a receipt like the others, unless it is disabled. */
export interface HeldServerSpec extends ServerSpecBase {
  readonly type: "held";
  readonly state: "waiting for trust" | "failed" | "disabled";
  readonly reason: string;
}

export interface FunctionTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  /** Hints for other programs, such as `readOnlyHint`; they permit nothing. */
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** `_meta` of its definition, for agents that look there. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** A string is text, a `FunctionResult` is taken as it is, and all else is JSON. A thrown error becomes a result with `isError`. */
  run(args: Readonly<Record<string, unknown>>, options: FunctionCall): Promise<unknown>;
}

export interface FunctionCall {
  readonly signal: AbortSignal;
  /** At an endpoint: the id of the call, which its permit has seen. */
  readonly callId?: string;
}

/** The result of a function that makes the blocks itself, such as an image. */
export class FunctionResult {
  readonly content: readonly object[];
  readonly isError: boolean;

  constructor(content: readonly object[], { isError = false }: { readonly isError?: boolean } = {}) {
    this.content = content;
    this.isError = isError;
  }
}

/** What an owner may set for one server; everything has a default. */
export interface ServerOptions {
  /** How long a start may take before the server counts as failed (it is tried again later). */
  readonly startMs?: number;
  /** How long it may take to end after its stdin was closed, and again after SIGTERM. */
  readonly endMs?: number;
  /** How long a call may be silent: each sign of progress starts the time again. */
  readonly callMs?: number;
  /** How long a call may take in all. */
  readonly longestCallMs?: number;
  readonly callsAtOnce?: number;
  readonly callsPerMinute?: number;
  /** How many characters of a result's text the model gets; the rest is kept in a file. */
  readonly resultCharacters?: number;
  readonly include?: IncludeMode;
  /** Include modes of single tools, by their real names. */
  readonly tools?: Readonly<Record<string, IncludeMode>>;
  /** One process for all sessions with the same configuration and credentials. */
  readonly shared?: boolean;
  /** Which revision of MCP to speak; negotiated by default. */
  readonly revision?: "2025-11-25" | "2026-07-28";
}

/** Whether a tool is offered: in every request, when chosen by hand, or when search finds it. */
export type IncludeMode = "always" | "manual" | "agent" | "off";

/** How to get a token, where the server's own answer to the first request does not say everything. */
export interface SignInSpec {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  /** Machine to machine, without a person. */
  readonly grant?: "authorization_code" | "client_credentials";
  /** The address of our client metadata document, for servers that know no registration. */
  readonly clientMetadataUrl?: string;
  /** The issuer that the client id was registered with. */
  readonly issuer?: string;
  /** Instead of a secret: a private key, PKCS #8 in PEM, and its algorithm, such as ES256. */
  readonly privateKey?: string;
  readonly algorithm?: string;
  /** Where the browser comes back to, for clients that were registered with one port. */
  readonly redirectPort?: number;
  /** A JWT that stands for a sign-in, such as the identity of a workload; or the file that it is kept up to date in. */
  readonly assertion?: string;
  readonly assertionFile?: string;
  readonly identityProvider?: IdentityProviderSpec;
}

/** A company's identity provider, which says who its user is instead of a sign-in (enterprise-managed authorization). */
export interface IdentityProviderSpec {
  /** Where its metadata names the token endpoint; not needed if that is given. */
  readonly issuer?: string;
  readonly tokenEndpoint?: string;
  /** As it knows us. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** What it has issued for the user; or the file that it is kept up to date in. */
  readonly idToken?: string;
  readonly idTokenFile?: string;
}
