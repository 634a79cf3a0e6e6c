import type { SessionView } from "../wire/session-view.ts";

const LOOKS = {
  running: { look: "bg-accent animate-breathe", word: "Running" },
  waiting: { look: "bg-waiting", word: "Waiting for an answer" },
  idle: { look: "bg-line-strong", word: "Idle" },
  asleep: { look: "border border-line-strong", word: "Not open" },
} as const;

export function StateDot({ session }: { readonly session: Pick<SessionView, "state" | "isLive"> }) {
  const { look, word } = LOOKS[session.state === "idle" && !session.isLive ? "asleep" : session.state];
  return (
    <span title={word} className={`tells inline-block size-2 shrink-0 rounded-full ${look}`}>
      <span className="sr-only">{word}</span>
    </span>
  );
}
