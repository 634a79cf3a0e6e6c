import { Link } from "wouter";

import { sessionPath } from "../shell/session-path.ts";
import { useShell } from "../shell/shell-state.ts";
import type { TextHit } from "../wire/api.ts";

interface HitRowProps {
  readonly hit: TextHit;
  /** Of its session. */
  readonly title: string;
  readonly onOpen: () => void;
}

/** A place in the text of a session; opened, the session shows it. */
export function HitRow({ hit: { sessionId, seq, excerpt }, title, onOpen }: HitRowProps) {
  const shell = useShell();
  return (
    <Link
      href={sessionPath(sessionId)}
      data-session={sessionId}
      onClick={() => {
        shell.setState({ jump: { sessionId, seq } });
        onOpen();
      }}
      className="mx-2 block rounded-md px-2 py-1.5 hover:bg-hover"
    >
      <span dir="auto" className="line-clamp-2 text-sm">
        {excerpt}
      </span>
      <span dir="auto" className="block truncate text-xs text-muted">
        {title}
      </span>
    </Link>
  );
}
