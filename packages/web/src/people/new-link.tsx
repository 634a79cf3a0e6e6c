/**
 * Makes a link into a session, which is shown once.
 */

import { useState } from "react";

import { phrase, t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { Button } from "../ui/button.tsx";
import { EXPIRIES, expiryFrom } from "../ui/words/expiry.ts";
import { Field, Select } from "../ui/field.tsx";
import { Problem } from "../ui/problem.tsx";
import { SecretOnce } from "../ui/dialog/secret-once.tsx";
import { useAction } from "../ui/hooks/use-action.ts";
import { readSessionRole, type SessionRole, sessionRoles } from "../wire/session-view.ts";
import { ROLE_NAMES, ROLE_RIGHTS } from "./role-words.ts";
import { shareUrl } from "./share-link.ts";

const WORDS = {
  role: phrase("Role of people who open it"),
  expires: phrase("Valid for"),
  make: phrase("Create link"),
  link: phrase("Link to this session"),
  copy: phrase("Copy link"),
  once: phrase("Send it to people who can sign in here. It is shown only now; make another one if it is lost."),
};

const LINK_ROLES = sessionRoles.filter((role) => role !== "owner").toReversed();

export function NewLink({ sessionId, onMade }: { readonly sessionId: string; readonly onMade: () => void }) {
  const { api } = usePage();
  const [role, setRole] = useState<SessionRole>("viewer");
  const [expiry, setExpiry] = useState("7");
  const [url, setUrl] = useState<string>();
  const { isRunning, error, run } = useAction();
  const make = async () => {
    const secret = await api.makeLink(sessionId, { role, ...expiryFrom(expiry, Date.now()) });
    setUrl(shareUrl(secret, location.origin));
    onMade();
  };
  return (
    <div className="mt-3 space-y-3">
      <div className="grid grid-cols-2 items-start gap-3">
        <Field label={t(WORDS.role)} help={t(ROLE_RIGHTS[role])}>
          <Select value={role} onChange={(event) => setRole(readSessionRole(event.target.value) ?? "viewer")}>
            {LINK_ROLES.map((each) => (
              <option key={each} value={each}>
                {t(ROLE_NAMES[each])}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t(WORDS.expires)}>
          <Select value={expiry} onChange={(event) => setExpiry(event.target.value)}>
            {EXPIRIES.map(({ value, name }) => (
              <option key={value} value={value}>
                {t(name)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Button look="primary" disabled={isRunning} onClick={() => run(make)}>
        {t(WORDS.make)}
      </Button>
      <Problem text={error} />
      {url !== undefined && <SecretOnce label={t(WORDS.link)} value={url} copy={t(WORDS.copy)} help={t(WORDS.once)} />}
    </div>
  );
}
