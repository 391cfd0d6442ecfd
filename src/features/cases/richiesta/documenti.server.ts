/** Decides which documents a request may be about; each has at most one open request of a kind. */
import type { CallContext } from '../../../context.ts';
import { asSubject, type NamedEnte } from '../../../platform/atoms/articolo.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enti } from '../ente/ente.server.ts';
import { moneyOf } from '../ente/servizi.ts';
import { allowsAction, codeOf, powerFor } from '../posizione/azioni.ts';
import { DOCUMENTO_STATI, type StatoDocumento } from '../posizione/documenti.ts';
import type { Documento } from '../posizione/posizione.contract.ts';
import { wireDocumenti } from '../posizione/posizione.server.ts';
import { findOpenDocumenti, type OpenDocumento } from '../posizione/posizioni-open.server.ts';
import { type OpenRichiesta, readOpenRichieste } from '../posizione/richieste.server.ts';
import { reserveDocumento } from './documenti.db.ts';
import { documentoLine } from './documenti.ts';

/** @property perche why the document cannot be used, or null @property aperta the open request of this kind, if any */
export type UsableDocumento = OpenDocumento & { perche: string | null; aperta?: OpenRichiesta | undefined };

export const RICHIESTA_IN_PROGRESS =
  'Per questo documento c’è già una richiesta dello stesso tipo in corso: attendi che si concluda.';

/** Why a request cannot be made to an ente. */
export const notTakenOnline = (ente: NamedEnte): string =>
  `${asSubject(ente)} non riceve online questo tipo di richiesta: usa i suoi contatti.`;

/**
 * The documents that an address names, each with whether this kind of request may be about it: the ente takes such requests, the state
 * allows it, no payment is under way, and no request of the kind is open. Not inside a transaction.
 * @throws PortalError `not_found` when one of them does not exist or is not open to this person
 */
export async function findDocumentiFor(
  ctx: CallContext,
  azione: string,
  { sistema, numeri }: { sistema: string; numeri: readonly string[] },
): Promise<UsableDocumento[]> {
  return checkAccepted(
    ctx,
    azione,
    await findOpenDocumenti(ctx, sistema, numeri, powerFor(ctx.house.services, azione)),
  );
}

/** The same for documents that the caller has read already. */
export async function checkAccepted(
  ctx: CallContext,
  azione: string,
  open: readonly OpenDocumento[],
): Promise<UsableDocumento[]> {
  const [documenti, allEnti] = await Promise.all([withReason(ctx, azione, open), enti(ctx.house)]);
  const codice = codeOf(ctx.house.services, azione);
  return documenti.map((d) => {
    const ente = allEnti.find((e) => e.id === d.ente);
    if (codice && ente?.categorie.includes(codice)) return d;
    return {
      ...d,
      perche: notTakenOnline(ente ?? { nome: d.ente }),
    };
  });
}

async function withReason(
  ctx: CallContext,
  azione: string,
  documenti: readonly OpenDocumento[],
): Promise<UsableDocumento[]> {
  const openRichieste = await readOpenRichieste(
    ctx,
    documenti.map((d) => d.id),
  );
  const isOnItsWay = await moneyOf(ctx.house.services).onItsWay(ctx, documenti);
  return documenti.map((d) => {
    const stato = isOnItsWay(d) ? 'in_pagamento' : d.stato;
    const openRichiesta = openRichieste.get(d.id)?.find((a) => a.azione === azione);
    return {
      ...d,
      perche: reasonOf(stato, allowsAction(ctx.house.services, stato, azione), openRichiesta !== undefined),
      aperta: openRichiesta,
    };
  });
}

function reasonOf(stato: StatoDocumento, allowed: boolean, reserved: boolean): string | null {
  if (!allowed)
    return stato === 'in_pagamento'
      ? 'Un pagamento di questo documento è in corso: attendi che si concluda.'
      : `Il documento è nello stato «${DOCUMENTO_STATI[stato].toLowerCase()}»: questa richiesta non si può fare.`;
  return reserved ? RICHIESTA_IN_PROGRESS : null;
}

/**
 * The same check at the send, for all documents or none.
 * @param wanted `ente` is the one that the request is sent to; documents of another ente count as not found
 * @throws PortalError `conflict` with the first reason, `not_found`
 */
export async function findUsableDocumenti(
  ctx: CallContext,
  azione: string,
  wanted: { sistema: string; numeri: readonly string[]; ente: string },
): Promise<OpenDocumento[]> {
  const open = await findOpenDocumenti(ctx, wanted.sistema, wanted.numeri, powerFor(ctx.house.services, azione));
  const documenti = await withReason(ctx, azione, open);
  if (documenti.some((d) => d.ente !== wanted.ente))
    throw new PortalError('not_found', { message: 'Non abbiamo trovato questo documento.' });
  requireAllUsable(documenti);
  return documenti;
}

/** @throws PortalError `conflict` with the first reason */
export function requireAllUsable(documenti: readonly Pick<UsableDocumento, 'numero' | 'perche'>[]): void {
  const unusable = documenti.find((d) => d.perche !== null);
  if (unusable) throw new PortalError('conflict', { message: `Documento ${unusable.numero}: ${unusable.perche}` });
}

/** The documents for calls, which name the reason before the citizen fills in the form. */
export async function wireUsableDocumenti(ctx: CallContext, documenti: readonly UsableDocumento[]) {
  const wired = await wireDocumenti(ctx, documenti);
  return documenti.map(({ perche }, index) => ({ ...(wired[index] as Documento), usabile: perche === null, perche }));
}

/** The same for one document. @throws PortalError `not_found` when it does not exist or is not open to this person */
export async function wireUsableDocumento(
  ctx: CallContext,
  azione: string,
  { servizio, documento }: { servizio: string; documento: string },
) {
  const documenti = await findDocumentiFor(ctx, azione, { sistema: servizio, numeri: [documento] });
  const [found] = await wireUsableDocumenti(ctx, documenti);
  if (!found) throw new PortalError('not_found');
  return { found, documenti };
}

/** The documents as receipt and chat show them. */
export const documentiFact = (documenti: readonly OpenDocumento[]): [string, string] => [
  documenti.length === 1 ? 'Documento' : 'Documenti',
  documenti.map(documentoLine).join('\n'),
];

/** Reserves the documents, sorted so that two sends at once cannot deadlock. @throws PortalError `conflict` when one of them is taken */
export async function reserveDocumenti(
  ctx: CallContext,
  { pratica, codice, documenti }: { pratica: string; codice: string; documenti: readonly string[] },
): Promise<void> {
  for (const documento of [...documenti].sort())
    if (!(await reserveDocumento(ctx.db, { pratica, codice, documento })))
      throw new PortalError('conflict', { message: RICHIESTA_IN_PROGRESS });
}
