/**
 * The page when signed in: sessions on the left, the open one beside them.
 */

import { Suspense, useCallback } from "react";
import { useLocation } from "wouter";
import { useStore } from "zustand";

import { languageChoices } from "../language/languages.ts";
import { t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { MeMenu } from "../people/me-menu.tsx";
import { isJoinPath } from "../people/share-link.ts";
import { SessionView } from "../session/session-view.tsx";
import { SessionSidebar } from "../sessions/session-sidebar.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { sessionIdOf } from "../shell/session-path.ts";
import { useShell, useShellState } from "../shell/shell-state.ts";
import { useOppositeTheme } from "../shell/theme.ts";
import { IconButton } from "../ui/button.tsx";
import { shortcut } from "../ui/keys/key-hint.tsx";
import { Menu, type MenuItem } from "../ui/menu.tsx";
import { useIsNarrow } from "../ui/hooks/use-media.ts";
import { useSettled } from "../ui/hooks/use-settled.ts";
import { useAttention } from "./use-attention.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { Welcome } from "./welcome.tsx";
import { later } from "../ui/later.ts";

export function ShellView() {
  const isNarrow = useIsNarrow();
  const isListShown = useShellState((state) => state.isListShown);
  const [location] = useLocation();
  const sessionId = sessionIdOf(location);
  const isReplay = useShellState(({ replaying }) => replaying === sessionId);
  useShortcuts();
  useAttention();
  return (
    <div className="flex h-full">
      {sessionId !== undefined && !isReplay && <SkipLink />}
      {isNarrow ? (
        <Drawer />
      ) : (
        isListShown && (
          <div className="flex w-70 shrink-0 flex-col border-r border-line bg-sunken max-lg:w-60">
            <SessionSidebar />
            <SidebarFoot />
          </div>
        )
      )}
      <main className="flex min-w-0 flex-1 flex-col">
        <ConnectionBanner />
        <Place sessionId={sessionId} />
      </main>
      <Dialogs />
    </div>
  );
}

/** The first stop of the Tab key; the composer is behind every session of the list. */
function SkipLink() {
  return (
    <a
      href="#composer"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById("composer")?.focus();
      }}
      className="sr-only z-50 rounded-md bg-accent px-3 py-1.5 text-sm text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
    >
      {t("Skip to the message")}
    </a>
  );
}

function Place({ sessionId }: { readonly sessionId: string | undefined }) {
  const [location] = useLocation();
  if (sessionId !== undefined) return <SessionView key={sessionId} sessionId={sessionId} />;
  if (isJoinPath(location)) {
    return (
      <Suspense fallback={null}>
        <JoinView />
      </Suspense>
    );
  }
  if (/^\/admin(\/|$)/u.test(location)) {
    return (
      <Suspense fallback={null}>
        <AdminPage />
      </Suspense>
    );
  }
  return <Welcome />;
}

function Drawer() {
  const shell = useShell();
  const isOpen = useShellState((state) => state.isDrawerOpen);
  const close = useCallback(() => shell.setState({ isDrawerOpen: false }), [shell]);
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t("Sessions")} side="left" isBare>
      <SessionSidebar onOpen={close} />
      <SidebarFoot />
    </Dialog>
  );
}

// What is opened on a key or click is not needed to show the page.
const JoinView = later(() => import("../people/join-view.tsx"));
const AdminPage = later(() => import("../admin/admin-page.tsx"));
const ShareDialog = later(() => import("../people/share-dialog.tsx"));
const LeaveDialog = later(async () => ({ default: (await import("../people/share-dialog.tsx")).LeaveDialog }));
const NewSessionDialog = later(() => import("../new-session/new-session-dialog.tsx"));
const RenameDialog = later(async () => ({ default: (await import("../sessions/session-dialogs.tsx")).RenameDialog }));
const DeleteDialog = later(async () => ({ default: (await import("../sessions/session-dialogs.tsx")).DeleteDialog }));
const HelpDialog = later(() => import("./help-dialog.tsx"));
const Palette = later(() => import("./palette.tsx"));

function Dialogs() {
  return (
    <Suspense fallback={null}>
      <OpenDialog />
    </Suspense>
  );
}

function OpenDialog() {
  const shell = useShell();
  const dialog = useShellState((state) => state.dialog);
  const close = useCallback(() => shell.setState({ dialog: undefined }), [shell]);
  switch (dialog?.type) {
    case "new":
      return <NewSessionDialog agent={dialog.agent} isQuick={dialog.isQuick} onClose={close} />;
    case "help":
      return <HelpDialog onClose={close} />;
    case "palette":
      return <Palette onClose={close} />;
    case "rename":
      return <RenameDialog sessionId={dialog.sessionId} onClose={close} />;
    case "share":
      return <ShareDialog sessionId={dialog.sessionId} onClose={close} />;
    case "leave":
      return <LeaveDialog sessionId={dialog.sessionId} onClose={close} />;
    case "delete":
      return <DeleteDialog sessionId={dialog.sessionId} onClose={close} />;
    case undefined:
      return null;
  }
}

function SidebarFoot() {
  const shell = useShell();
  const next = useOppositeTheme();
  return (
    <div className="flex items-center gap-1 border-t border-line bg-sunken px-2 py-1.5">
      <IconButton
        icon={next === "dark" ? "moon" : "sun"}
        label={next === "dark" ? t("Dark theme") : t("Light theme")}
        onClick={() => shell.setState({ theme: next })}
      />
      <LanguageButton />
      <IconButton
        icon="help"
        label={t("Keyboard shortcuts")}
        onClick={() => shell.setState({ dialog: { type: "help" } })}
      />
      <NotifyButton />
      <IconButton
        icon="search"
        label={`${t("Search for anything")} (${shortcut("K")})`}
        onClick={() => shell.setState({ dialog: { type: "palette" } })}
      />
      <MeMenu onLeave={() => shell.setState({ isDrawerOpen: false })} />
    </div>
  );
}

/** Another language takes a reload: what was typed is kept. */
function LanguageButton() {
  const shell = useShell();
  const speak = (language: string) => {
    shell.setState({ language });
    location.reload();
  };
  const items = languageChoices().map(({ tag, name, isSpoken }): MenuItem => ({
    label: name,
    icon: isSpoken ? "check" : "globe",
    onSelect: () => speak(tag),
  }));
  return (
    <Menu items={items}>
      <IconButton icon="globe" label={t("Language")} />
    </Menu>
  );
}

/** Asks the browser on a click: it refuses to be asked otherwise, and over plain HTTP always. */
function NotifyButton() {
  const shell = useShell();
  const isNotifying = useShellState((state) => state.isNotifying);
  if (!isSecureContext || !("Notification" in globalThis)) return null;
  const toggle = async () => {
    const isAllowed = isNotifying || (await Notification.requestPermission()) === "granted";
    shell.setState({ isNotifying: isAllowed && !isNotifying });
  };
  return (
    <IconButton
      icon={isNotifying ? "bell" : "bell-off"}
      label={isNotifying ? t("Turn notifications off") : t("Notify me when a session waits or has finished")}
      aria-pressed={isNotifying}
      onClick={() => void toggle()}
    />
  );
}

const PATIENCE_MS = 600;

/** Shown when a lost connection does not come back at once. */
function ConnectionBanner() {
  const page = usePage();
  const isLost = useStore(page.connection, ({ phase }) => phase !== "online");
  const isShown = useSettled(isLost, PATIENCE_MS) === true;
  return (
    <div role="status" className="contents">
      {isShown && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-1 text-xs text-warn">
          <span className="size-1.5 animate-breathe rounded-full bg-warn" />
          {t("Connection lost. What you write is kept, and sent when the gateway answers again.")}
        </p>
      )}
    </div>
  );
}
