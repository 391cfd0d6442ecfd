/** Makes a process that imports it get no time for eleven seconds, just when its first caller has connected, as on a machine that is busy. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

const FOR_MS = 11_000;
const CHANNEL = 'net.server.socket';

function starve(): void {
  unsubscribe(CHANNEL, starve);
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FOR_MS));
}
subscribe(CHANNEL, starve);
