/** The receipt of a payment: who may have it, the link that goes by mail, the PDF. */
import type { Ctx, House } from '../../../context.ts';
import { aggiungiGiorni, isData, oggi } from '../../../platform/atoms/date.ts';
import type { Input } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Handler } from '../../../platform/run.server.ts';
import type { Pagamento, Ricevuta } from '../../../store/tables.ts';
import { contentDisposition } from '../../cases/allegati/nome.server.ts';
import { enteDellaPagina, enti } from '../../cases/ente/ente.server.ts';
import { indirizzoRicevuta } from './fornitori.ts';
import { eSuo, tentativo } from './lettura.server.ts';
import type { operations } from './paga-online.contract.ts';
import { ricevutaPdf } from './ricevuta.pdf.ts';
import { dovutiDa, trovaRicevuta } from './ricevute.db.ts';
import { trovaTentativo } from './tentativi.db.ts';

/** A mailed link opens the receipt for so many days (product rule). */
export const GIORNI_LINK = 30;
const SCOPO = 'ricevuta-pagamento';

/** Last day on which a link made now opens, in Rome. */
export const ultimoGiornoDelLink = (now: number): string => aggiungiGiorni(oggi(now), GIORNI_LINK);

/**
 * Address of a receipt that opens for whoever holds it, for 30 days; one made again on the same day is the same.
 * @param id of an attempt, or of one receipt
 */
export function linkRicevuta(house: House, id: string): string {
  const giorno = ultimoGiornoDelLink(house.now());
  const firma = `${giorno}.${house.signer.sign(SCOPO, `${id}.${giorno}`)}`;
  return `${house.settings.publicUrl}${indirizzoRicevuta(id)}?firma=${firma}`;
}

function firmaBuona({ house, now }: Ctx, id: string, firma: string | undefined): boolean {
  const [giorno = '', segno = ''] = (firma ?? '').split('.', 2);
  return isData(giorno) && oggi(now) <= giorno && house.signer.verify(SCOPO, `${id}.${giorno}`, segno);
}

type Chiesta = Input<(typeof operations)['ricevutaPagamento']>;

/**
 * The receipts that this caller may have under this id: all of a payment for who opened it or holds its link, their own
 * notices of it for who owes them. An id may be one receipt's: of a notice that somebody else paid, or elsewhere.
 * @throws PortalError `not_found`, the same whatever was wrong; nor is there anything of a payment that was not paid
 */
export async function ricevuteViste(ctx: Ctx, { id, firma }: Chiesta): Promise<Ricevuta[]> {
  const pagamento = await trovaTentativo(ctx.db, id);
  const tutte = pagamento ? await delPagamento(ctx, pagamento) : await diUna(ctx, id);
  const aperta = firmaBuona(ctx, id, firma) || (pagamento !== undefined && eSuo(ctx, pagamento));
  const viste = aperta ? tutte : await dovute(ctx, tutte);
  if (viste.length > 0) return viste;
  throw new PortalError('not_found', {
    message:
      'Non abbiamo trovato questa ricevuta. Aprila dal collegamento che hai ricevuto per e-mail, o accedi: la trovi nell’area riservata, alla voce Pagamenti.',
  });
}

/** Nothing of a payment that was not paid, or not in full. */
async function delPagamento(ctx: Ctx, { id, stato }: Pagamento): Promise<Ricevuta[]> {
  return stato === 'pagato' ? (await tentativo(ctx, id)).ricevute : [];
}

async function diUna(ctx: Ctx, id: string): Promise<Ricevuta[]> {
  const ricevuta = await trovaRicevuta(ctx.db, id);
  return ricevuta ? [ricevuta] : [];
}

/** Those of notices that this citizen owes. */
async function dovute({ db, user }: Ctx, ricevute: Ricevuta[]): Promise<Ricevuta[]> {
  if (user?.ruolo !== 'cittadino' || ricevute.length === 0) return [];
  const suoi = await dovutiDa(
    db,
    user.codice_fiscale,
    ricevute.map((r) => r.numero_avviso),
  );
  return ricevute.filter((r) => suoi.some((a) => a.ente === r.ente && a.numero_avviso === r.numero_avviso));
}

export const ricevutaRedirect: Handler<(typeof operations)['ricevutaRedirect']> = async (input, ctx) => {
  await ricevuteViste(ctx, input);
  const firma = input.firma === undefined ? '' : `?firma=${encodeURIComponent(input.firma)}`;
  return { location: indirizzoRicevuta(input.id) + firma };
};

export const ricevutaPagamento: Handler<(typeof operations)['ricevutaPagamento']> = async (input, ctx) => {
  const { house } = ctx;
  const ricevute = await ricevuteViste(ctx, input);
  const [prima] = ricevute as [Ricevuta];
  const uno = ricevute.every((r) => r.ente === prima.ente);
  const bytes = await ricevutaPdf({
    riferimento: input.id,
    ricevute,
    intestazione: await enteDellaPagina(house, '', uno ? prima.ente : undefined),
    enti: new Map((await enti(house)).map((e) => [e.id, e])),
    sandbox: house.settings.mode === 'sandbox',
  });
  const name = `ricevuta-pagamento-${oggi(prima.pagato_il)}.pdf`;
  return { type: 'application/pdf', bytes, disposition: contentDisposition(name) };
};
