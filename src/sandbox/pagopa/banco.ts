/** What the parts of the test pagoPA work with. */
import type { Memoria } from './memoria.server.ts';

/**
 * @property publicUrl origin of the portal, without a slash at the end @property ritorni origins that a browser may be sent
 * back to @property attendi lets so many ms pass
 */
export type Banco = {
  memoria: Memoria;
  publicUrl: string;
  ritorni: readonly string[];
  now: () => number;
  attendi: (ms: number) => Promise<void>;
};
