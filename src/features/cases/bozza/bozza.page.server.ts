/** Drafts as pages read, keep and discard them, by the calls that the browser makes too. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import type { Bozza } from './bozza.contract.ts';
import { COOKIE_SALVATA } from './bozza.server.ts';

type Pagina = Pick<AstroGlobal, 'locals'>;
type Contenuto = { percorso: string; passo: string; valori: Record<string, string>; salva?: boolean };

/** @returns the draft of this form, null when there is none */
export function bozzaDi({ locals }: Pagina, percorso: string): Promise<Bozza | null> {
  return call('leggiBozza', { percorso }, locals.ctx);
}

/**
 * Keeps what was typed. With `salva` the visitor is remembered as long as the draft: only after "È un dispositivo personale?".
 * @returns key of the one send
 */
export async function tieniBozza({ locals }: Pagina, contenuto: Contenuto): Promise<string> {
  const { chiave } = await call('salvaBozza', contenuto, locals.ctx);
  if (contenuto.salva && !locals.ctx.user) locals.keepVisitor(COOKIE_SALVATA);
  return chiave;
}

export async function buttaBozza({ locals }: Pagina, percorso: string): Promise<void> {
  await call('eliminaBozza', { percorso }, locals.ctx);
}
