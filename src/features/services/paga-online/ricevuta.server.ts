/** The receipt of a payment: access to it, the link in the mail, the PDF. */
import type { CallContext, PortalHouse } from '../../../context.ts';
import { addDays, isDate, todayInRome } from '../../../platform/atoms/date.ts';
import type { OperationInput } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import { makePdf } from '../../../platform/pdf/pdf.server.ts';
import type { OperationHandler } from '../../../platform/run.server.ts';
import type { Pagamento, Ricevuta } from '../../../store/tables.ts';
import { contentDisposition } from '../../cases/allegati/file-name.server.ts';
import { enteOfPage, enti } from '../../cases/ente/ente.server.ts';
import { letterheadOf } from '../../cases/ente/stemma.server.ts';
import { avvisoKeyText } from './avvisi.db.ts';
import { isOpenToCaller } from './avvisi.server.ts';
import { ricevutaAddress } from './fornitori.ts';
import { numeroOfTentativo } from './numero-pagamento.server.ts';
import type { pagaOnlineOperations } from './paga-online.contract.ts';
import { buildRicevuta } from './ricevuta.ts';
import { findRicevuta } from './ricevute.db.ts';
import { findTentativo, listDelegatedAvvisi, listOwnedAvvisi } from './tentativi.db.ts';
import { isOwnPagamento, opensOwnRicevuta, readTentativo } from './tentativo-read.server.ts';

/** Days for which a mailed link opens the receipt (product rule). */
const LINK_DAYS = 30;
const LINK_PURPOSE = 'ricevuta-pagamento';

/** Last day, in Rome, on which a link made now works. */
export const lastLinkDay = (now: number): string => addDays(todayInRome(now), LINK_DAYS);

/**
 * Address that opens a receipt without a login, for 30 days. Made again on the same day it is the same.
 * @param id of an attempt, or of one receipt
 * @param site origin of the host on which the payment began
 */
export function ricevutaLink(house: PortalHouse, id: string, site = house.settings.publicUrl): string {
  const giorno = lastLinkDay(house.now());
  const firma = `${giorno}.${house.signer.sign(LINK_PURPOSE, `${id}.${giorno}`)}`;
  return `${site}${ricevutaAddress(id)}?firma=${firma}`;
}

function isValidFirma({ house, now }: CallContext, id: string, firma: string | undefined): boolean {
  const [giorno = '', mark = ''] = (firma ?? '').split('.', 2);
  return isDate(giorno) && todayInRome(now) <= giorno && house.signer.verify(LINK_PURPOSE, `${id}.${giorno}`, mark);
}

type RicevutaRequest = OperationInput<(typeof pagaOnlineOperations)['ricevutaPagamento']>;

/**
 * The receipts that this caller may have under this id: all of them by the link, which is mailed to the payer alone; else those that they
 * prove to be theirs. The id may be that of a single receipt, for a notice that was paid by another person or elsewhere.
 * @throws PortalError `not_found`, the same for every reason, also for an unpaid payment
 */
export async function listVisibleRicevute(ctx: CallContext, { id, firma }: RicevutaRequest): Promise<Ricevuta[]> {
  const pagamento = await findTentativo(ctx.db, id);
  const all = pagamento ? await ricevuteOfPagamento(ctx, pagamento) : await singleRicevuta(ctx, id);
  const visible = isValidFirma(ctx, id, firma) ? all : await keepProven(ctx, all);
  if (visible.length > 0) return visible;
  throw new PortalError('not_found', {
    message:
      'Non abbiamo trovato questa ricevuta. Aprila dal collegamento che hai ricevuto per e-mail, o accedi: la trovi nell’area riservata, alla voce Pagamenti.',
  });
}

/** None for a payment that was not paid, or not in full. */
async function ricevuteOfPagamento(ctx: CallContext, { id, stato }: Pagamento): Promise<Ricevuta[]> {
  return stato === 'pagato' ? (await readTentativo(ctx, id)).ricevute : [];
}

async function singleRicevuta(ctx: CallContext, id: string): Promise<Ricevuta[]> {
  const ricevuta = await findRicevuta(ctx.db, id);
  return ricevuta ? [ricevuta] : [];
}

/**
 * Whether a caller proves that a receipt is theirs (product rule): they owe the notice by their login or have opened its position by the two
 * codes of the letter; or the receipt belongs to a payment of theirs and they created the notice, paid it with Mooney, which names the order,
 * or have the address that was named as the payer's as their own contact. Opening a cart of a notice proves nothing.
 */
async function isProven(ctx: CallContext, ricevuta: Ricevuta): Promise<boolean> {
  return (await isOpenToCaller(ctx, ricevuta)) || isOwnPayment(ctx, ricevuta);
}

async function keepProven(ctx: CallContext, ricevute: readonly Ricevuta[]): Promise<Ricevuta[]> {
  const visible: Ricevuta[] = [];
  for (const ricevuta of ricevute) if (await isProven(ctx, ricevuta)) visible.push(ricevuta);
  return visible;
}

/** @returns the first of these receipts that the caller proves to be theirs */
export async function findProven(ctx: CallContext, ricevute: readonly Ricevuta[]): Promise<Ricevuta | undefined> {
  for (const ricevuta of ricevute) if (await isProven(ctx, ricevuta)) return ricevuta;
  return undefined;
}

async function isOwnPayment(ctx: CallContext, { pagamento: id, ente, numero_avviso }: Ricevuta): Promise<boolean> {
  const pagamento = id === null ? undefined : await findTentativo(ctx.db, id);
  if (!pagamento || !isOwnPagamento(ctx, pagamento)) return false;
  const owned = await listOwnedAvvisi(ctx.db, { pagamento: pagamento.id, today: todayInRome(ctx.now) });
  const byDebtor = owned.some((a) => a.ente === ente && a.numero_avviso === numero_avviso);
  return opensOwnRicevuta(ctx, pagamento, byDebtor);
}

export const ricevutaRedirect: OperationHandler<(typeof pagaOnlineOperations)['ricevutaRedirect']> = async (
  input,
  ctx,
) => {
  await listVisibleRicevute(ctx, input);
  const firma = input.firma === undefined ? '' : `?firma=${encodeURIComponent(input.firma)}`;
  return { location: ricevutaAddress(input.id) + firma };
};

export const ricevutaPagamento: OperationHandler<(typeof pagaOnlineOperations)['ricevutaPagamento']> = async (
  input,
  ctx,
) => {
  const { house } = ctx;
  const ricevute = await listVisibleRicevute(ctx, input);
  const [first] = ricevute as [Ricevuta];
  const isOneEnte = ricevute.every((r) => r.ente === first.ente);
  const content = buildRicevuta({
    numero: numeroOfTentativo(input.id, ricevute),
    ricevute,
    letterhead: await letterheadOf(house, await enteOfPage(house, '', isOneEnte ? first.ente : undefined)),
    enti: new Map((await enti(house)).map((e) => [e.id, e])),
    holders: await readHolders(ctx, ricevute),
    sandbox: house.settings.mode === 'sandbox',
  });
  const bytes = await makePdf(ctx, { kind: 'receipt', content });
  const name = `ricevuta-pagamento-${todayInRome(first.pagato_il)}.pdf`;
  return { type: 'application/pdf', bytes, disposition: contentDisposition(name) };
};

/** Those for whom delegates paid these receipts, by receipt. */
async function readHolders({ db }: CallContext, ricevute: readonly Ricevuta[]): Promise<ReadonlyMap<string, string>> {
  const pagamenti = ricevute.flatMap(({ pagamento }) => pagamento ?? []);
  const delegated = pagamenti.length > 0 ? await listDelegatedAvvisi(db, pagamenti) : [];
  const keyOf = (one: Pick<Ricevuta, 'ente' | 'numero_avviso'> & { pagamento: string | null }) =>
    `${one.pagamento} ${avvisoKeyText(one)}`;
  const names = new Map(delegated.map((row) => [keyOf(row), row.delegante_nome]));
  return new Map(ricevute.flatMap((r) => (names.has(keyOf(r)) ? [[r.id, names.get(keyOf(r)) ?? '']] : [])));
}
