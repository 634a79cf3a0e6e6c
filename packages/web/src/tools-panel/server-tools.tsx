/**
 * The tools of one server, asked for when somebody wants to see them.
 */

import { readArray } from "@tenon/basis";
import { useEffect, useState } from "react";

import { usePage } from "../page/page-context.ts";
import { useOpenSession, useSession } from "../open-session/session-context.ts";
import { Icon } from "../ui/icon.tsx";
import { messageOf } from "../wire/wire-error.ts";
import { ToolRow } from "./tool-row.tsx";
import { readTool, type ToolView } from "./tool-view.ts";

export function ServerTools({ server, count }: { readonly server: string; readonly count: number }) {
  const [isOpen, setOpen] = useState(false);
  const { tools, error } = useTools(server, isOpen);
  const words = `${count} ${count === 1 ? "tool" : "tools"}`;
  if (count === 0) return <span>{words}</span>;
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="-mx-1 inline-flex items-center gap-1 rounded px-1 hover:bg-hover hover:text-text pointer-coarse:min-h-10"
      >
        <Icon name="chevron" className={`size-3 text-faint transition-transform ${isOpen ? "rotate-90" : ""}`} />
        {words}
      </button>
      {isOpen && error !== undefined && (
        <p role="alert" className="order-last w-full text-bad">
          {error}
        </p>
      )}
      {isOpen && tools && (
        <ul
          aria-label={`Tools of ${server}`}
          tabIndex={0}
          className="order-last max-h-96 w-full space-y-2 overflow-y-auto py-1 text-text"
        >
          {tools.map((tool) => (
            <ToolRow key={tool.tool} tool={tool} />
          ))}
        </ul>
      )}
    </>
  );
}

interface Tools {
  readonly tools?: readonly ToolView[];
  readonly error?: string;
}

/** Asked again when a turn begins or ends: by then others may be offered. */
function useTools(server: string, isWanted: boolean): Tools {
  const page = usePage();
  const { id } = useOpenSession();
  const isTurnOpen = useSession((state) => state.timeline.isTurnOpen);
  const [found, setFound] = useState<Tools>({});
  useEffect(() => {
    if (!isWanted) return undefined;
    const lifetime = new AbortController();
    const keep = (next: Tools): void => {
      if (!lifetime.signal.aborted) setFound(next);
    };
    page.ask(id, "_tenon/tools/search", { server }).then(
      (answer) => keep({ tools: readArray(answer["tools"], readTool) }),
      (error: unknown) => keep({ error: messageOf(error) }),
    );
    return () => lifetime.abort();
  }, [page, id, server, isWanted, isTurnOpen]);
  return found;
}
