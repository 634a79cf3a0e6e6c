/**
 * The MCP servers given to sessions from this browser, kept in its storage.
 *
 * A session whose agent exited is reopened with the servers it had. The gateway knows them without their secrets, which are
 * only here.
 */

import { arrayOf, defined, isObject, nonEmptyStringOf, objectOf, readArray, stringOf } from "@tenon/basis";

import { storedJson } from "../shell/stored-json.ts";

export interface SessionServers {
  of(sessionId: string): readonly object[];
  remember(sessionId: string, servers: readonly object[]): void;
  /** A server was detached from the session. */
  forget(sessionId: string, server: string): void;
  /** The servers offered for the next session. */
  rows(): readonly ServerRow[];
  keepRows(rows: readonly ServerRow[]): void;
  /** Whether the next session is lent the tools of this device. */
  hasDevice(): boolean;
  keepDevice(isOn: boolean): void;
}

export interface ServerRow {
  readonly name: string;
  /** A command line, or an address. */
  readonly target: string;
  /** Environment variables or HTTP headers, one pair per line. */
  readonly secrets?: string;
  readonly isOn: boolean;
}

const ROWS = "tenon.servers";
const DEVICE = "tenon.lends-device";
const BY_SESSION = "tenon.session-servers";
const MAX_SESSIONS = 200;

export function sessionServers(storage: Storage): SessionServers {
  const [rows, bySession] = [storedJson(storage, ROWS), storedJson(storage, BY_SESSION)];
  const device = storedJson(storage, DEVICE);
  const known = () => readArray(bySession.read(), readSession);
  return {
    of: (sessionId) => known().find(([id]) => id === sessionId)?.[1] ?? [],
    remember(sessionId, servers) {
      if (servers.length === 0) return;
      const others = known().filter(([id]) => id !== sessionId);
      bySession.write([[sessionId, servers], ...others].slice(0, MAX_SESSIONS));
    },
    forget(sessionId, server) {
      const isOther = (other: object) => objectOf(other)["name"] !== server;
      bySession.write(known().map(([id, servers]) => [id, id === sessionId ? servers.filter(isOther) : servers]));
    },
    rows: () => readArray(rows.read(), readRow),
    keepRows: (next) => rows.write(next),
    hasDevice: () => device.read() !== false,
    keepDevice: (isOn) => device.write(isOn),
  };
}

function readSession(entry: unknown): readonly [string, readonly object[]] | undefined {
  if (!Array.isArray(entry) || typeof entry[0] !== "string") return undefined;
  return [entry[0], arrayOf(entry[1], isObject) ?? []];
}

function readRow(value: unknown): ServerRow | undefined {
  const row = objectOf(value);
  const [name, target] = [stringOf(row["name"]) ?? "", stringOf(row["target"]) ?? ""];
  if (name === "" && target === "") return undefined;
  return { name, target, ...defined({ secrets: nonEmptyStringOf(row["secrets"]) }), isOn: row["isOn"] !== false };
}
