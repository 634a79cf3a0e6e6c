/**
 * Planted secrets, and what only looks like one. None is real: each is put together when it is needed, from a beginning in
 * two parts and letters of a counter, so that no scanner takes this file for a leak.
 */

export interface Planted {
  readonly kind: string;
  readonly text: string;
  /** Must not be in the text afterwards. */
  readonly secret: string;
}

/** Stands in the middle of every beginning, so that none is in this file as it is. */
const CUT = "";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const HEX = "0123456789abcdef";
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The same letters each time, and all kinds of them. */
function letters(length: number, seed: number, alphabet = LETTERS): string {
  let state = seed * 7_919 + 17;
  const chosen = Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return alphabet.charAt(state % alphabet.length);
  });
  const fixed =
    alphabet === LETTERS
      ? ["a", "Z", "7"]
      : ["7", "A", "3"].map((one) => (alphabet.includes(one) ? one : alphabet.charAt(1)));
  return [...fixed, ...chosen].slice(0, length).join("");
}

type Make = (seed: number) => { readonly secret: string; readonly text: string };

/** A token on its own, in a sentence, in a line of code. */
function token(make: (seed: number) => string): Make {
  return (seed) => {
    const secret = make(seed);
    const around = [
      (text: string) => `The value is ${text}.`,
      (text: string) => `curl https://api.example.com/v1 -u ${text}:`,
      (text: string) => `const client = connect("${text}");`,
    ];
    return { secret, text: around[seed % around.length]?.(secret) ?? secret };
  };
}

function line(template: string, make = (seed: number) => `${letters(9, seed)}!`): Make {
  return (seed) => {
    const secret = make(seed);
    return { secret, text: template.replace("%", () => secret) };
  };
}

const KINDS: Readonly<Record<string, Make>> = {
  "GitHub token": token((seed) => `gh${CUT}p_${letters(36, seed)}`),
  "GitHub app token": token((seed) => `gh${CUT}s_${letters(36, seed)}`),
  "GitHub fine-grained token": token((seed) => `github${CUT}_pat_${letters(22, seed)}_${letters(59, seed)}`),
  "GitLab token": token((seed) => `gl${CUT}pat-${letters(20, seed)}`),
  "GitLab runner token": token((seed) => `gl${CUT}rt-${letters(20, seed)}`),
  "OpenAI key": token((seed) => `sk${CUT}-proj-${letters(48, seed)}`),
  "Anthropic key": token((seed) => `sk${CUT}-ant-api03-${letters(80, seed)}`),
  "OpenRouter key": token((seed) => `sk${CUT}-or-v1-${letters(64, seed, HEX)}`),
  "Groq key": token((seed) => `gs${CUT}k_${letters(52, seed)}`),
  "xAI key": token((seed) => `xa${CUT}i-${letters(80, seed)}`),
  "Replicate token": token((seed) => `r${CUT}8_${letters(37, seed)}`),
  "Perplexity key": token((seed) => `ppl${CUT}x-${letters(48, seed)}`),
  "Tavily key": token((seed) => `tv${CUT}ly-dev-${letters(32, seed)}`),
  "Hugging Face token": token((seed) => `h${CUT}f_${letters(34, seed)}`),
  "Slack bot token": token((seed) => `xox${CUT}b-${letters(12, seed, "0123456789")}-${letters(24, seed)}`),
  "Slack app token": token((seed) => `xap${CUT}p-1-A${letters(10, seed, UPPER)}-${letters(64, seed, HEX)}`),
  "Slack webhook": token(
    (seed) =>
      `https://hooks.${CUT}slack.com/services/T${letters(8, seed, UPPER)}/B${letters(8, seed, UPPER)}/${letters(24, seed)}`,
  ),
  "Discord webhook": token(
    (seed) => `https://discord.com/api/${CUT}webhooks/${letters(18, seed, "0123456789")}/${letters(68, seed)}`,
  ),
  "Teams webhook": token(
    (seed) =>
      `https://acme.webhook.office.com/webhookb2/${letters(36, seed, HEX)}@${letters(36, seed, HEX)}/IncomingWebhook/${letters(32, seed, HEX)}`,
  ),
  "Telegram bot token": token((seed) => `${letters(9, seed, "123456789")}:A${CUT}A${letters(33, seed)}`),
  "SendGrid key": token((seed) => `S${CUT}G.${letters(22, seed)}.${letters(43, seed)}`),
  "Mailgun key": token((seed) => `ke${CUT}y-${letters(32, seed, HEX)}`),
  "Twilio key": token((seed) => `S${CUT}K${letters(32, seed, HEX)}`),
  "Google access token": token((seed) => `ya${CUT}29.a0A${letters(80, seed)}`),
  "Google API key": token((seed) => `AI${CUT}za${letters(35, seed)}`),
  "Google client secret": token((seed) => `GOC${CUT}SPX-${letters(28, seed)}`),
  "Google refresh token": token((seed) => `1/${CUT}/0${letters(40, seed)}`),
  "AWS access key": token((seed) => `AK${CUT}IA${letters(16, seed, UPPER)}`),
  "Azure account key": line(
    "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=%;EndpointSuffix=core",
    (seed) => `${letters(86, seed)}==`,
  ),
  "Azure service bus key": line(
    "Endpoint=sb://a.example.net/;SharedAccessKeyName=Root;SharedAccessKey=%",
    (seed) => `${letters(43, seed)}=`,
  ),
  "Stripe live key": token((seed) => `sk${CUT}_live_${letters(24, seed)}`),
  "Stripe test key": token((seed) => `rk${CUT}_test_${letters(24, seed)}`),
  "Stripe webhook secret": token((seed) => `wh${CUT}sec_${letters(32, seed)}`),
  "npm token": token((seed) => `np${CUT}m_${letters(36, seed)}`),
  "PyPI token": token((seed) => `pyp${CUT}i-AgEIcHlwaS5vcmc${letters(70, seed)}`),
  "RubyGems key": token((seed) => `ruby${CUT}gems_${letters(48, seed, HEX)}`),
  "Docker token": token((seed) => `dc${CUT}kr_pat_${letters(27, seed)}`),
  "DigitalOcean token": token((seed) => `do${CUT}p_v1_${letters(64, seed, HEX)}`),
  "Shopify token": token((seed) => `shp${CUT}at_${letters(32, seed, HEX)}`),
  "Linear key": token((seed) => `lin${CUT}_api_${letters(40, seed)}`),
  "Notion token": token((seed) => `nt${CUT}n_${letters(46, seed)}`),
  "Figma token": token((seed) => `fi${CUT}gd_${letters(40, seed)}`),
  "Airtable token": token((seed) => `pa${CUT}t${letters(14, seed)}.${letters(64, seed, HEX)}`),
  "Atlassian token": token((seed) => `AT${CUT}ATT3xFfGF0${letters(80, seed)}`),
  "Databricks token": token((seed) => `da${CUT}pi${letters(32, seed, HEX)}`),
  "Vault token": token((seed) => `hv${CUT}s.${letters(90, seed)}`),
  "Grafana token": token((seed) => `gl${CUT}sa_${letters(32, seed)}_${letters(8, seed, HEX)}`),
  "New Relic key": token((seed) => `NR${CUT}AK-${letters(27, seed, UPPER)}`),
  "Supabase token": token((seed) => `sb${CUT}p_${letters(40, seed, HEX)}`),
  "PlanetScale token": token((seed) => `pscale${CUT}_tkn_${letters(43, seed)}`),
  "Netlify token": token((seed) => `nf${CUT}p_${letters(36, seed)}`),
  "Postman key": token((seed) => `PM${CUT}AK-${letters(24, seed, HEX)}-${letters(34, seed, HEX)}`),
  "Tailscale key": token((seed) => `ts${CUT}key-auth-${letters(12, seed)}-${letters(32, seed)}`),
  "age key": token((seed) => `AGE-SECRET${CUT}-KEY-1${letters(58, seed, UPPER)}`),
  JWT: token((seed) => `ey${CUT}J${letters(30, seed)}.eyJ${letters(60, seed)}.${letters(43, seed)}`),
  "private key": (seed) => {
    const secret = letters(64, seed);
    return { secret, text: `-----BEGIN ${CUT}PRIVATE KEY-----\n${secret}\n-----END ${CUT}PRIVATE KEY-----` };
  },
  "Bearer header": line("Authorization: Bearer %", (seed) => letters(24, seed)),
  "Basic header": line("authorization: Basic %", (seed) => `${letters(22, seed)}==`),
  "API key header": line("X-Api-Key: %"),
  "session cookie": line("Set-Cookie: sid=%; HttpOnly", (seed) => letters(24, seed)),
  "password in a connection string": line("postgres://app:%@db.example.com:5432/main"),
  "parameter of a URL": line("GET https://api.example.com/v1/items?api_key=%&page=2", (seed) => letters(20, seed)),
  "signature of a URL": line("https://files.example.com/a?sv=1&sig=%", (seed) => letters(40, seed)),
  "token in a path": line("https://mcp.example.com/token/%/sse", (seed) => letters(32, seed)),
  "variable of a shell": line("export DB_PASSWORD=%"),
  "line of .env": line('SMTP_PASS="%"'),
  "password in YAML": line("database:\n  user: app\n  password: %\n"),
  "quoted password in YAML": line('auth:\n  - clientSecret: "%"\n'),
  "token in ini": line("[api]\nauth_token = %\n"),
  "password in properties": line("spring.datasource.password=%\n"),
  "password in TOML": line('[db]\npassword = "%"\n'),
  "password in a program": line("    password = '%'\n"),
  "field of JSON": line('{"user":"app","password":"%"}'),
  "field of JSON in JSON": line('{"body":"{\\"apiKey\\":\\"%\\"}"}', (seed) => letters(20, seed)),
  "flag in two words": line("npx server --token % --verbose"),
  "flag in one word": line("npx server --api-key=% --port 3000"),
  "flag with quotes": line('tool --client-secret "%" run'),
  "items of an array": line('["-y","server","--access-token","%"]'),
};

export const kinds = Object.keys(KINDS);

export const planted: readonly Planted[] = Object.entries(KINDS).flatMap(([kind, make], index) =>
  [0, 1, 2].map((round) => ({ kind, ...make(index * 3 + round + 1) })),
);

function uuid(seed: number): string {
  const hex = letters(32, seed, HEX);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

const HARMLESS: readonly ((seed: number) => string)[] = [
  (seed) => `commit ${letters(40, seed, HEX)}`,
  (seed) => `See https://github.com/acme/app/commit/${letters(40, seed, HEX)}`,
  (seed) => `sha256:${letters(64, seed, HEX)}`,
  (seed) => `"integrity": "sha512-${letters(86, seed)}=="`,
  (seed) => `request ${uuid(seed)} has failed`,
  (seed) => `https://example.com/items/${uuid(seed)}?page=2`,
  (seed) => `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA${letters(200, seed).replaceAll("SK", "sk")}`,
  (seed) => `/home/me/projects/app-${seed}/src/auth/token-store.ts:12`,
  (seed) => `C:\\Users\\me\\AppData\\Local\\app${seed}\\keys.ts`,
  (seed) => `import { tokenize } from "./tokenizer-${seed}.ts";`,
  (seed) => `const token = readToken(file${seed});`,
  (seed) => `  password: string;\n  token${seed}?: string;`,
  (seed) => `if (password === undefined) throw new Error("no password ${seed}");`,
  (seed) => `{"max_tokens": ${seed}, "nextPageToken": "page-${seed}", "token_type": "Bearer"}`,
  (seed) => `usage: {"inputTokens":${seed}00,"outputTokens":${seed}}`,
  (seed) => `Password: must be at least ${seed} characters long`,
  (seed) => `--token-limit ${seed}000 --max-tokens 5 --key-file ./k${seed}.pem`,
  (seed) => `node --test --password-file /run/secrets/p${seed}`,
  (seed) => `-----BEGIN CERTIFICATE-----\n${letters(64, seed)}\n-----END CERTIFICATE-----`,
  (seed) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA${letters(40, seed)} me@example.com`,
  (seed) => `version 1.${seed}.0-beta.3+build.${letters(8, seed, HEX)}`,
  (seed) => `arn:aws:iam::${letters(12, seed, "0123456789")}:role/deploy`,
  (seed) => `The task-runner-${seed} asks the risk-assessment-service-number-${seed} first.`,
  (seed) => `2026-11-16T08:31:${String(seed % 60).padStart(2, "0")}.123Z INFO auth succeeded for user ${seed}`,
  (seed) => `Bearer certificates were issued in 19${seed % 90}`,
  (seed) => `primaryKey: "id${seed}", foreignKey: "user_${seed}"`,
  (seed) => `  key: item-${seed}\n  value: ${seed}`,
  (seed) => `<input type="password" name="pw${seed}" autocomplete="current-password">`,
  (seed) => `docker run -p 80${seed % 90}:80 -e NODE_ENV=production nginx:1.${seed}`,
  (seed) => `https://docs.example.com/guide/authentication#step-${seed}`,
  (seed) => `export PATH=/usr/local/bin:/usr/bin:/opt/app${seed}/bin`,
];

export const harmless: readonly string[] = HARMLESS.flatMap((make, index) =>
  [1, 2, 3, 4, 5].map((round) => make(index * 5 + round)),
);
