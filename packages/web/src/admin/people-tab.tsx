/**
 * The people of the gateway: their role, what they may use, and removing them.
 */

import { useState } from "react";
import { useStore } from "zustand";

import { phrase, t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog/confirm-dialog.tsx";
import { dateOf } from "../ui/words/expiry.ts";
import { Problem } from "../ui/problem.tsx";
import { QuietSelect } from "../ui/quiet-select.tsx";
import { useAction } from "../ui/hooks/use-action.ts";
import { useLoaded } from "../ui/hooks/use-loaded.ts";
import { type Allowance, organisationRoles, type Person } from "./admin-api.ts";
import { useAdmin } from "./admin-context.ts";
import { AllowanceDialog, allowanceWords } from "./allowance-dialog.tsx";
import { Cell, Nothing, Table } from "./table.tsx";
import { TokenDialog } from "./token-dialog.tsx";

const WORDS = {
  people: phrase("People"),
  columns: [phrase("Name"), phrase("Role"), phrase("May use"), phrase("Signs in with"), phrase("Since"), ""],
  none: phrase("No one but you. Add a person to give them a token, or let people sign in with OpenID Connect."),
  add: phrase("Add person"),
  roles: phrase("What roles may use"),
  rolesHelp: phrase("A person's own setting wins over that of their role. Administrators may use everything."),
};

type Open = { readonly type: "add" } | { readonly type: "allowance" | "remove"; readonly person: Person };

export function PeopleTab() {
  const admin = useAdmin();
  const { value: people, error, reload } = useLoaded(admin.people);
  const { error: refusal, run } = useAction();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-medium">{t(WORDS.people)}</h2>
        <Button look="primary" onClick={() => setOpen({ type: "add" })}>
          {t(WORDS.add)}
        </Button>
      </div>
      <Problem text={refusal ?? error} className="text-sm" />
      {people?.length === 0 && <Nothing>{t(WORDS.none)}</Nothing>}
      {people && people.length > 0 && (
        <Table label={t(WORDS.people)} columns={WORDS.columns}>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              onChange={(change) => run(() => admin.changePerson(person.id, change).finally(reload))}
              onAllowance={() => setOpen({ type: "allowance", person })}
              onRemove={() => setOpen({ type: "remove", person })}
            />
          ))}
        </Table>
      )}
      <RoleAllowances />
      {open?.type === "add" && <TokenDialog onMade={reload} onClose={close} />}
      {open?.type === "allowance" && (
        <AllowanceDialog
          title={t("What {name} may use", { name: open.person.name })}
          allowance={open.person.allowance}
          onSave={(allowance) => admin.changePerson(open.person.id, { allowance }).then(reload)}
          onClose={close}
        />
      )}
      {open?.type === "remove" && (
        <ConfirmDialog
          title={t("Remove {name}?", { name: open.person.name })}
          description={t(
            "Their tokens and their roles in sessions end at once. Their sessions stay with the administrators, and their name stays in the audit.",
          )}
          submit={t("Remove")}
          onConfirm={() => admin.removePerson(open.person.id).finally(reload)}
          onClose={close}
        />
      )}
    </>
  );
}

interface PersonRowProps {
  readonly person: Person;
  readonly onChange: (change: Partial<Pick<Person, "role" | "isRemoved">>) => void;
  readonly onAllowance: () => void;
  readonly onRemove: () => void;
}

function PersonRow({ person, onChange, onAllowance, onRemove }: PersonRowProps) {
  const { me } = usePage();
  const isMe = useStore(me, (state) => state.person?.id === person.id);
  const { name, role, allowance, issuer, createdAt, isRemoved } = person;
  const choose = (value: string) => {
    const chosen = organisationRoles.find((known) => known === value);
    if (chosen) onChange({ role: chosen });
  };
  return (
    <tr>
      <Cell isMuted={isRemoved} className="max-w-60 truncate font-medium" title={name}>
        {name}
        {isMe && <span className="font-normal text-muted"> {t("(you)")}</span>}
      </Cell>
      <Cell isMuted>
        {isRemoved ? (
          t("removed")
        ) : (
          <QuietSelect
            label={t("Role of {name}", { name })}
            value={role}
            choices={organisationRoles.map((value) => ({ value, name: t(value) }))}
            // Administrators cannot lock themselves out.
            isDisabled={isMe}
            onChoose={choose}
          />
        )}
      </Cell>
      <Cell isMuted className="whitespace-nowrap">
        {!isRemoved && (
          <button
            type="button"
            aria-label={t("What {name} may use", { name })}
            onClick={onAllowance}
            className="rounded text-xs text-accent hover:underline"
          >
            {role === "administrator" ? t("Everything") : allowanceWords(allowance)}
          </button>
        )}
      </Cell>
      <Cell isMuted className="text-xs whitespace-nowrap">
        {issuer ?? t("a token")}
      </Cell>
      <Cell isMuted className="text-xs whitespace-nowrap">
        {dateOf(createdAt)}
      </Cell>
      <Cell className="w-0 text-right">
        {isRemoved ? (
          <Button aria-label={t("Restore {name}", { name })} onClick={() => onChange({ isRemoved: false })}>
            {t("Restore")}
          </Button>
        ) : (
          !isMe && <IconButton icon="trash" label={t("Remove {name}", { name })} onClick={onRemove} />
        )}
      </Cell>
    </tr>
  );
}

/** For those without a setting of their own. */
function RoleAllowances() {
  const admin = useAdmin();
  const { value: roles, error, reload } = useLoaded(admin.roles);
  const [open, setOpen] = useState<"member" | "guest">();
  const allowanceOf = (role: "member" | "guest"): Allowance => roles?.[role] ?? {};
  return (
    <section aria-label={t(WORDS.roles)} className="pt-4">
      <h2 className="font-medium">{t(WORDS.roles)}</h2>
      <p className="mt-0.5 mb-3 text-sm text-muted">{t(WORDS.rolesHelp)}</p>
      <Problem text={error} className="text-sm" />
      {roles && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {(["member", "guest"] as const).map((role) => (
            <li key={role} className="flex min-h-11 items-center gap-3 px-3 py-1.5 text-sm">
              <span className="w-20 shrink-0 font-medium">{t(role)}</span>
              <span className="min-w-0 flex-1 text-xs text-muted">{allowanceWords(allowanceOf(role))}</span>
              <Button aria-label={t("What {name} may use", { name: t(role) })} onClick={() => setOpen(role)}>
                {t("Change")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open && (
        <AllowanceDialog
          title={t("What {name} may use", { name: t(open) })}
          allowance={allowanceOf(open)}
          onSave={(allowance) => admin.setRole(open, allowance).then(reload)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}
