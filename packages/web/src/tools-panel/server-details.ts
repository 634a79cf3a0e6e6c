/**
 * What the agent reports of a session's servers, by Tenon's extension methods.
 *
 * An agent without them is asked once; its servers are then shown from the session's records alone.
 */

import { arrayOf, defined, isString, type JsonObject, numberOf, objectOf, readArray, stringOf } from "@tenon/basis";
import { useEffect, useState } from "react";
import { useStore } from "zustand";

import { usePage } from "../page/page-context.ts";
import { useSession } from "../open-session/session-context.ts";
import { WireError } from "../wire/wire-error.ts";
import { entryOf } from "../wire/with-entry.ts";

export interface ServerDetails {
  readonly byName: Readonly<Record<string, ServerDetail>>;
  /** Tokens of the offered tools and of all tools, if the agent reports them. */
  readonly tokens?: ToolTokens;
  /** What the session's agent can do with them. */
  can(method: string): boolean;
}

export interface ToolTokens {
  readonly offered: number;
  readonly everything: number;
  readonly servers: readonly { readonly server: string; readonly offered: number }[];
}

export interface ServerDetail {
  readonly type?: string;
  readonly source?: string;
  readonly tools?: number;
  /** Of one that is reached over the network. */
  readonly host?: string;
}

const PAUSE_MS = 150;
const METHOD_NOT_FOUND = -32_601;

/** Undefined until the agent has answered, and if it cannot. */
export function useServerDetails(sessionId: string): ServerDetails | undefined {
  const page = usePage();
  const servers = useSession((state) => state.servers);
  const isAttached = useStore(
    page.attachments.store,
    ({ bySession }) => entryOf(bySession, sessionId)?.phase === "attached",
  );
  const isTurnOpen = useSession((state) => state.timeline.isTurnOpen);
  const [details, setDetails] = useState<ServerDetails>();
  const [isUnable, setUnable] = useState(false);
  useEffect(() => {
    if (!isAttached || isUnable) return undefined;
    const lifetime = new AbortController();
    // Servers that start together report together.
    const timer = setTimeout(() => {
      page.ask(sessionId, "_tenon/receipts", {}).then(
        (answer) => {
          if (!lifetime.signal.aborted) setDetails(readDetails(answer));
        },
        (error: unknown) => {
          if (error instanceof WireError && error.details.status === METHOD_NOT_FOUND) setUnable(true);
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      lifetime.abort();
    };
  }, [page, sessionId, isAttached, isUnable, isTurnOpen, servers]);
  return isAttached && !isUnable ? details : undefined;
}

function readDetails(answer: JsonObject): ServerDetails {
  const servers = readArray(answer["servers"], (value) => {
    const fields = objectOf(value);
    const name = stringOf(fields["server"]);
    return name === undefined ? undefined : ([name, readDetail(fields)] as const);
  });
  const tokens = objectOf(answer["tokens"]);
  const [offered, everything] = [numberOf(tokens["offered"]), numberOf(tokens["everything"])];
  const hasTokens = offered !== undefined && everything !== undefined;
  const parts = readArray(tokens["servers"], (value) => {
    const { server, offered: part } = objectOf(value);
    return typeof server === "string" && typeof part === "number" ? { server, offered: part } : undefined;
  });
  const methods = arrayOf(answer["methods"], isString);
  return {
    byName: Object.fromEntries(servers),
    can: (method) => methods?.includes(method) ?? true,
    ...(hasTokens && { tokens: { offered, everything, servers: parts } }),
  };
}

function readDetail({ type, source, tools, host }: JsonObject): ServerDetail {
  return defined({
    type: stringOf(type),
    source: stringOf(source),
    tools: numberOf(tools),
    host: stringOf(host),
  });
}
