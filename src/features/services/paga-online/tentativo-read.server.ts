/** Reads an attempt to pay with its notices, its receipts and its owner. */

import { type CallContext, ownerOf } from '../../../context.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import { iuvOf } from '../../../platform/atoms/numero-avviso.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { AvvisoToPay } from '../../../platform/payments.ts';
import type { Pagamento, Ricevuta, StoreDb } from '../../../store/tables.ts';
import { enti, readEntiInside } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { avvisoKeyText } from './avvisi.db.ts';
import { coversAsked, type PagamentoStato } from './esiti.ts';
import { listAvvisiRicevute } from './ricevute.db.ts';
import {
  findTentativo,
  listOpenAtMooney,
  listPaidAvvisi,
  listTentativoAvvisi,
  type TentativoAvvisoRow,
} from './tentativi.db.ts';

/**
 * @property avvisi as they were when it was opened
 * @property ricevute receipts of this attempt: two of a notice that was paid twice
 * @property allRicevute receipts of its notices, whoever paid; those that belong to no attempt have no `pagamento`
 */
export type Tentativo = {
  pagamento: Pagamento & { stato: PagamentoStato };
  avvisi: (TentativoAvvisoRow & Pick<AvvisoToPay, 'dominioEC' | 'enteName' | 'iuv'>)[];
  ricevute: Ricevuta[];
  allRicevute: Ricevuta[];
  /** Numbers with ente of the notices that are paid, by this attempt or another way */
  paidKeys: ReadonlySet<string>;
};

/** @throws PortalError `not_found` */
export async function readTentativo(ctx: Pick<CallContext, 'house' | 'db'>, id: string): Promise<Tentativo> {
  const pagamento = await findTentativo(ctx.db, id);
  if (!pagamento) throw unknownTentativo();
  const found = await withAvvisi(ctx.db, pagamento, await readEntiById(ctx));
  const statedPaid = await listPaidAvvisi(ctx.db, { pagamento: id });
  return { ...found, paidKeys: new Set([...found.paidKeys, ...statedPaid.map(avvisoKeyText)]) };
}

export type EntiById = ReadonlyMap<string, Pick<Ente, 'codice_fiscale' | 'nome'>>;

/** The enti by id. Inside a transaction they are read through it: SQLite has a single connection, which the transaction holds. */
export async function readEntiById({ house, db }: Pick<CallContext, 'house' | 'db'>): Promise<EntiById> {
  const all = db.isTransaction ? await readEntiInside({ db, house }) : await enti(house);
  return new Map(all.map((e) => [e.id, e]));
}

/** An unknown reference and somebody else's attempt get the same answer. */
export const unknownTentativo = (): PortalError =>
  new PortalError('not_found', {
    message:
      'Non troviamo questo pagamento. Riapri la pagina dal browser con cui hai pagato, o dal collegamento ricevuto per e-mail.',
  });

/** An attempt with all that is known of its notices. @param entiById all enti */
export async function withAvvisi(db: StoreDb, pagamento: Pagamento, entiById: EntiById): Promise<Tentativo> {
  const rows = await listTentativoAvvisi(db, { pagamento: pagamento.id });
  const all = await listAvvisiRicevute(db, { pagamento: pagamento.id });
  const isOwn = (r: (typeof all)[number]) => r.pagamento === pagamento.id;
  // Paid in another tab by the same person: one receipt, and it is theirs.
  const isSamePerson = (r: (typeof all)[number]) =>
    r.proprietario === pagamento.proprietario || (r.utente !== null && r.utente === pagamento.utente);
  const ricevute = rows.flatMap((row) => {
    const ofAvviso = all.filter((r) => avvisoKeyText(r) === avvisoKeyText(row));
    const own = ofAvviso.filter(isOwn);
    return own.length > 0 ? own : (ofAvviso.find(isSamePerson) ?? []);
  });
  return {
    pagamento: { ...pagamento, stato: pagamento.stato as PagamentoStato },
    avvisi: rows.map((row) => ({
      ...row,
      iuv: iuvOf(row.numero_avviso),
      dominioEC: entiById.get(row.ente)?.codice_fiscale ?? '',
      enteName: entiById.get(row.ente)?.nome ?? '',
    })),
    ricevute: ricevute.map(pickRicevuta),
    allRicevute: all.map(pickRicevuta),
    paidKeys: new Set(all.filter((r) => paysOneOf(rows, r)).map(avvisoKeyText)),
  };
}

/** True for a receipt of one of these notices that covers what the attempt asks for it. */
export const paysOneOf = (rows: readonly TentativoAvvisoRow[], ricevuta: Ricevuta): boolean =>
  rows.some((row) => avvisoKeyText(row) === avvisoKeyText(ricevuta) && coversAsked(ricevuta, Number(row.importo_cent)));

const pickRicevuta = ({
  proprietario,
  utente,
  ...ricevuta
}: Awaited<ReturnType<typeof listAvvisiRicevute>>[number]): Ricevuta => ricevuta;

/** Owners under which this caller may have opened a payment: the browser and the login. */
export const ownerNames = (ctx: Pick<CallContext, 'visitor' | 'user'>): string[] =>
  [ownerOf(ctx as CallContext), ctx.visitor ?? ''].filter(Boolean);

/** True for the person who opened it, by the same browser or the same login. */
export function isOwnPagamento(
  ctx: Pick<CallContext, 'visitor' | 'user'>,
  { proprietario, utente }: Pagamento,
): boolean {
  if (ctx.user && utente === ctx.user.id) return true;
  return ownerNames(ctx).includes(proprietario);
}

/**
 * Tells whether the person who opened an attempt may open a receipt of it in the browser (product rule). Opening a cart at pagoPA proves
 * nothing: they must owe or have created the notice, or have the address to which the receipt is mailed as their own contact.
 */
export const opensOwnRicevuta = (
  { user }: Pick<CallContext, 'user'>,
  { fornitore, email }: Pick<Pagamento, 'fornitore' | 'email'>,
  byDebtor: boolean,
): boolean => fornitore === 'mooney' || byDebtor || user?.contatti.email?.toLowerCase() === email.toLowerCase();

/** Open payments of this caller at the second provider, so that a citizen who closed the page can finish or give them up. */
export async function listLeftOpen(
  ctx: CallContext,
): Promise<{ id: string; scade: string; causale: string; importo_cent: number }[]> {
  const names = ownerNames(ctx);
  const rows = names.length > 0 ? await listOpenAtMooney(ctx.db, names) : [];
  return rows.map((row) => ({ ...row, scade: isoInstant(Number(row.scade)), importo_cent: Number(row.importo_cent) }));
}
