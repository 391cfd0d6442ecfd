/**
 * The positions and documents that a person may see in a back end, which lists those of a citizen, and answers a guest who types two
 * codes; that answer is noted here for as long as the guest may choose documents by it.
 */
import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import { askBackEnd } from '../../../platform/back-end/ask.server.ts';
import type { ReceivedFields } from '../../../platform/body.server.ts';
import { listSent, noteSent } from '../../../platform/once.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { encodeCodice } from './codice.ts';
import type { Posizione } from './posizione.checks.ts';
import { codici, type Documento, documento, posizioneOperations } from './posizione.contract.ts';

/** A position with its documents. */
export type OpenedInFront = { posizione: Posizione; documenti: Documento[] };

/** The kind of noted answers to two codes. */
const NOTED_KIND = 'posizione-a-monte';
/** As long as the back end lets a guest ask about the documents (product rule). */
const GRANT_MS = 60 * 60_000;
/** Positions that are asked about at a time: a consultant may hold hundreds. */
const ASKED_AT_ONCE = 6;

/** @returns those of the citizen who is logged in; nobody else has any @throws PortalError `unavailable` */
export async function listPosizioniInFront(ctx: CallContext): Promise<Posizione[]> {
  if (ctx.user?.ruolo !== 'cittadino') return [];
  return askBackEnd(ctx, 'listaPosizioni', posizioneOperations.listaPosizioni, {});
}

/** @returns those of {@link listPosizioniInFront} with their documents, and those that a guest has opened @throws PortalError `unavailable` */
export async function listDocumentiInFront(ctx: CallContext): Promise<OpenedInFront[]> {
  const own = await listPosizioniInFront(ctx);
  const opened: OpenedInFront[] = [];
  for (let first = 0; first < own.length; first += ASKED_AT_ONCE)
    opened.push(...(await Promise.all(own.slice(first, first + ASKED_AT_ONCE).map((one) => withDocumenti(ctx, one)))));
  const noted = ctx.user ? [] : await listNoted(ctx);
  return [...opened, ...noted];
}

async function withDocumenti(ctx: CallContext, posizione: Posizione): Promise<OpenedInFront> {
  const fields = { id: posizione.Id, codice: encodeCodice(posizione.codice_utente) };
  const found = await askBackEnd(ctx, 'documentiPosizione', posizioneOperations.documentiPosizione, fields);
  return { posizione, documenti: found };
}

const documenti = z.array(documento);

/** Notes what a guest has opened. @param fields the two codes @param output the documents */
export async function noteOpenedPosizione(ctx: CallContext, fields: ReceivedFields, output: unknown): Promise<void> {
  const { codice_utente } = z.parse(codici, fields);
  const found = z.parse(documenti, output);
  await noteSent(ctx, NOTED_KIND, { id: randomId(), shown: { codice_utente, documenti: found } });
}

const notedAnswer = z.object({ codice_utente: z.string(), documenti });

/** The last answer to each pair of codes. The back end does not tell a guest the id of the position: its code stands for it. */
async function listNoted(ctx: CallContext): Promise<OpenedInFront[]> {
  const noted = (await listSent(ctx, NOTED_KIND, ctx.now - GRANT_MS)).map((one) => z.parse(notedAnswer, one));
  const byCodice = new Map(noted.toReversed().map((one) => [one.codice_utente, one]));
  return [...byCodice.values()].flatMap(({ codice_utente, documenti: found }) => {
    const [first] = found;
    if (!first) return [];
    const { ente, sistema } = first;
    const unknown = { intestatario: '', ruolo: '', idRappresentanza: '', da_pagare_cent: 0, nome_ente: ente };
    return [{ posizione: { Id: codice_utente, codice_utente, ente, sistema, ...unknown }, documenti: found }];
  });
}
