/**
 * What servers get wrong, each behind a switch of its own. Without any, a scripted server is correct.
 */

import type { RpcError } from "./core/json-rpc.ts";
import type { HttpFault } from "./http/http-fault.ts";

export interface Misbehaviour {
  /** Only the first so many starts misbehave; later ones are well. HTTP faults count for themselves. */
  readonly onlyFirstStarts?: number;

  /** Methods that are never answered. */
  readonly silentOn?: readonly string[];
  /** Methods that are answered with an error, although they were advertised. */
  readonly errorOn?: Readonly<Record<string, RpcError>>;
  /** Methods that end the process. */
  readonly exitOn?: Readonly<Record<string, LastWords>>;
  /** Methods that wait for a gate before anything happens. */
  readonly holdOn?: Readonly<Record<string, string>>;

  /**
   * How a list goes on: `empty-string` names the second page "", `repeating` serves the first page for ever, `looping`
   * starts again after the last.
   */
  readonly cursors?: "empty-string" | "repeating" | "looping";
  /** Put into the tool list as they are. See `malformedTools`. */
  readonly toolListEntries?: readonly unknown[];
  /** So many "the tools have changed", right after the handshake. */
  readonly listChangedAfterStart?: number;

  /** Responses carry their id as a string, also when it was a number. */
  readonly responseIds?: "string";
  /** Answers `initialize` with this version, whatever was asked for. */
  readonly protocolVersion?: string;
  /** Asks for elicitation, sampling and roots although the client cannot. */
  readonly ignoresClientCapabilities?: boolean;

  readonly stdio?: StdioMisbehaviour;
  readonly http?: HttpMisbehaviour;
}

/** What a process says before it goes. */
export interface LastWords {
  readonly exitCode?: number;
  readonly stderr?: string;
}

export type StdoutNoise = "banner" | "json-log" | "ansi" | "blank-lines";

export interface StdioMisbehaviour {
  /** Reads nothing for so long. To wait for an event instead, hold `initialize`. */
  readonly startDelayMilliseconds?: number;
  /** Reads nothing until this gate is open. */
  readonly startGate?: string;
  /** Written to stderr before anything is read. */
  readonly greeting?: string;
  readonly exitAtOnce?: LastWords;
  /** Written before every message. */
  readonly stdoutNoise?: readonly StdoutNoise[];
  readonly byteOrderMark?: boolean;
  readonly lineEnding?: "crlf";
  /** Writes so much to stderr before it reads anything, and waits until it is read. */
  readonly stderrFloodBytes?: number;
  readonly ignoresEndOfInput?: boolean;
  /** Ends only when this gate is open, as a server does that saves its state first. */
  readonly endGate?: string;
  readonly ignoresSigterm?: boolean;
  /** Started through `sh -c`, or by a Node.js process as npx does it: neither passes a signal on. */
  readonly wrapper?: "sh" | "node";
  /**
   * Starts a process of its own, which outlives it: with pipes of its own, holding the server's, or double-forked away
   * into a session of its own.
   */
  readonly grandchild?: "own-pipes" | "holding-pipes" | "double-forked";
}

export interface HttpMisbehaviour {
  /** The first that fits a request answers it. */
  readonly faults?: readonly HttpFault[];
}
