/** Which documents a request may be about, and that each has one open request of a kind at a time. */
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enti } from '../ente/ente.server.ts';
import { moneyOf } from '../ente/servizi.ts';
import { allowsAction, codeOf } from '../posizione/azioni.ts';
import { DOCUMENTO_STATI, type StatoDocumento } from '../posizione/documenti.ts';
import type { Documento } from '../posizione/posizione.contract.ts';
import { wireDocumenti } from '../posizione/posizione.server.ts';
import { findOpenDocumenti, type OpenDocumento } from '../posizione/posizioni-open.server.ts';
import { type OpenRichiesta, readOpenRichieste } from '../posizione/richieste.server.ts';
import { reserveDocumento } from './documenti.db.ts';
import { documentoLine } from './documenti.ts';

/** @property perche in words, when it cannot be used; null: it can @property aperta the request of this kind that stands in the way */
export type UsableDocumento = OpenDocumento & { perche: string | null; aperta?: OpenRichiesta | undefined };

const RICHIESTA_IN_PROGRESS =
  'Per questo documento c’è già una richiesta dello stesso tipo in corso: attendi che si concluda.';

/**
 * The documents that an address names, each with whether this kind of request may be about it: its municipality takes such requests,
 * its state allows it, no money for it is on its way, and it has no open request of the kind. Not for a transaction.
 * @throws PortalError `not_found` when one is not there or not open to this person
 */
export async function findDocumentiFor(
  ctx: CallContext,
  azione: string,
  { sistema, numeri }: { sistema: string; numeri: readonly string[] },
): Promise<UsableDocumento[]> {
  return checkAccepted(ctx, azione, await findOpenDocumenti(ctx, sistema, numeri));
}

/** The same for documents that are open to this person already. */
export async function checkAccepted(
  ctx: CallContext,
  azione: string,
  open: readonly OpenDocumento[],
): Promise<UsableDocumento[]> {
  const [documenti, bodies] = await Promise.all([withReason(ctx, azione, open), enti(ctx.house)]);
  const codice = codeOf(ctx.house.services, azione);
  return documenti.map((d) => {
    const ente = bodies.find((e) => e.id === d.ente);
    if (codice && ente?.categorie.includes(codice)) return d;
    return { ...d, perche: `${ente?.nome ?? d.ente} non riceve online questo tipo di richiesta: usa i suoi contatti.` };
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
 * The same at the send: all or nothing.
 * @param wanted with the body the request is sent to: documents of another are not there
 * @throws PortalError `conflict` with the first reason, `not_found`
 */
export async function findUsableDocumenti(
  ctx: CallContext,
  azione: string,
  wanted: { sistema: string; numeri: readonly string[]; ente: string },
): Promise<OpenDocumento[]> {
  const documenti = await withReason(ctx, azione, await findOpenDocumenti(ctx, wanted.sistema, wanted.numeri));
  if (documenti.some((d) => d.ente !== wanted.ente))
    throw new PortalError('not_found', { message: 'Non abbiamo trovato questo documento.' });
  requireAllUsable(documenti);
  return documenti;
}

/** @throws PortalError `conflict` with the first reason */
export function requireAllUsable(documenti: readonly UsableDocumento[]): void {
  const unusable = documenti.find((d) => d.perche !== null);
  if (unusable) throw new PortalError('conflict', { message: `Documento ${unusable.numero}: ${unusable.perche}` });
}

/** As the calls tell of them, so that who asks is told before the send. */
export async function wireUsableDocumenti(ctx: CallContext, documenti: readonly UsableDocumento[]) {
  const wired = await wireDocumenti(ctx, documenti);
  return documenti.map(({ perche }, index) => ({ ...(wired[index] as Documento), usabile: perche === null, perche }));
}

/** One document, told in the same way before its form. @throws PortalError `not_found` when it is not there or not open to this person */
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

/** As receipt and chat show them. */
export const documentiFact = (documenti: readonly OpenDocumento[]): [string, string] => [
  documenti.length === 1 ? 'Documento' : 'Documenti',
  documenti.map(documentoLine).join('\n'),
];

/** Two sends at once: the second finds the document taken, in whatever order it names them. @throws PortalError `conflict` */
export async function reserveDocumenti(
  ctx: CallContext,
  { pratica, codice, documenti }: { pratica: string; codice: string; documenti: readonly string[] },
): Promise<void> {
  for (const documento of [...documenti].sort())
    if (!(await reserveDocumento(ctx.db, { pratica, codice, documento })))
      throw new PortalError('conflict', { message: RICHIESTA_IN_PROGRESS });
}
