/**
 * The messages of the command line in Chinese. Plain data.
 */

export const zh: Readonly<Record<string, string>> = {
  // --help
  "Usage: {usage}": "用法：{usage}",
  Commands: "命令",
  Arguments: "参数",
  Options: "选项",
  "Examples:": "示例：",
  "Show this help": "显示帮助",
  "Show the version": "显示版本",
  " (repeatable)": "（可重复）",
  " (default: {value})": "（默认：{value}）",
  'Run "{command} <command> --help" for the options of a command.': "运行“{command} <command> --help”查看命令的选项。",
  "Exit codes:\n  0  success\n  1  an error; standard error says which\n  2  invalid command line\n  3  run: the agent refused\n  4  run: out of tokens or requests, or --timeout\n  5  run: permission denied\n  6  run: the agent cancelled the turn":
    "退出码：\n  0  成功\n  1  出错；原因在标准错误输出\n  2  命令行无效\n  3  run：代理拒绝\n  4  run：token 或请求用尽，或超过 --timeout\n  5  run：权限被拒绝\n  6  run：代理取消了这一轮",
  // A wrong command line
  "Run with --help for usage.": "用 --help 查看用法。",
  'unknown command "{input}"': "未知命令“{input}”",
  "unknown option {input}": "未知选项 {input}",
  '--{name}: {problem}, got "{input}"': "--{name}：{problem}，得到“{input}”",
  '--{name}: expected {values}, got "{input}"': "--{name}：应为 {values}，得到“{input}”",
  "--{name} needs a value": "--{name} 需要一个值",
  'unexpected argument "{input}"': "多余的参数“{input}”",
  "missing argument <{name}>": "缺少参数 <{name}>",
  "; did you mean {words}?": "；是否想输入 {words}？",
  " or ": " 或 ",
  // tenon
  "Bring your tools to every coding agent, and see them arrive": "把你的工具带给每个编程代理，并看到它们到达",
  // run
  "Send one prompt to an ACP agent and show what it does": "向 ACP 代理发送一个提示，并显示它做了什么",
  "On a terminal, shows the timeline as it grows. In a pipe, the agent's answer goes to standard output and\nwhat it does to standard error. The exit code says how the turn ended.":
    "在终端上实时显示时间线。在管道中，代理的回答写到标准输出，它的动作写到标准错误输出。\n退出码说明这一轮如何结束。",
  "Agent to run: a known name such as claude or gemini, or a command line (default: tenon)":
    "要运行的代理：已知名称（如 claude、gemini）或命令行（默认：tenon）",
  "Working folder of the session (default: current folder)": "会话的工作文件夹（默认：当前文件夹）",
  "Read the prompt from a file; appended to a prompt on the command line": "从文件读取提示；附加在命令行的提示之后",
  "Attach a file to the prompt": "给提示附上文件",
  "Give the agent the MCP servers of a file such as .mcp.json": "把文件（如 .mcp.json）中的 MCP 服务器交给代理",
  "Give the agent an MCP server; the run fails if it does not start": "交给代理一个 MCP 服务器；它启动失败则运行失败",
  "Give the agent an MCP server; the run continues without it if it fails": "交给代理一个 MCP 服务器；它失败时照常运行",
  'How to answer permission requests, or a file with rules; without a terminal, "ask" denies':
    "如何回答权限请求，或一个规则文件；没有终端时“ask”即拒绝",
  "Continue the latest session of the folder": "继续该文件夹的最近一次会话",
  "Continue this session; a unique prefix of its id is enough": "继续这个会话；编号的唯一前缀即可",
  "Cancel the turn after this time": "超过这个时间就取消这一轮",
  "Set the model of the session; short for --option model=<id>": "设置会话的模型；等于 --option model=<id>",
  "Set the mode of the session": "设置会话的模式",
  "Set an option of the session": "设置会话的一个选项",
  "W3C trace context to pass on to the agent, its model and its servers": "传给代理、模型和服务器的 W3C 追踪上下文",
  "Sign in to the agent first, with this method": "先用这种方式登录代理",
  "Replace the agent's own file and command tools with your client's files and terminals":
    "用客户端的文件和终端代替代理自己的文件和命令工具",
  "Print events as JSON Lines": "以 JSON Lines 输出事件",
  "Print only the agent's answer, and errors": "只输出代理的回答和错误",
  "Also print what the agent writes to standard error": "同时输出代理写到标准错误输出的内容",
  "Do not record the session": "不记录会话",
  "Postgres database that several machines share: URL, or a file with it":
    "多台机器共用会话的 Postgres 数据库：URL，或写有 URL 的文件",
  "Send the given MCP servers to another agent directly, without your configured ones":
    "把给出的 MCP 服务器直接交给其他代理，不带你配置的服务器",
  'Prompt; "-" reads standard input': "提示；“-”读取标准输入",
  // agent
  "Run the Tenon agent for an editor, over ACP on standard input and output":
    "为编辑器运行 Tenon 代理，在标准输入输出上使用 ACP",
  "Editors start this command; see docs/editors.md. MCP servers that the editor passes with a session are\nconnected for that session. The agent exits when standard input closes, and stops everything it started.":
    "由编辑器启动，见 docs/editors.md。编辑器随会话传来的 MCP 服务器会为该会话连接。\n标准输入关闭时代理退出，并停止它启动的一切。",
  'Model to use; "rehearsal" needs no key and no network (see docs/models.md)':
    "使用的模型；“rehearsal”不需要密钥和网络（见 docs/models.md）",
  "Do not record sessions, so they cannot be loaded again": "不记录会话，因此以后不能再加载",
  "Prompt for a provider's API key, store it, and exit": "询问提供商的 API 密钥，保存后退出",
  "Enable unstable protocol methods: fork, rename and archive sessions, MCP servers that run in the editor":
    "启用不稳定的协议方法：分叉、重命名和归档会话，以及在编辑器中运行的 MCP 服务器",
  // wrap
  "Add your MCP tools to another ACP agent, and record its sessions":
    "把你的 MCP 工具带给另一个 ACP 代理，并记录它的会话",
  "Put it in front of the agent's command in your editor's settings; see docs/wrap.md. The agent gets one MCP server\nwith all tools of your servers, subject to your policy. All other messages pass unchanged, and are recorded: watch\nthe session with tenon log follow. Other output of the agent goes to standard error. Exits with the agent's exit\ncode. Without an agent, runs as a proxy of an ACP proxy chain.":
    "在编辑器设置中放在代理的命令之前，见 docs/wrap.md。代理得到一个 MCP 服务器，其中有你所有服务器的工具，\n并受你的规则约束。其余消息原样通过并被记录：会话运行时可用 tenon log 查看。代理在消息之外输出的内容写到\n标准错误输出。退出码是代理的退出码。不给代理时，它作为代理链的一个组件运行。",
  "Do not record the sessions": "不记录会话",
  "Send the client's MCP servers to the agent directly, without your configured ones":
    "把客户端的 MCP 服务器直接交给代理，不带你配置的服务器",
  "A known name such as claude or gemini, or a command with its arguments after --":
    "已知名称（如 claude、gemini），或 -- 之后的命令及其参数",
  // serve
  "Serve sessions over WebSocket and HTTP, with a page that shows them":
    "通过 WebSocket 和 HTTP 提供会话，并有显示它们的页面",
  "Starts the gateway and prints the URL of its page. Sessions keep running while no client is connected, and\nseveral clients can share one. Clients need the access token, which is stored in a file only you can read.\nCtrl-C lets running turns finish for up to ten seconds; a second Ctrl-C exits at once.":
    "启动网关并输出页面的 URL。没有客户端连接时会话继续运行，多个客户端可以共用一个会话。\n客户端需要访问令牌，它存放在只有你能读的文件中。\nCtrl-C 最多等十秒让正在运行的轮次结束；再按一次立即退出。",
  "Port to listen on; 0 picks a free one": "监听的端口；0 表示任选空闲端口",
  "Address to listen on; any other than loopback needs --public-url or --insecure-listen":
    "监听的地址；除回环地址外需要 --public-url 或 --insecure-listen",
  "Offer this agent, such as claude or gemini; the first one is the default":
    "提供这个代理，如 claude 或 gemini；第一个为默认",
  "Model of the Tenon agent (see docs/models.md)": "Tenon 代理的模型（见 docs/models.md）",
  "Open the page in a browser": "在浏览器中打开页面",
  "Replace the access token; every client has to sign in again": "更换访问令牌；所有客户端须重新登录",
  "URL of the TLS proxy in front of the gateway": "网关前面的 TLS 代理的 URL",
  "Listen without TLS: others on the network can read everything, token included":
    "不用 TLS 监听：网络上的其他人能读到一切，包括令牌",
  "Allow pages of another origin, such as http://localhost:5173": "允许其他来源的页面，如 http://localhost:5173",
  "Let people sign in with this OpenID Connect provider": "让人们用这个 OpenID Connect 提供方登录",
  "Client id at the provider": "在提供方的客户端 id",
  "File with the client secret": "存有客户端密钥的文件",
  "Allow only these e-mail addresses, such as *@example.com (default: everyone with an account at the provider)":
    "只允许这些电子邮件地址，如 *@example.com（默认：提供方的所有账户）",
  "With --oidc-allow: take e-mail addresses that the provider reports without saying that it has verified them":
    "配合 --oidc-allow：接受提供方未说明是否已验证的电子邮件地址",
  "Tokens for other people": "给其他人的令牌",
  "The people of a gateway": "网关的人员",
  "Copy people, tokens, shares and the audit from a file into the store": "把人员、令牌、共享和审计从文件复制到存储",
  "The file people.db in the data folder of the gateway": "网关数据文件夹中的 people.db 文件",
  "For a gateway that goes from one machine to several. Copy its sessions with tenon log export and import.\nA store that has people already is left as it is.":
    "用于从一台机器扩展到多台的网关。会话用 tenon log export 和 import 复制。\n已有人员的存储保持不变。",
  "Create a token for a person, and print it once": "为一个人创建令牌，只输出一次",
  "The person signs in with it on the page, or sends it as a bearer token. A running gateway accepts it at once.":
    "此人用它在页面上登录，或作为 bearer 令牌发送。正在运行的网关立即接受它。",
  "When it expires, such as 30d (default: never)": "何时过期，如 30d（默认：永不）",
  "Role of a new person: members can start sessions, guests can only use shared ones (default: member)":
    "新人的角色：member 可以开始会话，guest 只能使用共享的会话（默认：member）",
  "Name of the person; created if new": "人的名字；没有则新建",
  "List the tokens of all people; a token itself is never stored": "列出所有人的令牌；令牌本身从不保存",
  "Revoke a token; a running gateway refuses it within a second": "撤销令牌；正在运行的网关在一秒内拒绝它",
  "Token id, or the name of a person to revoke all of their tokens": "令牌的 id，或人的名字：撤销其所有令牌",
  "Take client addresses from X-Forwarded-For": "从 X-Forwarded-For 取客户端地址",
  "Maximum number of open sessions (default: 4096)": "打开的会话上限（默认：4096）",
  "Maximum number of open sessions per connection (default: 2048)": "每个连接打开的会话上限（默认：2048）",
  "Maximum number of MCP server processes of all sessions (default: 200)": "所有会话的 MCP 服务器进程上限（默认：200）",
  "Level of the JSON log on standard error": "标准错误输出上 JSON 日志的级别",
  "Send MCP servers of clients to other agents directly, without your configured ones":
    "把客户端的 MCP 服务器直接交给其他代理，不带你配置的服务器",
  "URL at which other machines with the same store reach this one (default: from --host and --port)":
    "共用同一存储的其他机器访问本机的 URL（默认：由 --host 和 --port 得出）",
  "Pool of this machine: sessions in the folder open only on machines of the pool; without a folder, clients request it by name":
    "此文件夹中的会话只在有此池的机器上打开；只写名称时，供指定它的客户端使用",
  "Print the URL and the token file as JSON": "以 JSON 输出 URL 和令牌文件",
  // connect
  "Use an agent on another machine, over ACP on standard input and output":
    "在标准输入输出上，通过 ACP 使用另一台机器上的代理",
  "Set it as the agent's command in your editor; see docs/connect.md. The agent runs behind the gateway (tenon serve)\nat this URL. Your MCP servers run here: the agent calls them over the connection, subject to your policy, and their\nconfiguration does not leave this machine. A lost connection is reopened, and every session continues.":
    "在编辑器设置中作为代理的命令，见 docs/connect.md。代理在此 URL 的网关（tenon serve）后面运行。\n你的 MCP 服务器在这里运行：代理通过连接调用它们，受你的规则约束，其配置不会离开本机。\n断开的连接会重新打开，每个会话从原处继续。",
  "Agent for new sessions (default: the gateway's)": "新会话的代理（默认：网关的默认代理）",
  "File with the gateway's token": "存有网关令牌的文件",
  "Prompt for the gateway's token, store it, and exit": "询问网关的令牌，保存后退出",
  "Allow the agent to call this tool of this machine without asking; * matches any text":
    "允许代理不经询问调用本机的这个工具；* 匹配任意文本",
  "Never allow the agent to call this tool": "绝不允许调用这个工具",
  "Machine whose files and commands sessions use (default: here, unless the gateway is local)":
    "会话使用哪台机器的文件和命令（默认：本机，除非网关就在本机）",
  "Do not record the sessions on this machine": "不在本机记录会话",
  "URL of the gateway, as tenon serve prints it": "网关的 URL，即 tenon serve 输出的那个",
  // tools
  "Manage MCP servers; list, search and call their tools; write and serve your own":
    "管理 MCP 服务器；列出、搜索和调用它们的工具；编写并提供自己的工具",
  "List the tools of all servers, with their size in the model's context": "列出所有服务器的工具及其占用的上下文",
  "Use this server in addition to the configured ones": "在已配置的服务器之外再加一个",
  "Ignore the configured servers": "忽略已配置的服务器",
  "Project folder (default: current folder)": "项目文件夹（默认：当前文件夹）",
  "Time limit for the start of servers": "服务器启动的时间上限",
  "Print JSON": "输出 JSON",
  "Search tools by what they do": "按用途搜索工具",
  "What the tool should do": "工具应当做什么",
  "Call a tool and print its result": "调用一个工具并输出结果",
  "Progress goes to standard error. Exits with 1 if the tool reports an error.":
    "进度写到标准错误输出。工具报告错误时以 1 退出。",
  "Name of the server": "服务器名称",
  "Name of the tool": "工具名称",
  "Arguments, as a JSON object": "参数，JSON 对象",
  "List the resources and resource templates of all servers, or of one": "列出所有或某个服务器的资源和资源模板",
  "Read a resource and print it": "读取一个资源并输出",
  "Binary contents are printed with --json, in base64.": "二进制内容用 --json 以 base64 输出。",
  "URI of the resource": "资源的 URI",
  "List the prompts of all servers, or of one, with their arguments": "列出所有或某个服务器的提示及其参数",
  "Get a prompt and print its messages": "取得一个提示并输出其消息",
  "Name of the prompt": "提示的名称",
  "Add a server to your configuration, or the project's": "把服务器加入你的配置，或项目的配置",
  "Keeps the comments of the file, shows the change, and starts the server once to check it. Put -- before a\ncommand with options, or quote it. Write a secret as a variable: --header 'Authorization: Bearer ${TOKEN}'.":
    "保留文件中的注释，显示改动，并启动一次服务器进行检查。带选项的命令前加 --，或加引号。\n机密写成变量：--header 'Authorization: Bearer ${TOKEN}'。",
  "tenon.json to use: yours or the project's": "使用哪个 tenon.json：你的或项目的",
  "When its tools are offered to the model": "何时向模型提供它的工具",
  "Environment variable; without a value, passes yours on": "环境变量；不给值则传递你的值",
  "HTTP header, for a URL": "HTTP 头，用于 URL",
  "Do not start the server to check it": "不启动服务器进行检查",
  "Accept the rules that the server suggests for its tools": "接受服务器为其工具建议的规则",
  "Time limit for its start": "启动的时间上限",
  "Name, then a URL or a command with its arguments": "名称，然后是 URL 或命令及其参数",
  "Remove a server from the file that declares it, with its accepted rules": "从声明它的文件中删除服务器及已接受的规则",
  "Enable a server that is disabled in its file": "启用文件中被禁用的服务器",
  "Disable a server and keep its entry": "禁用服务器但保留条目",
  "Import servers from the files of other programs; without names, list them":
    "从其他程序的文件导入服务器；不给名称则列出",
  "Reads the files of Claude Code, Claude Desktop, Codex, Cursor, Gemini CLI, VS Code, Zed and others, and changes\nonly your tenon.json. With --scope project it reads the project's files and writes the project's tenon.json.":
    "读取 Claude Code、Claude Desktop、Codex、Cursor、Gemini CLI、VS Code、Zed 等的文件，只修改你的 tenon.json。\n用 --scope project 则读取项目的文件并写入项目的 tenon.json。",
  "Only servers of this program, such as cursor": "只要这个程序的服务器，如 cursor",
  "Import every server that is shown": "导入所有显示的服务器",
  "Sign in to a remote server": "登录远程服务器",
  "Opens the server's sign-in page, waits for you to sign in, and stores the token for all sessions in a file\nonly you can read.":
    "打开服务器的登录页面，等待你登录，并把令牌存入只有你能读的文件，供所有会话使用。",
  "Print the sign-in URL without opening a browser": "只输出登录 URL，不打开浏览器",
  "Review and trust the MCP servers that a project's files declare": "查看并信任项目文件声明的 MCP 服务器",
  "Servers of a project's tenon.json or .mcp.json start only after you trust them. Shows what is not trusted\nyet; --yes trusts exactly that content. Changed content has to be trusted again.":
    "项目的 tenon.json 或 .mcp.json 中的服务器只有在你信任之后才启动。显示尚未信任的内容；\n--yes 信任的正是这些内容。内容改变后须重新信任。",
  "Trust everything that is shown": "信任所有显示的内容",
  "Withdraw all trust in this folder": "撤销对该文件夹的所有信任",
  "List or revoke remembered approvals": "列出或撤销已记住的许可",
  "Revoke this approval": "撤销这个许可",
  "Review and accept the rules that a server suggests for its tools": "查看并接受服务器为其工具建议的规则",
  "A server may suggest which of its calls to ask about or to deny, and why. The rules can only make your own\nstricter; a pack that would allow something is refused. Accepted rules are in policy-packs.json, beside your tenon.json.":
    "服务器可以建议哪些调用要询问或拒绝，以及原因。这些规则只能使你的规则更严格；会放宽的规则包将被拒绝。\n已接受的规则在 tenon.json 旁边的 policy-packs.json 中。",
  "Accept the rules that are shown": "接受显示的规则",
  "Remove the accepted rules of this server": "删除该服务器已接受的规则",
  "Create a toolset: an MCP server with tests": "新建工具集：带测试的 MCP 服务器",
  "The same as npm create tenon-toolset.": "等同于 npm create tenon-toolset。",
  "Folder to create; names the toolset": "要创建的文件夹；其名称即工具集的名称",
  "Inspect a toolset, or any MCP server, interactively": "交互式检查工具集或任意 MCP 服务器",
  "Lists tools, resources, prompts and skills; calls, reads and gets them; shows progress and messages; answers\nquestions. It sees what an agent's session would see.":
    "列出工具、资源、提示和技能；调用、读取和取得它们；显示进度和消息；回答问题。它看到的与代理的会话相同。",
  "Call this tool and exit": "调用这个工具后退出",
  "Read this resource and exit": "读取这个资源后退出",
  "Get this prompt and exit": "取得这个提示后退出",
  "Arguments for --call or --get": "--call 或 --get 的参数",
  "Print JSON; on its own, prints the lists": "输出 JSON；单独使用时输出列表",
  "Revision of MCP to speak (default: negotiated)": "使用的 MCP 版本（默认：协商）",
  "File with a toolset, command line or URL": "工具集文件、命令行或 URL",
  "Serve a toolset as an MCP server": "把工具集作为 MCP 服务器提供",
  "Serves on standard input and output, for a client that starts it. With --http, serves at a URL, where clients\nsend the token as Authorization: Bearer. TypeScript runs without a build.":
    "在标准输入输出上提供，由客户端启动。用 --http 则在某个 URL 上提供，客户端以 Authorization: Bearer 发送令牌。\nTypeScript 无需构建即可运行。",
  "Serve over HTTP, and print the URL": "通过 HTTP 提供，并输出 URL",
  "Port to listen on (default: a free one)": "监听的端口（默认：任意空闲端口）",
  "Address to listen on (default: 127.0.0.1)": "监听的地址（默认：127.0.0.1）",
  "File with the token that clients send; created if missing": "存有客户端令牌的文件；没有则创建",
  "Accept requests without a token": "接受没有令牌的请求",
  "File whose default export is the toolset": "默认导出为工具集的文件",
  // log
  "Show, follow, replay and export recorded sessions": "显示、跟随、重放和导出已记录的会话",
  "List recorded sessions, newest first": "列出已记录的会话，最新的在前",
  "Only sessions of this folder": "只要这个文件夹的会话",
  "Only sessions with this agent": "只要使用这个代理的会话",
  "Only sessions whose title contains this": "只要标题含有这些文字的会话",
  "Only sessions updated since a date or age, such as 2026-10-01 or 2d":
    "只要自某日期或时长以来更新的会话，如 2026-10-01 或 2d",
  "Only sessions updated until a date or age": "只要在某日期或时长之前更新的会话",
  "Maximum number of sessions": "会话的最大数量",
  "Include sessions without a prompt": "包括没有提示的会话",
  "Show the timeline of a session": "显示会话的时间线",
  "Show only the last entries; with --raw or --wire, the last records":
    "只显示最后的条目；用 --raw 或 --wire 时为最后的记录",
  "Show the whole output of tools": "显示工具的全部输出",
  "Print the timeline entries as JSON Lines": "以 JSON Lines 输出时间线条目",
  "Print the records as JSON Lines, each message exactly as it was on the wire":
    "以 JSON Lines 输出记录，每条消息与传输时完全相同",
  "Print one line per message: number, time, size, sender, method": "每条消息一行：序号、时间、大小、发送方、方法",
  "Print the tools offered to the model in this request, and why": "输出这次请求中提供给模型的工具及其原因",
  'Session id, a unique prefix of it, or "last"': "会话编号、其唯一前缀，或“last”",
  "Follow a session that is running, here or in another program": "跟随正在运行的会话，在此处或其他程序中",
  "Shows the last entries, then each new one as it finishes. Ctrl-C exits.":
    "显示最后的条目，然后在每个新条目完成时显示。Ctrl-C 退出。",
  "Number of entries to start with": "开始时显示的条目数",
  "Print each change of an entry as JSON Lines": "以 JSON Lines 输出条目的每次变化",
  "Replay a session at its own pace, without an agent or a model": "按原速重放会话，不需要代理或模型",
  "Playback speed, such as 4 or 0.5 (default: 1)": "播放速度，如 4 或 0.5（默认：1）",
  "Longest pause between two records": "两条记录之间的最长停顿",
  "Print everything without pauses": "不停顿地全部输出",
  "Export sessions as JSON Lines": "以 JSON Lines 导出会话",
  "Export all sessions": "导出所有会话",
  "File to write (default: standard output)": "写入的文件（默认：标准输出）",
  "Import exported sessions and print their ids": "导入已导出的会话并输出编号",
  "A session whose id already exists gets a new id.": "编号已存在的会话会得到新的编号。",
  'File written by export; "-" reads standard input': "export 写出的文件；“-”读取标准输入",
  "Copy a session, or the first part of it, to a new one and print its id":
    "把会话或其前一部分复制为新会话，并输出编号",
  "Number of the last record to copy, as in show --wire (default: all)":
    "要复制的最后一条记录的序号，见 show --wire（默认：全部）",
  "Set the title of a session": "设置会话的标题",
  "New title": "新标题",
  "Delete sessions permanently": "永久删除会话",
  "Do not ask for confirmation": "不询问确认",
  "Reclaim unused disk space, and delete old sessions": "回收未用的磁盘空间，并删除旧会话",
  "Delete sessions not updated for this long, such as 90d": "删除这么久未更新的会话，如 90d",
  "Delete the oldest sessions until the journal fits, such as 1GB": "删除最旧的会话直到日志大小合适，如 1GB",
  // doctor
  "Diagnose missing tools: check agents, MCP configurations and servers": "诊断缺失的工具：检查代理、MCP 配置和服务器",
  "Checks the agents, the MCP configurations of all known clients, and their servers; reports what is wrong and how to\nfix it. Starts each server once, and the agents that you name; changes nothing. Exits with 1 if something does not\nwork.":
    "检查代理、所有已知客户端的 MCP 配置及其服务器，报告问题和修复办法。\n每个服务器启动一次，并启动你指定的代理；不作任何改动。有问题时以 1 退出。",
  "Write the report as an HTML page": "把报告写成 HTML 页面",
  "Show all facts, notes included": "显示所有事实，包括说明",
  "Do not start servers": "不启动服务器",
  "Also start servers that the project's files declare": "也启动项目文件声明的服务器",
  "Time limit for the start of a server": "服务器启动的时间上限",
  "Also send one prompt to the agent's own model; shows the cost and asks first":
    "也向代理自己的模型发送一个提示；先显示费用并询问",
  "Change your editors to start agents through tenon wrap; shows a diff and asks first":
    "让编辑器通过 tenon wrap 启动代理；先显示差异并询问",
  "Undo the last --fix": "撤销上一次 --fix",
  "Answer yes to every question": "对所有问题回答是",
  "Agent to test with a stand-in model, directly and through tenon wrap":
    "用替身模型测试的代理，直接启动和通过 tenon wrap 启动",
  // completion
  "Print a script that completes commands and options in your shell": "输出为你的 shell 补全命令和选项的脚本",
  "Load it in the shell's startup file.": "在 shell 的启动文件中加载它。",
  "bash, zsh or fish": "bash、zsh 或 fish",
};
