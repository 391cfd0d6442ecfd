/** Loaded into a host before its own code (`--import`): what it does every minute or hour it does three hundred times as often. */
const MINUTE_MS = 60_000;
const TIMES = 300;

const repeat = globalThis.setInterval;
const hasty = (work: () => void, ms = 0) => repeat(work, ms < MINUTE_MS ? ms : ms / TIMES);
globalThis.setInterval = Object.assign(hasty, repeat) as typeof setInterval;
