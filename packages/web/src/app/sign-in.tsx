import { type FormEvent, useState } from "react";

import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Field, Input } from "../ui/field.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";
import type { Api } from "../wire/api.ts";

interface SignInProps {
  readonly api: Api;
  /** Why the token in the address was refused. */
  readonly error: string | undefined;
  readonly onSignedIn: () => void;
}

export function SignIn({ api, error, onSignedIn }: SignInProps) {
  const [token, setToken] = useState("");
  const { isRunning, error: refusal, run } = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(() => api.signIn(token.trim()).then(onSignedIn));
  };
  return (
    <main className="flex h-full items-center justify-center p-6">
      <form onSubmit={submit} className="w-full max-w-xs space-y-5">
        <div>
          <img src="/tenon.svg" alt="" className="mb-4 size-7" />
          <h1 className="text-lg font-semibold">{t("Sign in")}</h1>
          <p className="mt-1 text-muted">
            {t("Open the address that {command} printed, or paste its token.", { command: "tenon serve" })}
          </p>
        </div>
        <Field label={t("Token")}>
          <Input
            type="password"
            autoComplete="current-password"
            autoFocus
            required
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </Field>
        <Problem text={refusal ?? error} className="text-sm" />
        <Button type="submit" look="primary" className="w-full" disabled={isRunning || token.trim() === ""}>
          {t("Sign in")}
        </Button>
      </form>
    </main>
  );
}
