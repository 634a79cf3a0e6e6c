import { useEffect, useState } from "react";

import { usePage } from "../page/page-context.ts";
import { type KnownMode, readModes } from "../page/known-modes.ts";
import type { AgentView } from "../wire/api.ts";
import { messageOf } from "../wire/wire-error.ts";

export interface Choices {
  readonly agents: readonly AgentView[];
  /** Where the gateway was started; undefined until it has answered. */
  readonly folder: string | undefined;
  readonly error: string | undefined;
}

/** The gateway's agents and its folder. */
export function useChoices(): Choices {
  const page = usePage();
  const [choices, setChoices] = useState<Choices>({ agents: [], folder: undefined, error: undefined });
  useEffect(() => {
    const lifetime = new AbortController();
    const show = (next: Choices) => {
      if (!lifetime.signal.aborted) setChoices(next);
    };
    Promise.all([page.api.agents(), page.api.folder()]).then(
      ([agents, { path }]) => show({ agents, folder: path, error: undefined }),
      (failure: unknown) => show({ agents: [], folder: undefined, error: messageOf(failure) }),
    );
    return () => lifetime.abort();
  }, [page]);
  return choices;
}

/** The modes an agent can begin in: as the gateway lists them, or as the agent last did here. */
export function useModesOf(agent: AgentView | undefined): readonly KnownMode[] {
  const page = usePage();
  const listed = readModes(agent?.modes);
  return listed.length > 0 ? listed : page.modes.of(agent?.name ?? "");
}
