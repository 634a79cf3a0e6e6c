import { useSession } from "../open-session/session-context.ts";
import { compactNumber } from "../ui/compact-number.ts";
import type { ServerDetails } from "./server-details.ts";

/** How much of the model's context is used, and what offering fewer tools saves. */
export function ContextMeter({ tokens }: { readonly tokens: ServerDetails["tokens"] }) {
  const usage = useSession((state) => state.timeline.usage);
  if (!usage && !tokens) return null;
  return (
    <section aria-label="Context" className="space-y-2 text-xs text-muted">
      {usage && (
        <div>
          <p className="mb-1 flex justify-between">
            <span>Context</span>
            <span className="tabular-nums">
              {compactNumber(usage.used)} of {compactNumber(usage.size)} tokens
            </span>
          </p>
          <Bar label="Context used" share={usage.size > 0 ? usage.used / usage.size : 0} />
        </div>
      )}
      {tokens && tokens.everything > 0 && (
        <div>
          <p className="mb-1 flex justify-between">
            <span>Tools{tokens.offered < tokens.everything && ` (${saved(tokens)} % saved)`}</span>
            <span className="tabular-nums">
              {compactNumber(tokens.offered)} of {compactNumber(tokens.everything)} tokens
            </span>
          </p>
          <Bar label="Tools offered" share={tokens.offered / tokens.everything} />
        </div>
      )}
    </section>
  );
}

function Bar({ label, share }: { readonly label: string; readonly share: number }) {
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(Math.min(1, share) * 100)}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div className="h-full rounded-full bg-accent" style={{ width: `${Math.min(100, Math.max(1, share * 100))}%` }} />
    </div>
  );
}

function saved({ offered, everything }: { readonly offered: number; readonly everything: number }): number {
  return Math.round((1 - offered / everything) * 100);
}
