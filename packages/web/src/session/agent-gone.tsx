import { useStore } from "zustand";

import { usePage } from "../page/page-context.ts";
import { Button } from "../ui/button.tsx";
import { entryOf } from "../wire/with-entry.ts";

/** The session can be read, but not continued, and why. */
export function AgentGone({ sessionId }: { readonly sessionId: string }) {
  const page = usePage();
  const attachment = useStore(page.attachments.store, ({ bySession }) => entryOf(bySession, sessionId));
  if (attachment?.phase !== "failed") return null;
  // What goes wrong again is shown here again.
  const again = () => void page.attach(sessionId).catch(() => {});
  return (
    <div className="px-4 pb-2 sm:px-6">
      <div
        role="alert"
        className="mx-auto flex max-w-3xl items-center gap-3 rounded-xl bg-bad-soft px-4 py-2 text-sm text-bad"
      >
        <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">This session cannot be continued: {attachment.error}</p>
        <Button onClick={again}>Try again</Button>
      </div>
    </div>
  );
}
