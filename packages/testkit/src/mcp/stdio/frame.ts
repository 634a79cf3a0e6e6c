/**
 * A message as it is written to stdout, with everything around it that should not be there.
 */

import type { Outbound } from "../core/json-rpc.ts";
import type { StdioMisbehaviour, StdoutNoise } from "../misbehaviour.ts";

const NOISE: Readonly<Record<StdoutNoise, string>> = {
  banner: "Scripted server v1.0.0 - ready when you are",
  "json-log": `{"level":"info","time":1784937600000,"msg":"request completed"}`,
  ansi: "\u001B[2K\u001B[32m✔\u001B[39m \u001B[1mconnected\u001B[22m",
  "blank-lines": "\n   ",
};

export function frame(
  message: Outbound,
  options: { readonly misbehaviour: StdioMisbehaviour; readonly isFirst: boolean },
): string {
  const { byteOrderMark, stdoutNoise = [], lineEnding } = options.misbehaviour;
  const end = lineEnding === "crlf" ? "\r\n" : "\n";
  const mark = byteOrderMark && options.isFirst ? "\uFEFF" : "";
  const noise = stdoutNoise.map((kind) => NOISE[kind] + end).join("");
  return mark + noise + JSON.stringify(message) + end;
}
