/**
 * What is known of an agent before its session begins: version, sign-in, and what to expect of it.
 */

import { useState } from "react";

import { phrase, t } from "../language/t.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import { TextWithCode } from "../ui/words/text-with-code.tsx";
import { visibleText } from "../ui/words/visible-text.ts";
import type { AgentView } from "../wire/api.ts";

const SIGN_INS = {
  done: phrase("signed in"),
  needed: phrase("needs sign-in"),
  "credentials found": phrase("credentials found"),
} as const;

/** `1.2.3 · signed in`; empty if nothing is known. */
export function agentState({ version, signIn }: AgentView): string {
  const words = [
    version === undefined ? undefined : t("version {version}", { version }),
    signIn && t(SIGN_INS[signIn]),
  ];
  return words.filter((part) => part !== undefined).join(" · ");
}

export function AgentFacts({ agent }: { readonly agent: AgentView }) {
  const [isOpen, setOpen] = useState(false);
  const { notes, signIn, signInAdvice } = agent;
  const facts = [
    ...(signInAdvice !== undefined && signIn !== "done" ? [t("To sign in, {advice}.", { advice: signInAdvice })] : []),
    ...notes,
  ];
  const state = agentState(agent);
  if (state === "" && facts.length === 0) return null;
  return (
    <div className="-mt-2 text-xs text-muted">
      <p className="flex flex-wrap items-center gap-x-2">
        {state !== "" && <span>{visibleText(state)}</span>}
        {facts.length > 0 && (
          <Disclosure
            isOpen={isOpen}
            onToggle={() => setOpen(!isOpen)}
            className="-mx-1 gap-1 px-1 hover:bg-hover pointer-coarse:min-h-10"
          >
            {t("What to expect")}
          </Disclosure>
        )}
      </p>
      {isOpen && (
        <ul aria-label={t("What to expect")} className="mt-1 list-disc space-y-0.5 pl-5">
          {facts.map((fact) => (
            <li key={fact}>
              <TextWithCode text={fact} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
