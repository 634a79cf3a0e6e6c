/**
 * The details of a tool call: what it does, its result, and why it was allowed.
 */

import { defined, isObject, objectOf, parseJson } from "@tenon/basis";
import type { ToolCallEntry } from "@tenon/timeline";

import { t } from "../language/t.ts";
import { useSession } from "../open-session/session-context.ts";
import { CardPermission } from "../permission/card-permission.tsx";
import { CallContent } from "../content/call-content.tsx";
import { CallExchange } from "./call-exchange.tsx";
import { CallTrace } from "./call-trace.tsx";
import { type Intent, intentOf } from "../content/intent.ts";
import { IntentView } from "../content/intent-view.tsx";
import { TextResult } from "../content/text-result.tsx";
import { FoldedTree, ValueTree } from "../content/value-tree.tsx";

export function CallBody({ entry }: { readonly entry: ToolCallEntry }) {
  const { rawInput, content, terminals } = entry;
  const { command } = intentOf(entry);
  const folder = useSession(({ view }) => view?.cwd);
  return (
    <div className="space-y-3 border-t border-line px-3 py-3">
      {isObject(rawInput) || rawInput === undefined ? (
        <IntentView intent={newsIn(entry)} />
      ) : (
        <ValueTree value={rawInput} label={t("Arguments")} />
      )}
      {content.length > 0 && (
        <div className="space-y-2">
          {content.map((part, index) => (
            <CallContent key={index} part={part} terminals={terminals} command={command} folder={folder} />
          ))}
        </div>
      )}
      <RawOutput entry={entry} />
      <CallExchange entry={entry} />
      <CardPermission entry={entry} />
      <CallTrace entry={entry} />
    </div>
  );
}

/** Without the command if a terminal shows it. */
function newsIn(entry: ToolCallEntry): Intent {
  const { command, cwd, ...rest } = intentOf(entry);
  const isSaid = Object.values(entry.terminals).some((terminal) => terminal.command !== undefined);
  return isSaid || command === undefined ? rest : { ...rest, command, ...defined({ cwd }) };
}

/** The raw output, if there is no content, or if it has more structure than the content. */
function RawOutput({ entry: { rawOutput, content } }: { readonly entry: ToolCallEntry }) {
  if (rawOutput === undefined) return null;
  if (content.length === 0) {
    return (
      <div className="space-y-2">
        {typeof rawOutput === "string" ? (
          <TextResult text={rawOutput} />
        ) : (
          <ValueTree value={rawOutput} label={t("Result")} />
        )}
      </div>
    );
  }
  if (!isObject(rawOutput) || content.some((part) => saysTheSame(part, rawOutput))) return null;
  return <FoldedTree value={rawOutput} label={t("Structured result")} />;
}

/** Servers that return structured content mostly repeat it as text. */
function saysTheSame(part: ToolCallEntry["content"][number], value: unknown): boolean {
  const { text } = objectOf(objectOf(part)["content"]);
  return typeof text === "string" && JSON.stringify(parseJson(text)) === JSON.stringify(value);
}
