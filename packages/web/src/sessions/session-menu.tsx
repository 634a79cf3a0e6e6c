import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { useStore } from "zustand";

import { usePage } from "../page/page-context.ts";
import { sessionPath } from "../shell/session-path.ts";
import { useShell } from "../shell/shell-state.ts";
import { Menu } from "../ui/menu.tsx";
import { saveFile } from "../ui/save-file.ts";
import { messageOf } from "../wire/wire-error.ts";
import { entryOf } from "../wire/with-entry.ts";

/** What can be done with a session from outside. */
export function SessionMenu({ sessionId, children }: { readonly sessionId: string; readonly children: ReactNode }) {
  const page = usePage();
  const shell = useShell();
  const [, navigate] = useLocation();
  const [error, setError] = useState<string>();
  const canFork = useStore(page.sessions.store, ({ byId }) => entryOf(byId, sessionId)?.forkedBy !== "nobody");
  const fork = () =>
    void page.fork(sessionId).then(
      (id) => navigate(sessionPath(id)),
      (failure: unknown) => setError(messageOf(failure)),
    );
  const keep = () => void page.api.export(sessionId).then(saveFile, (failure: unknown) => setError(messageOf(failure)));
  return (
    <>
      <Menu
        items={[
          {
            label: "Rename",
            icon: "rename",
            onSelect: () => shell.setState({ dialog: { type: "rename", sessionId } }),
          },
          {
            label: "Fork",
            icon: "fork",
            onSelect: fork,
            ...(!canFork && { isDisabled: true, title: "This agent cannot fork a session" }),
          },
          { label: "Export", icon: "download", onSelect: keep },
          {
            label: "Delete",
            icon: "trash",
            isDangerous: true,
            onSelect: () => shell.setState({ dialog: { type: "delete", sessionId } }),
          },
        ]}
      >
        {children}
      </Menu>
      {error !== undefined && (
        <span role="alert" className="text-xs text-bad">
          {error}
        </span>
      )}
    </>
  );
}
