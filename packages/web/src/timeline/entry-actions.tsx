/**
 * What can be done with an entry: copy it, link to it, send its prompt again, continue from it in a new session.
 */

import type { Entry } from "@tenon/timeline";
import { useLocation } from "wouter";
import { useStore } from "zustand";

import { t } from "../language/t.ts";
import { useOpenSession } from "../open-session/session-context.ts";
import { usePage } from "../page/page-context.ts";
import { useRights } from "../people/use-rights.ts";
import { entryPath, sessionPath } from "../shell/session-path.ts";
import { useShell } from "../shell/shell-state.ts";
import { IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { copyText } from "../ui/copy-text.ts";
import { Menu, type MenuItem } from "../ui/menu.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/hooks/use-action.ts";
import { entryOf } from "../wire/with-entry.ts";
import { entryText } from "./entry-text.ts";

/** The line of a call ends with its status, which must stay readable under the mouse. */
const BESIDE_STATUS = "top-0.5 right-44 pointer-coarse:-top-3.5 pointer-coarse:right-2";

export function EntryActions({ entry }: { readonly entry: Entry }) {
  const { isReplay = false } = useOpenSession();
  const { items, error } = useItems(entry);
  const text = entryText(entry);
  if (isReplay || text === "" || entry.type === "turn-end") return null;
  return (
    <div
      className={`absolute z-10 flex ${entry.type === "tool-call" ? BESIDE_STATUS : "-top-3.5 right-2"} rounded-md border border-line bg-surface opacity-0 shadow-lift group-focus-within/entry:opacity-100 group-hover/entry:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:hidden pointer-coarse:opacity-100 pointer-coarse:[article:focus-within_&]:flex`}
    >
      <CopyButton text={text} label={t("Copy")} className="size-7 pointer-coarse:size-10" />
      <Menu items={items}>
        <IconButton icon="more" label={t("More actions")} className="size-7 pointer-coarse:size-10" />
      </Menu>
      <Problem text={error} />
    </div>
  );
}

function useItems(entry: Entry): { readonly items: readonly MenuItem[]; readonly error: string | undefined } {
  const page = usePage();
  const shell = useShell();
  const { id, store } = useOpenSession();
  const [, navigate] = useLocation();
  const { error, run } = useAction();
  const canFork = useStore(page.sessions.store, ({ byId }) => entryOf(byId, id)?.forkedBy === "gateway");
  const rights = useRights(id);
  const seqs = store.getState().seqsOf(entry.key);
  const copyLink = async () => {
    const { href } = new URL(entryPath(id, seqs?.first ?? 0), location.origin);
    if (!(await copyText(href))) throw new Error(t("The browser did not allow copying."));
  };
  const fork = async () => {
    // A prompt is not in the new session yet: it is in its composer.
    const isPrompt = entry.type === "user-message";
    const forked = await page.fork(id, isPrompt ? (seqs?.first ?? 1) - 1 : seqs?.last);
    if (isPrompt) shell.setState({ staged: { sessionId: forked, content: entry.content } });
    navigate(sessionPath(forked));
  };
  const ofPrompt: readonly MenuItem[] =
    entry.type === "user-message" && rights.prompt
      ? [
          { label: t("Send again"), icon: "refresh", onSelect: () => page.prompts.add(id, entry.content) },
          {
            label: t("Edit and send again"),
            icon: "rename",
            onSelect: () => shell.setState({ staged: { sessionId: id, content: entry.content } }),
          },
        ]
      : [];
  return {
    error,
    items: [
      ...ofPrompt,
      { label: t("Copy link"), icon: "link", onSelect: () => run(copyLink) },
      {
        label: t("Fork from here"),
        icon: "fork",
        onSelect: () => run(fork),
        ...(!canFork && { isDisabled: true, title: t("This agent cannot fork a session at an entry") }),
      },
    ],
  };
}
