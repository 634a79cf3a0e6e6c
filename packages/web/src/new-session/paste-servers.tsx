import { useState } from "react";

import { t } from "../language/t.ts";
import type { ServerRow } from "../page/session-servers.ts";
import { Button } from "../ui/button.tsx";
import { Problem } from "../ui/problem.tsx";
import { readMcpJson } from "./read-mcp-json.ts";

const FILE = "mcp.json";
const EXAMPLE = '{ "mcpServers": { "notes": { "command": "npx", "args": ["-y", "notes-server"] } } }';

interface PasteServersProps {
  readonly onServers: (rows: readonly ServerRow[]) => void;
  readonly onCancel: () => void;
}

/** Takes servers from the `mcp.json` of another program. */
export function PasteServers({ onServers, onCancel }: PasteServersProps) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const take = (given: string) => {
    const rows = readMcpJson(given);
    if (typeof rows === "string") setProblem(rows);
    else onServers(rows);
  };
  return (
    <div className="mt-2 space-y-2 rounded-lg border border-line bg-sunken p-3">
      <textarea
        aria-label={FILE}
        autoFocus
        rows={5}
        value={text}
        spellCheck={false}
        autoComplete="off"
        placeholder={EXAMPLE}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(undefined);
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData("text");
          // Into an empty field it is the whole of it.
          if (text !== "" || typeof readMcpJson(pasted) === "string") return;
          event.preventDefault();
          take(pasted);
        }}
        className="block w-full resize-y rounded-md border border-line bg-surface px-2.5 py-1.5 font-mono text-xs placeholder:text-faint hover:border-line-strong"
      />
      <div className="flex gap-2">
        <Button disabled={text.trim() === ""} onClick={() => take(text)}>
          {t("Add these servers")}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t("Cancel")}
        </Button>
      </div>
      <Problem text={problem} />
    </div>
  );
}
