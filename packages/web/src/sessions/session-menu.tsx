import { useLocation } from "wouter";
import { useStore } from "zustand";

import { t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { useMayBegin, useRights } from "../people/use-rights.ts";
import { sessionPath } from "../shell/session-path.ts";
import { useShell } from "../shell/shell-state.ts";
import { Menu, type MenuProps } from "../ui/menu.tsx";
import { Problem } from "../ui/problem.tsx";
import { saveFile } from "../ui/save-file.ts";
import { useAction } from "../ui/hooks/use-action.ts";
import { entryOf } from "../wire/with-entry.ts";

/** The actions for a session. */
export function SessionMenu({ sessionId, children }: { readonly sessionId: string } & Pick<MenuProps, "children">) {
  const page = usePage();
  const shell = useShell();
  const [, navigate] = useLocation();
  const { error, run } = useAction();
  const canFork = useStore(page.sessions.store, ({ byId }) => entryOf(byId, sessionId)?.forkedBy !== "nobody");
  const fork = async () => navigate(sessionPath(await page.fork(sessionId)));
  const hasPeople = useStore(page.me, ({ person }) => person !== undefined);
  const mayBegin = useMayBegin();
  const { own } = useRights(sessionId);
  const dialog = (type: "rename" | "share" | "leave" | "delete") => () =>
    shell.setState({ dialog: { type, sessionId } });
  const save = async () => saveFile(await page.api.export(sessionId));
  return (
    <>
      <Menu
        items={[
          ...(own ? [{ label: t("Rename"), icon: "rename", onSelect: dialog("rename") } as const] : []),
          ...(own && hasPeople ? [{ label: t("Share"), icon: "people", onSelect: dialog("share") } as const] : []),
          {
            label: t("Fork"),
            icon: "fork",
            onSelect: () => run(fork),
            ...(!mayBegin && { isDisabled: true, title: t("Guests cannot begin sessions") }),
            ...(!canFork && { isDisabled: true, title: t("This agent cannot fork a session") }),
          },
          { label: t("Export"), icon: "download", onSelect: () => run(save) },
          own
            ? { label: t("Delete"), icon: "trash", isDangerous: true, onSelect: dialog("delete") }
            : { label: t("Leave"), icon: "exit", onSelect: dialog("leave") },
        ]}
      >
        {children}
      </Menu>
      <Problem text={error} />
    </>
  );
}
