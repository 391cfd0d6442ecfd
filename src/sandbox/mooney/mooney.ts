/** What the sandbox's Mooney needs of the house it runs in. */
import type { MooneySettings } from '../../platform/payments-settings.ts';
import type { Db } from '../../store/open.server.ts';

/**
 * @property fetch how the portal is reached @property attendi waits so many ms @property sveglia something may be due
 * later
 * @property report takes errors that nobody waits for
 */
export type Mooney = {
  db: Db;
  settings: MooneySettings;
  now(): number;
  fetch: typeof fetch;
  attendi(ms: number): Promise<unknown>;
  sveglia(): void;
  report(error: unknown): void;
};
