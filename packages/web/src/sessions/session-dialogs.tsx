/**
 * The dialogs that rename or delete a session.
 */

import { useState } from "react";
import { useLocation } from "wouter";

import { t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { sessionIdOf } from "../shell/session-path.ts";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Input } from "../ui/field.tsx";
import { entryOf } from "../wire/with-entry.ts";
import { titleOf } from "./arrange-sessions.ts";

interface SessionDialogProps {
  readonly sessionId: string;
  readonly onClose: () => void;
}

export function RenameDialog({ sessionId, onClose }: SessionDialogProps) {
  const page = usePage();
  const [typed, setTyped] = useState(entryOf(page.sessions.store.getState().byId, sessionId)?.title ?? "");
  const title = typed.trim();
  const rename = async () => {
    await page.api.rename(sessionId, title);
    page.sessions.patch(sessionId, { title });
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t("Rename session")}>
      <DialogForm submit={t("Rename")} isDisabled={title === ""} onSubmit={rename} onCancel={onClose}>
        <Input
          aria-label={t("Title")}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={200}
        />
      </DialogForm>
    </Dialog>
  );
}

export function DeleteDialog({ sessionId, onClose }: SessionDialogProps) {
  const page = usePage();
  const [location, navigate] = useLocation();
  const session = entryOf(page.sessions.store.getState().byId, sessionId);
  const remove = async () => {
    await page.api.remove(sessionId);
    page.sessions.forget(sessionId);
    if (sessionIdOf(location) === sessionId) navigate("/");
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("Delete session?")}
      description={t("“{title}” and its whole history will be deleted permanently.", {
        title: session ? titleOf(session) : sessionId,
      })}
    >
      <DialogForm submit={t("Delete")} look="danger" onSubmit={remove} onCancel={onClose} />
    </Dialog>
  );
}
