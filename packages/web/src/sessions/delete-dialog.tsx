import { useState } from "react";
import { useLocation } from "wouter";

import { usePage } from "../page/page-context.ts";
import { sessionIdOf } from "../shell/session-path.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { messageOf } from "../wire/wire-error.ts";
import { titleOf } from "./arrange-sessions.ts";
import { entryOf } from "../wire/with-entry.ts";

export function DeleteDialog({ sessionId, onClose }: { readonly sessionId: string; readonly onClose: () => void }) {
  const page = usePage();
  const [location, navigate] = useLocation();
  const [error, setError] = useState<string>();
  const session = entryOf(page.sessions.store.getState().byId, sessionId);
  const remove = () => {
    page.api.remove(sessionId).then(
      () => {
        page.sessions.forget(sessionId);
        if (sessionIdOf(location) === sessionId) navigate("/");
        onClose();
      },
      (failure: unknown) => setError(messageOf(failure)),
    );
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Delete session?"
      description={`“${session ? titleOf(session) : sessionId}” and its whole history go for good.`}
    >
      <div className="space-y-4 px-5 pt-2 pb-5">
        {error !== undefined && (
          <p role="alert" className="text-sm text-bad">
            {error}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" onClick={remove}>
            Delete
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
