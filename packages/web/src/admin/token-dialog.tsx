/**
 * Makes a token, for a new person or another one of a known person. It is shown once.
 */

import { useState } from "react";

import { phrase, t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { EXPIRIES, expiryFrom } from "../ui/words/expiry.ts";
import { Field, Input, Select } from "../ui/field.tsx";
import { SecretOnce } from "../ui/dialog/secret-once.tsx";
import { organisationRoles } from "./admin-api.ts";
import { useAdmin } from "./admin-context.ts";

const WORDS = {
  title: phrase("Create token"),
  name: phrase("Name"),
  nameHelp: phrase("For a new person, or another token for an existing one."),
  role: phrase("Role of a new person"),
  expires: phrase("Valid for"),
  token: phrase("Token"),
  copy: phrase("Copy token"),
  once: phrase("Send it over a private channel. It is shown only now: only its hash is stored."),
  done: phrase("Done"),
};

interface TokenDialogProps {
  readonly name?: string;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

export function TokenDialog({ name: given = "", onMade, onClose }: TokenDialogProps) {
  const admin = useAdmin();
  const [name, setName] = useState(given);
  const [role, setRole] = useState("member");
  const [expiry, setExpiry] = useState("30");
  const [token, setToken] = useState<string>();
  const create = async () => {
    const isKnown = (await admin.people()).some((person) => person.name === name.trim());
    const made = await admin.createToken({
      name: name.trim(),
      ...(!isKnown && { role }),
      ...expiryFrom(expiry, Date.now()),
    });
    setToken(made);
    onMade();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t(WORDS.title)}>
      {token === undefined ? (
        <DialogForm submit={t("Create")} isDisabled={name.trim() === ""} onSubmit={create} onCancel={onClose}>
          <Field label={t(WORDS.name)} help={t(WORDS.nameHelp)}>
            <Input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" maxLength={100} />
          </Field>
          <div className="grid grid-cols-2 gap-3">
            <Field label={t(WORDS.role)}>
              <Select value={role} onChange={(event) => setRole(event.target.value)}>
                {organisationRoles.toReversed().map((each) => (
                  <option key={each} value={each}>
                    {t(each)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={t(WORDS.expires)}>
              <Select value={expiry} onChange={(event) => setExpiry(event.target.value)}>
                {EXPIRIES.map((each) => (
                  <option key={each.value} value={each.value}>
                    {t(each.name)}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
        </DialogForm>
      ) : (
        <div className="space-y-4 px-5 pt-1 pb-5">
          <SecretOnce label={t(WORDS.token)} value={token} copy={t(WORDS.copy)} help={t(WORDS.once)} />
          <div className="flex justify-end">
            <Button look="primary" onClick={onClose}>
              {t(WORDS.done)}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
