/** What the page of a form shows that hangs on what a body offers: the bodies of the service, the offer of the chosen one. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { attemptSend } from '../../../platform/page.server.ts';
import type { WithOfferta } from './ente-offerta.ts';

/** @property read the offer of a body, as the operation gives it; it throws `not_found` for one that offers nothing */
type OffertaSource<T> = { path: string; codice: string; read(ente: string): Promise<T> };

export async function readWithOfferta<T>(
  astro: Pick<AstroGlobal, 'locals'>,
  ente: string | undefined,
  { path, codice, read }: OffertaSource<T>,
): Promise<WithOfferta<T>> {
  const [enti, found] = await Promise.all([
    attemptSend(astro, path, () => callOperation('entiPerCategoria', { category: codice }, astro.locals.ctx)),
    ente ? attemptSend(astro, path, () => read(ente)) : undefined,
  ]);
  return {
    enti: enti.ok ? enti.data : 'failed',
    ...(found && { offerta: found.ok ? found.data : found.error.code === 'not_found' ? null : 'failed' }),
  };
}
