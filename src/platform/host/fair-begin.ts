/** The order in which a host begins the requests that have arrived, so that five hundred of one network delay another's by a few. */
import { Rotation } from '../rotation.ts';

/** Requests of one network that begin in one turn of the event loop. */
const IN_A_TURN = 4;

/** @returns begins work in its network's turn, when all data that has arrived is read */
export function createFairBegin(): (network: string, begin: () => void) => void {
  const waiting = new Rotation<() => void>();

  function turn(): void {
    for (let round = 0; round < IN_A_TURN; round++) for (const _name of waiting.names()) waiting.next()?.();
    // Those that are left begin after what has arrived meanwhile was read.
    if (waiting.size() > 0) setImmediate(turn);
  }

  return (network, begin) => {
    if (waiting.size() === 0) setImmediate(turn);
    waiting.add(network, begin);
  };
}
