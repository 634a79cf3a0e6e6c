/**
 * Finds tools by what they do, and says why each is put before the model or not.
 */

import { readArray } from "@tenon/basis";
import { useEffect, useState } from "react";

import { usePage } from "../page/page-context.ts";
import { useOpenSession } from "../open-session/session-context.ts";
import { Input } from "../ui/field.tsx";
import { messageOf } from "../wire/wire-error.ts";
import { ToolRow } from "./tool-row.tsx";
import { readTool, type ToolView } from "./tool-view.ts";

const PAUSE_MS = 200;
const MOST = 20;

export function ToolSearch() {
  const [query, setQuery] = useState("");
  const { tools, error } = useFound(query.trim());
  return (
    <section aria-label="Search for tools">
      <Input
        type="search"
        aria-label="Search for tools"
        placeholder="Search for tools by what they do"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {error !== undefined && (
        <p role="alert" className="mt-2 text-xs text-bad">
          {error}
        </p>
      )}
      {tools && tools.length === 0 && <p className="mt-2 text-sm text-muted">Nothing fits.</p>}
      {tools && tools.length > 0 && (
        <ul className="mt-2 space-y-2" aria-label="Tools found">
          {tools.map((tool) => (
            <ToolRow key={`${tool.server}/${tool.tool}`} tool={tool} isServerShown />
          ))}
        </ul>
      )}
    </section>
  );
}

interface Found {
  readonly query: string;
  readonly tools?: readonly ToolView[];
  readonly error?: string;
}

function useFound(query: string): Found {
  const page = usePage();
  const { id } = useOpenSession();
  const [found, setFound] = useState<Found>({ query: "" });
  useEffect(() => {
    if (query === "") return undefined;
    const lifetime = new AbortController();
    const keep = (next: Found): void => {
      if (!lifetime.signal.aborted) setFound(next);
    };
    const timer = setTimeout(() => {
      page.ask(id, "_tenon/tools/search", { query, limit: MOST }).then(
        (answer) => keep({ query, tools: readArray(answer["tools"], readTool) }),
        (error: unknown) => keep({ query, error: messageOf(error) }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      lifetime.abort();
    };
  }, [page, id, query]);
  // What was found for the letters before is shown until the new ones have been looked for.
  return query === "" ? { query } : found;
}
