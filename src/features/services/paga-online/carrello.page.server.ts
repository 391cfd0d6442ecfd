/**
 * The cart of a citizen without JavaScript. A signed cookie lists the notices that this browser has checked, so that a page never shows an
 * unchecked one. Their data are read anew for every page.
 */

import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { setCookie } from '../../../platform/cookie.ts';
import { PortalError } from '../../../platform/errors.ts';
import { isHttps } from '../../../platform/origin.ts';
import { creditorOf, findPayableAvviso, isOpenToCaller, type PayableAvviso, wireOfAvviso } from './avvisi.server.ts';
import { limitGuessing } from './avviso-guessing.server.ts';
import { linkedAvvisoOf } from './fornitori.ts';
import { MAX_AVVISI } from './paga-online.checks.ts';
import {
  type CarrelloKey,
  type CarrelloRow,
  formatCarrelloKeys,
  isSameAvviso,
  type LinkedAvvisi,
  PAGA_ONLINE_PATH,
  parseCarrelloKeys,
  parseLinkedKeys,
} from './pagamento-form.ts';

type AstroPage = Pick<AstroGlobal, 'locals' | 'cookies' | 'url'>;

export const CARRELLO_COOKIE = 'carrello';
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
  const cookie = { name: CARRELLO_COOKIE, secure: isHttps(settings), path: PAGA_ONLINE_PATH };
  const content = `${formatCarrelloKeys(keys).replaceAll(' ', '_')}.${ctx.now + COOKIE_LIFETIME_MS}`;
  locals.setCookie(
    keys.length === 0
      ? setCookie({ ...cookie, value: '', seconds: 0 })
      : setCookie({ ...cookie, value: `${content}.${signer.sign(CARRELLO_COOKIE, content)}` }),
  );
}

/**
 * Reads the current data of the notices that this browser has checked, and of those that the address of the page names.
 * @param keys notices of the posted page; all of the cookie by default
 */
export async function listCarrelloRows(astro: AstroPage, keys?: readonly CarrelloKey[]): Promise<CarrelloRow[]> {
  const { ctx } = astro.locals;
  const kept = readKeptKeys(astro);
  if (!keys) return Promise.all(kept.map((key) => readCarrelloRow(ctx, key)));
  const isIn = (list: readonly CarrelloKey[], key: CarrelloKey) => list.some((other) => isSameAvviso(other, key));
  const linked = linkedKeysOf(astro);
  const shown = keys.filter((key) => isIn(kept, key) || isIn(linked, key));
  return Promise.all(shown.map((key) => (isIn(kept, key) ? readCarrelloRow(ctx, key) : checkLinked(ctx, key))));
}

const linkedKeysOf = ({ url }: Pick<AstroGlobal, 'url'>) => parseLinkedKeys(url.searchParams.getAll('avviso'));

/** The address of the page with the notices of its own address, for the form: what a link named may be sent as well. */
export function linkedPath(astro: Pick<AstroGlobal, 'url'>): string {
  const query = linkedKeysOf(astro).map((key) => `avviso=${linkedAvvisoOf(key.numero_avviso, key.dominioEC)}`);
  return query.length > 0 ? `${PAGA_ONLINE_PATH}?${query.join('&')}` : PAGA_ONLINE_PATH;
}

/**
 * Checks the notices that the address names, as the links and boxes of the reserved area do. Only reads: nothing is opened at a provider, and
 * the cookie stays as it is.
 * @returns undefined when the address names none
 */
export async function checkLinkedAvvisi(
  astro: AstroPage,
): Promise<{ carrello: CarrelloRow[]; linked: LinkedAvvisi } | undefined> {
  const keys = linkedKeysOf(astro);
  const isSent = astro.url.searchParams.has('scelti');
  if (keys.length === 0 && !isSent) return undefined;
  // A new visitor is known by the token from here on, so that the limits count each of them apart.
  astro.locals.token();
  const rows: CarrelloRow[] = [];
  // One after the other: each counts at the same limits.
  for (const key of keys.slice(0, MAX_AVVISI)) rows.push(await checkLinked(astro.locals.ctx, key));
  return {
    carrello: rows.filter(({ avviso }) => avviso),
    linked: {
      refused: rows.filter(({ avviso }) => !avviso),
      excess: Math.max(0, keys.length - MAX_AVVISI),
      isEmpty: keys.length === 0,
    },
  };
}

/** A notice that the caller owes is theirs to see, and costs none of the tries that keep strangers from guessing numbers. */
async function checkLinked(ctx: CallContext, key: CarrelloKey): Promise<CarrelloRow> {
  const ente = await creditorOf(ctx.house, key.dominioEC);
  const isOpen = ente && (await isOpenToCaller(ctx, { ente: ente.id, numero_avviso: key.numero_avviso }));
  if (ctx.browser || isOpen) return readCarrelloRow(ctx, key);
  return readCarrelloRow(ctx, key, (work) => limitGuessing(ctx, work));
}

type FindPayable = () => Promise<PayableAvviso>;

async function readCarrelloRow(
  ctx: CallContext,
  key: CarrelloKey,
  guarded: (work: FindPayable) => Promise<PayableAvviso> = (work) => work(),
): Promise<CarrelloRow> {
  try {
    // Its limits are the back end's.
    if (ctx.browser) return { ...key, avviso: await callOperation('controllaAvviso', { ...key, conferma: true }, ctx) };
    return {
      ...key,
      avviso: await wireOfAvviso(ctx, await guarded(() => findPayableAvviso(ctx, { ...key, conferma: true }))),
    };
  } catch (error) {
    if (error instanceof PortalError) return { ...key, rifiuto: error.message };
    throw error;
  }
}
