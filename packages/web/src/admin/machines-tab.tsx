/**
 * The machines of the gateway, and how busy each is.
 */

import { languageTag, phrase, t } from "../language/t.ts";
import { Problem } from "../ui/problem.tsx";
import { useLoaded } from "../ui/hooks/use-loaded.ts";
import { useAdmin } from "./admin-context.ts";
import { Cell, Table } from "./table.tsx";

const WORDS = {
  machines: phrase("Machines"),
  columns: [
    phrase("Machine"),
    phrase("Version"),
    phrase("Since"),
    phrase("Open sessions"),
    phrase("Running turns"),
    phrase("Connections"),
    phrase("Load"),
    phrase("Pools"),
    phrase("State"),
  ],
  states: { running: phrase("running"), draining: phrase("draining"), gone: phrase("gone") },
};

export function MachinesTab() {
  const admin = useAdmin();
  const { value: machines, error } = useLoaded(admin.machines);
  return (
    <>
      <h2 className="font-medium">{t(WORDS.machines)}</h2>
      <Problem text={error} className="text-sm" />
      {machines && (
        <Table label={t(WORDS.machines)} columns={WORDS.columns}>
          {machines.map(({ name, address, version, startedAt, pools, state, ...counts }) => (
            <tr key={`${address} ${startedAt}`} className="tabular-nums">
              <Cell className="font-medium" title={address}>
                {name}
              </Cell>
              <Cell isMuted>{version}</Cell>
              <Cell isMuted className="whitespace-nowrap">
                {new Date(startedAt).toLocaleString(languageTag(), { dateStyle: "medium", timeStyle: "short" })}
              </Cell>
              <Cell>{counts.liveSessions}</Cell>
              <Cell>{counts.runningSessions}</Cell>
              <Cell>{counts.connections}</Cell>
              <Cell>{counts.load.toLocaleString(languageTag(), { maximumFractionDigits: 1 })}</Cell>
              <Cell isMuted>{pools.join(", ")}</Cell>
              <Cell isMuted={state === "running"}>{t(WORDS.states[state])}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
