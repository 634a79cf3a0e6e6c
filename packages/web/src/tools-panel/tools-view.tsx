/**
 * The session's servers and tools, with their states and settings.
 */

import { t } from "../language/t.ts";
import { useOpenSession, useSession } from "../open-session/session-context.ts";
import { useRights } from "../people/use-rights.ts";
import { AttachServer } from "./attach-server.tsx";
import { ContextMeter } from "./context-meter.tsx";
import { ServerCard } from "./server-card.tsx";
import { useServerDetails } from "./server-details.ts";
import { ToolSearch } from "./tool-search.tsx";
import { ToolsCan } from "./tools-can.ts";

export default function ToolsView() {
  const { id } = useOpenSession();
  const { servers } = useSession((state) => state.servers);
  const details = useServerDetails(id);
  const { own } = useRights(id);
  // A server that the agent does not list has been detached.
  const shown = details ? servers.filter(({ name }) => details.byName[name]) : servers;
  const can = details?.can ?? (() => false);
  return (
    <ToolsCan value={can}>
      <div className="space-y-4 p-4">
        <ContextMeter tokens={details?.tokens} />
        {details && <ToolSearch />}
        {shown.length === 0 ? (
          <p className="text-sm text-muted">{t("No MCP servers in this session.")}</p>
        ) : (
          <ul aria-label={t("Servers")} className="space-y-2">
            {shown.map((server) => (
              <ServerCard key={server.name} server={server} detail={details?.byName[server.name]} />
            ))}
          </ul>
        )}
        {own && can("_tenon/servers/attach") && <AttachServer />}
        {!details && own && shown.length > 0 && (
          <p className="text-xs text-muted">
            {t("Servers can be changed only while the session is open, and only if its agent supports it.")}
          </p>
        )}
      </div>
    </ToolsCan>
  );
}
