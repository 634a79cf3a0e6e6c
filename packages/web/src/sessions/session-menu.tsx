import { useLocation } from "wouter";
import { useStore } from "zustand";

import { t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { sessionPath } from "../shell/session-path.ts";
import { useShell } from "../shell/shell-state.ts";
import { Menu, type MenuProps } from "../ui/menu.tsx";
import { Problem } from "../ui/problem.tsx";
import { saveFile } from "../ui/save-file.ts";
import { useAction } from "../ui/use-action.ts";
import { entryOf } from "../wire/with-entry.ts";

/** The actions for a session. */
export function SessionMenu({ sessionId, children }: { readonly sessionId: string } & Pick<MenuProps, "children">) {
  const page = usePage();
  const shell = useShell();
  const [, navigate] = useLocation();
  const { error, run } = useAction();
  const canFork = useStore(page.sessions.store, ({ byId }) => entryOf(byId, sessionId)?.forkedBy !== "nobody");
  const fork = async () => navigate(sessionPath(await page.fork(sessionId)));
  const save = async () => saveFile(await page.api.export(sessionId));
  return (
    <>
      <Menu
        items={[
          {
            label: t("Rename"),
            icon: "rename",
            onSelect: () => shell.setState({ dialog: { type: "rename", sessionId } }),
          },
          {
            label: t("Fork"),
            icon: "fork",
            onSelect: () => run(fork),
            ...(!canFork && { isDisabled: true, title: t("This agent cannot fork a session") }),
          },
          { label: t("Export"), icon: "download", onSelect: () => run(save) },
          {
            label: t("Delete"),
            icon: "trash",
            isDangerous: true,
            onSelect: () => shell.setState({ dialog: { type: "delete", sessionId } }),
          },
        ]}
      >
        {children}
      </Menu>
      <Problem text={error} />
    </>
  );
}
