import { type FormEvent, useState } from "react";

import { usePage } from "../page/page-context.ts";
import { readServer } from "../new-session/read-server.ts";
import { ServerSecrets } from "../new-session/server-secrets.tsx";
import { useOpenSession } from "../open-session/session-context.ts";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";

/** Gives the running session another server. */
export function AttachServer() {
  const page = usePage();
  const { id } = useOpenSession();
  const action = useAction();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [target, setTarget] = useState("");
  const [secrets, setSecrets] = useState("");
  const server = readServer({ name, target, secrets });
  const attach = (event: FormEvent) => {
    event.preventDefault();
    if (!server) return;
    action.run(async () => {
      await page.ask(id, "_tenon/servers/attach", { server });
      page.servers.remember(id, [...page.servers.of(id), server]);
      setName("");
      setTarget("");
      setSecrets("");
      setOpen(false);
    });
  };
  if (!isOpen) {
    return (
      <Button look="quiet" className="-ml-2" onClick={() => setOpen(true)}>
        <Icon name="plus" />
        Attach a server
      </Button>
    );
  }
  return (
    <form
      aria-label="Attach a server"
      onSubmit={attach}
      className="space-y-2 rounded-lg border border-line bg-surface p-3"
    >
      <Input aria-label="Name" placeholder="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <Input
        aria-label="Command or address"
        placeholder="Command, or https://…"
        value={target}
        onChange={(event) => setTarget(event.target.value)}
        className="font-mono text-xs"
      />
      <ServerSecrets target={target} value={secrets} onChange={setSecrets} />
      <div className="flex gap-2">
        <Button type="submit" look="primary" disabled={!server || action.isRunning}>
          Attach
        </Button>
        <Button look="quiet" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
      <Problem text={action.error} />
    </form>
  );
}
