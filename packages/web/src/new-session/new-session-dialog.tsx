/**
 * A new session: who answers, where, with which servers, in which mode.
 */

import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";

import { usePage } from "../page/page-context.ts";
import { sessionPath } from "../shell/session-path.ts";
import { useShell } from "../shell/shell-state.ts";
import { agentName } from "../sessions/agent-name.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, Input, Select } from "../ui/field.tsx";
import type { AgentView } from "../wire/api.ts";
import { messageOf, WireError } from "../wire/wire-error.ts";
import { readModes } from "../page/known-modes.ts";
import { readServer } from "./read-server.ts";
import { ServerRows } from "./server-rows.tsx";

export function NewSessionDialog({ onClose }: { readonly onClose: () => void }) {
  const page = usePage();
  const shell = useShell();
  const isStarted = useRef(false);
  const [, navigate] = useLocation();
  const newest = useMemo(() => newestSession(page.sessions.store.getState().byId), [page]);
  const [agents, setAgents] = useState<readonly AgentView[]>();
  const [agent, setAgent] = useState(newest?.agent ?? "");
  const [cwd, setCwd] = useState(newest?.cwd);
  const [modeId, setModeId] = useState("");
  const [rows, setRows] = useState(() => page.servers.rows());
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const folders = [...new Set(Object.values(page.sessions.store.getState().byId).map((session) => session.cwd))];

  useEffect(() => {
    let isHere = true;
    Promise.all([page.api.agents(), page.api.folder()]).then(
      ([found, folder]) => {
        if (!isHere) return;
        setAgents(found);
        setCwd((typed) => typed ?? folder.path);
      },
      (failure: unknown) => isHere && setError(messageOf(failure)),
    );
    return () => {
      isHere = false;
    };
  }, [page]);
  const agentView = agents?.find(({ name }) => name === agent) ?? agents?.[0];
  const chosen = agentView?.name ?? "";
  const told = readModes(agentView?.modes);
  const modes = told.length > 0 ? told : page.modes.of(chosen);
  const folder = cwd?.trim() ?? "";

  const begin = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    page.servers.keepRows(rows);
    const mcpServers = rows.filter(({ isOn }) => isOn).flatMap((row) => readServer(row) ?? []);
    try {
      const { isFolder } = await page.api.folder(folder);
      if (!isFolder)
        throw new WireError("refused", `There is no folder ${folder} on that machine.`, { call: "session/new" });
      const mode = modes.some(({ id }) => id === modeId) && { modeId };
      const id = await page.create({ agent: chosen, cwd: folder, mcpServers, ...mode });
      isStarted.current = true;
      shell.setState({ started: id });
      navigate(sessionPath(id));
      onClose();
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  };

  return (
    <Dialog isOpen onClose={onClose} title="New session" returnsFocus={() => !isStarted.current}>
      <form onSubmit={(event) => void begin(event)} className="space-y-4 px-5 pt-1 pb-5">
        <div className={`grid gap-4 ${modes.length > 0 ? "sm:grid-cols-2" : ""}`}>
          <Field label="Agent">
            <Select value={chosen} onChange={(event) => setAgent(event.target.value)} disabled={!agents}>
              {(agents ?? []).map(({ name, title }) => (
                <option key={name} value={name} title={name}>
                  {agentName(name) === name ? title : agentName(name)}
                </option>
              ))}
            </Select>
          </Field>
          {modes.length > 0 && (
            <Field label="Mode">
              <Select value={modeId} onChange={(event) => setModeId(event.target.value)}>
                <option value="">The agent’s own</option>
                {modes.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
          )}
        </div>
        <Field label="Folder" help="On the machine where the gateway runs.">
          <Input
            value={cwd ?? ""}
            list="folders"
            required
            spellCheck={false}
            placeholder="/home/me/project"
            onChange={(event) => setCwd(event.target.value)}
          />
        </Field>
        <datalist id="folders">
          {folders.map((folder) => (
            <option key={folder} value={folder} />
          ))}
        </datalist>
        <ServerRows rows={rows} onChange={setRows} />
        {error !== undefined && (
          <p role="alert" className="text-sm text-bad">
            {error}
          </p>
        )}
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || chosen === "" || folder === ""}>
            {isBusy ? "Starting…" : "Start"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function newestSession<Session extends { readonly updatedAt: number }>(byId: Readonly<Record<string, Session>>) {
  return Object.values(byId).toSorted((one, other) => other.updatedAt - one.updatedAt)[0];
}
