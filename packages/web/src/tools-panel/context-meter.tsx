/**
 * What fills the model’s context: the tools of each server, and the conversation; and what offering fewer tools saves.
 */

import { t } from "../language/t.ts";
import { useSession } from "../open-session/session-context.ts";
import { compactNumber } from "../ui/words/compact-number.ts";
import type { ToolTokens } from "./server-details.ts";

const COLOURS = ["bg-accent", "bg-ok", "bg-waiting", "bg-bad", "bg-muted"] as const;

export function ContextMeter({ tokens }: { readonly tokens: ToolTokens | undefined }) {
  const usage = useSession((state) => state.timeline.usage);
  if (!usage && !tokens) return null;
  const size = usage?.size ?? tokens?.everything ?? 0;
  const parts = partsOf(tokens, usage?.used ?? 0);
  return (
    <section aria-label={t("Context")} className="text-xs text-muted">
      <p className="mb-1.5 flex justify-between">
        <span>{t("Context")}</span>
        {usage && (
          <span className="tabular-nums">
            {t("{used} of {size} tokens", { used: compactNumber(usage.used), size: compactNumber(usage.size) })}
          </span>
        )}
      </p>
      <div
        role="meter"
        aria-label={t("Context used")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={size > 0 ? Math.round(Math.min(1, (usage?.used ?? 0) / size) * 100) : 0}
        className="tells flex h-2 gap-px overflow-hidden rounded-full bg-line"
      >
        {parts.map(({ name, used, look }) => (
          <span
            key={name}
            title={t("{name}: {count} tokens", { name, count: compactNumber(used) })}
            className={`h-full min-w-0.5 ${look}`}
            style={{ width: `${size > 0 ? Math.min(100, (used / size) * 100) : 0}%` }}
          />
        ))}
      </div>
      <ul className="mt-1.5 flex flex-wrap gap-x-3 gap-y-0.5">
        {parts.map(({ name, used, look }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={`tells size-2 rounded-sm ${look}`} />
            <span>{name}</span>
            <span className="text-faint tabular-nums">{compactNumber(used)}</span>
          </li>
        ))}
      </ul>
      {tokens && tokens.offered < tokens.everything && (
        <p className="mt-1.5">
          {t("Offering only the tools that are needed saves {count} tokens ({share}%).", {
            count: compactNumber(tokens.everything - tokens.offered),
            share: saved(tokens),
          })}
        </p>
      )}
    </section>
  );
}

interface Part {
  readonly name: string;
  readonly used: number;
  readonly look: string;
}

/** Each server’s tools, then what is left of the context in use. */
function partsOf(tokens: ToolTokens | undefined, used: number): readonly Part[] {
  const offered = (tokens?.servers ?? []).filter((part) => part.offered > 0);
  const named = offered.map(({ server, offered: cost }, index) => ({
    name: server,
    used: cost,
    look: COLOURS[index % COLOURS.length] ?? "bg-accent",
  }));
  const tools = tokens?.offered ?? 0;
  const others = named.length === 0 && tools > 0 ? [{ name: t("Tools"), used: tools, look: "bg-accent" }] : named;
  const rest = Math.max(0, used - tools);
  return rest > 0 ? [...others, { name: t("Conversation"), used: rest, look: "bg-line-strong" }] : others;
}

function saved({ offered, everything }: ToolTokens): number {
  return Math.round((1 - offered / everything) * 100);
}
