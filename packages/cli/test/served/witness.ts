/**
 * One client of one session, over all the lives of its gateway: it remembers every record of the feed and every update that
 * it was ever told, and says what was lost, doubled or changed.
 */

import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { messageWire, type ScriptedClient, scriptedClient } from "@tenon/testkit/acp";
import { foldRecords } from "@tenon/timeline";

import { type FeedReader, type FeedRecord, readFeed } from "./feed-reader.ts";
import type { ServedGateway } from "./served-gateway.ts";
import { questionsTo, statesIn, toBeTold, toldTo, wordsIn } from "./told.ts";
import { answersOf, FINISH, hasServer, mayGoOn, signOf, type TurnKind } from "./turns.ts";
import { ProgramWebSocket } from "./web-socket.ts";

export interface Witness {
  readonly kind: TurnKind;
  /** Begins its session, or continues it: by loading all of it, or after the last update that it was told. */
  come(gateway: ServedGateway, how: "load" | "resume"): Promise<void>;
  /** Resolves when the turn of a prompt has ended. */
  finish(): Promise<void>;
  /** Begins a turn that does not end; resolves when it has come to where it stays. */
  begin(): Promise<void>;
  /** Resolves when the gateway is gone and all that it had said has arrived. */
  left(): Promise<void>;
  leave(): Promise<void>;
  /** The calls and the turn that are open by what it has read. */
  open(): readonly string[];
  /** Compares all that it was ever told with what is there now. */
  compare(): Promise<void>;
  /** What is not as it should be. */
  readonly faults: readonly string[];
}

export interface WitnessOptions {
  readonly kind: TurnKind;
  /** How its session is opened. */
  readonly place: { readonly cwd: string; readonly mcpServers: readonly unknown[] };
  readonly agent: string;
  /** At the very moment a record arrives. */
  onRecord(): void;
}

interface Visit {
  readonly gateway: ServedGateway;
  readonly client: ScriptedClient;
  readonly feed: FeedReader;
  /** It receives what comes after this. */
  readonly after: number;
  /** The last place when it came. */
  readonly at: number;
}

export function createWitness({ kind, place, agent, onRecord }: WitnessOptions): Witness {
  const records: FeedRecord[] = [];
  const visits: Visit[] = [];
  const faults: string[] = [];
  let sessionId = "";
  let prompts = 0;

  return {
    kind,
    async come(gateway, how) {
      const client = await connect(gateway);
      const { after, at } = await open(client, how);
      const feed = await readFeed(gateway, { sessionId, after: records.length, onRecord: remember });
      visits.push({ gateway, client, feed, after, at });
      await feed.caughtUp;
      await feed.until(() => records.length >= at);
      if (at > 0 && after === at) compareReplay(client, at);
      if (hasServer(kind)) await client.transcript.when(({ text }) => isListed(text));
    },
    async finish() {
      const { client } = visit();
      // The turn before may have gone on, and has no end.
      if (mayGoOn(kind) && visits.length > 1) await client.cancel(sessionId);
      const { stopReason } = await client.prompt(sessionId, `${FINISH} with ${kind}, ${(prompts += 1)}`);
      if (stopReason !== "end_turn") fault(`a turn ended with ${stopReason}`);
    },
    async begin() {
      const { client, feed } = visit();
      const from = records.length;
      client.prompt(sessionId, `Go on with ${kind}, ${(prompts += 1)}`).then(
        ({ stopReason }) => fault(`a turn without end ended with ${stopReason}`),
        () => {}, // killed, as it should be
      );
      await feed.until(() => records.slice(from).some(({ message }) => JSON.stringify(message).includes(signOf(kind))));
    },
    async left() {
      const { client, feed } = visit();
      await Promise.all([client.closed, feed.closed]);
    },
    async leave() {
      const { client, feed } = visit();
      await Promise.all([client.drop(), feed.close()]);
    },
    open() {
      const read = records.map(({ from, at, message }) => ({ from, at, text: JSON.stringify(message) }));
      const { entries, state } = foldRecords(read);
      const calls = entries.filter((entry) => "status" in entry && /^(?:pending|in_progress)$/.test(entry.status));
      return [...calls.map(({ key }) => key), ...(state.isTurnOpen ? ["a turn"] : [])].map(
        (what) => `${kind}: ${what}`,
      );
    },
    async compare() {
      const there: FeedRecord[] = [];
      const onRecord = (record: FeedRecord) => void there.push(record);
      const whole = await readFeed(visit().gateway, { sessionId, after: 0, onRecord });
      await whole.until(() => there.length >= records.length);
      await whole.close();
      for (const [index, record] of records.entries()) {
        if (JSON.stringify(record) !== JSON.stringify(there[index])) fault(`record ${record.seq} is not what it was`);
      }
      for (const visit of visits) compareUpdates(visit);
    },
    faults,
  };

  function visit(): Visit {
    const last = visits.at(-1);
    if (!last) throw new Error("It has not come yet");
    return last;
  }

  function fault(what: string) {
    faults.push(`${kind} ${sessionId}: ${what}`);
  }

  async function connect({ address, headers }: ServedGateway): Promise<ScriptedClient> {
    const stream = createWebSocketStream(`ws://${address}/acp`, { WebSocket: ProgramWebSocket, headers });
    // A client without notices gets them as the agent's text, and only when they are new.
    const capabilities = { session: { notices: {}, compaction: {} }, _meta: { tenon: {} } };
    const client = scriptedClient(messageWire(stream), { capabilities, answers: answersOf(kind) });
    await client.initialize();
    return client;
  }

  async function open(client: ScriptedClient, how: "load" | "resume"): Promise<Pick<Visit, "after" | "at">> {
    if (sessionId === "") {
      const asked = { ...place, _meta: { tenon: { agent } } };
      ({ sessionId } = await client.request<{ sessionId: string }>("session/new", asked));
      return { after: 0, at: 0 };
    }
    const last = Math.max(0, ...visits.flatMap(({ client }) => toldTo(client)).map(({ seq }) => seq));
    const asked = { sessionId, ...place, ...(how === "resume" && { _meta: { tenon: { after: last } } }) };
    const opened = await client.request<Opened>(`session/${how}`, asked);
    const { seq } = opened._meta.tenon;
    return { after: how === "load" ? seq : last, at: seq };
  }

  function remember(record: FeedRecord) {
    if (record.seq !== records.length + 1) fault(`record ${record.seq} came after ${records.length}`);
    records.push(record);
    onRecord();
  }

  /** A replay says the words of the records, and leaves no call open but those of a turn that goes on. */
  function compareReplay(client: ScriptedClient, at: number) {
    if (client.text(sessionId) !== wordsIn(records.slice(0, at))) fault(`the replay up to ${at} has other words`);
    if (mayGoOn(kind)) return;
    const open = [...statesIn(client.updates(sessionId)).values()].filter(
      (state) => !/^(?:completed|failed)$/.test(state),
    );
    if (open.length > 0) fault(`the replay up to ${at} has calls that are ${open.join(", ")}`);
  }

  /** From its first place to the last that it was told: everything, in order, once. */
  function compareUpdates({ client, after, at }: Visit) {
    const told = toldTo(client);
    const last = told.at(-1)?.seq ?? after;
    if (JSON.stringify(told) !== JSON.stringify(toBeTold(records.slice(after, last), at))) {
      fault(`the updates from ${after} to ${last} are not those of the records`);
    }
    const asked = new Set(records.map(({ message }) => message.params?.toolCall?.toolCallId));
    for (const question of questionsTo(client)) if (!asked.has(question)) fault(`${question} is not recorded`);
  }
}

interface Opened {
  readonly _meta: { readonly tenon: { readonly seq: number } };
}

function isListed(text: string): boolean {
  return text.includes('"_tenon/receipt"') && text.includes('"listed"');
}
