/** What a host can read and show without a tool call. */

import { errorMessage } from "@tenon/basis";
import { defineResource, type RequestContext, type Resource, type Tool } from "@tenon/toolset";

import { adapterVariable, openAdapter, stagingEnvironments } from "../deploying/open-adapter.ts";
import { requiredRunners } from "../deploying/tested.ts";
import { findForge } from "../forge/open-forge.ts";
import { TOKENS, variable } from "../environment.ts";
import { detectLinters } from "../linting/linters.ts";
import { projectFiles } from "../programs/project-files.ts";
import type { DeliveryState } from "../state.ts";

export const deploymentConfig = defineResource({
  uri: "env://deployment-config",
  name: "deployment-config",
  title: "Deployment configuration",
  description: "The project, how it is deployed and what must have passed; which tokens are set, but not their values",
  mimeType: "application/json",
  async read({ state, signal }: RequestContext<DeliveryState>) {
    const { env, folder, git } = state;
    const way = attempt(() => adapterVariable(env) ?? "not set");
    return {
      folder,
      forge: await findForge(state, signal).catch((error: unknown) => ({ error: errorMessage(error) })),
      deployment: { by: way, to: attempt(() => openAdapter(state).label) },
      runs_without_asking: stagingEnvironments(env),
      tests_that_must_pass: requiredRunners(state),
      linters: detectLinters(projectFiles(folder)),
      revision: await revision(state, signal),
      branch: (await git.branch(signal)) ?? null,
      tokens: Object.fromEntries(
        Object.keys(TOKENS).map((name) => [name, variable(env, name) === undefined ? "not set" : "set"]),
      ),
    };
  },
});

export const deliveryGuide = defineResource({
  uri: "docs://delivery-guide",
  name: "delivery-guide",
  title: "From an issue to production",
  description: "How the tools work together",
  mimeType: "text/markdown",
  cache: { maxAgeMs: 3_600_000, isPublic: true },
  read: () => GUIDE,
});

/** The tools with what they may do, for people who decide about rules. */
export function manifest(tools: readonly Tool[]): Resource<unknown> {
  return defineResource({
    uri: "tools://manifest",
    name: "manifest",
    title: "Tools",
    description: "Each tool, what it takes, and whether it changes anything",
    mimeType: "application/json",
    cache: { maxAgeMs: 3_600_000, isPublic: true },
    read: () => ({
      tools: tools.map(({ name, title, description, input, annotations }) => ({
        name,
        title,
        description,
        arguments: input && "properties" in input ? Object.keys(input.properties ?? {}) : [],
        changes_something: annotations?.readOnlyHint !== true,
      })),
    }),
  });
}

async function revision({ git, records }: DeliveryState, signal: AbortSignal): Promise<object | null> {
  const found = await git.revision(signal).catch(() => undefined);
  if (!found) return null;
  const { commit, changedFiles } = found;
  return { commit, clean: changedFiles.length === 0, recorded_tests: await records.of(commit) };
}

function attempt(work: () => string): string {
  try {
    return work();
  } catch (error) {
    return errorMessage(error);
  }
}

const GUIDE = `# From an issue to production

1. \`list_issues\` shows what there is to do; \`create_issue\` writes down what is missing.
2. Change the code on a branch. \`lint_code\` and \`run_tests\` with a path are quick checks on the way.
3. Commit, so that the working tree is clean, and call \`run_tests\` without a path. A green run is recorded for that commit,
   by this server and not by the model; a project with several test runners needs a green run of each.
4. Push the branch, and call \`create_pull_request\`. \`get_pull_request\` and \`list_runs\` show reviews and checks.
5. \`deploy\` to staging. It refuses a commit without a recorded green run, waits until the version is healthy, and takes it
   back if it does not become so.
6. \`deploy\` the same version to production. A person is asked first, and sees the version and what changes; a client
   that cannot ask gets a refusal.

If something is wrong in production, \`deploy\` with the action "roll_back" brings back what was live before.
`;
