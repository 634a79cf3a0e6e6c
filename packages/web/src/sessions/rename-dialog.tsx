import { type FormEvent, useState } from "react";

import { usePage } from "../page/page-context.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Input } from "../ui/field.tsx";
import { messageOf } from "../wire/wire-error.ts";
import { entryOf } from "../wire/with-entry.ts";

export function RenameDialog({ sessionId, onClose }: { readonly sessionId: string; readonly onClose: () => void }) {
  const page = usePage();
  const [title, setTitle] = useState(entryOf(page.sessions.store.getState().byId, sessionId)?.title ?? "");
  const [error, setError] = useState<string>();
  const save = (event: FormEvent) => {
    event.preventDefault();
    page.api.rename(sessionId, title.trim()).then(
      () => {
        page.sessions.patch(sessionId, { title: title.trim() });
        onClose();
      },
      (failure: unknown) => setError(messageOf(failure)),
    );
  };
  return (
    <Dialog isOpen onClose={onClose} title="Rename session">
      <form onSubmit={save} className="space-y-4 px-5 pb-5">
        <Input aria-label="Title" value={title} onChange={(event) => setTitle(event.target.value)} maxLength={200} />
        {error !== undefined && (
          <p role="alert" className="text-sm text-bad">
            {error}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={title.trim() === ""}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
