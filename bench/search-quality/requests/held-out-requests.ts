/**
 * Requests about servers that nothing was tuned on, written before any of them was searched for. What is not found here is
 * counted and not looked at.
 */

import type { SearchRequest } from "./search-request.ts";

export const heldOutRequests: readonly SearchRequest[] = [
  // redis
  {
    model: "append value to redis list",
    user: "Put job 42 at the end of the redis list work-queue",
    expect: ["redis/rpush"],
  },
  {
    model: "get length of redis list",
    user: "how many jobs are still waiting in the redis list work-queue?",
    expect: ["redis/llen"],
  },
  {
    model: "set expiration on redis key",
    user: "make the redis key session:9 go away after an hour",
    expect: ["redis/expire"],
  },
  {
    model: "add member to redis sorted set",
    user: "put ada on the leaderboard in redis with 420 points",
    expect: ["redis/zadd"],
  },
  { model: "count keys in redis database", user: "how many keys does our redis have?", expect: ["redis/dbsize"] },
  {
    model: "publish message to redis channel",
    user: "send 'deploy done' to everyone listening on the redis channel ops",
    expect: ["redis/publish"],
  },
  {
    model: "list connected redis clients",
    user: "who is connected to redis right now?",
    expect: ["redis/client_list"],
  },
  { model: "get all fields of redis hash", user: "show me everything in the hash user:17", expect: ["redis/hgetall"] },
  { model: "remove value from redis set", user: "take bob out of the redis set online-users", expect: ["redis/srem"] },
  {
    model: "read entries from redis stream",
    user: "what came in on the redis stream orders since noon?",
    expect: ["redis/xrange", "redis/xreadgroup"],
  },
  { model: "rename redis key", user: "the redis key usr:1 should be called user:1", expect: ["redis/rename"] },
  // sqlite, time
  { model: "list sqlite tables", user: "what tables are in this sqlite file?", expect: ["sqlite/list_tables"] },
  {
    model: "describe table schema",
    user: "which columns does the orders table have?",
    expect: ["sqlite/describe_table"],
  },
  {
    model: "run insert statement on sqlite",
    user: "add a customer named Ada to the sqlite customers table",
    expect: ["sqlite/write_query"],
  },
  {
    model: "convert time between timezones",
    user: "if it is 3pm in Berlin, what time is it in Tokyo?",
    expect: ["time/convert_time"],
  },
  { model: "current time in timezone", user: "how late is it in New York now", expect: ["time/get_current_time"] },
  // trello
  {
    model: "move trello card to list",
    user: "the login card is finished, drag it over to Done",
    expect: ["trello/move_card"],
  },
  {
    model: "create trello card",
    user: "new trello card in Backlog: the export hangs on large files",
    expect: ["trello/add_card_to_list"],
  },
  {
    model: "archive card",
    user: "we don't need the trello card about the old logo any more, archive it",
    expect: ["trello/archive_card"],
  },
  { model: "get cards assigned to me", user: "which trello cards are mine?", expect: ["trello/get_my_cards"] },
  {
    model: "add item to checklist",
    user: "put 'update the docs' on the checklist of that card",
    expect: ["trello/add_checklist_item"],
  },
  { model: "assign member to card", user: "give the payment card to Lin", expect: ["trello/assign_member_to_card"] },
  {
    model: "list board labels",
    user: "what colours and labels does our trello board use?",
    expect: ["trello/get_board_labels"],
  },
  {
    model: "duplicate card",
    user: "make a second copy of the release card on the other board",
    expect: ["trello/copy_card"],
  },
  {
    model: "add comment to trello card",
    user: "write on the trello card that the customer has confirmed the delete button works",
    expect: ["trello/add_comment"],
  },
  {
    model: "download card attachment",
    user: "get me the pdf that hangs on this trello card",
    expect: ["trello/download_attachment"],
  },
  {
    model: "create new board",
    user: "we start a new project, set up a trello board for it",
    expect: ["trello/create_board"],
  },
  {
    model: "set custom field on card",
    user: "set the field Estimate of the card to 5",
    expect: ["trello/update_card_custom_field"],
  },
  // sentry
  {
    model: "search sentry issues",
    user: "which crashes did users see in production since yesterday?",
    expect: ["sentry/search_issues", "sentry/search_events"],
  },
  {
    model: "root cause analysis of sentry issue",
    user: "why does this sentry error happen and how do I fix it?",
    expect: ["sentry/analyze_issue_with_seer"],
  },
  { model: "resolve sentry issue", user: "mark WEB-123 in sentry as solved", expect: ["sentry/update_issue"] },
  { model: "list sentry projects", user: "what projects do we have in sentry?", expect: ["sentry/find_projects"] },
  // hubspot
  {
    model: "search hubspot contacts",
    user: "find the hubspot contact with the mail ada@example.com",
    expect: ["hubspot/hubspot-search-objects"],
  },
  {
    model: "create contacts in hubspot",
    user: "add these three people as new contacts to the crm",
    expect: ["hubspot/hubspot-batch-create-objects"],
  },
  {
    model: "list hubspot workflows",
    user: "which automations are running in hubspot?",
    expect: ["hubspot/hubspot-list-workflows"],
  },
  {
    model: "update company properties",
    user: "change the phone number of the company Acme in hubspot",
    expect: ["hubspot/hubspot-batch-update-objects"],
  },
  {
    model: "create note engagement",
    user: "leave a note in hubspot that we called Acme about the refund",
    expect: ["hubspot/hubspot-create-engagement"],
  },
  {
    model: "associate contact with company",
    user: "connect Ada with the company Acme in hubspot",
    expect: ["hubspot/hubspot-batch-create-associations"],
  },
  // bitwarden
  { model: "generate password", user: "I need a strong password with 24 characters", expect: ["bitwarden/generate"] },
  { model: "lock vault", user: "lock my bitwarden before I go to lunch", expect: ["bitwarden/lock"] },
  { model: "get login item", user: "what is my password for the router?", expect: ["bitwarden/get", "bitwarden/list"] },
  { model: "create folder in vault", user: "make a folder Servers in the vault", expect: ["bitwarden/create_folder"] },
  {
    model: "restore item from trash",
    user: "I deleted the wifi login by mistake, bring it back",
    expect: ["bitwarden/restore"],
  },
  {
    model: "share text securely",
    user: "send this api key to a colleague in a safe way",
    expect: ["bitwarden/create_text_send"],
  },
  {
    model: "invite organization member",
    user: "let ada@example.com into our bitwarden organisation",
    expect: ["bitwarden/invite_org_member"],
  },
  {
    model: "revoke member access",
    user: "Bob has left the company, block him in bitwarden",
    expect: ["bitwarden/revoke_org_member", "bitwarden/remove_org_member"],
  },
  {
    model: "approve device request",
    user: "the new laptop asks to be let in to bitwarden, say yes",
    expect: ["bitwarden/device_approval_approve"],
  },
  {
    model: "list organization events audit log",
    user: "who looked at which passwords in our organisation last week?",
    expect: ["bitwarden/get_org_events"],
  },
  { model: "list groups", user: "what groups do we have in bitwarden", expect: ["bitwarden/list_org_groups"] },
  // mapbox, linear
  {
    model: "driving directions between coordinates",
    user: "how do I drive from Berlin to Hamburg?",
    expect: ["mapbox/directions_tool"],
  },
  {
    model: "find nearby places by category",
    user: "show me coffee shops close to the office",
    expect: ["mapbox/category_search_tool", "mapbox/search_and_geocode_tool", "mapbox/ground_location_tool"],
  },
  {
    model: "reverse geocode coordinates",
    user: "which address is at 52.52, 13.40?",
    expect: ["mapbox/reverse_geocode_tool"],
  },
  { model: "area of polygon", user: "how many square metres is this plot of land?", expect: ["mapbox/area_tool"] },
  {
    model: "isochrone reachable area",
    user: "where can I get to in 15 minutes by bike?",
    expect: ["mapbox/isochrone_tool"],
  },
  {
    model: "optimize route through stops",
    user: "in which order should the driver visit these eight customers?",
    expect: ["mapbox/optimization_tool"],
  },
  {
    model: "create linear issue",
    user: "File a bug in Linear that the search returns deleted users",
    expect: ["linear/linear_create_issue"],
  },
  { model: "my linear issues", user: "what is on my plate in linear?", expect: ["linear/linear_get_user_issues"] },
  // gitlab
  {
    model: "create merge request",
    user: "open merge request for the branch fix/login",
    expect: ["gitlab-full/create_merge_request"],
  },
  {
    model: "approve merge request",
    user: "the change !17 looks good to me, approve it",
    expect: ["gitlab-full/approve_merge_request"],
  },
  {
    model: "merge request diff",
    user: "what does merge request 17 change?",
    expect: [
      "gitlab-full/get_merge_request_diffs",
      "gitlab-full/list_merge_request_diffs",
      "gitlab-full/list_merge_request_changed_files",
      "gitlab-full/get_merge_request",
    ],
  },
  {
    model: "protect branch",
    user: "nobody should be able to push to main directly",
    expect: ["gitlab-full/protect_branch"],
  },
  {
    model: "comment on issue",
    user: "reply on issue 12 that we cannot reproduce the crash when deleting a file",
    expect: ["gitlab-full/create_issue_note", "gitlab-full/create_note"],
  },
  {
    model: "validate ci configuration",
    user: "is my .gitlab-ci.yml ok?",
    expect: ["gitlab-full/validate_project_ci_lint", "gitlab-full/validate_ci_lint"],
  },
  { model: "close issue", user: "issue 12 is fixed, close it", expect: ["gitlab-full/update_issue"] },
  {
    model: "fork project",
    user: "I want my own copy of the gitlab project tools/build",
    expect: ["gitlab-full/fork_repository"],
  },
  {
    model: "link two issues",
    user: "issue 12 blocks issue 15, connect them",
    expect: ["gitlab-full/create_issue_link"],
  },
  {
    model: "issues assigned to me",
    user: "what do I have to do in gitlab?",
    expect: ["gitlab-full/my_issues", "gitlab-full/list_todos", "gitlab-full/list_issues"],
  },
  // other languages
  {
    model: "list project members",
    user: "谁是这个项目的成员？",
    language: "zh",
    expect: ["gitlab-full/list_project_members", "gitlab-full/list_group_members", "trello/get_board_members"],
  },
  {
    model: "add card",
    user: "在 Trello 看板上添加一张卡片",
    language: "zh",
    expect: ["trello/add_card_to_list", "trello/add_cards_to_list"],
  },
  { model: "generate password", user: "帮我生成一个安全的密码", language: "zh", expect: ["bitwarden/generate"] },
  {
    model: "list branches",
    user: "列出所有分支",
    language: "zh",
    expect: ["gitlab-full/list_branches", "gitlab-full/list_protected_branches"],
  },
  {
    model: "delete label",
    user: "Lösche das Label „alt“ im Projekt",
    language: "de",
    expect: ["gitlab-full/delete_label", "trello/delete_label"],
  },
  {
    model: "add comment",
    user: "Añade un comentario a la tarjeta de Trello",
    language: "es",
    expect: ["trello/add_comment"],
  },
  {
    model: "create issue",
    user: "Crée un ticket : l'export plante",
    language: "fr",
    expect: ["gitlab-full/create_issue", "linear/linear_create_issue"],
  },
];
