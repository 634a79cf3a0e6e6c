/**
 * Asks whether to open an address. It is shown whole, and opened only on a click.
 */

import { stringOf } from "@tenon/basis";

import { t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { serverIn } from "../page/sign-in-tabs.ts";
import { visibleText } from "../ui/words/visible-text.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import type { Question } from "../wire/questions.ts";
import { readAddress } from "./read-address.ts";

export function UrlConsent({ question }: { readonly question: Question }) {
  const page = usePage();
  const text = stringOf(question.params["url"]) ?? "";
  const address = readAddress(text);
  const isSignIn = serverIn(question.params) !== undefined;
  const open = () => {
    page.tabs.show(question);
    question.answer({ action: "accept" });
  };
  return (
    <div className="space-y-3">
      {address ? (
        <div>
          <p className="flex items-center gap-2">
            <Icon name="globe" className="text-muted" />
            <strong className="font-semibold [overflow-wrap:anywhere]">{address.host}</strong>
          </p>
          {/* Where it leads is in its host; the rest of a sign-in is for programs. */}
          {!isSignIn && (
            <p className="mt-1 max-h-32 overflow-y-auto font-mono text-xs [overflow-wrap:anywhere]" tabIndex={0}>
              {visibleText(text)}
            </p>
          )}
          {address.warnings.map((warning) => (
            <p key={warning} className="mt-1.5 flex items-start gap-2 text-sm text-warn">
              <Icon name="warning" className="mt-0.5" />
              {warning}
            </p>
          ))}
        </div>
      ) : (
        <p className="text-sm text-bad">
          {t("Not a web address, so it cannot be opened:")} <span className="font-mono">{visibleText(text)}</span>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {address && (
          <Button look="primary" onClick={open}>
            {isSignIn ? t("Sign in") : t("Open in a new tab")}
          </Button>
        )}
        <Button onClick={() => question.answer({ action: "decline" })}>{t("Decline")}</Button>
        <Button look="quiet" onClick={() => question.answer({ action: "cancel" })}>
          {t("Dismiss")}
        </Button>
      </div>
    </div>
  );
}
