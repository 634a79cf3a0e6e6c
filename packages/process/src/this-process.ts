/**
 * What a process has exactly one of: its name in the marker, its reaper, its control groups, and its view of the process table.
 *
 * The only state at module level in this package. It describes the process that runs the module, and that there is
 * one of; were it handed around instead, two parts of one program would each start a reaper and count from one.
 */

import { randomBytes } from "node:crypto";

import { createReaper, type Reaper } from "./reaper/reaper.ts";
import { createControlGroups, type ControlGroups } from "./tree/control-group.ts";
import { MARKER, markerFor } from "./tree/marker.ts";
import { createProcessTable, type ProcessTable } from "./tree/process-table.ts";

interface ThisProcess {
  readonly reaper: Reaper;
  readonly table: ProcessTable;
  readonly controlGroups: ControlGroups;
  /** A mark for one more child, and the value of the marker that carries it. */
  nextMark(): { readonly mark: string; readonly marker: string };
}

export const thisProcess: ThisProcess = describeThisProcess();

function describeThisProcess(): ThisProcess {
  const id = randomBytes(8).toString("hex");
  const inherited = process.env[MARKER];
  const controlGroups = createControlGroups(id);
  let count = 0;
  return {
    controlGroups,
    reaper: createReaper({ marks: `${id}.`, controlGroup: controlGroups.folder, inherited }),
    table: createProcessTable(),
    nextMark() {
      count += 1;
      const mark = `${id}.${count}`;
      return { mark, marker: markerFor(mark, inherited) };
    },
  };
}
