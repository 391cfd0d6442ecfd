/** Which documents a request may be about, and that each has one open request of a kind at a time. */
import type { Ctx } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enti } from '../ente/ente.server.ts';
import { moneyOf } from '../ente/servizi.ts';
import { type DocumentoAperto, documentiAperti } from '../posizione/aperte.server.ts';
import { allows, codeOf } from '../posizione/azioni.ts';
import { STATI, type StatoDocumento } from '../posizione/documenti.ts';
import type { Documento } from '../posizione/posizione.contract.ts';
import { documentiSulFilo } from '../posizione/posizione.server.ts';
import { type RichiestaAperta, richiesteAperte } from '../posizione/richieste.server.ts';
import { occupaDocumento } from './documenti.db.ts';
import { inRiga } from './documenti.ts';

/** @property perche in words, when it cannot be used; null: it can @property aperta the request of this kind that stands in the way */
export type DocumentoUsabile = DocumentoAperto & { perche: string | null; aperta?: RichiestaAperta | undefined };

const APERTA = 'Per questo documento c’è già una richiesta dello stesso tipo in corso: attendi che si concluda.';

/**
 * The documents that an address names, each with whether this kind of request may be about it: its municipality takes such requests,
 * its state allows it, no money for it is on its way, and it has no open request of the kind. Not for a transaction.
 * @throws PortalError `not_found` when one is not there or not open to this person
 */
export async function documentiPer(
  ctx: Ctx,
  azione: string,
  { sistema, numeri }: { sistema: string; numeri: readonly string[] },
): Promise<DocumentoUsabile[]> {
  return seRicevuti(ctx, azione, await documentiAperti(ctx, sistema, numeri));
}

/** The same for documents that are open to this person already. */
export async function seRicevuti(
  ctx: Ctx,
  azione: string,
  aperti: readonly DocumentoAperto[],
): Promise<DocumentoUsabile[]> {
  const [documenti, bodies] = await Promise.all([conPerche(ctx, azione, aperti), enti(ctx.house)]);
  const codice = codeOf(ctx.house.services, azione);
  return documenti.map((d) => {
    const ente = bodies.find((e) => e.id === d.ente);
    if (codice && ente?.categorie.includes(codice)) return d;
    return { ...d, perche: `${ente?.nome ?? d.ente} non riceve online questo tipo di richiesta: usa i suoi contatti.` };
  });
}

async function conPerche(ctx: Ctx, azione: string, documenti: readonly DocumentoAperto[]): Promise<DocumentoUsabile[]> {
  const aperte = await richiesteAperte(
    ctx,
    documenti.map((d) => d.id),
  );
  const inViaggio = await moneyOf(ctx.house.services).onItsWay(ctx, documenti);
  return documenti.map((d) => {
    const stato = inViaggio(d) ? 'in_pagamento' : d.stato;
    const aperta = aperte.get(d.id)?.find((a) => a.azione === azione);
    return { ...d, perche: perche(stato, allows(ctx.house.services, stato, azione), aperta !== undefined), aperta };
  });
}

function perche(stato: StatoDocumento, ammesso: boolean, occupato: boolean): string | null {
  if (!ammesso)
    return stato === 'in_pagamento'
      ? 'Un pagamento di questo documento è in corso: attendi che si concluda.'
      : `Il documento è nello stato «${STATI[stato].toLowerCase()}»: questa richiesta non si può fare.`;
  return occupato ? APERTA : null;
}

/**
 * The same at the send: all or nothing.
 * @param quali with the body the request is sent to: documents of another are not there
 * @throws PortalError `conflict` with the first reason, `not_found`
 */
export async function documentiUsabili(
  ctx: Ctx,
  azione: string,
  quali: { sistema: string; numeri: readonly string[]; ente: string },
): Promise<DocumentoAperto[]> {
  const documenti = await conPerche(ctx, azione, await documentiAperti(ctx, quali.sistema, quali.numeri));
  if (documenti.some((d) => d.ente !== quali.ente))
    throw new PortalError('not_found', { message: 'Non abbiamo trovato questo documento.' });
  tuttiUsabili(documenti);
  return documenti;
}

/** @throws PortalError `conflict` with the first reason */
export function tuttiUsabili(documenti: readonly DocumentoUsabile[]): void {
  const no = documenti.find((d) => d.perche !== null);
  if (no) throw new PortalError('conflict', { message: `Documento ${no.numero}: ${no.perche}` });
}

/** As the calls tell of them, so that who asks is told before the send. */
export async function usabiliSulFilo(ctx: Ctx, documenti: readonly DocumentoUsabile[]) {
  const sulFilo = await documentiSulFilo(ctx, documenti);
  return documenti.map(({ perche }, at) => ({ ...(sulFilo[at] as Documento), usabile: perche === null, perche }));
}

/** As receipt and chat show them. */
export const fattoDocumenti = (documenti: readonly DocumentoAperto[]): [string, string] => [
  documenti.length === 1 ? 'Documento' : 'Documenti',
  documenti.map(inRiga).join('\n'),
];

/** Two sends at once: the second finds the document taken, in whatever order it names them. @throws PortalError `conflict` */
export async function occupaDocumenti(
  ctx: Ctx,
  { pratica, codice, documenti }: { pratica: string; codice: string; documenti: readonly string[] },
): Promise<void> {
  for (const documento of [...documenti].sort())
    if (!(await occupaDocumento(ctx.db, { pratica, codice, documento })))
      throw new PortalError('conflict', { message: APERTA });
}
