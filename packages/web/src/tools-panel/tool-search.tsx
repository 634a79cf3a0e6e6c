/**
 * Finds tools by what they do, and says why each is offered to the model or not.
 */

import { useState } from "react";

import { t } from "../language/t.ts";
import { Input } from "../ui/field.tsx";
import { Problem } from "../ui/problem.tsx";
import { ToolRow } from "./tool-row.tsx";
import { useTools } from "./use-tools.ts";

const PAUSE_MS = 200;
const MAX_FOUND = 20;

export function ToolSearch() {
  const [typed, setTyped] = useState("");
  const query = typed.trim();
  const { tools, error } = useTools(query || undefined, { query, limit: MAX_FOUND }, PAUSE_MS);
  return (
    <section aria-label={t("Search for tools")}>
      <Input
        type="search"
        aria-label={t("Search for tools")}
        placeholder={t("Search for tools by what they do")}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Problem text={error} className="mt-2 text-xs" />
      {tools && tools.length === 0 && <p className="mt-2 text-sm text-muted">{t("No tools found.")}</p>}
      {tools && tools.length > 0 && (
        <ul className="mt-2 space-y-2" aria-label={t("Tools found")}>
          {tools.map((tool) => (
            <ToolRow key={`${tool.server}/${tool.tool}`} tool={tool} isServerShown />
          ))}
        </ul>
      )}
    </section>
  );
}
