/**
 * What a tool call would do: command, URL and files verbatim, then its other arguments.
 */

import type { ReactNode } from "react";

import { t } from "../language/t.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import type { Intent } from "./intent.ts";
import { FoldedTree, ValueTree } from "./value-tree.tsx";
import { visibleText } from "../ui/words/visible-text.ts";

export function IntentView({ intent }: { readonly intent: Intent }) {
  const { command, cwd, url, paths, others, isDiff } = intent;
  const hasOthers = Object.keys(others).length > 0;
  if (command === undefined && url === undefined && paths.length === 0 && !hasOthers) return null;
  return (
    <div className="space-y-2">
      {command !== undefined && (
        <div>
          <pre
            tabIndex={0}
            aria-label={t("Command")}
            className="max-h-60 overflow-auto rounded-md bg-sunken px-2.5 py-2 font-mono text-xs leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            <span className="text-faint select-none">$ </span>
            {visibleText(command)}
          </pre>
          {cwd !== undefined && (
            <p className="mt-1 font-mono text-xs text-muted">{t("in {folder}", { folder: visibleText(cwd) })}</p>
          )}
        </div>
      )}
      {url !== undefined && <Place icon="globe">{visibleText(url)}</Place>}
      {paths.map((path) => (
        <Place key={path} icon="file">
          {visibleText(path)}
        </Place>
      ))}
      {hasOthers &&
        (isDiff ? (
          <FoldedTree value={others} label={t("Arguments")} />
        ) : (
          <ValueTree value={others} label={t("Arguments")} />
        ))}
    </div>
  );
}

function Place({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 font-mono text-xs">
      <Icon name={icon} className="mt-0.5 size-3.5 text-muted" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </p>
  );
}
