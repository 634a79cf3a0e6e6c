/**
 * Reads what an editor answers to our requests. It may answer anything: the error for a missing or malformed field names
 * the request [M34].
 */

import { isObject, objectOf } from "@tenon/basis";

import type { CommandEnd, CommandOutput } from "../commands/start-command.ts";

export function readFileContent(answer: unknown): string {
  const { content } = objectOf(answer);
  if (typeof content !== "string") throw malformed("fs/read_text_file", "content must be a string");
  return content;
}

export function readTerminalId(answer: unknown): string {
  const { terminalId } = objectOf(answer);
  if (typeof terminalId !== "string" || terminalId === "") {
    throw malformed("terminal/create", "terminalId must be a non-empty string");
  }
  return terminalId;
}

export function readTerminalOutput(answer: unknown): CommandOutput {
  const { output, truncated, exitStatus } = objectOf(answer);
  if (typeof output !== "string") throw malformed("terminal/output", "output must be a string");
  return {
    output,
    truncated: truncated === true,
    ...(isObject(exitStatus) && { exitStatus: readEnd("terminal/output", exitStatus) }),
  };
}

export function readExitStatus(answer: unknown): CommandEnd {
  return readEnd("terminal/wait_for_exit", answer);
}

function readEnd(method: string, answer: unknown): CommandEnd {
  const { exitCode = null, signal = null } = objectOf(answer);
  const isCode = exitCode === null || (typeof exitCode === "number" && Number.isInteger(exitCode));
  if (!isObject(answer) || !isCode) throw malformed(method, "exitCode must be an integer or null");
  if (signal !== null && typeof signal !== "string") throw malformed(method, "signal must be a string or null");
  return { exitCode, signal };
}

function malformed(method: string, problem: string): Error {
  return new Error(`The client's answer to ${method} is malformed: ${problem}`);
}
