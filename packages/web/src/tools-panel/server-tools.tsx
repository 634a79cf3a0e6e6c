/**
 * The tools of one server, asked for when they are unfolded.
 */

import { useState } from "react";

import { t } from "../language/t.ts";
import { useSession } from "../open-session/session-context.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import { Problem } from "../ui/problem.tsx";
import { ToolRow } from "./tool-row.tsx";
import { useTools } from "./use-tools.ts";

export function ServerTools({ server, count }: { readonly server: string; readonly count: number }) {
  const [isOpen, setOpen] = useState(false);
  // Asked again when a turn begins or ends: by then others may be offered.
  const isTurnOpen = useSession((state) => state.timeline.isTurnOpen);
  const { tools, error } = useTools(isOpen ? `${isTurnOpen} ${server}` : undefined, { server });
  const words = t({ one: "1 tool", other: "{count} tools" }, { count });
  if (count === 0) return <span>{words}</span>;
  return (
    <>
      <Disclosure
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
        className="-mx-1 gap-1 px-1 hover:bg-hover pointer-coarse:min-h-10"
      >
        {words}
      </Disclosure>
      <Problem text={error} className="order-last w-full" />
      {tools && (
        <ul
          aria-label={t("Tools of {server}", { server })}
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
