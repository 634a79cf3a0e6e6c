/**
 * The terminals of a session, for its agent. A terminal belongs to its session, and lives until it is released; closing
 * ends everything, and then nothing can be started any more.
 */

import { type CreateTerminalRequest, RequestError } from "@agentclientprotocol/sdk";
import { RPC_ERROR, untilAborted } from "@tenon/basis";
import { type ChildCommand, ChildError } from "@tenon/process";
import { commandEnvironment, type Environment, type RunningCommand, startCommand } from "@tenon/workspace";

import { allowedCommand } from "../files/permit-request.ts";
import type { ConsentOptions } from "../files/require-consent.ts";
import type { SessionContext, Terminals } from "../services.ts";

export interface TerminalOptions extends ConsentOptions {
  readonly newId: (kind: "terminal") => string;
  /** What commands inherit, without its secrets (default: the environment of this process). */
  readonly env?: Environment;
  /** Names of secrets that the user passes on to commands, as patterns. Keys of model providers are never among them. */
  readonly passedVariables?: (() => readonly string[]) | undefined;
  /** The shell that gets a command line as its last argument (default: `["/bin/sh", "-c"]`). */
  readonly shell?: readonly [command: string, ...args: readonly string[]];
  /** Gets all output in order, in whole characters, a few times a second. Must not throw. */
  readonly onOutput?: (terminalId: string, text: string, session: SessionContext) => void;
  readonly limits?: Partial<TerminalLimits>;
}

export interface TerminalLimits {
  /** How much of a command's output is kept if the agent does not say: 1 MiB. */
  readonly outputBytes: number;
  /** The most that it may ask for: 10 MiB. */
  readonly mostOutputBytes: number;
  /** How many commands of a session may run at the same time: 64. */
  readonly running: number;
}

const LIMITS: TerminalLimits = { outputBytes: 1024 * 1024, mostOutputBytes: 10 * 1024 * 1024, running: 64 };

const SHELL = process.platform === "win32" ? (["cmd.exe", "/d", "/s", "/c"] as const) : (["/bin/sh", "-c"] as const);

export function openTerminals(options: TerminalOptions): (session: SessionContext) => Terminals {
  return (session) => terminalsOf(session, options);
}

function terminalsOf(session: SessionContext, options: TerminalOptions): Terminals {
  const { newId, onOutput } = options;
  const limits = { ...LIMITS, ...options.limits };
  const terminals = new Map<string, RunningCommand>();
  const running = new Set<Promise<unknown>>();
  const lifetime = new AbortController();

  return {
    async create(request) {
      const command = await commandFor(request, session, options);
      if (lifetime.signal.aborted) throw sessionEnded();
      if (running.size >= limits.running) {
        throw new RequestError(RPC_ERROR.invalidRequest, `Too many running commands: the limit is ${limits.running}.`);
      }
      const terminalId = newId("terminal");
      const starting = startCommand(command, {
        maxBytes: Math.max(0, Math.min(request.outputByteLimit ?? limits.outputBytes, limits.mostOutputBytes)),
        onText: onOutput && ((text) => onOutput(terminalId, text, session)),
        signal: lifetime.signal,
      });
      const living = starting.then(({ ended }) => ended).catch(() => {}); // Reported to the caller of create.
      running.add(living);
      void living.then(() => running.delete(living));
      terminals.set(terminalId, await starting.catch(rethrowForAgent));
      return { terminalId };
    },
    output: async ({ terminalId }) => find(terminalId).output(),
    async waitForExit({ terminalId }, { signal }) {
      return await untilAborted(find(terminalId).ended, signal).catch((error: unknown) => {
        throw signal.aborted ? RequestError.requestCancelled() : error;
      });
    },
    async kill({ terminalId }) {
      await find(terminalId).end();
      return {};
    },
    async release({ terminalId }) {
      const terminal = find(terminalId);
      terminals.delete(terminalId);
      await terminal.end();
      return {};
    },
    async close() {
      lifetime.abort();
      await Promise.all(running);
      terminals.clear();
    },
  };

  function find(terminalId: string): RunningCommand {
    const terminal = terminals.get(terminalId);
    if (terminal) return terminal;
    throw new RequestError(RPC_ERROR.notFound, `This session has no terminal ${JSON.stringify(terminalId)}.`, {
      terminalId,
    });
  }
}

async function commandFor(
  request: CreateTerminalRequest,
  session: SessionContext,
  options: TerminalOptions,
): Promise<ChildCommand> {
  const { env: host = process.env, shell = SHELL } = options;
  if (request.command.trim() === "") throw new RequestError(RPC_ERROR.invalidParams, "The command is empty.");
  const cwd = request.cwd ?? session.cwd;
  const subject = await allowedCommand({ ...request, args: request.args ?? [] }, session, options);
  const given = Object.fromEntries((request.env ?? []).map(({ name, value }) => [name, value]));
  const env = commandEnvironment(host, { given, passed: options.passedVariables?.(), cwd });
  if (!("shell" in subject)) return { command: subject.command, args: subject.args ?? [], cwd, env };
  const [command, ...args] = shell;
  return { command, args: [...args, subject.shell], cwd, env };
}

function rethrowForAgent(cause: unknown): never {
  // The only other reason is the signal's.
  if (!(cause instanceof ChildError)) throw sessionEnded();
  const isMissing = cause.code === "not_found" || cause.code === "cwd_not_found";
  throw new RequestError(isMissing ? RPC_ERROR.notFound : RPC_ERROR.invalidParams, cause.message, { code: cause.code });
}

function sessionEnded(): RequestError {
  return new RequestError(RPC_ERROR.invalidRequest, "The session has ended.");
}
