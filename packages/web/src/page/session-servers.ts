/**
 * The MCP servers that sessions were given from this browser, kept in it.
 *
 * A session whose agent has gone is opened again with the servers that it had. The gateway knows them, but nothing that is
 * secret of them; that is only here.
 */

import { isObject, objectOf, parseJson, readArray, stringOf } from "@tenon/basis";

export interface SessionServers {
  of(sessionId: string): readonly object[];
  remember(sessionId: string, servers: readonly object[]): void;
  /** The session has lost a server. */
  forget(sessionId: string, server: string): void;
  /** What is offered for the next session. */
  rows(): readonly ServerRow[];
  keepRows(rows: readonly ServerRow[]): void;
}

export interface ServerRow {
  readonly name: string;
  /** A command line, or an address. */
  readonly target: string;
  /** Variables of its environment, or headers of its requests: a pair a line. */
  readonly secrets?: string;
  readonly isOn: boolean;
}

const ROWS = "tenon.servers";
const BY_SESSION = "tenon.session-servers";
const MOST_SESSIONS = 200;

export function sessionServers(storage: Storage): SessionServers {
  return {
    of: (sessionId) => known().find(([id]) => id === sessionId)?.[1] ?? [],
    remember(sessionId, servers) {
      if (servers.length === 0) return;
      const others = known().filter(([id]) => id !== sessionId);
      write(BY_SESSION, [[sessionId, servers], ...others].slice(0, MOST_SESSIONS));
    },
    forget(sessionId, server) {
      const kept = known().map(([id, servers]) => {
        return [id, id === sessionId ? servers.filter((other) => objectOf(other)["name"] !== server) : servers];
      });
      write(BY_SESSION, kept);
    },
    rows: () => readArray(read(ROWS), readRow),
    keepRows: (rows) => write(ROWS, rows),
  };

  function known(): readonly (readonly [string, readonly object[]])[] {
    return readArray(read(BY_SESSION), (entry) => {
      if (!Array.isArray(entry) || typeof entry[0] !== "string") return undefined;
      return [entry[0], readArray(entry[1], (server) => (isObject(server) ? server : undefined))] as const;
    });
  }

  function read(key: string): unknown {
    return parseJson(storage.getItem(key) ?? "");
  }

  function write(key: string, value: unknown): void {
    try {
      storage.setItem(key, JSON.stringify(value));
    } catch {
      // The browser keeps nothing: then nothing is remembered, and all else goes on.
    }
  }
}

function readRow(value: unknown): ServerRow | undefined {
  if (!isObject(value)) return undefined;
  const name = stringOf(value["name"]) ?? "";
  const target = stringOf(value["target"]) ?? "";
  const secrets = stringOf(value["secrets"]) ?? "";
  if (name === "" && target === "") return undefined;
  return { name, target, ...(secrets !== "" && { secrets }), isOn: value["isOn"] !== false };
}
