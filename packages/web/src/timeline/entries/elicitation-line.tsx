import type { ElicitationEntry } from "@tenon/timeline";

import { phrase, t } from "../../language/t.ts";
import { visibleText } from "../../ui/words/visible-text.ts";
import { Icon } from "../../ui/icon.tsx";

/** A question to the person, and the answer. While it is open, it is asked above the composer. */
export function ElicitationLine({ entry }: { readonly entry: ElicitationEntry }) {
  const { message, state, host, answer, fields, answeredBy } = entry;
  const given = Object.entries(answer ?? {});
  return (
    <div className={`rounded-lg border px-3 py-2 text-sm ${state === "waiting" ? "border-accent" : "border-line"}`}>
      <p className="flex items-start gap-2.5">
        <Icon name={host === undefined ? "help" : "globe"} className="mt-0.5 text-muted" />
        <span dir="auto" className="min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {visibleText(message)}
        </span>
        <span className="mt-0.5 shrink-0 text-xs text-muted">
          {t(STATES[state])}
          {answeredBy !== undefined && ` · ${visibleText(answeredBy)}`}
        </span>
      </p>
      {host !== undefined && (
        <p className="mt-1 pl-6.5 text-xs text-muted">{t("Address: {host}", { host: visibleText(host) })}</p>
      )}
      {given.length > 0 && (
        <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 pl-6.5 text-xs">
          {given.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{visibleText(fields.find((field) => field.name === name)?.title ?? name)}</dt>
              <dd className="[overflow-wrap:anywhere]">
                {visibleText(typeof value === "string" ? value : JSON.stringify(value))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

const STATES = {
  waiting: phrase("Waiting for an answer"),
  accepted: phrase("Accepted"),
  declined: phrase("Declined"),
  cancelled: phrase("Not answered"),
  failed: phrase("Could not be asked"),
} as const;
