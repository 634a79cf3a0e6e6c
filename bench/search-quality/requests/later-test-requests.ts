/**
 * The held-out half for the tools of the servers that came later: looked at only to report. The first byte of the SHA-256 of
 * the tool that is meant (the first of `expect`) decides: odd ones are here.
 */

import type { SearchRequest } from "./search-request.ts";

export const laterTestRequests: readonly SearchRequest[] = [
  {
    expect: ["github/create_or_update_file", "github/push_files"],
    model: "create or update a file in a github repository",
    user: "change the version in package.json to 2.0.0 straight on GitHub, on the release branch",
  },
  {
    expect: ["github/search_repositories", "gitlab/search_repositories", "firecrawl/firecrawl_developer_search"],
    model: "search github repositories",
    user: "are there any popular open source projects on GitHub for parsing PDFs in Rust?",
  },
  {
    expect: ["github/push_files"],
    model: "push several files in one commit to github",
    user: "put these three files on the main branch of acme/docs in one go",
  },
  {
    expect: ["github/create_pull_request", "gitlab/create_merge_request"],
    model: "open a pull request",
    user: "I'm done with feature/search, ask the team to take it into main on GitHub",
  },
  {
    expect: ["github/fork_repository", "gitlab/fork_repository"],
    model: "fork a repository",
    user: "make my own copy of vercel/next.js on GitHub",
  },
  {
    expect: ["github/create_branch", "gitlab/create_branch"],
    model: "create branch in remote repository",
    user: "start a branch hotfix/login on GitHub from main",
  },
  {
    expect: ["github/list_commits", "git/git_log"],
    model: "list commits of a branch on github",
    user: "what went into acme/widgets on GitHub since Monday?",
  },
  {
    expect: ["github/search_code"],
    model: "search code on github",
    user: "who else on GitHub uses the useOptimistic hook?",
  },
  {
    expect: ["github/search_issues", "github/list_issues", "firecrawl/firecrawl_developer_search"],
    model: "search issues and pull requests",
    user: "has anybody reported on GitHub that vite crashes on Windows paths with spaces?",
  },
  {
    expect: ["github/get_pull_request"],
    model: "get pull request details",
    user: "who opened PR 88 and what is it for?",
  },
  {
    expect: ["github/merge_pull_request"],
    model: "merge pull request",
    user: "PR 88 is good, squash it into main",
  },
  {
    expect: ["github/get_pull_request_files"],
    model: "files changed in pull request",
    user: "which files does PR 88 touch?",
  },
  {
    expect: ["github/get_pull_request_status", "circleci/get_latest_pipeline_status"],
    model: "status checks of pull request",
    user: "are all the checks green on PR 88?",
  },
  {
    expect: ["github/get_pull_request_comments", "github/get_pull_request_reviews"],
    model: "review comments on pull request",
    user: "what did the reviewers complain about on my pull request 88?",
  },
  {
    expect: ["github/search_users"],
    model: "search github users",
    user: "find the GitHub account of Linus Torvalds",
  },
  {
    expect: ["gitlab/create_branch"],
    model: "create branch in gitlab project",
    user: "make a branch release-3 in the GitLab project",
  },
  {
    expect: ["slack/slack_list_channels"],
    model: "list slack channels",
    user: "which Slack channels are there?",
  },
  {
    expect: ["slack/slack_post_message"],
    model: "post message to slack channel",
    user: "let the #releases channel know that 2.0 is out",
  },
  {
    expect: ["slack/slack_reply_to_thread"],
    model: "reply in slack thread",
    user: "answer Bob in that Slack thread that we'll look at it tomorrow",
  },
  {
    expect: ["slack/slack_add_reaction"],
    model: "add emoji reaction to message",
    user: "give Ann's Slack message a thumbs up",
  },
  {
    expect: ["slack/slack_get_thread_replies"],
    model: "get replies of slack thread",
    user: "what did everyone answer to my question in Slack?",
  },
  {
    expect: ["slack/slack_get_user_profile", "slack/slack_get_users"],
    model: "slack user profile",
    user: "what's the phone number and title of U024BE7LH on Slack?",
  },
  {
    expect: ["postgres/query"],
    model: "run read-only sql query",
    user: "SELECT count(*) FROM orders WHERE status = 'open'",
  },
  {
    expect: ["postgres/query"],
    model: "query postgres database",
    user: "how many users signed up last month according to Postgres?",
  },
  {
    expect: ["google-maps/maps_geocode", "google-maps/maps_search_places"],
    model: "convert address to coordinates",
    user: "what are the latitude and longitude of 10 Downing Street, London?",
  },
  {
    expect: ["google-maps/maps_reverse_geocode"],
    model: "coordinates to address",
    user: "which address is at 48.8584, 2.2945?",
  },
  {
    expect: ["google-maps/maps_search_places", "brave-search/brave_local_search", "brave-search/brave_place_search"],
    model: "search places nearby",
    user: "is there a good ramen restaurant near Shibuya station?",
  },
  {
    expect: ["figma/download_figma_images"],
    model: "download images from figma",
    user: "get the icons out of the Figma file as SVGs into ./assets",
  },
  {
    expect: ["tavily/tavily_crawl", "firecrawl/firecrawl_crawl"],
    model: "crawl a website",
    user: "go through all the pages of docs.example.com and collect what's there",
  },
  {
    expect: ["tavily/tavily_research", "firecrawl/firecrawl_agent"],
    model: "comprehensive research on a topic",
    user: "write me a thorough report on the state of WebGPU support, with sources",
  },
  {
    expect: ["firecrawl/firecrawl_check_crawl_status"],
    model: "check status of a crawl",
    user: "is crawl 3f2a done yet?",
  },
  {
    expect: ["firecrawl/firecrawl_parse"],
    model: "parse a pdf document into markdown",
    user: "get the text out of report.pdf as markdown",
  },
  {
    expect: ["firecrawl/firecrawl_monitor_list"],
    model: "list website monitors",
    user: "which pages are we keeping an eye on at the moment?",
  },
  {
    expect: ["firecrawl/firecrawl_research_search_papers"],
    model: "search research papers",
    user: "find scientific papers about retrieval augmented generation from 2025",
  },
  {
    expect: ["firecrawl/firecrawl_research_related_papers"],
    model: "related papers by citation",
    user: "what other papers build on 'Attention is all you need'?",
  },
  {
    expect: ["kubernetes/kubectl_logs"],
    model: "logs of a pod",
    user: "what did the payments pod print in the last hour?",
  },
  {
    expect: ["kubernetes/kubectl_scale", "kubernetes/kubectl_patch"],
    model: "scale deployment replicas",
    user: "run five copies of the web deployment",
  },
  {
    expect: ["kubernetes/kubectl_rollout"],
    model: "restart a deployment rollout",
    user: "restart the checkout deployment without downtime",
  },
  {
    expect: ["kubernetes/exec_in_pod"],
    model: "execute command in a pod",
    user: "run 'rails db:migrate' inside the web pod",
  },
  {
    expect: ["elasticsearch/search"],
    model: "search an elasticsearch index",
    user: "find all log entries with status 500 from yesterday in Elastic",
  },
  {
    expect: ["elasticsearch/get_shards"],
    model: "shard information of indices",
    user: "are any shards unassigned?",
  },
  {
    expect: ["brave-search/brave_video_search"],
    model: "search for videos",
    user: "is there a video that explains Raft?",
  },
  {
    expect: ["todoist/reopen_tasks"],
    model: "reopen completed task",
    user: "I was too quick, 'send the invoice' isn't done after all",
  },
  {
    expect: ["todoist/delete_tasks"],
    model: "delete a task",
    user: "throw 'call grandma' off my Todoist",
  },
  {
    expect: ["todoist/get_completed_tasks"],
    model: "list completed tasks",
    user: "what did I get done last week?",
  },
  {
    expect: ["todoist/get_collaborators"],
    model: "collaborators of a project",
    user: "who shares the Holiday project in Todoist with me?",
  },
  {
    expect: ["todoist/create_sections"],
    model: "add section to a project",
    user: "add a column 'Waiting' to my Todoist project",
  },
  {
    expect: ["todoist/rename_shared_labels", "todoist/update_labels"],
    model: "rename shared label",
    user: "the shared label 'urgent' should be called 'now'",
  },
  {
    expect: ["airtable/create_record"],
    model: "create a record in a table",
    user: "add Jane Doe, jane@example.com to the contacts in Airtable",
  },
  {
    expect: ["airtable/create_field", "airtable/update_table"],
    model: "add field to a table",
    user: "give the contacts table in Airtable a column for birthdays",
  },
  {
    expect: ["airtable/list_comments"],
    model: "list comments on a record",
    user: "what have people written about that Airtable record?",
  },
  {
    expect: ["circleci/get_build_failure_logs"],
    model: "logs of failed ci build",
    user: "why did the build on CircleCI break?",
  },
  {
    expect: ["circleci/rerun_workflow", "circleci/run_pipeline"],
    model: "rerun workflow from failed",
    user: "try the failed CI jobs once more",
  },
  {
    expect: ["google-calendar/list-events", "google-calendar/search-events", "google-calendar/get-freebusy"],
    model: "list calendar events",
    user: "what meetings do I have tomorrow?",
  },
  {
    expect: ["google-calendar/create-event"],
    model: "create calendar event",
    user: "book a meeting with Ann on Thursday at 3 pm",
  },
  {
    expect: ["google-calendar/search-events", "google-calendar/list-events"],
    model: "search events by text",
    user: "when is the quarterly review?",
  },
  {
    expect: ["jira/jira_post"],
    model: "create jira issue",
    user: "make a Jira ticket: 'Upgrade Node to 26', assigned to me",
  },
  {
    expect: ["jira/jira_delete"],
    model: "delete jira comment",
    user: "remove my last comment from PROJ-123 in Jira",
  },
  {
    expect: ["google-calendar/list-events", "google-calendar/search-events", "google-calendar/get-freebusy"],
    model: "calendar events of tomorrow",
    user: "Welche Termine habe ich morgen?",
    language: "de",
  },
  {
    expect: ["slack/slack_post_message"],
    model: "send message to slack",
    user: "Envoie un message dans le canal #general sur Slack",
    language: "fr",
  },
  {
    expect: ["kubernetes/kubectl_logs"],
    model: "show logs of a pod",
    user: "Muéstrame los registros del pod web",
    language: "es",
  },
  {
    expect: ["github/create_pull_request", "gitlab/create_merge_request"],
    model: "create pull request from branch",
    user: "为 feature/login 分支创建一个拉取请求",
    language: "zh",
  },
  {
    expect: ["airtable/create_record"],
    model: "add a row to a table",
    user: "Adiciona um registo na tabela de clientes do Airtable",
    language: "pt",
  },
  {
    expect: ["google-calendar/create-event"],
    model: "create an appointment",
    user: "Crea un evento nel calendario per venerdì alle 15",
    language: "it",
  },
];
