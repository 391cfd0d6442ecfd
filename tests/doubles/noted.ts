/** Notes the faults that an adapter's calls end with, in the words of the log. */
import { whyOf } from '../../src/platform/monitoring/faults.server.ts';
import type { WatchCall } from '../../src/platform/monitoring/outside.server.ts';

export function noteFaults(): { faults: string[]; watch: WatchCall } {
  const faults: string[] = [];
  return {
    faults,
    watch: (work) =>
      work().catch((error: unknown) => {
        faults.push(whyOf(error));
        throw error;
      }),
  };
}
