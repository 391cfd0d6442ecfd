/** What the sandbox's Mooney needs from the portal. */
import type { MooneySettings } from '../../platform/payments-settings.server.ts';
import type { StoreDb } from '../../store/tables.ts';

/**
 * @property returnOrigins where a browser may be sent back to @property fetch how the portal is reached
 * @property wait waits so many ms @property wake called when something may be due
 * later
 * @property report gets errors that no caller waits for
 */
export type Mooney = {
  db: StoreDb;
  settings: MooneySettings;
  returnOrigins: readonly string[];
  now(): number;
  fetch: typeof fetch;
  wait(ms: number): Promise<unknown>;
  wake(): void;
  report(error: unknown): void;
};
