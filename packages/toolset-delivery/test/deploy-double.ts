/** A deployment endpoint with one service, as docs/delivery.md describes it. */

import { type HttpDouble, startHttpDouble } from "./http-double.ts";

export interface DeployDouble extends HttpDouble {
  /** What is live, newest last. */
  readonly history: Version[];
  /** The health of a version, each time that it is asked for. */
  healthOf(version: string): string;
}

interface Version {
  readonly version: string;
  readonly commit?: string;
  readonly replicas?: number;
}

export async function startDeployDouble(): Promise<DeployDouble> {
  const history: Version[] = [];
  const http = await startHttpDouble(({ method, path, body }) => {
    if (!/^\/services\/shop\/environments\/[a-z-]+(\/deployments|\/rollback)?$/.test(path))
      return { status: 404, body: {} };
    if (method === "GET") {
      const live = history.at(-1);
      return live ? { body: { ...live, health: double.healthOf(live.version) } } : { status: 404, body: {} };
    }
    if (path.endsWith("/rollback")) history.pop();
    else history.push(body as Version);
    return { status: 202, body: {} };
  });
  const double: DeployDouble = Object.assign(http, { history, healthOf: () => "healthy" });
  return double;
}
