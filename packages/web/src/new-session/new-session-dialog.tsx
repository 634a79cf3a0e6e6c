/**
 * A new session: which agent, where, with which servers, in which mode.
 */

import { useRef, useState } from "react";
import { useLocation } from "wouter";

import { t } from "../language/t.ts";
import type { KnownMode } from "../page/known-modes.ts";
import { usePage } from "../page/page-context.ts";
import { agentName } from "../sessions/agent-name.ts";
import { newestFirst } from "../sessions/arrange-sessions.ts";
import { sessionPath } from "../shell/session-path.ts";
import { useShell } from "../shell/shell-state.ts";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, Input, Select } from "../ui/field.tsx";
import type { AgentView } from "../wire/api.ts";
import { WireError } from "../wire/wire-error.ts";
import { readServers } from "./read-server.ts";
import { ServerRows } from "./server-rows.tsx";
import { useChoices, useModesOf } from "./use-choices.ts";

export default function NewSessionDialog({ onClose }: { readonly onClose: () => void }) {
  const page = usePage();
  const shell = useShell();
  const isStarted = useRef(false);
  const [, navigate] = useLocation();
  const [sessions] = useState(() => newestFirst(page.sessions.store.getState().byId));
  const choices = useChoices();
  const [agent, setAgent] = useState(sessions[0]?.agent ?? "");
  const [typed, setTyped] = useState(sessions[0]?.cwd);
  const [modeId, setModeId] = useState("");
  const [rows, setRows] = useState(() => page.servers.rows());
  const [hasDevice, setHasDevice] = useState(() => page.servers.hasDevice());
  const chosen = choices.agents.find(({ name }) => name === agent) ?? choices.agents[0];
  const modes = useModesOf(chosen);
  const cwd = typed ?? choices.folder ?? "";
  const folder = cwd.trim();

  const start = async () => {
    page.servers.keepRows(rows);
    page.servers.keepDevice(hasDevice);
    const mcpServers = readServers(rows.filter(({ isOn }) => isOn));
    const { isFolder } = await page.api.folder(folder);
    if (!isFolder) {
      throw new WireError("refused", t("There is no folder {folder} on the gateway's machine.", { folder }), {
        call: "session/new",
      });
    }
    const mode = modes.some(({ id }) => id === modeId) && { modeId };
    const id = await page.create({ agent: chosen?.name ?? "", cwd: folder, mcpServers, hasDevice, ...mode });
    isStarted.current = true;
    shell.setState({ started: id });
    navigate(sessionPath(id));
    onClose();
  };

  return (
    <Dialog isOpen onClose={onClose} title={t("New session")} returnsFocus={() => !isStarted.current}>
      <DialogForm
        submit={t("Start")}
        submitting={t("Starting…")}
        isDisabled={!chosen || folder === ""}
        problem={choices.error}
        onSubmit={start}
        onCancel={onClose}
      >
        <div className={`grid gap-4 ${modes.length > 0 ? "sm:grid-cols-2" : ""}`}>
          <AgentField agents={choices.agents} value={chosen?.name ?? ""} onChange={setAgent} />
          {modes.length > 0 && <ModeField modes={modes} value={modeId} onChange={setModeId} />}
        </div>
        <FolderField value={cwd} folders={[...new Set(sessions.map((session) => session.cwd))]} onChange={setTyped} />
        <ServerRows rows={rows} onChange={setRows} />
        <DeviceField value={hasDevice} onChange={setHasDevice} />
      </DialogForm>
    </Dialog>
  );
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
            {agentName(name) === name ? title : agentName(name)}
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
        <option value="">{t("Agent default")}</option>
        {modes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** `folders` are those of other sessions, to choose from. */
function FolderField({ value, folders, onChange }: FieldProps & { readonly folders: readonly string[] }) {
  return (
    <>
      <Field label={t("Folder")} help={t("On the gateway's machine.")}>
        <Input
          value={value}
          list="folders"
          required
          spellCheck={false}
          placeholder="/home/me/project"
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <datalist id="folders">
        {folders.map((folder) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
    </>
  );
}
