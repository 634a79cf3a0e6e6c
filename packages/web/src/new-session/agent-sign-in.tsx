/**
 * An agent that wants a sign-in: its own ways as buttons or commands, how to do it outside, and another try.
 */

import { useState } from "react";

import { t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Problem } from "../ui/problem.tsx";
import { TextWithCode } from "../ui/words/text-with-code.tsx";
import { useAction } from "../ui/hooks/use-action.ts";
import { visibleText } from "../ui/words/visible-text.ts";
import type { SignInMethod, SignInNeeded } from "../wire/sign-in-needed.ts";

interface AgentSignInProps {
  readonly needed: SignInNeeded;
  /** The person has signed in here. */
  readonly onSignedIn: () => void;
  /** They say that they have signed in outside. Not given where something else on the screen tries again. */
  readonly onRetry?: () => void;
  readonly isRetrying: boolean;
}

export function AgentSignIn({ needed, onSignedIn, onRetry, isRetrying }: AgentSignInProps) {
  const page = usePage();
  const { isRunning, error, run } = useAction();
  const [chosen, setChosen] = useState<string>();
  const { agent, title, methods, advice } = needed;
  const signIn = ({ id, title: way }: SignInMethod) => {
    setChosen(way);
    run(() => page.authenticate(agent, id).then(onSignedIn));
  };
  const ways = methods.filter(({ type }) => type === "agent");
  const commands = methods.filter(({ type }) => type === "terminal");
  return (
    <section
      aria-label={t("Sign in to {agent}", { agent: title })}
      className="space-y-3 rounded-lg border border-line bg-sunken px-3.5 py-3 text-sm text-text"
    >
      <p className="font-medium">{t("{agent} needs you to sign in.", { agent: visibleText(title) })}</p>
      {ways.length > 0 && (
        <ul className="space-y-1.5" aria-label={t("Ways to sign in")}>
          {ways.map((way) => (
            <li key={way.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Button disabled={isRunning || isRetrying} onClick={() => signIn(way)}>
                {visibleText(way.title)}
              </Button>
              {way.description !== undefined && (
                <span className="min-w-40 flex-1 text-xs text-muted">{visibleText(way.description)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {commands.map((way) => (
        <Command key={way.id} way={way} />
      ))}
      {advice !== undefined && (
        <p className="text-muted">
          {t("On the gateway’s machine:")} <TextWithCode text={advice} />.
        </p>
      )}
      {methods.length === 0 && advice === undefined && (
        <p className="text-muted">{t("It offers no sign-in method. Sign in with its own command, then try again.")}</p>
      )}
      {isRunning ? (
        <p role="status" className="flex items-center gap-1.5 text-xs text-muted">
          <span className="tells size-1.5 animate-breathe rounded-full bg-accent" />
          {t("Waiting for “{way}”. The agent may have opened a browser on the gateway’s machine.", {
            way: chosen ?? "",
          })}
        </p>
      ) : (
        onRetry && (
          <Button disabled={isRetrying} onClick={onRetry}>
            {t("Try again")}
          </Button>
        )
      )}
      <Problem text={error} />
    </section>
  );
}

function Command({ way: { title, description, command } }: { readonly way: SignInMethod }) {
  return (
    <div>
      <p className="text-muted">
        {visibleText(title)}
        {description === undefined ? "" : ` (${visibleText(description)})`}
        {t(": run this in a terminal of the gateway’s machine.")}
      </p>
      {command !== undefined && (
        <p className="mt-1 flex items-center gap-1 rounded-md border border-line bg-surface py-1 pr-1 pl-2.5">
          <code className="min-w-0 flex-1 font-mono text-xs [overflow-wrap:anywhere]">{visibleText(command)}</code>
          <CopyButton text={command} label={t("Copy the command")} />
        </p>
      )}
    </div>
  );
}
