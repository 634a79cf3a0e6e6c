import type { PlanEntry } from "@tenon/timeline";

import { t } from "../../language/t.ts";
import { Icon } from "../../ui/icon.tsx";

/** The agent's plan and its progress. */
export function PlanList({ items }: { readonly items: PlanEntry["items"] }) {
  const done = items.filter(({ status }) => status === "completed").length;
  return (
    <section className="rounded-lg border border-line px-4 py-3">
      <h2 className="mb-2 flex items-baseline justify-between text-xs font-medium text-muted">
        <span>{t("Plan")}</span>
        <span>{t("{done} of {count}", { done, count: items.length })}</span>
      </h2>
      <ul className="space-y-1.5">
        {items.map(({ content, status }, index) => (
          <li key={index} className="flex items-start gap-2.5">
            <Mark status={status} />
            <span dir="auto" className={status === "completed" ? "text-muted line-through decoration-line-strong" : ""}>
              {content}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mark({ status }: { readonly status: string }) {
  if (status === "completed") {
    return (
      <span className="mt-0.5 inline-flex size-4 shrink-0 items-center justify-center rounded-full bg-ok text-bg">
        <Icon name="check" className="size-3" />
        <span className="sr-only">{t("Done:")} </span>
      </span>
    );
  }
  const isRunning = status === "in_progress";
  return (
    <span
      className={`mt-0.5 inline-flex size-4 shrink-0 items-center justify-center rounded-full border ${isRunning ? "border-accent" : "border-line-strong"}`}
    >
      {isRunning && <span className="size-1.5 animate-breathe rounded-full bg-accent" />}
      <span className="sr-only">{isRunning ? t("In progress:") : t("To do:")} </span>
    </span>
  );
}
