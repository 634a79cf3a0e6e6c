/**
 * The log of a toolset on stderr, which belongs to people in either door.
 */

import { formatLogEntry, type LogSink } from "../running/log.ts";

export const stderrLog: LogSink = (entry) => void process.stderr.write(`${formatLogEntry(entry)}\n`);
