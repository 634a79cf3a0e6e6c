/** How the tools work together: for the model, and for people. */

export const GUIDE = `# From an issue to production

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
