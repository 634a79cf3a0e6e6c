import { phrase, t } from "../language/t.ts";
import type { SessionView } from "../wire/session-view.ts";

const LOOKS = {
  running: { look: "bg-accent animate-breathe", word: phrase("Running") },
  waiting: { look: "bg-waiting", word: phrase("Waiting for an answer") },
  idle: { look: "bg-line-strong", word: phrase("Idle") },
  asleep: { look: "border border-line-strong", word: phrase("Not open") },
} as const;

export function StateDot({ session }: { readonly session: Pick<SessionView, "state" | "isLive"> }) {
  const { look, word } = LOOKS[session.state === "idle" && !session.isLive ? "asleep" : session.state];
  return (
    <span title={t(word)} className={`tells inline-block size-2 shrink-0 rounded-full ${look}`}>
      <span className="sr-only">{t(word)}</span>
    </span>
  );
}
