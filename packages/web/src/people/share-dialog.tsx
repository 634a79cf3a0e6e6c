/**
 * Who is in a session, and links that bring others in.
 */

import { useCallback, useState } from "react";
import { useLocation } from "wouter";
import { useStore } from "zustand";

import { phrase, t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { dateOf } from "../ui/words/expiry.ts";
import { Problem } from "../ui/problem.tsx";
import { QuietSelect } from "../ui/quiet-select.tsx";
import { useAction } from "../ui/hooks/use-action.ts";
import { useLoaded } from "../ui/hooks/use-loaded.ts";
import type { Participant, ShareLink } from "../wire/people-api.ts";
import { readSessionRole, sessionRoles } from "../wire/session-view.ts";
import { NewLink } from "./new-link.tsx";
import { ROLE_NAMES, ROLE_RIGHTS } from "./role-words.ts";

const WORDS = {
  title: phrase("Share session"),
  people: phrase("People"),
  links: phrase("Links"),
  alone: phrase("No one else is in this session."),
  noLinks: phrase("No links. Revoking a link does not remove people who joined with it."),
  leave: phrase("Leave session?"),
  left: phrase("It disappears from your list. To come back you need another link."),
};

interface SessionDialogProps {
  readonly sessionId: string;
  readonly onClose: () => void;
}

export default function ShareDialog({ sessionId, onClose }: SessionDialogProps) {
  const { api } = usePage();
  const load = useCallback(() => api.sharing(sessionId), [api, sessionId]);
  const { value: sharing, error, reload } = useLoaded(load);
  return (
    <Dialog isOpen onClose={onClose} title={t(WORDS.title)}>
      <div className="space-y-5 px-5 pt-1 pb-5">
        <Problem text={error} className="text-sm" />
        {sharing && (
          <>
            <section aria-label={t(WORDS.people)}>
              <h3 className="mb-1 text-sm font-medium">{t(WORDS.people)}</h3>
              <People sessionId={sessionId} people={sharing.people} onChange={reload} />
            </section>
            <section aria-label={t(WORDS.links)}>
              <h3 className="mb-1 text-sm font-medium">{t(WORDS.links)}</h3>
              <Links sessionId={sessionId} links={sharing.links} onChange={reload} />
              <NewLink sessionId={sessionId} onMade={reload} />
            </section>
          </>
        )}
      </div>
    </Dialog>
  );
}

interface PeopleProps {
  readonly sessionId: string;
  readonly people: readonly Participant[];
  readonly onChange: () => void;
}

function People({ sessionId, people, onChange }: PeopleProps) {
  const { api, me } = usePage();
  const ownId = useStore(me, ({ person }) => person?.id);
  const { isRunning, error, run } = useAction();
  const [leaving, setLeaving] = useState<Participant>();
  const change = (personId: string, value: string) => {
    const role = readSessionRole(value);
    if (role) run(() => api.setRole(sessionId, personId, role).finally(onChange));
  };
  if (people.length === 0) return <p className="text-sm text-muted">{t(WORDS.alone)}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {people.map((person) => (
          <li key={person.id} className="flex min-h-11 items-center gap-2">
            <span className="min-w-0 flex-1 truncate text-sm">
              {person.name}
              {person.id === ownId && <span className="text-muted"> {t("(you)")}</span>}
            </span>
            {person.id === ownId ? (
              <span className="pr-10 text-xs text-muted">{t(ROLE_NAMES[person.role])}</span>
            ) : (
              <>
                <QuietSelect
                  label={t("Role of {name}", { name: person.name })}
                  value={person.role}
                  choices={sessionRoles.map((value) => ({ value, name: t(ROLE_NAMES[value]) }))}
                  isDisabled={isRunning}
                  onChoose={(value) => change(person.id, value)}
                />
                <IconButton
                  icon="close"
                  label={t("Remove {name}", { name: person.name })}
                  onClick={() => setLeaving(person)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <Problem text={error} />
      {leaving && (
        <ConfirmDialog
          title={t("Remove {name}?", { name: leaving.name })}
          description={t("They will no longer see this session. A link that is still valid lets them join again.")}
          submit={t("Remove")}
          onConfirm={() => api.removePerson(sessionId, leaving.id).finally(onChange)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

interface LinksProps {
  readonly sessionId: string;
  readonly links: readonly ShareLink[];
  readonly onChange: () => void;
}

function Links({ sessionId, links, onChange }: LinksProps) {
  const { api } = usePage();
  const { isRunning, error, run } = useAction();
  if (links.length === 0) return <p className="text-sm text-muted">{t(WORDS.noLinks)}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {links.map(({ id, role, expiresAt }) => (
          <li key={id} className="flex min-h-11 items-center gap-2 text-sm pointer-coarse:min-h-13">
            <span className="min-w-0 flex-1" title={t(ROLE_RIGHTS[role])}>
              {t(ROLE_NAMES[role])} <span className="text-xs text-muted">{until(expiresAt)}</span>
            </span>
            <Button
              aria-label={t("Revoke the link for: {role}", { role: t(ROLE_NAMES[role]) })}
              disabled={isRunning}
              onClick={() => run(() => api.revokeLink(sessionId, id).finally(onChange))}
            >
              {t("Revoke")}
            </Button>
          </li>
        ))}
      </ul>
      <Problem text={error} />
    </>
  );
}

function until(expiresAt: number | undefined): string {
  if (expiresAt === undefined) return t("until it is revoked");
  return expiresAt <= Date.now() ? t("expired") : t("until {date}", { date: dateOf(expiresAt) });
}

/** A person who does not own a session gives up their role in it. */
export function LeaveDialog({ sessionId, onClose }: SessionDialogProps) {
  const page = usePage();
  const [, navigate] = useLocation();
  const ownId = useStore(page.me, ({ person }) => person?.id ?? "");
  const leave = async () => {
    await page.api.removePerson(sessionId, ownId);
    page.sessions.forget(sessionId);
    navigate("/");
  };
  return (
    <ConfirmDialog
      title={t(WORDS.leave)}
      description={t(WORDS.left)}
      submit={t("Leave")}
      onConfirm={leave}
      onClose={onClose}
    />
  );
}
