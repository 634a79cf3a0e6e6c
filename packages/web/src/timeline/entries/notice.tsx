import type { NoticeEntry } from "@tenon/timeline";

import { Icon } from "../../ui/icon.tsx";

const LOOKS = {
  error: "bg-bad-soft text-bad",
  warning: "bg-warn-soft text-warn",
  info: "bg-sunken text-muted",
} as const;

export function Notice({ entry }: { readonly entry: NoticeEntry }) {
  const look = entry.severity === "error" || entry.severity === "warning" ? entry.severity : "info";
  return (
    <div className={`flex gap-2.5 rounded-lg px-3 py-2 ${LOOKS[look]}`}>
      <Icon name={look === "info" ? "info" : "warning"} className="mt-0.5" />
      <div className="min-w-0">
        <p className="font-medium">{entry.title}</p>
        {entry.description !== undefined && (
          <p className="mt-0.5 text-sm whitespace-pre-wrap text-text [overflow-wrap:anywhere]">{entry.description}</p>
        )}
      </div>
    </div>
  );
}
