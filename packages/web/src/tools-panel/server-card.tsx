/**
 * One MCP server: its state, its receipt, and its actions.
 */

import { Suspense, useState } from "react";

import { agentWords } from "../language/agent-words.ts";
import { phrase, t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { useRights } from "../people/use-rights.ts";
import { useOpenSession } from "../open-session/session-context.ts";
import { visibleText } from "../ui/words/visible-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Menu } from "../ui/menu.tsx";
import { IncludeSelect } from "./include-select.tsx";
import { needsPerson, ReceiptSegments } from "../open-session/receipt-segments.tsx";
import { receiptWords, stateWord } from "../open-session/receipt-words.ts";
import type { ServerDetail } from "./server-details.ts";
import { isTrouble, type ServerView } from "@tenon/timeline";
import { Problem } from "../ui/problem.tsx";
import { ServerTools } from "./server-tools.tsx";
import { later } from "../ui/later.ts";
import { useAction } from "../ui/hooks/use-action.ts";
import { useCan } from "./tools-can.ts";

const TrustDialog = later(() => import("./trust-dialog.tsx"));

interface ServerCardProps {
  readonly server: ServerView;
  /** Undefined if it cannot be changed from here. */
  readonly detail: ServerDetail | undefined;
}

export function ServerCard({ server: { name, steps, calls }, detail }: ServerCardProps) {
  const rights = useRights(useOpenSession().id);
  const actions = useServerActions(name);
  const last = steps.at(-1);
  const state = last?.state ?? "unknown";
  return (
    <li className="rounded-lg border border-line bg-surface px-3 py-2.5" aria-label={name}>
      <div className="flex min-h-8 items-center gap-2">
        <span aria-hidden="true" className={`tells size-2 shrink-0 rounded-full ${dotOf(state)}`} />
        <h2 className="min-w-0 flex-1 truncate text-sm font-medium">{visibleText(name)}</h2>
        {detail && rights.configure && <IncludeSelect server={name} action={actions.action} />}
        {detail && rights.own && <ServerMenu name={name} type={detail.type} actions={actions} />}
      </div>
      {detail && (
        <div className="mb-1 flex flex-wrap items-center gap-x-1.5 text-xs text-muted">
          {detail.tools !== undefined && <ServerTools server={name} count={detail.tools} />}
          <span>{describe(detail)}</span>
        </div>
      )}
      <ReceiptSegments steps={steps} />
      <p
        className={`mt-1 text-xs first-letter:uppercase ${needsPerson(state) ? "font-medium text-warn" : isTrouble(state) ? "font-medium text-bad" : "text-muted"}`}
      >
        {isTrouble(state) ? visibleText(troubleWords(state, detail)) : receiptWords({ steps, calls })}
      </p>
      <Reason state={state} reason={last?.reason} />
      {detail && rights.own && isTrouble(state) && <Remedy name={name} state={state} actions={actions} />}
      <Problem text={actions.action.error} className="mt-1.5 text-xs" />
    </li>
  );
}

function useServerActions(name: string) {
  const page = usePage();
  const { id } = useOpenSession();
  const action = useAction();
  return {
    action,
    restart: () => action.run(() => page.ask(id, "_tenon/servers/restart", { server: name })),
    signIn: () => {
      // In the click: later, a browser allows no tab.
      const tab = page.tabs.open(id, name);
      action.run(() => page.ask(id, "_tenon/servers/sign_in", { server: name }).finally(() => tab?.end()));
    },
    detach: () =>
      action.run(async () => {
        await page.ask(id, "_tenon/servers/detach", { server: name });
        page.servers.forget(id, name);
      }),
  };
}

interface ServerActionProps {
  readonly name: string;
  readonly actions: ReturnType<typeof useServerActions>;
}

function ServerMenu({ name, type, actions }: ServerActionProps & { readonly type: string | undefined }) {
  const canDetach = useCan("_tenon/servers/detach");
  const canSignIn = type === "http" || type === "sse";
  return (
    <Menu
      items={[
        { label: t("Restart"), icon: "refresh", onSelect: actions.restart },
        ...(canSignIn ? [{ label: t("Sign in"), icon: "key" as const, onSelect: actions.signIn }] : []),
        ...(canDetach
          ? [{ label: t("Detach"), icon: "trash" as const, onSelect: actions.detach, isDangerous: true }]
          : []),
      ]}
    >
      <IconButton icon="more" label={t("Actions of {name}", { name })} className="-mr-1.5" />
    </Menu>
  );
}

/** What the person can do about a server in trouble. */
function Remedy({ name, state, actions: { action, signIn, restart } }: ServerActionProps & { readonly state: string }) {
  const [isReviewing, setReviewing] = useState(false);
  return (
    <div className="mt-2 flex gap-2">
      {state === "needs sign-in" ? (
        <Button look="primary" disabled={action.isRunning} onClick={signIn}>
          {action.isRunning ? t("Waiting for the sign-in…") : t("Sign in")}
        </Button>
      ) : state === "waiting for trust" ? (
        <Button look="primary" onClick={() => setReviewing(true)}>
          {t("Review and trust…")}
        </Button>
      ) : (
        <Button disabled={action.isRunning} onClick={restart}>
          {t("Restart")}
        </Button>
      )}
      {isReviewing && (
        <Suspense fallback={null}>
          <TrustDialog server={name} onClose={() => setReviewing(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Reason({ state, reason }: { readonly state: string; readonly reason: string | undefined }) {
  if (reason === undefined) return null;
  // What there is to do is on the card already.
  if (needsPerson(state)) return null;
  if (state === "handed over") return <p className="mt-1 text-xs text-muted">{visibleText(reason)}</p>;
  if (!isTrouble(state)) return null;
  return (
    <pre
      tabIndex={0}
      className="mt-2 max-h-40 overflow-auto rounded-md bg-bad-soft px-2 py-1.5 font-mono text-xs whitespace-pre-wrap text-bad [overflow-wrap:anywhere]"
    >
      {visibleText(agentWords(reason))}
    </pre>
  );
}

const STATES: Readonly<Record<string, string>> = {
  "needs sign-in": phrase("Needs sign-in"),
  "waiting for trust": phrase("Waits for your trust: a file of the project starts it"),
};

function troubleWords(state: string, detail: ServerDetail | undefined): string {
  const known = STATES[state];
  const words = known === undefined ? stateWord(state) : t(known);
  return state === "needs sign-in" && detail?.host !== undefined ? `${words} · ${detail.host}` : words;
}

function describe({ type, source, tools }: ServerDetail): string {
  const words = [
    type === "held" ? undefined : type,
    source === undefined ? undefined : t(SOURCES[source] ?? source),
  ].filter((part) => part !== undefined);
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
