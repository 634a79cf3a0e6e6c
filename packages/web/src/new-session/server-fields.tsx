/**
 * The fields of an MCP server: its name, its command or address, and its secrets.
 */

import { t } from "../language/t.ts";
import { Input } from "../ui/field.tsx";
import { readUrl, type TypedServer } from "./read-server.ts";

interface ServerFieldProps {
  readonly server: TypedServer;
  readonly onChange: (server: TypedServer) => void;
}

export function ServerName({ server, onChange, className = "" }: ServerFieldProps & { readonly className?: string }) {
  return (
    <Input
      aria-label={t("Server name")}
      placeholder={t("Name")}
      value={server.name}
      onChange={(event) => onChange({ ...server, name: event.target.value })}
      className={className}
    />
  );
}

export function ServerTarget({
  server,
  onChange,
  isFocused = false,
}: ServerFieldProps & { readonly isFocused?: boolean }) {
  return (
    <Input
      aria-label={t("Server command or address")}
      autoFocus={isFocused}
      placeholder={t("npx -y some-server, or https://…")}
      value={server.target}
      spellCheck={false}
      onChange={(event) => onChange({ ...server, target: event.target.value })}
      className="font-mono text-xs"
    />
  );
}

/** Environment variables of a command, headers of an address: mostly its key. */
export function ServerSecrets({ server, onChange }: ServerFieldProps) {
  const { target, secrets = "" } = server;
  const isWeb = readUrl(target) !== undefined;
  return (
    <textarea
      aria-label={isWeb ? t("Headers") : t("Environment")}
      placeholder={isWeb ? "Authorization: Bearer …" : "API_KEY=…"}
      rows={Math.min(6, Math.max(2, secrets.split("\n").length))}
      value={secrets}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange({ ...server, secrets: event.target.value })}
      className="block w-full resize-y rounded-md border border-line bg-surface px-2.5 py-1.5 font-mono text-xs placeholder:text-faint hover:border-line-strong"
    />
  );
}
