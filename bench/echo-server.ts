import { resolve } from "node:path";

/** A server with one tool, as a client gives it to an agent. */
export const ECHO_SERVER = {
  name: "bench",
  command: process.execPath,
  args: [resolve("bench/programs/echo-server.mjs")],
  env: [],
  // The limit on calls per minute is not what is measured.
  _meta: { tenon: { limits: { callsPerMinute: 1_000_000 } } },
};
