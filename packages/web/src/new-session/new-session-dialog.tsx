/**
 * A new session: which agent, where, with which servers, in which mode.
 */

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "wouter";

import { agentWords } from "../language/agent-words.ts";
import { t } from "../language/t.ts";
import type { KnownMode } from "../page/known-modes.ts";
import type { Page } from "../page/page.ts";
import { usePage } from "../page/page-context.ts";
import { agentTitle } from "../sessions/agent-name.ts";
import { newestFirst } from "../sessions/arrange-sessions.ts";
import { sessionPath } from "../shell/session-path.ts";
import { useShell } from "../shell/shell-state.ts";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Field, Select } from "../ui/field.tsx";
import type { AgentView } from "../wire/api.ts";
import { useAction } from "../ui/hooks/use-action.ts";
import { type SignInNeeded, signInNeededIn } from "../wire/sign-in-needed.ts";
import { WireError } from "../wire/wire-error.ts";
import { AgentFacts } from "./agent-facts.tsx";
import { AgentSignIn } from "./agent-sign-in.tsx";
import { FolderField } from "./folder-field.tsx";
import { readServers } from "./read-server.ts";
import { ServerRows } from "./server-rows.tsx";
import { useChoices, useModesOf } from "./use-choices.ts";

interface NewSessionProps {
  /** The agent to begin with; that of the newest session if not given. */
  readonly agent?: string | undefined;
  /** Started at once, as the form is. */
  readonly isQuick?: boolean | undefined;
  readonly onClose: () => void;
}

export default function NewSessionDialog({ agent: given, isQuick = false, onClose }: NewSessionProps) {
  const page = usePage();
  const [sessions] = useState(() => newestFirst(page.sessions.store.getState().byId));
  const choices = useChoices();
  const [agent, setAgent] = useState(given ?? sessions[0]?.agent ?? "");
  const [typed, setTyped] = useState(sessions[0]?.cwd);
  const [modeId, setModeId] = useState("");
  const [rows, setRows] = useState(() => page.servers.rows());
  const [hasDevice, setHasDevice] = useState(() => page.servers.hasDevice());
  const chosen = choices.agents.find(({ name }) => name === agent) ?? choices.agents[0];
  const modes = useModesOf(chosen);
  const cwd = typed ?? choices.folder ?? "";
  const folder = cwd.trim().replace(/(?<=.)[/\\]$/u, "");
  const mode = modes.some(({ id }) => id === modeId) && { modeId };
  const { isStarted, needed, setNeeded, start } = useStart(
    { agent: chosen?.name ?? "", cwd: folder, rows, hasDevice, ...mode },
    onClose,
  );
  const { isRunning: isRetrying, error: retryError, run: retry } = useAction();

  const isReady = chosen !== undefined && folder !== "";
  const startAtOnce = useEffectEvent(() => retry(start));
  useEffect(() => {
    if (isQuick && isReady) startAtOnce();
  }, [isQuick, isReady]);

  return (
    <Dialog isOpen onClose={onClose} title={t("New session")} returnsFocus={() => !isStarted.current}>
      <DialogForm
        submit={needed ? t("Try again") : t("Start")}
        submitting={t("Starting…")}
        isDisabled={!isReady || isRetrying}
        problem={choices.error ?? retryError}
        // An agent that runs does not notice a sign-in outside.
        onSubmit={() => start({ freshAgent: needed !== undefined })}
        onCancel={onClose}
      >
        <div className={`grid gap-4 ${modes.length > 0 ? "sm:grid-cols-2" : ""}`}>
          <AgentField
            agents={choices.agents}
            value={chosen?.name ?? ""}
            onChange={(name) => {
              setAgent(name);
              setNeeded(undefined);
            }}
          />
          {modes.length > 0 && <ModeField modes={modes} value={modeId} onChange={setModeId} />}
        </div>
        {chosen && <AgentFacts key={chosen.name} agent={chosen} />}
        <FolderField value={cwd} folders={[...new Set(sessions.map((session) => session.cwd))]} onChange={setTyped} />
        <ServerRows rows={rows} onChange={setRows} />
        <DeviceField value={hasDevice} onChange={setHasDevice} />
        {needed && <AgentSignIn needed={needed} onSignedIn={() => retry(start)} isRetrying={isRetrying} />}
        {isRetrying && !needed && chosen && <Starting agent={agentTitle(chosen)} />}
      </DialogForm>
    </Dialog>
  );
}

function Starting({ agent }: { readonly agent: string }) {
  return (
    <p role="status" className="text-sm text-muted">
      {t("Starting {agent}…", { agent })}
    </p>
  );
}

interface Wanted {
  readonly agent: string;
  readonly cwd: string;
  readonly rows: ReturnType<Page["servers"]["rows"]>;
  readonly hasDevice: boolean;
  readonly modeId?: string;
}

/** Starts the session and opens it, or says which sign-in its agent needs. */
function useStart({ rows, ...wanted }: Wanted, onClose: () => void) {
  const page = usePage();
  const shell = useShell();
  const [, navigate] = useLocation();
  const isStarted = useRef(false);
  const [needed, setNeeded] = useState<SignInNeeded>();

  const start = async ({ freshAgent = false } = {}) => {
    try {
      await begin(freshAgent);
    } catch (error) {
      const signIn = signInNeededIn(error);
      if (!signIn) throw error;
      setNeeded(signIn);
    }
  };

  const begin = async (freshAgent: boolean) => {
    setNeeded((before) => (freshAgent ? before : undefined));
    page.servers.keepRows(rows);
    page.servers.keepDevice(wanted.hasDevice);
    const mcpServers = readServers(rows.filter(({ isOn }) => isOn));
    const { isFolder } = await page.api.folder(wanted.cwd);
    if (!isFolder) {
      const words = t("There is no folder {folder} on the gateway's machine.", { folder: wanted.cwd });
      throw new WireError("refused", words, { call: "session/new" });
    }
    const id = await page.create({ ...wanted, mcpServers, freshAgent });
    isStarted.current = true;
    shell.setState({ started: id });
    navigate(sessionPath(id));
    onClose();
  };

  return { isStarted, needed, setNeeded, start };
}

function DeviceField({ value, onChange }: { readonly value: boolean; readonly onChange: (isOn: boolean) => void }) {
  return (
    <label className="flex items-start gap-2 text-sm">
      <input
        type="checkbox"
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span>
        {t("Lend this device")}
        <span className="block text-muted">{t("The agent may ask you for a file of it, and show you a form.")}</span>
      </span>
    </label>
  );
}

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function AgentField({ agents, value, onChange }: FieldProps & { readonly agents: readonly AgentView[] }) {
  return (
    <Field label={t("Agent")}>
      <Select value={value} onChange={(event) => onChange(event.target.value)} disabled={agents.length === 0}>
        {agents.map(({ name, title }) => (
          <option key={name} value={name} title={name}>
            {agentTitle({ name, title })}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function ModeField({ modes, value, onChange }: FieldProps & { readonly modes: readonly KnownMode[] }) {
  return (
    <Field label={t("Mode")}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t("Default")}</option>
        {modes.map(({ id, name }) => (
          <option key={id} value={id}>
            {agentWords(name)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
