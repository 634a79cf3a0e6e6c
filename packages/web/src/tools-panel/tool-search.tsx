/**
 * Finds tools by what they do, and says why each is put before the model or not.
 */

import { useEffect, useState } from "react";

import { usePage } from "../app/page-context.ts";
import { useOpenSession } from "../session/session-context.ts";
import { visibleText } from "../tool-call/visible-text.ts";
import { Input } from "../ui/field.tsx";
import { isFields, listOf, textOf } from "../wire/fields.ts";
import { messageOf } from "../wire/wire-error.ts";
import { IncludeSelect } from "./include-select.tsx";
import { useAction } from "./use-action.ts";

const PAUSE_MS = 200;
const MOST = 20;

interface FoundTool {
  readonly server: string;
  readonly tool: string;
  readonly title: string;
  readonly description: string;
  readonly isOffered?: boolean;
  readonly reason?: string;
}

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
            <FoundRow key={`${tool.server}/${tool.tool}`} tool={tool} />
          ))}
        </ul>
      )}
    </section>
  );
}

function FoundRow({ tool: { server, tool, title, description, isOffered, reason } }: { readonly tool: FoundTool }) {
  const action = useAction();
  return (
    <li className="text-sm">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate" title={`${server}/${tool}`}>
          {visibleText(title)} <span className="text-xs text-muted">{visibleText(server)}</span>
        </span>
        <IncludeSelect server={server} tool={tool} action={action} />
      </div>
      <p className="line-clamp-2 text-xs text-muted">{visibleText(description)}</p>
      {reason !== undefined && (
        <p className={`text-xs ${isOffered ? "text-ok" : "text-muted"}`}>
          {isOffered ? "Offered: " : "Not offered: "}
          {visibleText(reason)}
        </p>
      )}
      {action.error !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {action.error}
        </p>
      )}
    </li>
  );
}

interface Found {
  readonly query: string;
  readonly tools?: readonly FoundTool[];
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
        (answer) => keep({ query, tools: listOf(answer["tools"], readTool) }),
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

function readTool(value: unknown): FoundTool | undefined {
  if (!isFields(value)) return undefined;
  const [server, tool] = [textOf(value["server"]), textOf(value["tool"])];
  if (server === undefined || tool === undefined) return undefined;
  const [isOffered, reason] = [value["isOffered"], textOf(value["reason"])];
  return {
    server,
    tool,
    title: textOf(value["title"]) ?? tool,
    description: textOf(value["description"]) ?? "",
    ...(typeof isOffered === "boolean" && { isOffered }),
    ...(reason !== undefined && { reason }),
  };
}
