/**
 * The servers whose tools the evaluation searches: real ones, pinned, and able to list their tools without an account
 * and without a network. Tokens are made up; listing never uses them.
 *
 * The search was tuned on tools of `realServers`, and on none of `heldOutServers`.
 */

export interface RealServer {
  /** As the requests name it. */
  readonly name: string;
  readonly package: string;
  /** Where the package is; npm if not given. Packages of PyPI are run with `uvx`. */
  readonly registry?: "pypi";
  readonly version: string;
  readonly bin: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads when it starts, by name, in the folder where it starts. */
  readonly files?: Readonly<Record<string, unknown>>;
}

export const realServers: readonly RealServer[] = [
  {
    name: "everything",
    package: "@modelcontextprotocol/server-everything",
    version: "2026.8.31",
    bin: "mcp-server-everything",
    args: ["stdio"],
  },
  {
    name: "filesystem",
    package: "@modelcontextprotocol/server-filesystem",
    version: "2026.8.31",
    bin: "mcp-server-filesystem",
    args: ["."],
  },
  {
    name: "memory",
    package: "@modelcontextprotocol/server-memory",
    version: "2026.8.31",
    bin: "mcp-server-memory",
  },
  {
    name: "sequential-thinking",
    package: "@modelcontextprotocol/server-sequential-thinking",
    version: "2026.8.31",
    bin: "mcp-server-sequential-thinking",
  },
  {
    name: "playwright",
    package: "@playwright/mcp",
    version: "0.0.83",
    bin: "playwright-mcp",
    args: ["--headless"],
  },
  {
    name: "chrome-devtools",
    package: "chrome-devtools-mcp",
    version: "1.11.0",
    bin: "chrome-devtools-mcp",
    args: ["--headless"],
  },
  {
    name: "git",
    package: "@cyanheads/git-mcp-server",
    version: "2.15.3",
    bin: "git-mcp-server",
    env: { MCP_TRANSPORT_TYPE: "stdio" },
  },
  {
    name: "notion",
    package: "@notionhq/notion-mcp-server",
    version: "2.5.2",
    bin: "notion-mcp-server",
    env: { NOTION_TOKEN: "made-up" },
  },
  {
    name: "mongodb",
    package: "mongodb-mcp-server",
    version: "3.0.4",
    bin: "mongodb-mcp-server",
    env: { MDB_MCP_TELEMETRY: "disabled" },
  },
  {
    name: "context7",
    package: "@upstash/context7-mcp",
    version: "4.1.1",
    bin: "context7-mcp",
  },
  {
    name: "github",
    package: "@modelcontextprotocol/server-github",
    version: "2025.4.8",
    bin: "mcp-server-github",
    env: { GITHUB_PERSONAL_ACCESS_TOKEN: "made-up" },
  },
  {
    name: "gitlab",
    package: "@modelcontextprotocol/server-gitlab",
    version: "2025.4.25",
    bin: "mcp-server-gitlab",
    env: { GITLAB_PERSONAL_ACCESS_TOKEN: "made-up" },
  },
  {
    name: "slack",
    package: "@modelcontextprotocol/server-slack",
    version: "2025.4.25",
    bin: "mcp-server-slack",
    env: { SLACK_BOT_TOKEN: "made-up", SLACK_TEAM_ID: "T0" },
  },
  {
    name: "postgres",
    package: "@modelcontextprotocol/server-postgres",
    version: "0.6.2",
    bin: "mcp-server-postgres",
    args: ["postgresql://localhost/none"],
  },
  {
    name: "puppeteer",
    package: "@modelcontextprotocol/server-puppeteer",
    version: "2025.5.12",
    bin: "mcp-server-puppeteer",
  },
  {
    name: "google-maps",
    package: "@modelcontextprotocol/server-google-maps",
    version: "0.6.2",
    bin: "mcp-server-google-maps",
    env: { GOOGLE_MAPS_API_KEY: "made-up" },
  },
  {
    name: "figma",
    package: "figma-developer-mcp",
    version: "0.13.2",
    bin: "figma-developer-mcp",
    args: ["--figma-api-key=made-up", "--stdio"],
  },
  {
    name: "tavily",
    package: "tavily-mcp",
    version: "0.2.22",
    bin: "tavily-mcp",
    env: { TAVILY_API_KEY: "made-up" },
  },
  {
    name: "firecrawl",
    package: "firecrawl-mcp",
    version: "3.26.0",
    bin: "firecrawl-mcp",
    env: { FIRECRAWL_API_KEY: "made-up" },
  },
  {
    name: "kubernetes",
    package: "mcp-server-kubernetes",
    version: "4.1.7",
    bin: "mcp-server-kubernetes",
  },
  {
    name: "elasticsearch",
    package: "@elastic/mcp-server-elasticsearch",
    version: "0.3.1",
    bin: "mcp-server-elasticsearch",
    env: { ES_URL: "http://localhost:1", ES_API_KEY: "made-up" },
  },
  {
    name: "brave-search",
    package: "@brave/brave-search-mcp-server",
    version: "2.1.4",
    bin: "brave-search-mcp-server",
    args: ["--transport", "stdio"],
    env: { BRAVE_API_KEY: "made-up" },
  },
  {
    name: "todoist",
    package: "todoist-mcp",
    version: "1.3.4",
    bin: "todoist-mcp",
    env: { API_KEY: "made-up" },
  },
  {
    name: "airtable",
    package: "airtable-mcp-server",
    version: "1.14.0",
    bin: "airtable-mcp-server",
    env: { AIRTABLE_API_KEY: "made-up" },
  },
  {
    name: "circleci",
    package: "@circleci/mcp-server-circleci",
    version: "0.20.0",
    bin: "mcp-server-circleci",
    env: { CIRCLECI_TOKEN: "made-up" },
  },
  {
    name: "google-calendar",
    package: "@cocal/google-calendar-mcp",
    version: "2.6.3",
    bin: "google-calendar-mcp",
    env: { GOOGLE_OAUTH_CREDENTIALS: "google-credentials.json" },
    files: {
      "google-credentials.json": {
        installed: { client_id: "made-up", client_secret: "made-up", redirect_uris: ["http://localhost"] },
      },
    },
  },
  {
    name: "jira",
    package: "@aashari/mcp-server-atlassian-jira",
    version: "3.3.0",
    bin: "mcp-atlassian-jira",
  },
];

export const heldOutServers: readonly RealServer[] = [
  { name: "redis", package: "redis-mcp-server", version: "0.5.1", bin: "redis-mcp-server", registry: "pypi" },
  {
    name: "sqlite",
    package: "mcp-server-sqlite",
    version: "2025.4.25",
    bin: "mcp-server-sqlite",
    registry: "pypi",
    args: ["--db-path", "held-out.db"],
  },
  { name: "time", package: "mcp-server-time", version: "2026.10.10", bin: "mcp-server-time", registry: "pypi" },
  {
    name: "trello",
    package: "@delorenj/mcp-server-trello",
    version: "1.8.1",
    bin: "mcp-server-trello",
    env: { TRELLO_API_KEY: "made-up", TRELLO_TOKEN: "made-up" },
  },
  {
    name: "sentry",
    package: "@sentry/mcp-server",
    version: "0.39.0",
    bin: "sentry-mcp",
    args: ["--access-token=made-up"],
  },
  {
    name: "hubspot",
    package: "@hubspot/mcp-server",
    version: "0.4.0",
    bin: "mcp-server",
    env: { PRIVATE_APP_ACCESS_TOKEN: "made-up" },
  },
  {
    name: "bitwarden",
    package: "@bitwarden/mcp-server",
    version: "2026.7.0",
    bin: "mcp-server-bitwarden",
    env: { BW_SESSION: "made-up" },
  },
  {
    name: "mapbox",
    package: "@mapbox/mcp-server",
    version: "0.14.0",
    bin: "mcp-server",
    env: { MAPBOX_ACCESS_TOKEN: "pk.eyJ1IjoieCJ9.x" },
  },
  {
    name: "linear",
    package: "linear-mcp-server",
    version: "0.1.0",
    bin: "linear-mcp-server",
    env: { LINEAR_API_KEY: "lin_api_made_up" },
  },
  {
    name: "gitlab-full",
    package: "@zereight/mcp-gitlab",
    version: "2.1.64",
    bin: "mcp-gitlab",
    env: { GITLAB_PERSONAL_ACCESS_TOKEN: "made-up" },
  },
];
