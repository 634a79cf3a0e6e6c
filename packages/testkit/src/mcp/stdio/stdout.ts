/**
 * The one channel of a stdio server: its messages, and everything around them that should not be there.
 */

import { closeSync } from "node:fs";

import type { Channel } from "../core/channel.ts";
import type { StdioMisbehaviour, StdoutNoise } from "../misbehaviour.ts";

const NOISE: Readonly<Record<StdoutNoise, string>> = {
  banner: "Scripted server v1.0.0 - ready when you are",
  "json-log": `{"level":"info","time":1784937600000,"msg":"request completed"}`,
  ansi: "\u001B[2K\u001B[32m✔\u001B[39m \u001B[1mconnected\u001B[22m",
  "blank-lines": "\n   ",
};

export function openStdout(misbehaviour: StdioMisbehaviour): Channel {
  const { byteOrderMark, stdoutNoise = [], lineEnding } = misbehaviour;
  const end = lineEnding === "crlf" ? "\r\n" : "\n";
  const noise = stdoutNoise.map((kind) => NOISE[kind] + end).join("");
  let mark = byteOrderMark ? "\uFEFF" : "";
  let isOpen = true;
  // The client has gone; the end of our input says the same.
  process.stdout.on("error", () => (isOpen = false));
  return {
    headers: {},
    open() {},
    send(message) {
      if (isOpen) process.stdout.write(mark + noise + JSON.stringify(message) + end);
      mark = "";
    },
    abandon() {},
    close() {
      if (isOpen) closeSync(process.stdout.fd);
      isOpen = false;
    },
  };
}
