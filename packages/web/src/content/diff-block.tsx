/**
 * A change of a file. The code that compares and draws it is loaded on first use.
 */

import type { Diff } from "@agentclientprotocol/sdk";
import { lazy, Suspense } from "react";

import { visibleText } from "../ui/visible-text.ts";

const DiffTable = lazy(() => import("./diff-table.tsx"));

export function DiffBlock({
  diff: { path, oldText, newText },
}: {
  readonly diff: Pick<Diff, "path" | "oldText" | "newText">;
}) {
  return (
    <figure aria-label={`Changes in ${path}`} className="overflow-hidden rounded-lg border border-line bg-surface">
      <Suspense fallback={<p className="px-3 py-2 font-mono text-xs text-muted">{visibleText(path)}</p>}>
        <DiffTable path={path} oldText={oldText ?? undefined} newText={newText} />
      </Suspense>
    </figure>
  );
}
