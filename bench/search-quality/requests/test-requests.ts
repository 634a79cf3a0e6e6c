/**
 * The held-out half: written before the search was, and looked at only to report. The tools meant here (the first of
 * each `expect`) are meant nowhere in the development half: a hash of their names decided which half they belong to.
 */

import type { SearchRequest } from "./search-request.ts";

export const testRequests: readonly SearchRequest[] = [
  {
    expect: ["chrome-devtools/drag", "playwright/browser_drag"],
    model: "drag element onto another element",
    user: "Move the second card into the Done column on the board in the browser",
  },
  {
    expect: [
      "chrome-devtools/fill",
      "chrome-devtools/fill_form",
      "chrome-devtools/type_text",
      "playwright/browser_type",
      "playwright/browser_fill_form",
      "puppeteer/puppeteer_fill",
    ],
    model: "fill input field with text",
    user: "put jane@example.com in the email box on the login page",
  },
  {
    expect: ["chrome-devtools/fill_form", "playwright/browser_fill_form"],
    model: "fill out a form with several fields",
    user: "Complete the sign-up form: name Ada, age 36, tick the newsletter checkbox",
  },
  {
    expect: ["chrome-devtools/get_console_message"],
    model: "get a single console message by id",
    user: "what exactly does console error number 7 say?",
  },
  {
    expect: ["chrome-devtools/get_css_styles"],
    model: "get css rules that apply to an element",
    user: "Why is the header button blue? Which stylesheet rule wins?",
  },
  {
    expect: ["chrome-devtools/hover", "playwright/browser_hover", "puppeteer/puppeteer_hover"],
    model: "hover mouse over element",
    user: "Point the mouse at the Products menu so that the submenu opens",
  },
  {
    expect: ["chrome-devtools/list_pages", "playwright/browser_tabs"],
    model: "list open browser pages",
    user: "which tabs do I have open right now?",
  },
  {
    expect: [
      "chrome-devtools/navigate_page",
      "playwright/browser_navigate",
      "chrome-devtools/new_page",
      "puppeteer/puppeteer_navigate",
    ],
    model: "navigate browser to url",
    user: "go to http://localhost:5173 and see if it comes up",
  },
  {
    expect: ["chrome-devtools/performance_start_trace"],
    model: "record a performance trace of page load",
    user: "The landing page feels slow, find out what takes so long to load",
  },
  {
    expect: ["chrome-devtools/performance_stop_trace"],
    model: "stop performance trace recording",
    user: "ok that's enough profiling, end it and give me the numbers",
  },
  {
    expect: ["chrome-devtools/resize_page", "playwright/browser_resize", "chrome-devtools/emulate"],
    model: "resize browser viewport",
    user: "How does it look on a 390x844 phone screen?",
  },
  {
    expect: ["chrome-devtools/screencast_start"],
    model: "start recording a video of the page",
    user: "film what happens while you go through the checkout",
  },
  {
    expect: ["chrome-devtools/select_page", "playwright/browser_tabs"],
    model: "switch to another browser tab",
    user: "switch over to the tab with the docs",
  },
  {
    expect: ["chrome-devtools/take_screenshot", "playwright/browser_take_screenshot", "puppeteer/puppeteer_screenshot"],
    model: "take screenshot of page",
    user: "show me a picture of what the site looks like now",
  },
  {
    expect: ["everything/get-env"],
    model: "get environment variables",
    user: "is DATABASE_URL set in the environment of the server?",
  },
  {
    expect: ["everything/gzip-file-as-resource"],
    model: "compress file with gzip",
    user: "zip up the log file to make it smaller",
  },
  {
    expect: ["everything/toggle-simulated-logging"],
    model: "toggle simulated logging",
    user: "turn the fake log messages off again",
  },
  {
    expect: ["everything/trigger-long-running-operation"],
    model: "long running operation with progress updates",
    user: "start something that takes 30 seconds so I can see the progress bar",
  },
  {
    expect: ["filesystem/read_multiple_files"],
    model: "read several files at once",
    user: "look at package.json, tsconfig.json and vite.config.ts and compare them",
  },
  {
    expect: ["filesystem/write_file"],
    model: "write content to file",
    user: "save this as notes/todo.md",
  },
  {
    expect: ["filesystem/edit_file"],
    model: "edit lines in a file",
    user: "In src/app.ts replace the hard-coded port with process.env.PORT",
  },
  {
    expect: ["filesystem/list_directory_with_sizes"],
    model: "list directory with file sizes",
    user: "what's taking up all the space in ./assets?",
  },
  {
    expect: ["filesystem/search_files"],
    model: "find files by glob pattern",
    user: "where are all the .test.ts files?",
  },
  {
    expect: ["filesystem/get_file_info"],
    model: "get file metadata size and modification time",
    user: "when was README.md last changed and how big is it?",
  },
  {
    expect: ["git/git_branch", "git/git_status"],
    model: "list git branches",
    user: "which branch am I on?",
  },
  {
    expect: ["git/git_changelog_analyze"],
    model: "analyze changelog against git history",
    user: "is our CHANGELOG missing anything that was done since the last release?",
  },
  {
    expect: ["git/git_checkout"],
    model: "checkout branch",
    user: "let's continue on the feature/login branch",
  },
  {
    expect: ["git/git_fetch"],
    model: "git fetch from remote",
    user: "is there anything new on origin? don't merge it yet",
  },
  {
    expect: ["git/git_init"],
    model: "initialize git repository",
    user: "start version control in this folder",
  },
  {
    expect: ["git/git_merge"],
    model: "merge branch into current branch",
    user: "bring the changes of feature/login into main",
  },
  {
    expect: ["git/git_pull"],
    model: "pull latest changes from remote",
    user: "get me the newest code from the team",
  },
  {
    expect: ["git/git_push"],
    model: "push commits to remote",
    user: "upload my commits to GitHub",
  },
  {
    expect: ["git/git_rebase"],
    model: "rebase branch onto main",
    user: "put my commits on top of the current main so the history stays linear",
  },
  {
    expect: ["git/git_reset"],
    model: "git reset undo commit",
    user: "undo the last commit but keep my changes",
  },
  {
    expect: ["git/git_show", "git/git_diff"],
    model: "show details of a commit",
    user: "what did 3f2a9c1 change?",
  },
  {
    expect: ["git/git_tag"],
    model: "create git tag for release",
    user: "mark this as version 1.4.0",
  },
  {
    expect: ["git/git_wrapup_instructions"],
    model: "git wrap-up checklist",
    user: "what do I have to do before we can call this session finished?",
  },
  {
    expect: ["memory/create_entities", "memory/add_observations", "memory/create_relations"],
    model: "create entities in knowledge graph",
    user: "remember that Ada is the owner of the billing service",
  },
  {
    expect: ["memory/create_relations", "memory/create_entities"],
    model: "create relation between entities",
    user: "note down that the billing service depends on the auth service",
  },
  {
    expect: ["memory/delete_observations", "memory/delete_entities"],
    model: "delete observations from an entity",
    user: "forget what I told you about Ada's phone number",
  },
  {
    expect: ["memory/read_graph"],
    model: "read the whole knowledge graph",
    user: "tell me everything you have remembered so far",
  },
  {
    expect: ["mongodb/aggregate", "mongodb/aggregate-db"],
    model: "run aggregation pipeline on collection",
    user: "what's the average order value per month in the orders collection?",
  },
  {
    expect: ["mongodb/collection-indexes"],
    model: "list indexes of a collection",
    user: "does users have an index on email?",
  },
  {
    expect: ["mongodb/collection-schema"],
    model: "describe collection schema",
    user: "what fields do the documents in orders have?",
  },
  {
    expect: ["mongodb/create-collection"],
    model: "create collection in database",
    user: "add a new collection called invoices to the shop database",
  },
  {
    expect: ["mongodb/db-stats"],
    model: "database statistics",
    user: "how much space does the shop database use?",
  },
  {
    expect: ["mongodb/update-many"],
    model: "update documents matching a filter",
    user: "set status to archived for every customer who has not logged in since 2023",
  },
  {
    expect: ["mongodb/search-knowledge", "context7/query-docs"],
    model: "search mongodb documentation",
    user: "what does the MongoDB manual say about sharding?",
  },
  {
    expect: ["notion/API-get-users"],
    model: "list workspace users",
    user: "who are the members of our Notion workspace?",
  },
  {
    expect: ["notion/API-patch-block-children", "notion/API-update-page-markdown"],
    model: "append block to page",
    user: "add a bullet point at the end of that Notion page",
  },
  {
    expect: ["notion/API-delete-a-block", "notion/API-update-a-block", "notion/API-update-page-markdown"],
    model: "delete a block",
    user: "take the last paragraph out of the meeting notes in Notion",
  },
  {
    expect: ["notion/API-create-a-comment"],
    model: "add comment to a page",
    user: "leave a remark on the spec page in Notion: looks good to me",
  },
  {
    expect: ["notion/API-create-a-data-source"],
    model: "create data source with properties",
    user: "make a new table in Notion with the columns name, date and status",
  },
  {
    expect: ["notion/API-move-page"],
    model: "move page to another parent",
    user: "put the Roadmap page under Planning in Notion",
  },
  {
    expect: ["notion/API-update-page-markdown", "notion/API-update-a-block"],
    model: "update page content with markdown",
    user: "rewrite the introduction on the onboarding page in Notion",
  },
  {
    expect: ["playwright/browser_close", "playwright/browser_tabs", "chrome-devtools/close_page"],
    model: "close the browser page",
    user: "we are done with the browser, shut it",
  },
  {
    expect: ["playwright/browser_navigate_back", "chrome-devtools/navigate_page"],
    model: "navigate back in history",
    user: "go to the previous page",
  },
  {
    expect: ["playwright/browser_network_request", "chrome-devtools/get_network_request"],
    model: "get headers and body of one network request",
    user: "what did the server send back for the third request?",
  },
  {
    expect: ["playwright/browser_run_code_unsafe"],
    model: "run playwright code snippet",
    user: "execute this Playwright script: await page.getByRole('button').click()",
  },
  {
    expect: ["playwright/browser_click", "chrome-devtools/click", "puppeteer/puppeteer_click"],
    model: "click element on page",
    user: "press the Submit button",
  },
  {
    expect: ["playwright/browser_wait_for", "chrome-devtools/wait_for"],
    model: "wait for text to appear",
    user: "hold on until it says 'Upload complete'",
  },
  {
    expect: ["sequential-thinking/sequentialthinking"],
    model: "step by step reasoning and problem solving",
    user: "think this through carefully step by step before you answer",
  },
  {
    expect: ["git/git_push"],
    model: "git push branch",
    user: "Schiebe meine Commits auf den Server",
    language: "de",
  },
  {
    expect: ["filesystem/search_files", "filesystem/directory_tree"],
    model: "search for configuration files",
    user: "Wo liegen die Konfigurationsdateien in diesem Projekt?",
    language: "de",
  },
  {
    expect: ["chrome-devtools/take_screenshot", "playwright/browser_take_screenshot", "puppeteer/puppeteer_screenshot"],
    model: "screenshot of the home page",
    user: "Fais une capture d'écran de la page d'accueil",
    language: "fr",
  },
  {
    expect: ["filesystem/write_file"],
    model: "create a file with text content",
    user: "Crée un fichier bonjour.txt avec le texte « salut »",
    language: "fr",
  },
  {
    expect: ["filesystem/edit_file"],
    model: "replace a line in a text file",
    user: "Cambia la línea 12 de config.yaml para que el puerto sea 8080",
    language: "es",
  },
  {
    expect: ["playwright/browser_click", "chrome-devtools/click", "puppeteer/puppeteer_click"],
    model: "click a button",
    user: "Haz clic en el botón Guardar",
    language: "es",
  },
  {
    expect: ["filesystem/get_file_info"],
    model: "file size and last modified date",
    user: "main.py のファイルサイズと更新日時を教えて",
    language: "ja",
  },
  {
    expect: ["git/git_merge"],
    model: "git merge",
    user: "把当前分支合并到 main",
    language: "zh",
  },
  {
    expect: ["chrome-devtools/list_pages", "playwright/browser_tabs"],
    model: "list browser tabs",
    user: "Mostra as abas abertas do navegador",
    language: "pt",
  },
  {
    expect: ["notion/API-delete-a-block"],
    model: "remove a block from notion page",
    user: "Elimina il blocco selezionato dalla pagina Notion",
    language: "it",
  },
];
