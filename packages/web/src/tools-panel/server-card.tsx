/**
 * One MCP server: its state, its receipt, and its actions.
 */

import { phrase, t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { useOpenSession } from "../open-session/session-context.ts";
import { visibleText } from "../ui/visible-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Menu } from "../ui/menu.tsx";
import { IncludeSelect } from "./include-select.tsx";
import { needsPerson, ReceiptSegments } from "../open-session/receipt-segments.tsx";
import { receiptWords, stateWord } from "../open-session/receipt-words.ts";
import type { ServerDetail } from "./server-details.ts";
import { isTrouble, type ServerView } from "../open-session/server-fold.ts";
import { Problem } from "../ui/problem.tsx";
import { ServerTools } from "./server-tools.tsx";
import { useAction } from "../ui/use-action.ts";

interface ServerCardProps {
  readonly server: ServerView;
  /** Undefined if it cannot be changed from here. */
  readonly detail: ServerDetail | undefined;
}

export function ServerCard({ server: { name, steps }, detail }: ServerCardProps) {
  const page = usePage();
  const { id } = useOpenSession();
  const action = useAction();
  const last = steps.at(-1);
  const state = last?.state ?? "unknown";
  const ask = (method: `_${string}`) => () => action.run(() => page.ask(id, method, { server: name }));
  const [restart, signIn] = [ask("_tenon/servers/restart"), ask("_tenon/servers/sign_in")];
  const detach = () =>
    action.run(async () => {
      await page.ask(id, "_tenon/servers/detach", { server: name });
      page.servers.forget(id, name);
    });
  return (
    <li className="rounded-lg border border-line bg-surface px-3 py-2.5" aria-label={name}>
      <div className="flex min-h-8 items-center gap-2">
        <span aria-hidden="true" className={`tells size-2 shrink-0 rounded-full ${dotOf(state)}`} />
        <h2 className="min-w-0 flex-1 truncate text-sm font-medium">{visibleText(name)}</h2>
        {detail && <IncludeSelect server={name} action={action} />}
        {detail && (
          <Menu
            items={[
              { label: t("Restart"), icon: "refresh", onSelect: restart },
              ...(detail.type === "stdio" ? [] : [{ label: t("Sign in"), icon: "key" as const, onSelect: signIn }]),
              { label: t("Detach"), icon: "trash", onSelect: detach, isDangerous: true },
            ]}
          >
            <IconButton icon="more" label={t("Actions of {name}", { name })} className="-mr-1.5" />
          </Menu>
        )}
      </div>
      {detail && (
        <div className="mb-1 flex flex-wrap items-center gap-x-1.5 text-xs text-muted">
          {detail.tools !== undefined && <ServerTools server={name} count={detail.tools} />}
          <span>{describe(detail)}</span>
        </div>
      )}
      <ReceiptSegments steps={steps} />
      <p
        className={`mt-1 text-xs ${needsPerson(state) ? "font-medium text-warn" : isTrouble(state) ? "font-medium text-bad" : "text-muted"}`}
      >
        {isTrouble(state) ? stateWord(state) : receiptWords(steps)}
      </p>
      <Reason state={state} reason={last?.reason} />
      {detail && isTrouble(state) && (
        <div className="mt-2 flex gap-2">
          {state === "needs sign-in" ? (
            <Button look="primary" disabled={action.isRunning} onClick={signIn}>
              {t("Sign in")}
            </Button>
          ) : (
            <Button disabled={action.isRunning} onClick={restart}>
              {t("Restart")}
            </Button>
          )}
        </div>
      )}
      <Problem text={action.error} className="mt-1.5 text-xs" />
    </li>
  );
}

function Reason({ state, reason }: { readonly state: string; readonly reason: string | undefined }) {
  if (reason === undefined) return null;
  if (state === "handed over" || needsPerson(state))
    return <p className="mt-1 text-xs text-muted">{visibleText(reason)}</p>;
  if (!isTrouble(state)) return null;
  return (
    <pre
      tabIndex={0}
      className="mt-2 max-h-40 overflow-auto rounded-md bg-bad-soft px-2 py-1.5 font-mono text-xs whitespace-pre-wrap text-bad [overflow-wrap:anywhere]"
    >
      {visibleText(reason)}
    </pre>
  );
}

function describe({ type, source, tools }: ServerDetail): string {
  const words = [type, source === undefined ? undefined : t(SOURCES[source] ?? source)].filter(
    (part) => part !== undefined,
  );
  return `${tools !== undefined && words.length > 0 ? "· " : ""}${words.join(" · ")}`;
}

const SOURCES: Readonly<Record<string, string>> = {
  client: phrase("from the client"),
  user: phrase("from the user"),
  project: phrase("from the project"),
  program: phrase("from the program"),
};

function dotOf(state: string): string {
  if (needsPerson(state)) return "bg-waiting";
  if (isTrouble(state)) return "bg-bad";
  // A server of another agent never gets further.
  if (state === "stopped" || state === "declared") return "border border-line-strong";
  return ["listed", "offered", "seen", "called"].includes(state) ? "bg-ok" : "animate-breathe bg-accent";
}
