import { Problem } from "../ui/problem.tsx";
import { visibleText } from "../ui/visible-text.ts";
import { IncludeSelect } from "./include-select.tsx";
import type { ToolView } from "./use-tools.ts";
import { useAction } from "../ui/use-action.ts";

interface ToolRowProps {
  readonly tool: ToolView;
  /** In a list of several servers. */
  readonly isServerShown?: boolean;
}

/** A tool: what it does, whether and why it is offered to the model, and its include mode. */
export function ToolRow({
  tool: { server, tool, title, description, isOffered, reason },
  isServerShown,
}: ToolRowProps) {
  const action = useAction();
  return (
    <li className="text-sm">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate" title={`${server}/${tool}`}>
          {visibleText(title)}
          {isServerShown && <span className="text-xs text-muted"> {visibleText(server)}</span>}
        </span>
        <IncludeSelect server={server} tool={tool} action={action} />
      </div>
      <p className="line-clamp-2 text-xs text-muted">{visibleText(description)}</p>
      {reason !== undefined && (
        <p className={`text-xs ${isOffered ? "text-ok" : "text-muted"}`}>
          {isOffered ? "Offered. " : "Not offered. "}
          {visibleText(reason)}
        </p>
      )}
      <Problem text={action.error} />
    </li>
  );
}
