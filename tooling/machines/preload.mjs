// Loaded into a gateway before anything else: each SIGUSR2 moves its wall clock, by ten minutes forward and back in turn; and
// it tells the checker how long it had work and got no processor.
import { watchStarvation } from "./starvation.ts";

const JUMP_MS = 10 * 60_000;
const RealDate = Date;
let offset = 0;
const now = () => RealDate.now() + offset;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }
  static now = now;
};
process.on("SIGUSR2", () => (offset = offset === 0 ? JUMP_MS : 0));
watchStarvation((ms) => void process.send?.({ starved: ms }));
