/**
 * Loaded into a host before its own code (`--import`): its wall clock stands as many ms from the machine's as the file in
 * CLOCK_FILE says, as if somebody set it. The monotonic clock and timers go on, as they do then.
 */
import { existsSync, readFileSync } from 'node:fs';

const RealDate = Date;
const file = process.env.CLOCK_FILE ?? '';
const realNow = Date.now;
let by = 0;

const read = () => {
  by = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
};
read();
setInterval(read, 20).unref();

RealDate.now = () => realNow() + by;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: [], into) =>
    Reflect.construct(target, values.length === 0 ? [RealDate.now()] : values, into) as Date,
});
