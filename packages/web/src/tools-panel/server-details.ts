/**
 * What the agent itself says of a session's servers, and what it lets be done with them: the extension methods of Tenon.
 *
 * An agent without them is not asked twice; its servers are shown as far as its session has told of them.
 */

import { isObject, type JsonObject, numberOf, objectOf, readArray, stringOf } from "@tenon/basis";
import { useEffect, useState } from "react";
import { useStore } from "zustand";

import { usePage } from "../page/page-context.ts";
import { useSession } from "../open-session/session-context.ts";
import { WireError } from "../wire/wire-error.ts";
import { entryOf } from "../wire/with-entry.ts";

export interface ServerDetails {
  readonly byName: Readonly<Record<string, ServerDetail>>;
  /** Tokens that tools take in a request to the model, and that all of them would take, if the agent tells. */
  readonly tokens?: { readonly offered: number; readonly everything: number };
}

export interface ServerDetail {
  readonly type?: string;
  readonly source?: string;
  readonly tools?: number;
}

const PAUSE_MS = 150;
const METHOD_NOT_FOUND = -32_601;

/** Undefined as long as the agent has not told, or if it cannot. */
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
    // Servers that start together tell of themselves together.
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
    if (!isObject(value)) return undefined;
    const name = stringOf(value["server"]);
    return name === undefined ? undefined : ([name, readDetail(value)] as const);
  });
  const { offered, everything } = objectOf(answer["tokens"]);
  const tokens = { offered: numberOf(offered), everything: numberOf(everything) };
  return {
    byName: Object.fromEntries(servers),
    ...(tokens.offered !== undefined &&
      tokens.everything !== undefined && { tokens: { offered: tokens.offered, everything: tokens.everything } }),
  };
}

function readDetail(value: JsonObject): ServerDetail {
  const [type, source, tools] = [stringOf(value["type"]), stringOf(value["source"]), numberOf(value["tools"])];
  return {
    ...(type !== undefined && { type }),
    ...(source !== undefined && { source }),
    ...(tools !== undefined && { tools }),
  };
}
