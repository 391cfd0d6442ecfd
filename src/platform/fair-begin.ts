/** The order in which a host begins the requests that have arrived, so that five hundred of one network delay another's by a few. */

/** Requests of one network that begin in one turn of the event loop. */
const IN_A_TURN = 4;

/** @returns begins work in its network's turn, when all data that has arrived is read */
export function createFairBegin(): (network: string, begin: () => void) => void {
  const waiting = new Map<string, (() => void)[]>();

  function turn(): void {
    // Those that are left begin after what has arrived meanwhile was read.
    for (const [network, begins] of [...waiting]) {
      const now = begins.splice(0, IN_A_TURN);
      if (begins.length === 0) waiting.delete(network);
      for (const begin of now) begin();
    }
    if (waiting.size > 0) setImmediate(turn);
  }

  return (network, begin) => {
    if (waiting.size === 0) setImmediate(turn);
    const begins = waiting.get(network) ?? [];
    begins.push(begin);
    waiting.set(network, begins);
  };
}
