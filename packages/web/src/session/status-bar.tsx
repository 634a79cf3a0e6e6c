/**
 * The status line under the composer: folder, context and cost.
 */

import { languageTag, t } from "../language/t.ts";
import { useSession } from "../open-session/session-context.ts";
import { compactNumber } from "../ui/words/compact-number.ts";

export function StatusBar() {
  const usage = useSession((state) => state.timeline.usage);
  const view = useSession((state) => state.view);
  return (
    <footer className="mx-auto flex h-7 w-full max-w-[51rem] shrink-0 items-center gap-4 px-5 pb-[env(safe-area-inset-bottom)] text-xs text-muted sm:px-7">
      <span className="truncate" title={view?.cwd}>
        {view?.cwd}
      </span>
      {usage && (
        <span className="ml-auto flex shrink-0 items-center gap-4 tabular-nums">
          <ContextMeter used={usage.used} size={usage.size} />
          {usage.cost && usage.cost.amount > 0 && <span title={t("Cost of the session")}>{money(usage.cost)}</span>}
        </span>
      )}
    </footer>
  );
}

function ContextMeter({ used, size }: { readonly used: number; readonly size: number }) {
  const share = size > 0 ? Math.min(1, used / size) : 0;
  const words = t("{used} of {size} tokens of context", { used: compactNumber(used), size: compactNumber(size) });
  return (
    <span className="flex items-center gap-2" title={words}>
      <span className="tells h-1 w-14 overflow-hidden rounded-full bg-line" aria-hidden="true">
        <span
          className={`block h-full rounded-full ${share > 0.85 ? "bg-warn" : "bg-muted"}`}
          style={{ width: `${Math.max(2, share * 100)}%` }}
        />
      </span>
      <span>
        {compactNumber(used)} <span className="max-sm:hidden">/ {compactNumber(size)}</span>
        <span className="sr-only"> {t("tokens of context")}</span>
      </span>
    </span>
  );
}

function money({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  try {
    const digits = amount < 1 ? 4 : 2;
    return Intl.NumberFormat(languageTag(), { style: "currency", currency, maximumFractionDigits: digits }).format(
      amount,
    );
  } catch {
    // Not a known currency code.
    return `${amount} ${currency}`;
  }
}
