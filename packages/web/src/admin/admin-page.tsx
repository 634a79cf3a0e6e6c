/**
 * The administration page, at `/admin`. For everyone else it does not exist, as its routes do not.
 */

import { type ComponentType, useEffect, useMemo } from "react";
import { Link, useLocation } from "wouter";
import { useStore } from "zustand";

import { phrase, t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { useShell, useShellState } from "../shell/shell-state.ts";
import { IconButton } from "../ui/button.tsx";
import { useIsNarrow } from "../ui/hooks/use-media.ts";
import { AdminContext } from "./admin-context.ts";
import { createAdminApi } from "./admin-api.ts";
import { AuditTab } from "./audit-tab.tsx";
import { MachinesTab } from "./machines-tab.tsx";
import { PeopleTab } from "./people-tab.tsx";
import { SessionsTab } from "./sessions-tab.tsx";
import { TokensTab } from "./tokens-tab.tsx";

const WORDS = {
  title: phrase("Administration"),
  parts: phrase("Parts of the administration"),
  notFound: phrase("Not found."),
  back: phrase("Back to the sessions"),
  sessions: phrase("Sessions"),
};

const TABS: readonly { readonly path: string; readonly name: string; readonly Tab: ComponentType }[] = [
  { path: "/admin", name: phrase("People"), Tab: PeopleTab },
  { path: "/admin/tokens", name: phrase("Tokens"), Tab: TokensTab },
  { path: "/admin/machines", name: phrase("Machines"), Tab: MachinesTab },
  { path: "/admin/sessions", name: phrase("Sessions"), Tab: SessionsTab },
  { path: "/admin/audit", name: phrase("Audit"), Tab: AuditTab },
];

export default function AdminPage() {
  const page = usePage();
  const [location] = useLocation();
  const { person, isKnown } = useStore(page.me);
  const tab = TABS.find(({ path }) => path === location);
  if (!isKnown) return null;
  if (person?.role !== "administrator" || !tab) return <NotFound />;
  return <Administration tab={tab} />;
}

function Administration({ tab: { path: current, name: title, Tab } }: { readonly tab: (typeof TABS)[number] }) {
  const { api } = usePage();
  const shell = useShell();
  const isNarrow = useIsNarrow();
  const isListShown = useShellState((state) => state.isListShown);
  const admin = useMemo(() => createAdminApi(api), [api]);
  useEffect(() => {
    shell.setState({ title: t(WORDS.title) });
    return () => shell.setState({ title: undefined });
  }, [shell]);
  return (
    <AdminContext value={admin}>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-3">
        {(isNarrow || !isListShown) && (
          <IconButton
            icon="menu"
            label={t(WORDS.sessions)}
            onClick={() => shell.setState(isNarrow ? { isDrawerOpen: true } : { isListShown: true })}
          />
        )}
        <h1 className="truncate pl-1 font-medium">{t(WORDS.title)}</h1>
      </header>
      <nav aria-label={t(WORDS.parts)} className="shrink-0 overflow-x-auto border-b border-line px-4 sm:px-6">
        <ul className="relative -left-3 mx-auto flex max-w-5xl gap-1 py-1.5">
          {TABS.map(({ path, name }) => (
            <li key={path}>
              <Link
                href={path}
                aria-current={path === current ? "page" : undefined}
                className={`inline-flex h-8 items-center rounded-md px-3 text-sm hover:text-text pointer-coarse:h-10 ${path === current ? "bg-hover text-text" : "text-muted"}`}
              >
                {t(name)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section aria-label={t(title)} className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-5xl space-y-4 p-4 sm:p-6">
          <Tab />
        </div>
      </section>
    </AdminContext>
  );
}

function NotFound() {
  return (
    <div className="m-auto p-8 text-center text-muted">
      <p>{t(WORDS.notFound)}</p>
      <Link href="/" className="mt-2 inline-block rounded text-accent hover:underline">
        {t(WORDS.back)}
      </Link>
    </div>
  );
}
