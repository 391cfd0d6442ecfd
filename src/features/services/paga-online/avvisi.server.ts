/** Decides whether an avviso can be paid now, with which provider, and what stands in the way if it cannot. */
import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import { instantInWords, isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import { iuvOf } from '../../../platform/atoms/numero-avviso.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { AvvisoToPay, Fornitore } from '../../../platform/payments.ts';
import type { Pagamento } from '../../../store/tables.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { statoOn } from '../../cases/posizione/documenti.ts';
import { isOpenDocumento } from '../../cases/posizione/posizioni-open.server.ts';
import {
  type AvvisoKey,
  type AvvisoRow,
  avvisoKeyText,
  findAvvisoRow,
  findOpenAtMooney,
  findOwnAtPagopa,
  listEntiWithNumero,
  listMoneyOnItsWay,
  listTentativiInTheWay,
} from './avvisi.db.ts';
import { readDelegheOfAvvisi } from './avvisi-deleghe.server.ts';
import { causaleOf, hasValidCheckDigits } from './avviso.ts';
import { GRACE_MS } from './esiti.ts';
import type { ShownAvviso } from './paga-online.checks.ts';
import { listOwedAvvisi } from './ricevute.db.ts';
import { openAtPagopaText, pendingText, RIFIUTO_TEXTS, type RifiutoCodice, rifiuto } from './rifiuti.ts';
import { fieldTipi, type ServizioPagamento } from './servizio-fields.ts';
import { isOwnPagamento, ownerNames } from './tentativo-read.server.ts';

/** What the caller gives to find a notice: the ente, and the number or the IUV. */
export type AvvisoQuery = { dominioEC: string; numero_avviso?: string | undefined; IUV?: string | undefined };

/**
 * A notice as the portal has it. This amount is the one to pay, whatever a browser sends.
 * @property stato on the day of the call: `scaduto` is a `da_pagare` whose due date has passed
 * @property documento id of its document, null without one
 * @property openAtMooney payments of it at the second provider without an outcome; another payment needs a confirmation (product rule)
 */
export type FoundAvviso = AvvisoToPay & {
  scadenza: string | null;
  stato: string;
  bollo_cent: number | null;
  documento: string | null;
  pagabile_fino: string | null;
  scade: number | null;
  openAtMooney: number;
};

type CallerContext = Pick<CallContext, 'house' | 'db' | 'now' | 'user' | 'visitor'>;

/** The ente that a notice names by its tax code. */
export const creditorOf = async (house: CallContext['house'], dominioEC: string): Promise<Ente | undefined> =>
  (await enti(house)).find(({ codice_fiscale }) => codice_fiscale === dominioEC);

/** Unknown number, unknown ente and number of another ente get the same answer. @throws PortalError PAGAMENTO_SCONOSCIUTO */
export async function findAvviso(
  ctx: Pick<CallerContext, 'house' | 'db' | 'now'>,
  query: AvvisoQuery,
): Promise<FoundAvviso> {
  const { dominioEC, numero_avviso, IUV: iuv } = query;
  const ente = await creditorOf(ctx.house, dominioEC);
  const found = ente && (await findAvvisoRow(ctx.db, ente.id, { numero_avviso, iuv }));
  if (!found) throw rifiuto('PAGAMENTO_SCONOSCIUTO');
  return avvisoOf(found, { dominioEC, enteName: ente.nome }, ctx.now);
}

const SEVERAL_ENTI =
  'Più enti hanno un avviso con questo numero: scrivi il codice fiscale dell’ente, lo trovi sull’avviso accanto al suo nome.';

/**
 * Finds whose notice a number is, for a citizen on the host of a municipality who does not say it: the municipality's own, else that of
 * the only ente of the portal that has one.
 * @returns tax code of the ente
 * @throws PortalError PAGAMENTO_SCONOSCIUTO, `invalid` when several enti have one
 */
export async function findDominio(
  { house, db, host }: Pick<CallContext, 'house' | 'db' | 'host'>,
  numero_avviso: string,
): Promise<string> {
  const owed = new Set((await listEntiWithNumero(db, numero_avviso)).map(({ ente }) => ente));
  const found = (await enti(house)).filter(({ id }) => owed.has(id));
  const own = found.find((ente) => ente.host !== null && ente.host === host);
  const [first, ...others] = own ? [own] : found;
  if (!first) throw rifiuto('PAGAMENTO_SCONOSCIUTO');
  if (others.length > 0) throw new PortalError('invalid', { fields: { dominioEC: [SEVERAL_ENTI] } });
  return first.codice_fiscale;
}

function avvisoOf(row: AvvisoRow, ente: Pick<AvvisoToPay, 'dominioEC' | 'enteName'>, now: number): FoundAvviso {
  const { tipo: _tipo, numero_avviso, iuv, ...rest } = row;
  return {
    ...ente,
    ...rest,
    numero_avviso,
    iuv: iuv ?? iuvOf(numero_avviso),
    causale: causaleOf(row),
    importo_cent: Number(row.importo_cent),
    stato: statoOn(row, todayInRome(now)),
  };
}

export type PayableAvviso = { avviso: FoundAvviso; fornitori: Fornitore[]; pending: PendingPagamento | undefined };

/**
 * A notice that can be paid now, and the providers that take it.
 * @param conferma also accepts a notice with a payment that waits at the second provider: returned as `pending`, payable with pagoPA
 * @throws PortalError with its `reason`: see RIFIUTI
 */
export async function findPayableAvviso(
  ctx: CallerContext,
  { conferma = false, ...query }: AvvisoQuery & { conferma?: boolean | undefined },
): Promise<PayableAvviso> {
  const avviso = await findAvviso(ctx, query);
  checkPayable(avviso, ctx.now);
  const pending = await findPending(ctx, avviso);
  const fornitori = (['pagopa', 'mooney'] as const).filter(
    (fornitore) =>
      acceptsImporto(ctx, fornitore, avviso.importo_cent) &&
      // Only pagoPA sells digital stamps.
      (fornitore === 'pagopa' || !(pending || avviso.bollo_cent)),
  );
  if (pending && !(conferma && fornitori.includes('pagopa'))) throw unconfirmedRefusal(pending);
  if (fornitori.length === 0) throw rifiuto('SERVIZIO_NON_DISPONIBILE');
  return { avviso, fornitori, pending };
}

/**
 * A payment that waits at the second provider. Instants in ms.
 * @property riferimento only for a caller who may give it up
 */
export type PendingPagamento = { dal: number; fino_a: number; riferimento: string | undefined };

/** @returns the payment of this notice that waits at the second provider, if any */
export async function findPending(
  ctx: CallerContext,
  avviso: Pick<FoundAvviso, keyof AvvisoKey | 'openAtMooney'>,
): Promise<PendingPagamento | undefined> {
  if (avviso.openAtMooney === 0) return undefined;
  const { ente, numero_avviso } = avviso;
  const [open] = await findOpenAtMooney(ctx.db, { ente, numero_avviso });
  if (!open) return undefined;
  const mayGiveUp = await canGiveUp(ctx, open, [avviso]);
  return { dal: open.creato, fino_a: open.scade, riferimento: mayGiveUp ? open.id : undefined };
}

/**
 * Tells whether the caller may give up a payment at the second provider: the person who opened it, and the debtor.
 * @param avvisi its notices
 */
export async function canGiveUp(
  ctx: CallerContext,
  pagamento: Pagamento,
  avvisi: readonly AvvisoKey[],
): Promise<boolean> {
  if (isOwnPagamento(ctx, pagamento)) return true;
  for (const avviso of avvisi) if (!(await isOwedByUser(ctx, avviso))) return false;
  return pagamento.fornitore === 'mooney' && avvisi.length > 0;
}

/** True for a logged-in citizen who owes this notice. */
export async function isOwedByUser(
  { db, user, now }: Pick<CallContext, 'db' | 'user' | 'now'>,
  { ente, numero_avviso }: AvvisoKey,
): Promise<boolean> {
  if (user?.ruolo !== 'cittadino') return false;
  return (
    await listOwedAvvisi(db, { codice_fiscale: user.codice_fiscale, today: todayInRome(now) }, [numero_avviso])
  ).some((a) => a.ente === ente);
}

/** Tells whether a notice is the caller's own: they owe it, or its document is on a position that they opened with its two codes. */
export async function isOpenToCaller(ctx: CallContext, { ente, numero_avviso }: AvvisoKey): Promise<boolean> {
  if (await isOwedByUser(ctx, { ente, numero_avviso })) return true;
  const found = await findAvvisoRow(ctx.db, ente, { numero_avviso });
  return found?.documento ? isOpenDocumento(ctx, found.documento) : false;
}

/**
 * Before a notice is opened at the second provider: the caller may have paid it at pagoPA a moment ago, with the receipt still to come.
 * @throws PortalError PAGAMENTO_IN_CORSO, with what to confirm
 */
export async function checkNotAtPagopa(ctx: CallContext, { ente, numero_avviso }: AvvisoKey): Promise<void> {
  const owners = ownerNames(ctx);
  if (owners.length === 0) return;
  const [open] = await findOwnAtPagopa(ctx.db, { ente, numero_avviso, owners, utente: ctx.user?.id ?? null });
  if (!open) return;
  const message = openAtPagopaText(instantInWords(open.creato));
  throw rifiuto('PAGAMENTO_IN_CORSO', { message, fields: { conferma: [message] } });
}

/** Says which payment waits and until when, and with `conferma` how to go on. */
export function unconfirmedRefusal({ dal, fino_a }: PendingPagamento): PortalError {
  const message = pendingText(instantInWords(dal), instantInWords(fino_a));
  return rifiuto('PAGAMENTO_IN_CORSO', { message, fields: { conferma: [message] } });
}

const CLOSED_STATI: Record<string, [RifiutoCodice, string?]> = {
  pagato: ['PAGAMENTO_DUPLICATO'],
  annullato: ['PAGAMENTO_ANNULLATO'],
  rateizzato: ['PAGAMENTO_ANNULLATO', RIFIUTO_TEXTS.rateizzato],
  in_pagamento: ['PAGAMENTO_IN_CORSO', RIFIUTO_TEXTS.in_pagamento],
};

/** A notice stays payable after its due date unless its ente gave a last day (product rule). @throws PortalError */
export function checkPayable(avviso: FoundAvviso, now: number): void {
  const [codice, words] = CLOSED_STATI[avviso.stato] ?? [];
  if (codice) throw rifiuto(codice, words ? { message: words } : {});
  if (avviso.scade !== null && avviso.scade <= now)
    throw rifiuto('PAGAMENTO_SCADUTO', { message: RIFIUTO_TEXTS.abandoned });
  if (avviso.pagabile_fino !== null && avviso.pagabile_fino < todayInRome(now)) throw rifiuto('PAGAMENTO_SCADUTO');
}

function acceptsImporto({ house }: CallerContext, fornitore: Fornitore, cent: number): boolean {
  const limits = house.payments[fornitore]?.limits;
  return limits !== undefined && cent >= limits.min_cent && cent <= limits.max_cent;
}

/**
 * Finds those of these notices whose money may be on its way: a payment at the second provider, or an outcome that is still being verified. A
 * cart at pagoPA that was only opened blocks nothing (product rule), nor does one of a stranger to the document.
 * @returns the attempt on each
 */
export async function findMoneyOnItsWay(
  { db, now }: Pick<CallContext, 'db' | 'now'>,
  documenti: readonly { ente: string; numero_avviso: string | null }[],
): Promise<(avviso: { ente: string; numero_avviso: string | null }) => boolean> {
  const numeri = documenti.flatMap(({ numero_avviso }) => numero_avviso ?? []);
  const rows = numeri.length > 0 ? await listMoneyOnItsWay(db, { numeri, now }) : [];
  const keys = new Set(rows.map(avvisoKeyText));
  return ({ ente, numero_avviso }) => numero_avviso !== null && keys.has(avvisoKeyText({ ente, numero_avviso }));
}

/**
 * Tells whether this notice is being paid now. A cart at pagoPA counts if a person connected with the document opened it, for as long as it
 * can be paid; one that its owner left does not.
 * @returns since when, and the latest instant at which its outcome is known unless the provider is down; undefined: it is not being paid
 */
export async function findOngoingPagamento(
  { db, now }: Pick<CallContext, 'db' | 'now'>,
  { ente, numero_avviso }: { ente: string; numero_avviso: string | null },
): Promise<{ dal: number; fino_a: number } | undefined> {
  const paying = numero_avviso === null ? [] : await listTentativiInTheWay(db, { ente, numero_avviso, now });
  if (paying.length === 0) return undefined;
  return {
    dal: Math.min(...paying.map(({ creato }) => Number(creato))),
    fino_a: Math.max(...paying.map(({ scade }) => Number(scade) + GRACE_MS)),
  };
}

/**
 * The notice as `check` answers it.
 * @throws PortalError `forbidden` when the caller has its position by a delegation that is not for payments, or has ended
 */
export async function wireOfAvviso(
  ctx: CallContext,
  { avviso, fornitori, pending }: PayableAvviso,
): Promise<ShownAvviso> {
  const delega = (await readDelegheOfAvvisi(ctx, [avviso]))(avviso);
  return {
    IUV: avviso.iuv,
    numero_avviso: avviso.numero_avviso,
    dominioEC: avviso.dominioEC,
    ente: avviso.enteName,
    causale: avviso.causale,
    importo_cent: avviso.importo_cent,
    scadenza: avviso.scadenza,
    stato: avviso.stato === 'scaduto' ? 'scaduto' : 'da_pagare',
    cifre_tornano: hasValidCheckDigits(avviso.numero_avviso),
    fornitori,
    ...(delega && { per_conto: delega.delegante_nome }),
    ...(pending && {
      in_attesa: {
        dal: isoInstant(pending.dal),
        fino_a: isoInstant(pending.fino_a),
        ...(pending.riferimento !== undefined && { riferimento: pending.riferimento }),
      },
    }),
  };
}

const storedServizio: z.ZodMiniType<ServizioPagamento> = z.object({
  codice: z.string(),
  nome: z.string(),
  descrizione: z.optional(z.string()),
  elenchi: z.array(z.enum(['PPA', 'LINK'])),
  campi: z.array(
    z.object({
      nome: z.string(),
      etichetta: z.string(),
      tipo: z.enum(fieldTipi),
      obbligatorio: z.boolean(),
      aiuto: z.optional(z.string()),
    }),
  ),
  importo_cent: z.optional(z.number()),
  min_cent: z.optional(z.number()),
  max_cent: z.optional(z.number()),
  modificabili: z.optional(z.array(z.string())),
  tassonomia: z.string(),
});

export const parseServizio = ({ dati_json }: { dati_json: string }): ServizioPagamento =>
  storedServizio.parse(JSON.parse(dati_json));
