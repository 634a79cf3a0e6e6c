import { type FormEvent, useState } from "react";

import { t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { readServer, type TypedServer } from "../new-session/read-server.ts";
import { ServerName, ServerSecrets, ServerTarget } from "../new-session/server-fields.tsx";
import { useOpenSession } from "../open-session/session-context.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/hooks/use-action.ts";

const EMPTY: TypedServer = { name: "", target: "" };

/** Gives the running session another server. */
export function AttachServer() {
  const page = usePage();
  const { id } = useOpenSession();
  const action = useAction();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(EMPTY);
  const server = readServer(typed);
  const attach = (event: FormEvent) => {
    event.preventDefault();
    if (!server) return;
    action.run(async () => {
      await page.ask(id, "_tenon/servers/attach", { server });
      page.servers.remember(id, [...page.servers.of(id), server]);
      setTyped(EMPTY);
      setOpen(false);
    });
  };
  if (!isOpen) {
    return (
      <Button look="quiet" className="-ml-2" onClick={() => setOpen(true)}>
        <Icon name="plus" />
        {t("Attach a server")}
      </Button>
    );
  }
  return (
    <form
      aria-label={t("Attach a server")}
      onSubmit={attach}
      className="space-y-2 rounded-lg border border-line bg-surface p-3"
    >
      <ServerName server={typed} onChange={setTyped} />
      <ServerTarget server={typed} onChange={setTyped} isFocused />
      <ServerSecrets server={typed} onChange={setTyped} />
      <div className="flex gap-2">
        <Button type="submit" look="primary" disabled={!server || action.isRunning}>
          {t("Attach")}
        </Button>
        <Button look="quiet" onClick={() => setOpen(false)}>
          {t("Cancel")}
        </Button>
      </div>
      <Problem text={action.error} />
    </form>
  );
}
