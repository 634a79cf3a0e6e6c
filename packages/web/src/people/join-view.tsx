/**
 * A share link was opened: joins its session and shows it, or says why it cannot.
 */

import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";

import { phrase, t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { sessionPath } from "../shell/session-path.ts";
import { messageOf } from "../wire/wire-error.ts";
import { takeShareLink } from "./share-link.ts";

const WORDS = {
  joining: phrase("Joining the session…"),
  noLink: phrase("This address has no share link in it. Open the link that you were sent once more."),
  back: phrase("Back to the sessions"),
};

export default function JoinView() {
  const page = usePage();
  const [, navigate] = useLocation();
  const [error, setError] = useState<string>();
  useEffect(() => {
    const secret = takeShareLink(window);
    // React mounts a component twice while developing; the first has taken it.
    if (secret === undefined) {
      const timer = setTimeout(() => setError((known) => known ?? t(WORDS.noLink)), PATIENCE_MS);
      return () => clearTimeout(timer);
    }
    page.api.join(secret).then(
      (sessionId) => navigate(sessionPath(sessionId), { replace: true }),
      (failure: unknown) => setError(messageOf(failure)),
    );
    return undefined;
  }, [page, navigate]);
  return (
    <div className="m-auto max-w-sm p-8 text-center text-muted">
      {error === undefined ? (
        <p role="status">{t(WORDS.joining)}</p>
      ) : (
        <>
          <p role="alert">{error}</p>
          <Link href="/" className="mt-2 inline-block rounded text-accent hover:underline">
            {t(WORDS.back)}
          </Link>
        </>
      )}
    </div>
  );
}

const PATIENCE_MS = 1_500;
