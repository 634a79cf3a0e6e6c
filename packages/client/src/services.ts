/**
 * What a client can do for an agent, as its host provides it. What is absent is not advertised, and refused if asked for.
 *
 * An error meant for the agent is the SDK's `RequestError`; any other becomes a plain internal error on the wire.
 */

import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  CreateTerminalRequest,
  CreateTerminalResponse,
  KillTerminalRequest,
  KillTerminalResponse,
  ReadTextFileRequest,
  ReadTextFileResponse,
  ReleaseTerminalRequest,
  ReleaseTerminalResponse,
  RequestPermissionRequest,
  RequestPermissionResponse,
  TerminalOutputRequest,
  TerminalOutputResponse,
  WaitForTerminalExitRequest,
  WaitForTerminalExitResponse,
  WriteTextFileRequest,
  WriteTextFileResponse,
} from "@agentclientprotocol/sdk";

export interface ClientServices {
  readonly files?: (session: SessionContext) => FileAccess;
  readonly terminals?: (session: SessionContext) => Terminals;
  /** Absent: everything is rejected, in the protocol's form. */
  readonly permissions?: AnswerPermission;
  readonly elicitation?: Elicitation;
  /** The host can run an agent's sign-in program in a terminal. */
  readonly terminalSignIn?: boolean;
}

/** The session that a service works for. */
export interface SessionContext {
  readonly id: string;
  /** Absolute, as all the roots are. */
  readonly cwd: string;
  /** The working directory, then the additional directories. */
  readonly roots: readonly string[];
  /** The names of the MCP servers that it was opened with. */
  readonly servers?: readonly string[] | undefined;
}

export interface FileAccess {
  read(request: ReadTextFileRequest, options: Interruptible): Promise<ReadTextFileResponse>;
  write(request: WriteTextFileRequest, options: Interruptible): Promise<WriteTextFileResponse>;
}

/** The terminals of one session. */
export interface Terminals {
  create(request: CreateTerminalRequest): Promise<CreateTerminalResponse>;
  output(request: TerminalOutputRequest): Promise<TerminalOutputResponse>;
  waitForExit(request: WaitForTerminalExitRequest, options: Interruptible): Promise<WaitForTerminalExitResponse>;
  kill(request: KillTerminalRequest): Promise<KillTerminalResponse>;
  release(request: ReleaseTerminalRequest): Promise<ReleaseTerminalResponse>;
  /** Ends every command that still runs. Called once, when the session or the connection ends. */
  close(): Promise<void>;
}

/** The answer is checked: it has to be one of the options offered, or `cancelled`. */
export type AnswerPermission = (
  request: RequestPermissionRequest,
  context: { readonly session: SessionContext; readonly signal: AbortSignal },
) => Promise<RequestPermissionResponse>;

/** Only the modes that are there are advertised. */
export interface Elicitation {
  readonly form?: AnswerElicitation;
  readonly url?: AnswerElicitation;
  /** What was begun in `url` mode is done. Only called for ids that were asked for, and once for each. */
  readonly complete?: (elicitationId: string) => void;
}

export type AnswerElicitation = (
  request: CreateElicitationRequest,
  options: Interruptible,
) => Promise<CreateElicitationResponse>;

export interface Interruptible {
  /** Aborted when the answer is no longer needed: cancelled, or the session or connection has ended. */
  readonly signal: AbortSignal;
}
