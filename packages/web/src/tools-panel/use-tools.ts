/**
 * Tools as the agent describes them, searched by what they do or listed by server.
 */

import { booleanOf, defined, isObject, numberOf, readArray, stringOf } from "@tenon/basis";
import { useEffect, useEffectEvent, useState } from "react";

import { useOpenSession } from "../open-session/session-context.ts";
import { usePage } from "../page/page-context.ts";
import { messageOf } from "../wire/wire-error.ts";

export interface ToolView {
  readonly server: string;
  readonly tool: string;
  readonly title: string;
  readonly description: string;
  /** Whether it was in the last request to the model, and why; unknown before the first one. */
  readonly isOffered?: boolean;
  readonly reason?: string;
  /** What it costs the context. */
  readonly tokens?: number;
  readonly inputSchema?: unknown;
}

interface Tools {
  readonly tools?: readonly ToolView[];
  readonly error?: string;
}

/** Asks whenever the key changes; not while it is undefined. Returns the last answer until the next comes. */
export function useTools(key: string | undefined, params: object, pauseMs = 0): Tools {
  const page = usePage();
  const { id } = useOpenSession();
  const [found, setFound] = useState<Tools>({});
  const ask = useEffectEvent(() => page.ask(id, "_tenon/tools/search", { ...params, schemas: true }));
  useEffect(() => {
    if (key === undefined) return undefined;
    const lifetime = new AbortController();
    const show = (next: Tools): void => {
      if (!lifetime.signal.aborted) setFound(next);
    };
    const timer = setTimeout(() => {
      ask().then(
        (answer) => show({ tools: readArray(answer["tools"], readTool) }),
        (error: unknown) => show({ error: messageOf(error) }),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      lifetime.abort();
    };
  }, [key, pauseMs]);
  return key === undefined ? {} : found;
}

/** Undefined if it is malformed. */
function readTool(value: unknown): ToolView | undefined {
  if (!isObject(value)) return undefined;
  const [server, tool] = [stringOf(value["server"]), stringOf(value["tool"])];
  if (server === undefined || tool === undefined) return undefined;
  return {
    server,
    tool,
    title: stringOf(value["title"]) ?? tool,
    description: stringOf(value["description"]) ?? "",
    ...defined({
      isOffered: booleanOf(value["isOffered"]),
      reason: stringOf(value["reason"]),
      tokens: numberOf(value["tokens"]),
      inputSchema: value["inputSchema"],
    }),
  };
}
