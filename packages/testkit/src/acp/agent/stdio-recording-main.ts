/**
 * The program that `stdioRecording` names: a recorded agent on stdin and stdout.
 */

import { readFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";

import { readRecording, recordedAgent } from "./recorded-agent.ts";
import { byteWire } from "../wire/wire.ts";

const [file = ""] = process.argv.slice(2);
const wire = byteWire({ readable: Readable.toWeb(process.stdin), writable: Writable.toWeb(process.stdout) });
const agent = recordedAgent(wire, readRecording(readFileSync(file, "utf8")));
await agent.closed;
try {
  await agent.played;
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
}
