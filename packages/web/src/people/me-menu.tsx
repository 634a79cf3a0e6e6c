/**
 * Who is signed in, and signing out.
 */

import { useLocation } from "wouter";
import { useStore } from "zustand";

import { phrase, t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";

const WORDS = { administration: phrase("Administration"), signOut: phrase("Sign out"), account: phrase("Account") };

/** Nothing while it is not known who it is. */
export function MeMenu({ onLeave = () => {} }: { readonly onLeave?: () => void }) {
  const page = usePage();
  const [, navigate] = useLocation();
  const { person, isKnown } = useStore(page.me);
  if (!isKnown) return null;
  const open = () => {
    onLeave();
    navigate("/admin");
  };
  const name = person?.name ?? t(WORDS.account);
  return (
    <Menu
      items={[
        ...(person?.role === "administrator"
          ? [{ label: t(WORDS.administration), icon: "people" as const, onSelect: open }]
          : []),
        { label: t(WORDS.signOut), icon: "exit", onSelect: () => void page.signOut() },
      ]}
    >
      <button
        type="button"
        aria-label={`${t(WORDS.account)}: ${name}`}
        title={person ? t("Signed in as {name}, {role}", { name, role: t(person.role) }) : name}
        className="ml-auto inline-flex h-8 min-w-0 items-center gap-1.5 rounded-md px-2 text-xs text-muted hover:bg-hover hover:text-text pointer-coarse:h-10"
      >
        <Icon name="person" />
        {person && <span className="truncate">{name}</span>}
      </button>
    </Menu>
  );
}
