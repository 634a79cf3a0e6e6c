import { defined } from "@tenon/basis";

import { usePage } from "../page/page-context.ts";
import { useOpenSession, useSession } from "../open-session/session-context.ts";
import { QuietSelect } from "../ui/quiet-select.tsx";
import { includeKey } from "../open-session/server-fold.ts";
import type { Action } from "../ui/use-action.ts";

interface IncludeSelectProps {
  readonly server: string;
  /** One of its tools; all of them if omitted. */
  readonly tool?: string;
  readonly action: Action;
}

const MODES = [
  { value: "", name: "Default" },
  { value: "always", name: "Always" },
  { value: "agent", name: "When needed" },
  { value: "manual", name: "Manual" },
  { value: "off", name: "Off" },
] as const;

/** The include mode of a server or of one of its tools, for this session. */
export function IncludeSelect({ server, tool, action }: IncludeSelectProps) {
  const page = usePage();
  const { id } = useOpenSession();
  const said = useSession((state) => state.servers.includes[includeKey(server, tool)] ?? "");
  const set = (mode: string) =>
    action.run(() => page.ask(id, "_tenon/tools/include", { server, ...defined({ tool }), mode: mode || null }));
  return (
    <QuietSelect
      label={`Include ${tool ?? `the tools of ${server}`}`}
      value={said}
      choices={MODES}
      isNotable={said !== ""}
      onChoose={set}
    />
  );
}
