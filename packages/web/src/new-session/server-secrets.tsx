import { readPlace } from "./read-server.ts";

interface ServerSecretsProps {
  readonly target: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What a server is given beside its command or address: mostly its key. */
export function ServerSecrets({ target, value, onChange }: ServerSecretsProps) {
  const isWeb = readPlace(target) !== undefined;
  return (
    <textarea
      aria-label={isWeb ? "Headers" : "Environment"}
      placeholder={isWeb ? "Authorization: Bearer …" : "API_KEY=…"}
      rows={Math.min(6, Math.max(2, value.split("\n").length))}
      value={value}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      className="block w-full resize-y rounded-md border border-line bg-surface px-2.5 py-1.5 font-mono text-xs placeholder:text-faint hover:border-line-strong"
    />
  );
}
