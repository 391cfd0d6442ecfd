/** What the parts of the test pagoPA work with. */
import type { ProviderMemory } from './memory.server.ts';

/**
 * @property publicUrl origin of the portal, without a slash at the end @property ritorni origins that a browser may be sent
 * back to @property attendi lets so many ms pass
 */
export type PagopaProvider = {
  memory: ProviderMemory;
  publicUrl: string;
  returnOrigins: readonly string[];
  now: () => number;
  wait: (ms: number) => Promise<void>;
};
