import { definePrompt } from "@tenon/toolset";

export const shipIssue = definePrompt({
  name: "ship_issue",
  title: "Ship an issue",
  description: "Walks from an issue to a deployment: change, tests, pull request, staging, production",
  arguments: {
    issue: { description: "The number of the issue, or what is to be done" },
    service: { description: "The service to deploy" },
    environment: { description: "Where it should end up; staging by default", isRequired: false },
  },
  complete: { environment: (typed) => ["staging", "production"].filter((name) => name.startsWith(typed)) },
  get: ({ issue, service, environment = "staging" }) =>
    [
      `Bring this to ${environment}: ${/^#?\d+$/.test(issue) ? `issue #${issue.replace("#", "")}` : issue}.`,
      "Go step by step, and stop and report when one fails:",
      "1. Find the issue with list_issues; create it with create_issue if there is none.",
      "2. Make a branch, change the code, add a test that fails without the change. Check it with lint_code.",
      "3. Commit, and call run_tests without a path. The tests must pass, and the result must be recorded.",
      "4. Push the branch, and call create_pull_request with a body that names the issue and says why.",
      "5. Look at get_pull_request until its checks are done and it is approved. Do not approve or merge it yourself.",
      `6. Call deploy with service "${service}" and environment "staging", with the commit as version.`,
      environment === "staging"
        ? "7. Report the version, its health and the link of the pull request."
        : `7. If it is healthy, call deploy again with environment "${environment}": the user is asked. Report what came of it.`,
    ].join("\n"),
});
