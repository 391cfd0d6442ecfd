/** Writes and reads the trail of a case: what operators did with it, and their notes. Nothing here is for its citizen. */
import type { CallContext } from '../../../context.ts';
import { instantInWords } from '../../../platform/atoms/date.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Atto, Pratica, StoreDb } from '../../../store/tables.ts';

/** What an operator does with a case. A note is one of these: it is written once and never changed. */
export type AttoAzione =
  | 'registrazione'
  | 'presa_in_carico'
  | 'assegnata'
  | 'nota'
  | 'cambio_tipo'
  | 'cambio_ufficio'
  | 'cambio_area'
  | 'classificata'
  | 'ditta'
  | 'ditta_affidata'
  | 'ditta_revocata'
  | 'delega_chiusa'
  | 'proroga'
  | 'integrazione'
  | 'decisione'
  | 'risposta'
  | 'protocollo'
  | 'pubblicata'
  | 'tolta'
  | 'doppione'
  | 'nascosto'
  | 'lettura';

export type NewAtto = {
  azione: AttoAzione;
  /** For a note its words, for a change its reason. What the citizen reads is in the timeline, and named in `dati` */
  testo?: string;
  /** Old and new values, and the id of the event */
  dati?: Record<string, unknown>;
};

/**
 * Adds to the trail, in the transaction of what was done (`ctx.db`).
 * @param name of the operator as the timeline shows it: their own, or that of the mailbox whose key they hold
 */
export async function writeAtto(
  { db, now, user }: Pick<CallContext, 'db' | 'now' | 'user'>,
  { id, ente }: Pick<Pratica, 'id' | 'ente'>,
  { azione, testo = '', dati = {}, name }: NewAtto & { name: string },
): Promise<void> {
  const atto: Omit<Atto, 'n'> = {
    id: randomId(),
    pratica: id,
    ente,
    quando: now,
    // A citizen's login may be open in the browser of somebody who has the key of a mailbox.
    chi: user?.ruolo === 'operatore' && user.enti.includes(ente) ? user.id : null,
    nome: name,
    azione,
    testo,
    dati_json: JSON.stringify(dati),
  };
  await db
    .insertInto('atti')
    .values((e) => ({
      ...atto,
      n: e
        .selectFrom('atti')
        .select((a) => a.fn.count<number>('id').as('n'))
        .where('pratica', '=', id),
    }))
    .execute();
}

/** The trail of a case, oldest first. @param pratica id of the citizen's side */
export const listAtti = (db: StoreDb, pratica: string): Promise<Atto[]> =>
  db.selectFrom('atti').selectAll().where('pratica', '=', pratica).orderBy('quando').orderBy('n').execute();

/** What opens a case of another office to the person who did it: a reason, or work on the case itself. */
const OPENING_ATTI: readonly AttoAzione[] = ['lettura', 'registrazione', 'assegnata', 'cambio_ufficio', 'cambio_tipo'];

/** @param of.pratica id of the citizen's side */
export async function hasActedSince(db: StoreDb, of: { pratica: string; chi: string; dal: number }): Promise<boolean> {
  const atto = await db
    .selectFrom('atti')
    .select('id')
    .where('pratica', '=', of.pratica)
    .where('chi', '=', of.chi)
    .where('azione', 'in', OPENING_ATTI)
    .where('quando', '>', of.dal)
    .limit(1)
    .executeTakeFirst();
  return atto !== undefined;
}

/** The operator who did one of these last, and when, in brackets to end a sentence with; '' when nobody did. @param pratica id of the citizen's side */
export async function lastAttoBy(db: StoreDb, pratica: string, azioni: readonly AttoAzione[]): Promise<string> {
  const atto = await db
    .selectFrom('atti')
    .select(['nome', 'quando'])
    .where('pratica', '=', pratica)
    .where('azione', 'in', azioni)
    .orderBy('quando', 'desc')
    .orderBy('n', 'desc')
    .executeTakeFirst();
  return atto ? ` (da ${atto.nome}, ${instantInWords(Number(atto.quando))})` : '';
}
