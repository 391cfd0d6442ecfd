/**
 * The cart of who has no JavaScript: a cookie names the notices that this browser had checked, signed, so that a page shows none
 * that nobody checked. What they are about is asked anew for every page.
 */

import type { AstroGlobal } from 'astro';
import type { Ctx } from '../../../context.ts';
import { setCookie } from '../../../platform/cookie.ts';
import { PortalError } from '../../../platform/errors.ts';
import { avvisoPagabile, sulFilo } from './avvisi.server.ts';
import { type Chiave, leggiChiavi, PERCORSO, type Riga, scriviChiavi, stesso } from './paga.ts';

type Astro = Pick<AstroGlobal, 'locals' | 'cookies'>;

const SCOPO = 'carrello';
/** Who comes back after this begins anew. Milliseconds. */
const VALE_MS = 2 * 60 * 60 * 1000;

/** @returns notices in the cookie, without a look whether they can be paid */
export function chiaviTenute({ locals, cookies }: Astro): Chiave[] {
  const { ctx } = locals;
  const [scritte = '', scade = '', firma = ''] = (cookies.get(SCOPO)?.value ?? '').split('.');
  const buone = ctx.house.signer.verify(SCOPO, `${scritte}.${scade}`, firma) && Number(scade) > ctx.now;
  return buone ? leggiChiavi(scritte.replaceAll('_', ' ')) : [];
}

/** Keeps a cart, or forgets it when it is empty. */
export function tieniChiavi({ locals }: Pick<Astro, 'locals'>, chiavi: readonly Chiave[]): void {
  const { ctx } = locals;
  const { signer, settings } = ctx.house;
  const cookie = { name: SCOPO, secure: settings.publicUrl.startsWith('https:'), path: PERCORSO };
  const contenuto = `${scriviChiavi(chiavi).replaceAll(' ', '_')}.${ctx.now + VALE_MS}`;
  locals.setCookie(
    chiavi.length === 0
      ? setCookie({ ...cookie, value: '', seconds: 0 })
      : setCookie({ ...cookie, value: `${contenuto}.${signer.sign(SCOPO, contenuto)}` }),
  );
}

/** The notices of a page that were checked here before, as they are now. @param chiavi what the page has, all when not said */
export async function righe(astro: Astro, chiavi?: readonly Chiave[]): Promise<Riga[]> {
  const tenute = chiaviTenute(astro);
  const mostrate = chiavi ? chiavi.filter((chiave) => tenute.some((t) => stesso(t, chiave))) : tenute;
  return Promise.all(mostrate.map((chiave) => riga(astro.locals.ctx, chiave)));
}

async function riga(ctx: Ctx, chiave: Chiave): Promise<Riga> {
  try {
    return { ...chiave, avviso: sulFilo(await avvisoPagabile(ctx, { ...chiave, conferma: true })) };
  } catch (error) {
    if (error instanceof PortalError) return { ...chiave, rifiuto: error.message };
    throw error;
  }
}
