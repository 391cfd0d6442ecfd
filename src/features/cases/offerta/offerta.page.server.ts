/** What the page of a form shows that hangs on what a body offers: the bodies of the service, the offer of the chosen one. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { attempt } from '../../../platform/page.server.ts';
import type { ConOfferta } from './enteConOfferta.ts';

/** @property leggi the offer of a body, as the operation gives it; it throws `not_found` for one that offers nothing */
type Cosa<T> = { percorso: string; codice: string; leggi(ente: string): Promise<T> };

export async function enteConOfferta<T>(
  astro: Pick<AstroGlobal, 'locals'>,
  ente: string | undefined,
  { percorso, codice, leggi }: Cosa<T>,
): Promise<ConOfferta<T>> {
  const [enti, trovata] = await Promise.all([
    attempt(astro, percorso, () => call('entiPerCategoria', { category: codice }, astro.locals.ctx)),
    ente ? attempt(astro, percorso, () => leggi(ente)) : undefined,
  ]);
  return {
    enti: enti.ok ? enti.data : 'failed',
    ...(trovata && { offerta: trovata.ok ? trovata.data : trovata.error.code === 'not_found' ? null : 'failed' }),
  };
}
