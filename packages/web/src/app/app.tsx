/**
 * Signs in, then shows the page.
 */

import { useCallback, useEffect, useState } from "react";

import type { Api } from "../wire/api.ts";
import { messageOf } from "../wire/wire-error.ts";
import { type Page, openPage } from "../page/page.ts";
import { PageContext } from "../page/page-context.ts";
import { resumeJoining } from "../people/share-link.ts";
import { ShellView } from "./shell.tsx";
import { SignIn } from "./sign-in.tsx";
import { takeToken } from "./token-from-address.ts";

interface AppProps {
  readonly api: Api;
  readonly token: string | undefined;
  /** Calls the listener when the gateway signs the page out; returns what removes it. */
  readonly onSignedOut: (listener: () => void) => () => void;
}

type Access = { readonly state: "checking" | "in" } | { readonly state: "out"; readonly error?: string };

export function App({ api, token, onSignedOut }: AppProps) {
  const [access, setAccess] = useState<Access>({ state: "checking" });
  const page = usePageWhile(access.state === "in", api, setAccess);

  useEffect(() => onSignedOut(() => setAccess({ state: "out" })), [onSignedOut]);
  useEffect(() => {
    void enter(api, token).then(setAccess);
  }, [api, token]);
  useEffect(() => {
    const lifetime = new AbortController();
    // Opening the printed address where the page already is only changes the fragment.
    const onHash = () => {
      const given = takeToken(window);
      if (given === undefined) return;
      void enter(api, given).then((next) => setAccess((now) => (now.state === "in" ? now : next)));
    };
    window.addEventListener("hashchange", onHash, { signal: lifetime.signal });
    return () => lifetime.abort();
  }, [api]);

  const signedIn = () => {
    resumeJoining(window);
    setAccess({ state: "in" });
  };
  if (access.state === "out") {
    return <SignIn api={api} error={access.error} onSignedIn={signedIn} />;
  }
  if (!page) return null;
  return (
    <PageContext value={page}>
      <ShellView />
    </PageContext>
  );
}

async function enter(api: Api, token: string | undefined): Promise<Access> {
  try {
    if (token !== undefined) await api.signIn(token);
    else if (!(await api.isSignedIn())) return { state: "out" };
    resumeJoining(window);
    return { state: "in" };
  } catch (error) {
    return { state: "out", error: messageOf(error) };
  }
}

function usePageWhile(isIn: boolean, api: Api, setAccess: (access: Access) => void): Page | undefined {
  const [page, setPage] = useState<Page>();
  // A refused socket does not say why: the gateway may be down, or the token may have changed.
  const check = useCallback(() => {
    api.isSignedIn().then(
      (isSignedIn) => isSignedIn || setAccess({ state: "out" }),
      () => {},
    );
  }, [api, setAccess]);
  useEffect(() => {
    if (!isIn) return undefined;
    const opened = openPage({
      base: new URL(location.origin),
      api,
      storage: localStorage,
      tabStorage: sessionStorage,
      onRefused: check,
      onSignedOut: () => setAccess({ state: "out" }),
      // Drafts and unsent prompts survive it.
      onAhead: () => location.reload(),
    });
    setPage(opened);
    return () => {
      opened.close();
      setPage(undefined);
    };
  }, [isIn, api, check, setAccess]);
  return isIn ? page : undefined;
}
