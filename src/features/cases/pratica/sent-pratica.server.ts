/** Finds a case for the person who sent it: for the confirmation page, and for the hint that they sent one already. */
import * as z from 'zod/mini';
import { type CallContext, ownerOf } from '../../../context.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import type { ReceivedFields } from '../../../platform/body.server.ts';
import { KEPT_DAYS, listSent, noteSent } from '../../../platform/once.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { enteOfPage } from '../ente/ente.server.ts';
import { openedPratica } from './pratica.contract.ts';
import { findDelegation, findLastPratica, findPratica } from './pratica.db.ts';
import { chatPath, protocollo, ufficioPath } from './pratica-names.ts';
import { OPEN_PRATICA_STATI } from './stati.ts';

/** What the sender sees of a case right after sending it. @property termine_il day, `YYYY-MM-DD` */
export type SentPratica = {
  id: string;
  protocollo: string;
  tipo: Pratica['tipo'];
  ente: string;
  codice: string;
  email: string;
  inviata_il: number;
  inviata_iso: string;
  termine_il: string;
  chat: string;
  /** Address of the receipt */
  ricevuta: string;
  /** An operator sent it for a person at the counter */
  atCounter: boolean;
  /** Everybody will see it, once it is released */
  isPublic: boolean;
  /** Name of the person for whom a delegate sent it */
  perConto?: string | undefined;
};

const DAY_MS = 24 * 3600_000;

/** @returns the case when this visitor or citizen sent it, else null; another person's case is answered like none */
export async function findSentPratica(ctx: CallContext, id: string): Promise<SentPratica | null> {
  if (ownerOf(ctx) === '' || id === '' || id.length > 100) return null;
  const pratica = await findPratica(ctx.db, id);
  if (pratica) return pratica.proprietario === ownerOf(ctx) ? sentPraticaOf(ctx, pratica) : null;
  return (await listNoted(ctx, KEPT_DAYS)).find((noted) => noted.id === id) ?? null;
}

/**
 * @param codici of the service whose form is being opened
 * @returns the open case of it that was sent from here within the last day (product rule), so that the sender does not send it twice
 */
export async function findLastSent(ctx: CallContext, codici: readonly string[]): Promise<SentPratica | null> {
  if (ownerOf(ctx) === '' || codici.length === 0) return null;
  const filter = { proprietario: ownerOf(ctx), codici, stati: OPEN_PRATICA_STATI, dal: ctx.now - DAY_MS };
  const pratica = await findLastPratica(ctx.db, filter);
  if (pratica) return sentPraticaOf(ctx, pratica);
  return (await listNoted(ctx, 1)).find(({ codice }) => codici.includes(codice)) ?? null;
}

async function sentPraticaOf({ house, db, perConto }: CallContext, pratica: Pratica): Promise<SentPratica> {
  const ofEnte = perConto && (await enteOfPage(house, '', pratica.ente));
  const { id, tipo, ente, codice, email, inviata_il, termine_il } = pratica;
  return {
    id,
    tipo,
    ente,
    codice,
    email,
    inviata_il,
    termine_il,
    inviata_iso: isoInstant(inviata_il),
    protocollo: protocollo(pratica),
    chat: ofEnte ? ufficioPath(pratica, ofEnte) : chatPath(pratica),
    ricevuta: ofEnte ? ricevutaPath(pratica.ufficio, 'vista=operatore&email=') : ricevutaOf(pratica),
    atCounter: ofEnte !== null,
    isPublic: pratica.pubblica !== null,
    perConto: (await findDelegation(db, pratica))?.titolare,
  };
}

const ricevutaPath = (id: string, query: string) => `/api/v1/portale/pratiche/${id}/ricevuta?${query}`;
const ricevutaOf = ({ id, email }: Pick<Pratica, 'id' | 'email'>) =>
  ricevutaPath(id, `email=${encodeURIComponent(email)}`);

/** The kind of noted sends that were cases. */
const NOTED_KIND = 'pratica-a-monte';

const listNoted = async (ctx: CallContext, days: number) =>
  (await listSent(ctx, NOTED_KIND, ctx.now - days * DAY_MS)) as SentPratica[];

/**
 * Notes a case that a back end has opened: its confirmation is a page of this portal.
 * @param sent the fields of the call, its answer, and the codes of its service
 */
export async function noteSentPratica(
  ctx: CallContext,
  sent: { fields: ReceivedFields; output: unknown; codes: readonly string[] },
): Promise<SentPratica> {
  const { id, protocollo: number, inviata_il, termine_il } = z.parse(openedPratica, sent.output);
  const { ente, codice, email } = z.parse(namedFields, sent.fields);
  const { email: applicant = '' } = z.parse(namedFields, sent.fields.richiedente ?? {});
  const tipo = codice === undefined ? 'richiesta' : 'segnalazione';
  const known = { id, tipo, email: email ?? applicant } as const;
  const shown: SentPratica = {
    ...known,
    protocollo: number,
    ente: ente ?? '',
    codice: codice ?? sent.codes[0] ?? '',
    termine_il,
    inviata_il: Date.parse(inviata_il),
    inviata_iso: inviata_il,
    chat: chatPath(known),
    ricevuta: ricevutaOf(known),
    atCounter: false,
    isPublic: false,
  };
  await noteSent(ctx, NOTED_KIND, { id, shown });
  return shown;
}

const namedFields = z.object({
  ente: z.optional(z.string()),
  codice: z.optional(z.string()),
  email: z.optional(z.string()),
});
