/**
 * The cart of a citizen without JavaScript. A signed cookie lists the notices that this browser has checked, so that a page never shows an
 * unchecked one. Their data are read anew for every page.
 */

import type { AstroGlobal } from 'astro';
import type { CallContext } from '../../../context.ts';
import { setCookie } from '../../../platform/cookie.ts';
import { PortalError } from '../../../platform/errors.ts';
import { findPayableAvviso, wireOfAvviso } from './avvisi.server.ts';
import {
  type CarrelloKey,
  type CarrelloRow,
  formatCarrelloKeys,
  isSameAvviso,
  PAGA_ONLINE_PATH,
  parseCarrelloKeys,
} from './pagamento-form.ts';

type AstroPage = Pick<AstroGlobal, 'locals' | 'cookies'>;

const CARRELLO_COOKIE = 'carrello';
/** Lifetime of the cookie, in ms. */
const COOKIE_LIFETIME_MS = 2 * 60 * 60 * 1000;

/** @returns notices in the cookie, which may not be payable any more */
export function readKeptKeys({ locals, cookies }: AstroPage): CarrelloKey[] {
  const { ctx } = locals;
  const [keysText = '', expires = '', signature = ''] = (cookies.get(CARRELLO_COOKIE)?.value ?? '').split('.');
  const isGood =
    ctx.house.signer.verify(CARRELLO_COOKIE, `${keysText}.${expires}`, signature) && Number(expires) > ctx.now;
  return isGood ? parseCarrelloKeys(keysText.replaceAll('_', ' ')) : [];
}

/** Writes the cart to the cookie; an empty cart deletes it. */
export function keepKeys({ locals }: Pick<AstroPage, 'locals'>, keys: readonly CarrelloKey[]): void {
  const { ctx } = locals;
  const { signer, settings } = ctx.house;
  const cookie = { name: CARRELLO_COOKIE, secure: settings.publicUrl.startsWith('https:'), path: PAGA_ONLINE_PATH };
  const content = `${formatCarrelloKeys(keys).replaceAll(' ', '_')}.${ctx.now + COOKIE_LIFETIME_MS}`;
  locals.setCookie(
    keys.length === 0
      ? setCookie({ ...cookie, value: '', seconds: 0 })
      : setCookie({ ...cookie, value: `${content}.${signer.sign(CARRELLO_COOKIE, content)}` }),
  );
}

/**
 * Reads the current data of the notices that this browser has checked.
 * @param keys notices of the posted page; all of the cookie by default
 */
export async function listCarrelloRows(astro: AstroPage, keys?: readonly CarrelloKey[]): Promise<CarrelloRow[]> {
  const kept = readKeptKeys(astro);
  const shown = keys ? keys.filter((key) => kept.some((t) => isSameAvviso(t, key))) : kept;
  return Promise.all(shown.map((key) => readCarrelloRow(astro.locals.ctx, key)));
}

async function readCarrelloRow(ctx: CallContext, key: CarrelloKey): Promise<CarrelloRow> {
  try {
    return { ...key, avviso: wireOfAvviso(await findPayableAvviso(ctx, { ...key, conferma: true })) };
  } catch (error) {
    if (error instanceof PortalError) return { ...key, rifiuto: error.message };
    throw error;
  }
}
