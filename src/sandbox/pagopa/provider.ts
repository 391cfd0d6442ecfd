/** The environment of the test pagoPA's parts. */
import type { ProviderMemory } from './memory.server.ts';

/**
 * @property publicUrl origin of the portal, without a final slash @property returnOrigins origins that a browser may be sent back to
 * @property wait waits so many ms
 */
export type PagopaProvider = {
  memory: ProviderMemory;
  publicUrl: string;
  returnOrigins: readonly string[];
  now: () => number;
  wait: (ms: number) => Promise<void>;
};
