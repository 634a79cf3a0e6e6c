export {
  type AskedClient,
  createPersonAsker,
  type ElicitationAnswer,
  type ElicitationQuestion,
  type Forms,
  type PersonAskerOptions,
} from "./ask-person.ts";
export { type CatalogueNotices, createCatalogueNotices } from "./catalogue-notices.ts";
export { type CallDescription, describeCall, type Folders } from "./describe-call.ts";
export {
  answerHubMethod,
  type AskedSession,
  findServer,
  type HubMethod,
  hubMethods,
  receiptOf,
  toolsOf,
} from "./hub-methods.ts";
export {
  createMessageRecord,
  type KnownCall,
  type MessageRecord,
  type MessageRecordOptions,
  type RecordedMessage,
} from "./record-messages.ts";
export { type Notice, noticeUpdate } from "./notice.ts";
export { createProblemNotices, type ProblemNotices } from "./problem-notices.ts";
export { createReceiptNotices, type ReceiptNotices } from "./receipt-notices.ts";
export { type ResultBlock, resultBlocks } from "./result-blocks.ts";
export { isConnected, isStarting } from "../server/receipt.ts";
export { createSignInPages, type SignInPages } from "./sign-in-pages.ts";
export { createProgressDisplay, type ProgressDisplay } from "./show-progress.ts";
