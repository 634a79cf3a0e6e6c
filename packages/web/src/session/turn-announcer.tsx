import { useStore } from "zustand";

import { usePage } from "../page/page-context.ts";
import { useSession } from "../open-session/session-context.ts";

/** The few things that are worth interrupting somebody for who listens to the page. */
export function TurnAnnouncer({ sessionId }: { readonly sessionId: string }) {
  const page = usePage();
  const isTurnOpen = useSession((state) => state.timeline.isTurnOpen);
  const isAsked = useStore(page.questions.store, ({ open }) => open.some((asked) => asked.sessionId === sessionId));
  return (
    <p role="status" className="sr-only">
      {isAsked ? "The agent asks for permission." : isTurnOpen ? "The agent is working." : "The agent is ready."}
    </p>
  );
}
