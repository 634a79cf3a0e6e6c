/**
 * Which folders of a room's src may import which. The list of a room is in order: an entry may import itself and the
 * entries before it, so no two import each other. Type-only imports and import() count; tests are not checked.
 *
 * Every room is listed. To add one: list its folders, lowest first, each with one sentence that says why it is there.
 * - "session" is src/session with its subfolders; "session/queue" may be an entry of its own.
 * - "errors.ts" is one file; "." is the files directly in src that are not listed themselves.
 * - A file that is in no entry fails the lint.
 */

import { posix } from "node:path";

/** A folder or file in a room's src, and why it stands above those listed before it. */
type Entry = readonly [name: string, why: string];

export const folders: Readonly<Record<string, readonly Entry[]>> = {
  basis: [
    [".", "the root runs in a browser and stands on nothing"],
    ["node", "what needs Node.js may use the root, never the other way round"],
  ],
  process: [
    ["child.ts", "the types of a child process, which every other part speaks of"],
    ["child-error.ts", "its errors name the child's parts"],
    ["tree", "finds and signals the processes of a tree"],
    ["streams", "keeps what a child wrote, and needs no process"],
    ["terminate", "ends a tree, which it finds first"],
    ["reaper", "ends trees after this process has died"],
    [".", "spawning, supervising and the index stand on all of it"],
  ],
  timeline: [
    ["entry.ts", "what a person reads: the result of the fold"],
    ["event.ts", "what is folded; some events name parts of entries"],
    ["record.ts", "what a journal keeps, before it is read"],
    ["content.ts", "blocks of content, which reading checks and folding joins"],
    ["forms", "elicitation forms: used by clients, and by no fold"],
    ["reading", "messages and records become events"],
    ["folding", "events become entries"],
    ["servers", "records become the state of each MCP server, beside the entries"],
    [".", "folding records takes both, and the index exports the room"],
  ],
  journal: [
    ["journal.ts", "the public types, which every part speaks of"],
    ["journal-error.ts", "every part fails with the same error"],
    ["journal-options.ts", "what a journal is made with"],
    ["store", "keeps rows and leases, and knows nothing of what records mean"],
    ["reading", "gives back what is stored"],
    ["writing", "one session open for writing: redacted, classified, committed in groups"],
    ["copying", "forks and imports read one session and write another"],
    ["upkeep", "deletes sessions and gives space back"],
    ["create-journal.ts", "a journal on any store"],
    ["sqlite", "the store in a file, and the repair of a damaged one, which copies sessions"],
    ["postgres", "the store in a database that several machines share; it has its own entry point"],
    ["recorder", "sorts the messages of a connection into sessions of a journal"],
    ["stream", "records before it passes on; any recorder will do"],
    [".", "the openers and the index stand on all of it"],
  ],
  agent: [
    ["acp-client", "the client as one session sees it; everything above speaks to it"],
    ["model", "a model answers a request, and knows neither sessions nor tools"],
    ["history", "what the model is shown of the past, in the model's own types"],
    ["tools", "a tool reads and writes through the client and the workspace, in no particular turn"],
    ["turn", "one turn: answers of the model, calls of tools"],
    ["context", "watches and shortens the history of turns"],
    ["permission", "decides about the calls of a turn"],
    ["modes", "sets of rules, and the tool by which a plan ends"],
    ["mcp/lists", "what the hub's servers list"],
    ["mcp/notices", "what the client hears of servers"],
    ["mcp/calls", "the servers' tools, as tools of a turn"],
    ["mcp/questions", "what servers ask while a call runs"],
    ["mcp/record", "servers that a user brought, and offers, as events of the journal"],
    ["mcp", "joins them on the hub of a session"],
    ["commands", "slash commands show and change everything above"],
    ["session", "a session puts the parts together"],
    ["edge", "the protocol's requests open sessions and reach them"],
    [".", "the connection and the index stand on all of it"],
  ],
  proxy: [
    ["wire", "passes messages on, and knows nothing of sessions and tools"],
    ["agents", "what each agent takes, as data"],
    ["doors", "how an agent reaches the endpoint: a loopback address, a shim"],
    ["session", "the tools of one ACP session: its hub, its endpoint, its permissions, its updates"],
    [".", "wrapping an agent takes all of it"],
  ],
  connect: [
    ["connect-error.ts", "every part fails with the same error"],
    ["line", "one connection to a gateway: knows no message and no session"],
    ["far", "the gateway over several lines: each message once, each request answered once"],
    ["servers", "servers of this machine for the gateway's side: knows no session"],
    ["session", "what is done on this machine for a session of the gateway"],
    [".", "joining an editor to a gateway takes all of it"],
  ],
  gateway: [
    ["gateway-error.ts", "every part fails with the same error"],
    ["people/person.ts", "people and roles, which the store and the decision speak of"],
    ["people/store", "keeps people, tokens, shares and the audit; decides nothing"],
    ["people", "who may do what, and who did it; knows a session by its id"],
    ["gateway.ts", "the public types, which every part speaks of"],
    ["gateway-options.ts", "what a gateway is made of, and its limits"],
    ["wire", "messages, and what is on its way to one peer: knows no session and no agent"],
    ["machines", "the machines of the gateway: where a session goes, and one client's wire to another"],
    ["record", "the journal as agents write it, which sessions and feeds read"],
    ["feed", "reads the journal alone, so it works without any agent"],
    ["upstream", "one agent: it knows a session only by what it sends there"],
    ["mcp-relay", "MCP between an agent and the client that provides a server; knows no session but its ids"],
    ["sessions/audience", "what attached clients get, whatever the session does"],
    ["sessions/questions", "what agents ask people, who are in the audience"],
    ["sessions/gate", "what the rules settle before people are asked"],
    ["sessions/errands", "what agents ask of a machine, after the gate"],
    ["sessions", "a live session puts these together"],
    ["connection", "one client: it opens sessions and starts agents"],
    ["http/limits", "numbers, and a pace that keeps to them"],
    ["http/telemetry", "the log and the metrics, which every part below writes"],
    ["http/door", "who may come in; knows no route"],
    ["http/services.ts", "what the parts above share: the door, the limits, the log"],
    ["http/api", "requests that have come in"],
    ["http/page", "the page's files, served like any request"],
    ["http/sockets", "WebSockets, which begin as requests"],
    ["http", "routes and listens: it stands on all of http"],
    [".", "createGateway and the index put the room together"],
  ],
  hub: [
    ["server-spec.ts", "what a session wants of a server, before anything has started"],
    ["server-error.ts", "every part fails with the same errors"],
    ["config", "files become specs; nothing of it starts a server"],
    ["given", "what an ACP client gives becomes specs; it has its own entry point, which loads nothing else"],
    [
      "over-acp",
      "channels to servers that an ACP client provides; it has its own entry point, for agents and proxies alike",
    ],
    ["offer/catalogue-tool.ts", "what search and offers know of a tool"],
    ["offer/schema-parameters.ts", "the parameters of a tool, which search reads too"],
    ["offer/search", "finds tools by words, and knows no budget"],
    ["offer", "chooses tools for a request, as a pure function"],
    ["admission.ts", "a server is admitted before anything of it is started"],
    ["sign-in", "tokens for an admitted server, which no connection has to know of"],
    ["call/call-error.ts", "limits and calls fail with the same error"],
    ["call/limits", "how many at once and per minute, of calls or of anything"],
    ["connection/wire", "messages between a server and the SDK"],
    ["connection/protocol", "handshake and negotiation, over any transport"],
    ["connection/stdio", "a program is started, then shaken hands with"],
    ["connection/remote", "so is a server at a URL"],
    ["connection", "connects whatever a spec names"],
    ["catalogue", "the tools of connected servers, as offers take them"],
    ["call", "one call on a connection"],
    ["server", "keeps a connection, and calls on it"],
    [".", "the hub and the index stand on all of it"],
    ["display", "servers and calls as users see them; it has its own entry point, for clients and proxies alike"],
    ["endpoint", "the hub as an MCP server for others; it has its own entry point, so that a hub starts without it"],
  ],
  policy: [
    [".", "subjects, effects, rules and errors are what every other part speaks of"],
    ["json", "reading JSON needs only the errors"],
    ["text", "what is visible in a text does not depend on who wrote it"],
    ["redact", "what is a secret does not depend on any rule"],
    ["fingerprint", "a tool or a server is identified by its JSON"],
    ["store", "a folder of records knows nothing of what is in them"],
    ["trust", "trust is by content, and no rule replaces it"],
    ["paths", "where a path leads is found before a rule is asked"],
    ["network", "where an address leads is found before a rule is asked"],
    ["shell", "which commands a line runs is found before a rule is asked"],
    ["facets", "how a rule matches stands on what paths, addresses and commands are"],
    ["floor", "the floor is rules about paths, and does not decide"],
    ["commands", "what a command names is compared with the floor"],
    ["rules", "the decision stands on facets and the floor"],
    ["grants", "a remembered answer counts only after the rules have decided"],
    ["admission", "servers and addresses are admitted by rules and grants"],
    ["session-policy.ts", "the policy of a session is put together from all of it"],
    ["index.ts", "the index exports the room"],
  ],
  web: [
    ["language", "the page's texts in the language of the person, which every part draws"],
    ["wire", "the gateway's protocol, which knows nothing of what is drawn"],
    ["lending", "tools of this device for sessions, over the wire; draws nothing"],
    ["ui", "controls and browser hooks, which know no session"],
    ["markdown", "text, drawn without knowing who wrote it"],
    ["content", "what messages and calls hold: blocks, diffs, terminals, values"],
    ["shell", "what is open around the timeline; chosen, and not from the gateway"],
    ["open-session", "one session's feed, folded into state"],
    ["page", "everything held while signed in; it opens sessions"],
    ["people", "who is in a session, and what I may do in it"],
    ["sessions", "the list of sessions, and what is done with one from outside"],
    ["new-session", "asks who answers, where, and with which servers"],
    ["wire-view", "the messages of the open session"],
    ["permission", "asks about a call, and shows what it would do"],
    ["elicitation", "asks a person too, after permissions"],
    ["composer", "prompts for the open session"],
    ["tool-call", "a call with its permission and its messages"],
    ["timeline", "entries, of which tool calls are one kind"],
    ["tools-panel", "servers and tools of the open session, with the inputs of a new one"],
    ["panel", "the views beside the timeline"],
    ["replay", "the timeline as it was"],
    ["admin", "people, tokens, machines, sessions and the audit, for administrators; loaded when it is opened"],
    ["session", "puts the parts of an open session together"],
    ["app", "signs in, and draws everything; no feature imports it"],
    [".", "starts the page"],
  ],
  client: [
    ["agent-error.ts", "every part fails with the same error"],
    ["services.ts", "what a host provides; types only"],
    ["service-requests.ts", "what an agent may ask of a host's services, with its params checked"],
    ["wire", "messages between us and a process; knows no session"],
    ["permissions", "answers a question by rules or by a person, in no particular connection"],
    ["elicitation", "answers a form or a URL by a person"],
    ["files", "reads and writes what an agent asks for, after the policy"],
    ["terminals", "runs what an agent asks for, after the same checks"],
    ["launch", "from what a person types to a started program"],
    ["sign-in", "runs a launched program once more, in a terminal"],
    ["protocol", "requests to an agent that runs, and what it can do"],
    ["tools", "functions of the host as MCP servers over ACP; knows no session"],
    ["session", "one session: its turns, settings and events"],
    ["connection", "a running agent with its sessions, which it serves"],
    [".", "the index exports the room"],
  ],
  toolset: [
    ["tool-error.ts", "the one error that a model reads"],
    ["define", "what authors write, as data; it runs nothing"],
    ["running", "a toolset at work: state, limits, caches, questions to the user"],
    ["doors", "ways in that need nothing of Node.js"],
    [".", "the root entry runs in a browser"],
    ["node", "standard streams, HTTP and folders, which need Node.js"],
  ],
  "toolset-database": [
    ["settings.ts", "which database, and what may be done with it"],
    ["core", "a database as tools see it, and what Postgres and SQLite have in common"],
    ["postgres", "a Postgres server"],
    ["sqlite", "a SQLite file, in a process of its own"],
    ["open-database.ts", "one or the other"],
    ["state.ts", "what the toolset opened"],
    ["resources", "what a host can read"],
    ["tools", "what a model can call; changes make resources stale"],
    [".", "the toolset and its program stand on all of it"],
  ],
  "toolset-delivery": [
    ["environment.ts", "what the user set, and what of it is passed on"],
    ["programs", "programs of the project's folder, of which git is one"],
    ["forge", "GitHub and GitLab, found by variables or by the repository's remote"],
    ["testing", "test runners, and the record of which commits passed"],
    ["linting", "linters"],
    ["state.ts", "what the toolset opened"],
    ["deploying", "adapters, and the rules before each deployment: tested, and agreed to by a person"],
    ["resources", "what a host can read"],
    ["tools", "what a model can call"],
    [".", "the toolset and its program stand on all of it"],
  ],
  "create-tenon-toolset": [[".", "one function, its template and its program"]],
  cli: [
    ["process", "this process: its output, signals, exit codes and last resort"],
    ["terminal", "text on a screen: safe, measured, wrapped, coloured"],
    ["messages", "what is printed, in the user's language; one file for each"],
    ["help", "what --help and a wrong command line print"],
    ["arguments", "what people type: agents, servers, sessions, quantities"],
    ["user", "what is stored for this user, which every command may open"],
    ["traces", "what this process does, for a collector; knows none of those who tell it"],
    ["timeline-view", "a timeline as lines, on a screen or in a pipe"],
    ["clients", "where programs keep MCP servers, and how they write them"],
    ["settings", "changes files that people write, keeps their comments, and shows the change as a diff"],
    ["commands/agent", "a command stands on everything above, and on no other command"],
    ["commands/wrap", "a command stands on everything above, and on no other command"],
    ["commands/connect", "a command stands on everything above, and on no other command"],
    ["commands/completion", "a command stands on everything above, and on no other command"],
    ["commands/doctor/facts.ts", "what is found on a machine, which the two parts above it share"],
    ["commands/doctor/findings", "concludes from facts, and reads nothing itself"],
    ["commands/doctor/gather", "finds facts, and concludes nothing"],
    ["commands/doctor/probe/model", "a model to be asked by agents, which knows none of them"],
    ["commands/doctor/probe", "starts agents and finds facts, and concludes nothing"],
    ["commands/doctor/report", "shows findings"],
    ["commands/doctor/fix", "changes editors' settings, and needs no finding for it"],
    ["commands/doctor", "a command stands on everything above, and on no other command"],
    ["commands/log", "a command stands on everything above, and on no other command"],
    ["commands/run/input", "reads the command line before anything is started"],
    ["commands/run/show", "shows what happens, and what became of it"],
    ["commands/run/ask", "asks a person, and serves the agent by their rules"],
    ["commands/run", "a command stands on everything above, and on no other command"],
    ["commands/serve", "a command stands on everything above, and on no other command"],
    ["commands/tools/servers", "servers in configuration files, of which none is started"],
    ["commands/tools/toolset", "toolsets and single servers, which no hub of the user's knows"],
    ["commands/tools", "a command stands on everything above, and on no other command"],
    [".", "the entry loads one command"],
  ],
  testkit: [
    [".", "streams, ids, clocks and processes, whatever they carry"],
    ["model", "model servers, which know no agent"],
    ["acp/wire", "one side of a JSON-RPC connection, and the record of its messages"],
    ["acp/schema", "tells right messages from wrong ones, of any sender"],
    ["acp/client", "a scripted client, in memory or with a spawned agent"],
    ["acp/agent", "scripted and recorded agents, in memory or as programs; what to spawn is the client's word"],
    ["acp", "the door to the four"],
    ["mcp", "scripted MCP servers; a scripted client can provide them over ACP"],
    ["postgres", "a real Postgres server, which knows neither"],
    ["openid", "a real identity provider, in this process"],
  ],
  workspace: [
    ["workspace-error.ts", "files and commands fail with the same error"],
    ["tool-error.ts", "what a model reads when a tool fails"],
    ["files", "reading and writing files needs no command"],
    ["commands", "running a command needs no file"],
    ["session", "the files and commands of one session, on this machine or through its editor"],
    ["operations", "what tools do with them: prepared, allowed, run"],
    ["client-tools", "the operations as tools for agents that are not ours"],
    ["index.ts", "the index exports the room"],
  ],
};

/** The rule an import breaks, with its reason; undefined when it is allowed. Paths are relative to the room's src. */
export function brokenFolderRule(room: string, file: string, specifier: string): string | undefined {
  const entries = folders[room];
  if (!entries || !specifier.startsWith(".")) return undefined;
  const target = posix.join(posix.dirname(file), specifier);
  // Outside src are other rooms, which rooms.ts checks, and generated or packaged files.
  if (target.startsWith("..")) return undefined;
  const [from, to] = [entryOf(entries, file), entryOf(entries, target)];
  const table = `See ${room} in tooling/boundaries/folders.ts.`;
  const unlisted = from === -1 ? file : to === -1 ? target : undefined;
  if (unlisted) return `packages/${room}/src/${unlisted} is in no listed folder. ${table}`;
  if (to <= from) return undefined;
  const [[fromName], [toName, why]] = [entries[from]!, entries[to]!];
  return `${nameOf(room, fromName)} may not import ${nameOf(room, toName)}, which stands above it: ${why}. ${table}`;
}

/** The index of the entry a file belongs to: the longest that names the file or a folder around it. */
function entryOf(entries: readonly Entry[], file: string): number {
  let best = -1;
  for (const [index, [name]] of entries.entries()) {
    const matches = name === "." ? !file.includes("/") : file === name || file.startsWith(`${name}/`);
    if (matches && (best === -1 || name.length > entries[best]![0].length)) best = index;
  }
  return best;
}

function nameOf(room: string, entry: string): string {
  return entry === "." ? `packages/${room}/src` : `packages/${room}/src/${entry}`;
}
