import { useState } from "react";

import { t } from "../language/t.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { PasteServers } from "./paste-servers.tsx";
import type { TypedServer } from "./read-server.ts";
import { ServerName, ServerSecrets, ServerTarget } from "./server-fields.tsx";
import type { ServerRow } from "../page/session-servers.ts";

interface ServerRowsProps {
  readonly rows: readonly ServerRow[];
  readonly onChange: (rows: readonly ServerRow[]) => void;
}

/** The MCP servers for a new session. */
export function ServerRows({ rows, onChange }: ServerRowsProps) {
  const [isPasting, setPasting] = useState(false);
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t("Servers")}</legend>
      <ul className="space-y-2">
        {rows.map((row, index) => (
          <Row
            key={index}
            row={row}
            onChange={(changed) => onChange(rows.with(index, changed))}
            onRemove={() => onChange(rows.toSpliced(index, 1))}
          />
        ))}
      </ul>
      <div className="mt-2 -ml-2 flex flex-wrap gap-1">
        <Button look="quiet" onClick={() => onChange([...rows, { name: "", target: "", isOn: true }])}>
          <Icon name="plus" />
          {t("Add a server")}
        </Button>
        <Button look="quiet" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
          <Icon name="copy" />
          {t("Paste mcp.json")}
        </Button>
      </div>
      {isPasting && (
        <PasteServers
          onServers={(pasted) => {
            onChange(withPasted(rows, pasted));
            setPasting(false);
          }}
          onCancel={() => setPasting(false)}
        />
      )}
    </fieldset>
  );
}

/** One of the same name takes the place of the one before. */
function withPasted(rows: readonly ServerRow[], pasted: readonly ServerRow[]): readonly ServerRow[] {
  const others = rows.filter(({ name }) => name === "" || pasted.every((row) => row.name !== name));
  return [...others, ...pasted];
}

interface RowProps {
  readonly row: ServerRow;
  readonly onChange: (row: ServerRow) => void;
  readonly onRemove: () => void;
}

function Row({ row, onChange, onRemove }: RowProps) {
  const { name, secrets = "", isOn } = row;
  const change = (server: TypedServer) => onChange({ ...server, isOn });
  const [isUnfolded, setUnfolded] = useState(false);
  const called = name || t("server");
  return (
    <li>
      <div className="flex items-center gap-2">
        <input
          type="checkbox"
          aria-label={t("Use {name}", { name: name || t("this server") })}
          checked={isOn}
          onChange={(event) => onChange({ ...row, isOn: event.target.checked })}
          className="size-4 shrink-0 accent-accent"
        />
        <ServerName server={row} onChange={change} className="max-w-32" />
        <ServerTarget server={row} onChange={change} isFocused={row.name === "" && row.target === ""} />
        <IconButton
          icon="key"
          label={t("Environment or headers of {name}", { name: called })}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
          className={`-mr-2 ${secrets === "" ? "" : "text-accent"}`}
        />
        <IconButton icon="close" label={t("Remove {name}", { name: called })} onClick={onRemove} />
      </div>
      {isUnfolded && (
        <div className="mt-2 pl-6">
          <ServerSecrets server={row} onChange={change} />
        </div>
      )}
    </li>
  );
}
