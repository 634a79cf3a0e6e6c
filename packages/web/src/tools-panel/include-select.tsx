import { defined } from "@tenon/basis";

import { phrase, t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { useOpenSession, useSession } from "../open-session/session-context.ts";
import { QuietSelect } from "../ui/quiet-select.tsx";
import { includeKey } from "@tenon/timeline";
import type { Action } from "../ui/hooks/use-action.ts";
import { useCan } from "./tools-can.ts";

interface IncludeSelectProps {
  readonly server: string;
  /** One of its tools; all of them if omitted. */
  readonly tool?: string;
  readonly action: Action;
}

const MODES = [
  { value: "", name: phrase("Default") },
  { value: "always", name: phrase("Always") },
  { value: "agent", name: phrase("When needed") },
  { value: "manual", name: phrase("Manual") },
  { value: "off", name: phrase("Off") },
] as const;

/** The include mode of a server or of one of its tools, for this session. */
export function IncludeSelect({ server, tool, action }: IncludeSelectProps) {
  const page = usePage();
  const { id } = useOpenSession();
  const chosen = useSession((state) => state.servers.includes[includeKey(server, tool)] ?? "");
  const can = useCan("_tenon/tools/include");
  const set = (mode: string) =>
    action.run(() => page.ask(id, "_tenon/tools/include", { server, ...defined({ tool }), mode: mode || null }));
  if (!can) return null;
  return (
    <QuietSelect
      label={tool === undefined ? t("Include the tools of {server}", { server }) : t("Include {tool}", { tool })}
      value={chosen}
      choices={MODES.map(({ value, name }) => ({ value, name: t(name) }))}
      isNotable={chosen !== ""}
      onChoose={set}
    />
  );
}
