import { type FormEvent, useEffect, useState } from "react";

import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Field, Input } from "../ui/field.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/hooks/use-action.ts";
import type { Api } from "../wire/api.ts";
import type { Provider } from "../wire/people-api.ts";

interface SignInProps {
  readonly api: Api;
  /** Why the token in the address was refused. */
  readonly error: string | undefined;
  readonly onSignedIn: () => void;
}

export function SignIn({ api, error, onSignedIn }: SignInProps) {
  const [token, setToken] = useState("");
  const { isRunning, error: refusal, run } = useAction();
  const provider = useProvider(api);
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
            {provider
              ? t("Use the account of your organisation, or a token that an administrator gave you.")
              : t("Open the address that {command} printed, or paste its token.", { command: "tenon serve" })}
          </p>
        </div>
        {provider && (
          <>
            <a
              href={provider.path}
              className="flex h-9 w-full items-center justify-center rounded-md bg-accent px-3 text-sm font-medium text-on-accent hover:bg-accent-strong pointer-coarse:h-11"
            >
              {t("Sign in with {provider}", { provider: provider.name })}
            </a>
            <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              {t("or with a token")}
            </p>
          </>
        )}
        <Field label={t("Token")}>
          <Input
            type="password"
            autoComplete="current-password"
            autoFocus={!provider}
            required
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </Field>
        <Problem text={refusal ?? error} className="text-sm" />
        <Button
          type="submit"
          look={provider ? "plain" : "primary"}
          className="w-full"
          disabled={isRunning || token.trim() === ""}
        >
          {t("Sign in")}
        </Button>
      </form>
    </main>
  );
}

/** Undefined if there is none, or until it is known. */
function useProvider(api: Api): Provider | undefined {
  const [provider, setProvider] = useState<Provider>();
  useEffect(() => {
    const lifetime = new AbortController();
    // Without an answer there is the token.
    api.provider().then(
      (known) => lifetime.signal.aborted || setProvider(known),
      () => {},
    );
    return () => lifetime.abort();
  }, [api]);
  return provider;
}
