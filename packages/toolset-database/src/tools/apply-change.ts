/**
 * Makes one change, or reports how many rows it would touch. A change of many rows is undone, put to the user, and made again
 * for as many rows as the user has seen.
 */

import { defined } from "@tenon/basis";
import { type ToolContext, ToolError } from "@tenon/toolset";

import type { ChangeOutcome, Query } from "../core/database.ts";
import { STATS_URI } from "../resources/resources.ts";
import type { DatabaseState } from "../state.ts";

export interface Change {
  readonly statement: Query;
  /** "Update 12 rows of customer" begins with it. */
  readonly verb: "Insert" | "Update" | "Delete";
  readonly table: string;
  readonly isDryRun: boolean;
  /** What else it touches, such as rows that a foreign key deletes. */
  readonly note?: string | undefined;
}

export interface ChangeResult {
  readonly rows: number;
  readonly committed: boolean;
  readonly message: string;
  readonly returned?: readonly object[];
}

const CONFIRMATION = {
  type: "object" as const,
  properties: { confirm: { type: "boolean" as const, title: "Make this change" } },
  required: ["confirm"],
};

export async function applyChange(change: Change, context: ToolContext<DatabaseState>): Promise<ChangeResult> {
  const { database, settings } = context.state;
  const { statement, isDryRun, note } = change;
  const atMost = isDryRun ? -1 : settings.confirmAbove;
  let outcome = await database.change(statement, { atMost }, context.signal);
  if (isDryRun)
    return result(outcome, `Would ${summary(change, outcome.rows, true)}${note ?? ""}. Nothing was changed`);
  if (!outcome.isCommitted) {
    await confirm(change, outcome.rows, context);
    const confirmed = outcome.rows;
    outcome = await database.change(statement, { atMost: confirmed }, context.signal);
    if (!outcome.isCommitted)
      throw new ToolError(
        "conflict",
        `The user confirmed ${confirmed} rows, but now it would touch ${outcome.rows}: nothing was changed`,
        { hint: "Look at the rows again" },
      );
  }
  context.resourceUpdated(STATS_URI);
  return result(outcome, `Done: ${summary(change, outcome.rows, true)}${note ?? ""}`);
}

async function confirm(change: Change, rows: number, context: ToolContext<DatabaseState>): Promise<void> {
  const limit = context.state.settings.confirmAbove;
  if (!context.canElicit)
    throw new ToolError(
      "denied",
      `It would ${summary(change, rows, true)}, and changes of more than ${limit} need the user's consent, which this client cannot ask for: nothing was changed`,
      { hint: "Narrow it down; the user can raise the limit with DB_CONFIRM_ABOVE" },
    );
  const message = `${summary(change, rows, false)} in ${context.state.database.label}${change.note ?? ""}?`;
  const answer = await context.elicit({ message, schema: CONFIRMATION });
  if (answer.action === "accept" && answer.content["confirm"] === true) return;
  throw new ToolError("denied", `The user did not agree to ${summary(change, rows, true)}: nothing was changed`);
}

function summary({ verb, table }: Change, rows: number, isInSentence: boolean): string {
  const word = isInSentence ? verb.toLowerCase() : verb;
  return `${word} ${rows} ${rows === 1 ? "row" : "rows"} ${verb === "Insert" ? "into" : "of"} ${table}`;
}

function result({ rows, isCommitted, returned }: ChangeOutcome, message: string): ChangeResult {
  const back = isCommitted && returned.length > 0 ? returned : undefined;
  return { rows, committed: isCommitted, message, ...defined({ returned: back }) };
}
