/** The toolset: from an issue to production, as MCP tools, resources and a prompt. */

import { realpathSync } from "node:fs";

import { type Clock, systemClock } from "@tenon/basis";
import { defineToolset, ToolError, type Toolset } from "@tenon/toolset";

import { TOKENS, variable } from "./environment.ts";
import { policyPack } from "./policy.ts";
import { createGit } from "./programs/git.ts";
import type { DeliveryState } from "./state.ts";
import { testRecords } from "./testing/records.ts";
import { shipIssue } from "./prompts.ts";
import { deliveryGuide, deploymentConfig, manifest } from "./resources/resources.ts";
import { deploy } from "./tools/deploy.ts";
import { createIssue, listIssues } from "./tools/issue-tools.ts";
import { lintCode } from "./tools/lint-code.ts";
import { createPullRequest, getPullRequest, listRuns } from "./tools/pull-request-tools.ts";
import { runTests } from "./tools/run-tests.ts";

const TOOLS = [createIssue, listIssues, createPullRequest, getPullRequest, listRuns, runTests, lintCode, deploy];

/** The project is in `DELIVERY_FOLDER`, or in the working folder of the process. */
export function deliveryToolset({ clock = systemClock }: { readonly clock?: Clock } = {}): Toolset {
  return defineToolset({
    name: "delivery",
    version: "0.1.0",
    title: "Delivery",
    description: "Issues, pull requests, tests and deployments; only commits whose tests passed are deployed.",
    instructions:
      "From an issue to production: commit, run_tests without a path, create_pull_request, then deploy to staging and after that to production. A commit is deployed only if run_tests has passed for it with a clean working tree.",
    tools: TOOLS,
    resources: [deploymentConfig, deliveryGuide, manifest(TOOLS)],
    prompts: [shipIssue],
    policy: policyPack,
    secrets: TOKENS,
    start({ env }): DeliveryState {
      const folder = folderOf(variable(env, "DELIVERY_FOLDER") ?? process.cwd());
      return { env, folder, git: createGit(folder, env), records: testRecords(folder, env), clock };
    },
  });
}

function folderOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    throw new ToolError("configuration", `DELIVERY_FOLDER must be a folder, and ${path} is not there`, { cause });
  }
}
