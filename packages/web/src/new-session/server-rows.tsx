import { Button, IconButton } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import type { ServerRow } from "./session-servers.ts";

interface ServerRowsProps {
  readonly rows: readonly ServerRow[];
  readonly onChange: (rows: readonly ServerRow[]) => void;
}

/** The MCP servers that a session is given: a name, and a command line or an address. */
export function ServerRows({ rows, onChange }: ServerRowsProps) {
  const change = (index: number, row: ServerRow) => onChange(rows.with(index, row));
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Servers</legend>
      <ul className="space-y-2">
        {rows.map((row, index) => (
          <li key={index} className="flex items-center gap-2">
            <input
              type="checkbox"
              aria-label={`Use ${row.name || "this server"}`}
              checked={row.isOn}
              onChange={(event) => change(index, { ...row, isOn: event.target.checked })}
              className="size-4 shrink-0 accent-accent"
            />
            <Input
              aria-label="Server name"
              placeholder="Name"
              value={row.name}
              onChange={(event) => change(index, { ...row, name: event.target.value })}
              className="max-w-32"
            />
            <Input
              aria-label="Server command or address"
              placeholder="npx -y some-server, or https://…"
              value={row.target}
              spellCheck={false}
              onChange={(event) => change(index, { ...row, target: event.target.value })}
              className="font-mono text-xs"
            />
            <IconButton
              icon="close"
              label={`Remove ${row.name || "server"}`}
              onClick={() => onChange(rows.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      <Button
        look="quiet"
        className="mt-2 -ml-2"
        onClick={() => onChange([...rows, { name: "", target: "", isOn: true }])}
      >
        <Icon name="plus" />
        Add a server
      </Button>
    </fieldset>
  );
}
