/**
 * The program that `stdioAgent` names: a scripted agent on stdin and stdout.
 */

import { Readable, Writable } from "node:stream";

import type { AgentScript } from "./agent-script.ts";
import { scriptedAgent } from "./scripted-agent.ts";
import { SCRIPT_VARIABLE } from "./stdio-agent.ts";
import { byteWire } from "../wire/wire.ts";

const script: AgentScript = JSON.parse(process.env[SCRIPT_VARIABLE] ?? "{}");
const wire = byteWire({ readable: Readable.toWeb(process.stdin), writable: Writable.toWeb(process.stdout) });
const agent = scriptedAgent(wire, script, {
  stderr: (text) => new Promise((resolve) => void process.stderr.write(text, () => resolve())),
  exit: (code) => process.exit(code),
});

if (script.manners?.ignoresEnd) setInterval(() => {}, 2 ** 30);
else void agent.closed.then(() => process.exit(0));
