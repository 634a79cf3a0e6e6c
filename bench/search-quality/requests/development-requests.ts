/**
 * The development half: the search was built while looking at these. Its numbers are therefore flattered; the held-out
 * half's are the ones to believe.
 */

import type { SearchRequest } from "./search-request.ts";

export const developmentRequests: readonly SearchRequest[] = [
  {
    expect: ["chrome-devtools/close_page", "playwright/browser_close", "playwright/browser_tabs"],
    model: "close a tab",
    user: "you can close that tab now",
  },
  {
    expect: ["chrome-devtools/emulate"],
    model: "emulate slow network and cpu throttling",
    user: "pretend I'm on a slow 3G connection",
  },
  {
    expect: [
      "chrome-devtools/evaluate_script",
      "playwright/browser_evaluate",
      "playwright/browser_run_code_unsafe",
      "puppeteer/puppeteer_evaluate",
    ],
    model: "evaluate javascript in page",
    user: "run document.title on the page and tell me the result",
  },
  {
    expect: ["chrome-devtools/get_network_request", "playwright/browser_network_request"],
    model: "network request details",
    user: "show me the response body of the failing /api/login call",
  },
  {
    expect: ["chrome-devtools/handle_dialog", "playwright/browser_handle_dialog"],
    model: "accept browser dialog",
    user: "an alert popped up, just say OK",
  },
  {
    expect: ["chrome-devtools/lighthouse_audit"],
    model: "run accessibility audit",
    user: "how good is our site for blind people and for Google?",
  },
  {
    expect: ["chrome-devtools/list_console_messages", "playwright/browser_console_messages"],
    model: "list console errors",
    user: "are there any JavaScript errors on the page?",
  },
  {
    expect: ["chrome-devtools/list_network_requests", "playwright/browser_network_requests"],
    model: "list network requests of page",
    user: "which API calls does the dashboard make?",
  },
  {
    expect: ["chrome-devtools/new_page", "playwright/browser_tabs"],
    model: "open new browser tab",
    user: "open https://example.com in a separate tab",
  },
  {
    expect: ["chrome-devtools/performance_analyze_insight"],
    model: "analyze performance insight in detail",
    user: "tell me more about that LCP finding",
  },
  {
    expect: ["chrome-devtools/press_key", "playwright/browser_press_key"],
    model: "press keyboard key",
    user: "hit Escape",
  },
  {
    expect: ["chrome-devtools/screencast_stop"],
    model: "stop screencast recording",
    user: "that's it, stop filming",
  },
  {
    expect: ["chrome-devtools/take_heapsnapshot"],
    model: "heap snapshot for memory leak",
    user: "I think the page leaks memory, can you check?",
  },
  {
    expect: ["chrome-devtools/take_snapshot", "playwright/browser_snapshot"],
    model: "accessibility snapshot of page",
    user: "what can you see on the page, as text?",
  },
  {
    expect: ["chrome-devtools/upload_file", "playwright/browser_file_upload", "playwright/browser_drop"],
    model: "upload file through form",
    user: "attach cv.pdf to the application form",
  },
  {
    expect: ["context7/resolve-library-id"],
    model: "resolve library id for package name",
    user: "which library is meant by 'next-auth'? look up its id",
  },
  {
    expect: ["context7/query-docs", "context7/resolve-library-id", "firecrawl/firecrawl_developer_search"],
    model: "query library documentation",
    user: "how do I use middleware in the newest Next.js?",
  },
  { expect: ["everything/echo"], model: "echo message", user: "repeat after me: hello world" },
  { expect: ["everything/get-sum"], model: "add two numbers", user: "what is 17 plus 25?" },
  { expect: ["everything/get-tiny-image"], model: "get small image", user: "show me the little MCP logo" },
  {
    expect: ["everything/simulate-research-query"],
    model: "simulate deep research",
    user: "do some pretend research on solar panels",
  },
  {
    expect: ["filesystem/read_text_file", "filesystem/read_file"],
    model: "read file contents",
    user: "what does README.md say?",
  },
  {
    expect: ["filesystem/read_media_file"],
    model: "read image file",
    user: "have a look at docs/logo.png",
  },
  {
    expect: ["filesystem/create_directory"],
    model: "create directory",
    user: "make a new folder called fixtures under test",
  },
  {
    expect: ["filesystem/list_directory", "filesystem/list_directory_with_sizes", "filesystem/directory_tree"],
    model: "list directory contents",
    user: "what is in this folder?",
  },
  {
    expect: ["filesystem/directory_tree", "filesystem/list_directory"],
    model: "recursive directory tree",
    user: "give me an overview of how the project is laid out",
  },
  {
    expect: ["filesystem/move_file"],
    model: "move or rename file",
    user: "rename utils.ts to strings.ts",
  },
  {
    expect: ["filesystem/list_allowed_directories"],
    model: "list allowed directories",
    user: "which folders are you allowed to touch?",
  },
  {
    expect: ["git/git_add"],
    model: "stage files for commit",
    user: "get src/index.ts ready for the commit",
  },
  {
    expect: ["git/git_blame"],
    model: "git blame line authorship",
    user: "who wrote line 42 of server.ts?",
  },
  {
    expect: ["git/git_cherry_pick"],
    model: "cherry pick commit",
    user: "take just commit abc1234 from the hotfix branch over to here",
  },
  {
    expect: ["git/git_clean"],
    model: "remove untracked files",
    user: "get rid of all the files git doesn't know about",
  },
  {
    expect: ["git/git_clone"],
    model: "clone repository from url",
    user: "download https://github.com/acme/widgets.git so that we can work on it",
  },
  {
    expect: ["git/git_commit"],
    model: "commit staged changes",
    user: "check this in with the message 'fix typo'",
  },
  {
    expect: ["git/git_diff", "git/git_status"],
    model: "diff of working tree",
    user: "what have I changed since yesterday's commit?",
  },
  {
    expect: ["git/git_log", "github/list_commits"],
    model: "view commit history",
    user: "what has been happening in this repo over the last week?",
  },
  {
    expect: ["git/git_reflog"],
    model: "reflog to recover lost commits",
    user: "I lost my commits after a bad reset, can we get them back?",
  },
  {
    expect: ["git/git_remote"],
    model: "list git remotes",
    user: "where does origin point to?",
  },
  {
    expect: ["git/git_stash"],
    model: "stash uncommitted changes",
    user: "put my unfinished work aside for a moment",
  },
  {
    expect: ["git/git_status"],
    model: "working tree status",
    user: "anything uncommitted?",
  },
  {
    expect: ["git/git_worktree"],
    model: "add git worktree",
    user: "I want to work on two branches at the same time in separate folders",
  },
  {
    expect: ["memory/add_observations", "memory/create_entities"],
    model: "add observation to existing entity",
    user: "also remember that Ada prefers email",
  },
  {
    expect: ["memory/delete_entities", "memory/delete_observations"],
    model: "delete entity from knowledge graph",
    user: "forget everything about the old billing service",
  },
  {
    expect: ["memory/search_nodes", "memory/open_nodes", "memory/read_graph"],
    model: "search knowledge graph",
    user: "do you remember anything about Ada?",
  },
  {
    expect: ["mongodb/collection-storage-size"],
    model: "storage size of a collection",
    user: "how big is the events collection on disk?",
  },
  {
    expect: ["mongodb/connect"],
    model: "connect to mongodb instance",
    user: "connect to mongodb://localhost:27017",
  },
  {
    expect: ["mongodb/count", "postgres/query"],
    model: "count documents in collection",
    user: "how many customers do we have in the database?",
  },
  {
    expect: ["mongodb/create-index"],
    model: "create index on collection",
    user: "lookups by email are slow, make the users collection faster for that",
  },
  {
    expect: ["mongodb/delete-many"],
    model: "delete documents matching filter",
    user: "erase all the test orders from the db",
  },
  {
    expect: ["mongodb/drop-collection"],
    model: "drop collection",
    user: "throw away the tmp_import collection",
  },
  {
    expect: ["mongodb/explain"],
    model: "explain query plan",
    user: "why is this query so slow?",
  },
  {
    expect: ["mongodb/export"],
    model: "export query results as json",
    user: "save all orders of 2024 to a JSON file",
  },
  {
    expect: ["mongodb/find", "postgres/query"],
    model: "find documents in collection",
    user: "look up the customer whose email is bob@example.com",
  },
  {
    expect: ["mongodb/insert-many"],
    model: "insert documents into collection",
    user: "put these three products into the shop database",
  },
  {
    expect: ["mongodb/list-databases"],
    model: "list databases",
    user: "what databases are there on this mongo server?",
  },
  {
    expect: ["mongodb/mongodb-logs"],
    model: "recent mongod log events",
    user: "what has the database been complaining about lately?",
  },
  {
    expect: ["mongodb/rename-collection"],
    model: "rename a collection",
    user: "call the collection 'people' from now on instead of 'persons'",
  },
  {
    expect: ["notion/API-get-self"],
    model: "get own bot user",
    user: "who am I logged in as in Notion?",
  },
  {
    expect: ["notion/API-post-search"],
    model: "search notion pages by title",
    user: "find the page about onboarding in Notion",
  },
  {
    expect: ["notion/API-retrieve-page-markdown", "notion/API-retrieve-a-page", "notion/API-get-block-children"],
    model: "retrieve page as markdown",
    user: "read me the Notion page 'Team handbook'",
  },
  {
    expect: ["notion/API-post-page"],
    model: "create a page in notion",
    user: "write up a new page in Notion titled Retrospective",
  },
  {
    expect: ["notion/API-retrieve-a-comment"],
    model: "retrieve comments of a page",
    user: "what did people say about the spec in Notion?",
  },
  {
    expect: ["notion/API-query-data-source"],
    model: "query data source with filter",
    user: "which tasks in our Notion tracker are overdue?",
  },
  {
    expect: ["playwright/browser_emulate_media", "chrome-devtools/emulate"],
    model: "emulate dark color scheme",
    user: "how does it look in dark mode?",
  },
  {
    expect: ["playwright/browser_find"],
    model: "find text on current page",
    user: "is there anything about refunds on this page?",
  },
  {
    expect: [
      "playwright/browser_select_option",
      "chrome-devtools/fill",
      "chrome-devtools/fill_form",
      "puppeteer/puppeteer_select",
    ],
    model: "select option in dropdown",
    user: "choose Germany from the country list",
  },
  {
    expect: ["filesystem/list_directory", "filesystem/list_directory_with_sizes", "filesystem/directory_tree"],
    model: "list files in folder",
    user: "Was liegt in diesem Ordner?",
    language: "de",
  },
  {
    expect: ["git/git_log", "github/list_commits"],
    model: "show recent commits",
    user: "Zeig mir die letzten Commits",
    language: "de",
  },
  {
    expect: ["mongodb/count"],
    model: "number of documents in collection",
    user: "Wie viele Dokumente sind in der Sammlung users?",
    language: "de",
  },
  {
    expect: ["filesystem/read_text_file", "filesystem/read_file"],
    model: "open and read a text file",
    user: "Ouvre le fichier README.md et lis-le",
    language: "fr",
  },
  {
    expect: ["filesystem/move_file"],
    model: "rename a file",
    user: "Renomme le fichier a.txt en b.txt",
    language: "fr",
  },
  {
    expect: ["filesystem/create_directory"],
    model: "make directory",
    user: "Crea una carpeta llamada docs",
    language: "es",
  },
  {
    expect: ["chrome-devtools/list_console_messages", "playwright/browser_console_messages"],
    model: "browser console messages",
    user: "¿Hay errores en la consola del navegador?",
    language: "es",
  },
  {
    expect: ["filesystem/read_text_file", "filesystem/read_file"],
    model: "read contents of a source file",
    user: "读取 src/main.ts 文件的内容",
    language: "zh",
  },
  {
    expect: ["git/git_status", "git/git_diff"],
    model: "git status of changed files",
    user: "変更されたファイルの状態を見せて",
    language: "ja",
  },
  {
    expect: ["git/git_commit"],
    model: "git commit with message",
    user: "Faz commit das alterações com a mensagem 'corrige erro'",
    language: "pt",
  },
  {
    expect: ["mongodb/delete-many"],
    model: "remove documents from collection",
    user: "Cancella tutti i documenti di prova dalla collezione ordini",
    language: "it",
  },
];
