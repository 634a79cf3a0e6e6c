/**
 * For the tools of the servers that came later: written before anything was searched for in them. This half was looked at
 * afterwards, to see what is missed and why.
 */

import type { SearchRequest } from "./search-request.ts";

export const laterDevelopmentRequests: readonly SearchRequest[] = [
  {
    expect: ["github/create_repository", "gitlab/create_repository"],
    model: "create a new github repository",
    user: "set up a private repo called playground under my account",
  },
  {
    expect: ["github/get_file_contents"],
    model: "get file contents from github repository",
    user: "what does the Dockerfile in acme/widgets on GitHub look like?",
  },
  {
    expect: ["github/create_issue", "gitlab/create_issue"],
    model: "create github issue",
    user: "open a bug for this in acme/widgets: the login button does nothing on Safari",
  },
  {
    expect: ["github/list_issues", "github/search_issues"],
    model: "list open issues of a repository",
    user: "which bugs are still open in acme/widgets?",
  },
  {
    expect: ["github/update_issue"],
    model: "update github issue labels and state",
    user: "close issue 42 in acme/widgets and tag it as wontfix",
  },
  {
    expect: ["github/add_issue_comment"],
    model: "comment on github issue",
    user: "tell the reporter of issue 17 that it's fixed in 1.4.2",
  },
  {
    expect: ["github/get_issue"],
    model: "get details of an issue",
    user: "what is issue 1234 in facebook/react about?",
  },
  {
    expect: ["github/list_pull_requests", "github/search_issues"],
    model: "list open pull requests",
    user: "which PRs are waiting for somebody in acme/widgets?",
  },
  {
    expect: ["github/create_pull_request_review"],
    model: "review a pull request",
    user: "approve PR 88 with the remark 'nice work'",
  },
  {
    expect: ["github/update_pull_request_branch"],
    model: "update pull request branch from base",
    user: "PR 88 is behind main, bring it up to date",
  },
  {
    expect: ["gitlab/create_merge_request"],
    model: "create gitlab merge request",
    user: "open an MR on GitLab from feature/api to main",
  },
  {
    expect: ["gitlab/get_file_contents"],
    model: "read file from gitlab project",
    user: "show me .gitlab-ci.yml of the group/backend project on GitLab",
  },
  {
    expect: ["gitlab/create_issue"],
    model: "create gitlab issue",
    user: "file a ticket in our GitLab project about the broken export",
  },
  {
    expect: ["slack/slack_get_channel_history"],
    model: "recent messages in slack channel",
    user: "what was said in #incidents this morning?",
  },
  {
    expect: [
      "puppeteer/puppeteer_evaluate",
      "chrome-devtools/evaluate_script",
      "playwright/browser_evaluate",
      "playwright/browser_run_code_unsafe",
    ],
    model: "execute javascript in the browser console",
    user: "run localStorage.clear() in the browser for me",
  },
  {
    expect: ["google-maps/maps_distance_matrix", "google-maps/maps_directions"],
    model: "travel time between several origins and destinations",
    user: "how long is it by car from Berlin to Hamburg and from Berlin to Munich?",
  },
  {
    expect: ["google-maps/maps_elevation"],
    model: "elevation of a location",
    user: "how high above the sea is Davos?",
  },
  {
    expect: ["google-maps/maps_directions"],
    model: "directions between two points",
    user: "how do I get from the Louvre to Gare de Lyon by metro?",
  },
  {
    expect: ["figma/get_figma_data"],
    model: "get figma file layout data",
    user: "build the header exactly as in this design: https://www.figma.com/design/abc123/App?node-id=1-2",
  },
  {
    expect: [
      "tavily/tavily_search",
      "brave-search/brave_web_search",
      "brave-search/brave_llm_context",
      "firecrawl/firecrawl_search",
      "brave-search/brave_news_search",
    ],
    model: "web search for current information",
    user: "what is the newest stable version of PostgreSQL? look on the internet",
  },
  {
    expect: ["tavily/tavily_extract", "firecrawl/firecrawl_scrape"],
    model: "extract content of a url",
    user: "summarize https://example.com/blog/post-1 for me",
  },
  {
    expect: ["tavily/tavily_map", "firecrawl/firecrawl_map"],
    model: "list all urls of a site",
    user: "which pages does https://example.com have?",
  },
  {
    expect: ["firecrawl/firecrawl_scrape", "tavily/tavily_extract"],
    model: "scrape a web page as markdown",
    user: "turn https://example.com/pricing into markdown",
  },
  {
    expect: ["firecrawl/firecrawl_monitor_create"],
    model: "create a monitor for website changes",
    user: "tell me whenever the pricing page of our competitor changes",
  },
  {
    expect: ["firecrawl/firecrawl_monitor_delete", "firecrawl/firecrawl_monitor_update"],
    model: "delete a monitor",
    user: "we don't need to watch that competitor's site any more",
  },
  {
    expect: ["firecrawl/firecrawl_research_read_paper", "firecrawl/firecrawl_research_inspect_paper"],
    model: "read passages of a paper",
    user: "what does arXiv 1706.03762 say about positional encoding?",
  },
  {
    expect: ["firecrawl/firecrawl_credit_usage"],
    model: "remaining credits",
    user: "how many Firecrawl credits have we got left?",
  },
  {
    expect: [
      "firecrawl/firecrawl_interact",
      "playwright/browser_click",
      "playwright/browser_navigate",
      "puppeteer/puppeteer_navigate",
    ],
    model: "interact with a live page in a remote browser",
    user: "log in on https://example.com and click through to the invoices",
  },
  {
    expect: ["firecrawl/firecrawl_agent_status"],
    model: "status of a research agent job",
    user: "has the research job finished in the meantime?",
  },
  {
    expect: ["kubernetes/kubectl_get"],
    model: "list pods in a namespace",
    user: "which pods are running in the staging namespace?",
  },
  {
    expect: ["kubernetes/kubectl_describe", "kubernetes/kubectl_get"],
    model: "describe a kubernetes resource",
    user: "why is the pod api-7d9f stuck in Pending?",
  },
  {
    expect: ["kubernetes/kubectl_apply", "kubernetes/kubectl_create"],
    model: "apply a kubernetes manifest",
    user: "roll out k8s/deployment.yaml to the cluster",
  },
  {
    expect: ["kubernetes/kubectl_delete"],
    model: "delete a kubernetes resource",
    user: "get rid of the job import-2023 in the cluster",
  },
  {
    expect: ["kubernetes/kubectl_context"],
    model: "switch kubernetes context",
    user: "use the production cluster from now on",
  },
  {
    expect: ["kubernetes/explain_resource"],
    model: "documentation of a kubernetes resource field",
    user: "what can I write under spec.template.spec.affinity?",
  },
  {
    expect: ["kubernetes/install_helm_chart"],
    model: "install helm chart",
    user: "put the bitnami/redis chart on the cluster",
  },
  {
    expect: ["kubernetes/upgrade_helm_chart"],
    model: "upgrade helm release",
    user: "bring our grafana Helm release up to the newest chart version",
  },
  {
    expect: ["kubernetes/uninstall_helm_chart"],
    model: "uninstall helm release",
    user: "take the old prometheus Helm release off the cluster",
  },
  {
    expect: ["kubernetes/node_management"],
    model: "drain a kubernetes node",
    user: "node worker-3 needs maintenance, move everything off it",
  },
  {
    expect: ["kubernetes/port_forward"],
    model: "forward a local port to a pod",
    user: "make the database of the cluster reachable on my localhost:5432",
  },
  {
    expect: ["elasticsearch/list_indices"],
    model: "list elasticsearch indices",
    user: "what indices do we have in Elasticsearch?",
  },
  {
    expect: ["elasticsearch/get_mappings"],
    model: "field mappings of an index",
    user: "which fields does the logs-2025 index have?",
  },
  {
    expect: [
      "brave-search/brave_web_search",
      "tavily/tavily_search",
      "firecrawl/firecrawl_search",
      "brave-search/brave_llm_context",
    ],
    model: "search the web",
    user: "google 'ECONNRESET undici keepalive' for me",
  },
  {
    expect: [
      "brave-search/brave_news_search",
      "tavily/tavily_search",
      "firecrawl/firecrawl_search",
      "brave-search/brave_web_search",
    ],
    model: "search news articles",
    user: "what's in the news about the EU AI Act today?",
  },
  {
    expect: ["brave-search/brave_image_search", "firecrawl/firecrawl_search"],
    model: "search for images",
    user: "find me some pictures of red pandas on the web",
  },
  {
    expect: ["brave-search/brave_local_search", "brave-search/brave_place_search", "google-maps/maps_search_places"],
    model: "local business search",
    user: "which pharmacies around here are open on Sunday?",
  },
  {
    expect: ["brave-search/brave_summarizer"],
    model: "summary of web search results",
    user: "give me the AI summary for that Brave search",
  },
  {
    expect: ["todoist/create_tasks"],
    model: "create a task in todoist",
    user: "remind me on Friday to renew the certificate",
  },
  {
    expect: ["todoist/get_tasks_by_filter", "todoist/get_tasks_list"],
    model: "get tasks due today",
    user: "what do I still have to do today?",
  },
  {
    expect: ["todoist/close_tasks"],
    model: "complete a task",
    user: "I've bought the milk, tick it off",
  },
  {
    expect: ["todoist/update_tasks"],
    model: "change due date of a task",
    user: "push the dentist to next Tuesday on my to-do list",
  },
  {
    expect: ["todoist/move_tasks"],
    model: "move task to another project",
    user: "put 'write the talk' into the Conference project in Todoist",
  },
  {
    expect: ["todoist/get_projects_list", "todoist/get_projects"],
    model: "list todoist projects",
    user: "which projects do I have in Todoist?",
  },
  {
    expect: ["todoist/create_projects"],
    model: "create todoist project",
    user: "start a new to-do list for the move to the new office",
  },
  {
    expect: ["todoist/create_labels"],
    model: "create a label",
    user: "I want a label 'errand' for my tasks",
  },
  {
    expect: ["todoist/create_comments"],
    model: "add comment to a task",
    user: "note on the 'book flights' task that Ann prefers the aisle",
  },
  {
    expect: ["todoist/utils_get_colors"],
    model: "available colors for projects",
    user: "what colours can a Todoist project have?",
  },
  {
    expect: ["airtable/list_bases"],
    model: "list airtable bases",
    user: "which bases do I have in Airtable?",
  },
  {
    expect: ["airtable/list_tables", "airtable/describe_table"],
    model: "list tables in a base",
    user: "what tables are in the CRM base?",
  },
  {
    expect: ["airtable/list_records", "airtable/search_records"],
    model: "list records of a table",
    user: "show me all leads in Airtable that are still open",
  },
  {
    expect: ["airtable/search_records", "airtable/list_records"],
    model: "search records for text",
    user: "find 'Acme' in our Airtable contacts",
  },
  {
    expect: ["airtable/update_records"],
    model: "update records",
    user: "mark these four leads in Airtable as won",
  },
  {
    expect: ["airtable/delete_records"],
    model: "delete records from a table",
    user: "drop the duplicate rows recA1 and recB2 from Airtable",
  },
  {
    expect: ["airtable/create_table"],
    model: "create a table in a base",
    user: "I need a new Airtable table for suppliers with name and country",
  },
  {
    expect: ["airtable/upload_attachment"],
    model: "upload attachment to a record",
    user: "attach contract.pdf to the Acme record in Airtable",
  },
  {
    expect: ["circleci/find_flaky_tests"],
    model: "find flaky tests",
    user: "which of our tests fail only now and then?",
  },
  {
    expect: ["circleci/get_latest_pipeline_status", "github/get_pull_request_status"],
    model: "latest pipeline status",
    user: "is CI green on my branch?",
  },
  {
    expect: ["circleci/get_job_test_results"],
    model: "test results of ci job",
    user: "which tests failed in the last CI run?",
  },
  {
    expect: ["circleci/config_helper"],
    model: "validate circleci config",
    user: "check .circleci/config.yml for mistakes",
  },
  {
    expect: ["circleci/run_pipeline", "circleci/rerun_workflow"],
    model: "trigger a pipeline",
    user: "kick off the CI for the release branch",
  },
  {
    expect: ["circleci/run_rollback_pipeline"],
    model: "roll back a deployment",
    user: "the release broke production, go back to the version before",
  },
  {
    expect: ["circleci/list_artifacts"],
    model: "list build artifacts",
    user: "what files did the last CircleCI job produce?",
  },
  {
    expect: ["google-calendar/update-event"],
    model: "update calendar event",
    user: "move the standup to 10 o'clock",
  },
  {
    expect: ["google-calendar/delete-event"],
    model: "delete calendar event",
    user: "cancel lunch with Bob on Friday",
  },
  {
    expect: ["google-calendar/get-freebusy", "google-calendar/list-events"],
    model: "free busy information",
    user: "when are Ann and Bob both free this week?",
  },
  {
    expect: ["google-calendar/respond-to-event"],
    model: "respond to event invitation",
    user: "tell them I'm coming to the offsite",
  },
  {
    expect: ["google-calendar/get-current-time"],
    model: "current date and time",
    user: "what time is it in Tokyo?",
  },
  {
    expect: ["google-calendar/list-calendars"],
    model: "list calendars",
    user: "which calendars can you see?",
  },
  {
    expect: ["jira/jira_get"],
    model: "read jira issue",
    user: "what is PROJ-123 in Jira about?",
  },
  {
    expect: ["jira/jira_put", "jira/jira_patch"],
    model: "update jira issue",
    user: "set the priority of PROJ-123 in Jira to high",
  },
  {
    expect: ["github/list_pull_requests", "github/search_issues"],
    model: "list pull requests",
    user: "Welche Pull Requests sind in acme/widgets noch offen?",
    language: "de",
  },
  {
    expect: ["todoist/create_tasks"],
    model: "add a new task",
    user: "Erinnere mich morgen daran, die Rechnung zu bezahlen",
    language: "de",
  },
  {
    expect: ["github/create_issue", "gitlab/create_issue", "jira/jira_post"],
    model: "create an issue",
    user: "Crée un ticket pour ce bug sur GitHub",
    language: "fr",
  },
  {
    expect: ["google-maps/maps_directions", "google-maps/maps_distance_matrix"],
    model: "route between two cities",
    user: "¿Cómo llego de Madrid a Toledo en coche?",
    language: "es",
  },
  {
    expect: [
      "brave-search/brave_news_search",
      "tavily/tavily_search",
      "firecrawl/firecrawl_search",
      "brave-search/brave_web_search",
    ],
    model: "news search",
    user: "今日のニュースを検索して",
    language: "ja",
  },
  {
    expect: ["kubernetes/kubectl_get"],
    model: "list kubernetes pods",
    user: "列出所有命名空间中的 pod",
    language: "zh",
  },
];
