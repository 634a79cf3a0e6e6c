/** Deploys through an HTTP endpoint of the user's: `{DEPLOY_URL}/services/{service}/environments/{environment}`. */

import { defined } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";

import type { Api } from "../forge/http.ts";
import { type DeploymentAdapter, readLive, type Target } from "./adapter.ts";

export function httpAdapter(api: Api, label: string): DeploymentAdapter {
  return {
    label,
    async status(target, signal) {
      try {
        const { data } = await api.request({ path: pathOf(target), purpose: "find out what is live" }, signal);
        return readLive(data, "The deployment endpoint");
      } catch (error) {
        if (error instanceof ToolError && error.kind === "not_found") return undefined;
        throw error;
      }
    },
    async deploy({ service, environment, version, commit, replicas }, signal) {
      const path = `${pathOf({ service, environment })}/deployments`;
      const body = defined({ version, commit, replicas });
      await api.request({ method: "POST", path, body, purpose: `deploy ${service}` }, signal);
    },
    async rollBack(target, signal) {
      const path = `${pathOf(target)}/rollback`;
      await api.request({ method: "POST", path, body: {}, purpose: `roll back ${target.service}` }, signal);
    },
  };
}

function pathOf({ service, environment }: Target): string {
  return `/services/${encodeURIComponent(service)}/environments/${encodeURIComponent(environment)}`;
}
