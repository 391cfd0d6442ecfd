/** Shares out cases among the offices and operators of an ente, keeps their internal notes, and offers texts to answer with. */

import type { CallContext } from '../../../context.ts';
import { dateInWords, isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { areaName } from '../ente/aree.ts';
import { enteOfPage } from '../ente/ente.server.ts';
import type { Ente } from '../ente/ente.ts';
import { fillPlaceholders, risposteFor, unknownPlaceholders } from '../ente/risposte.ts';
import { movePubblica, readPubblica } from '../segnalazione-pubblica/pubblica.server.ts';
import { readFollowers } from '../segnalazione-seguita/seguita.server.ts';
import { absenceInWords, isAway, listUffici, peopleOf } from '../ufficio/ufficio.server.ts';
import { lastAttoBy, writeAtto } from './atti.db.ts';
import { esternaRefused } from './esterna.server.ts';
import { listEtichette } from './etichette.db.ts';
import { etichetteOf, marksInWords, prioritaOf } from './etichette.ts';
import { type IncaricoPratica, type incaricoOperations, WRONG_AREA } from './incarico.contract.ts';
import { changePratica, findFromEitherSide, findSender, findToChange } from './pratica.db.ts';
import { parsePraticaData, shownPraticaData } from './pratica-data.ts';
import { protocollo, ufficioPath } from './pratica-names.ts';
import { luogoInWords } from './pratica-summary.ts';
import { nearPratiche } from './pratiche-near.server.ts';
import { requireOffice } from './riservati.server.ts';
import { ESTERNA, isOpenStato, type StatoPratica } from './stati.ts';
import { otherTypesOf } from './tipi.server.ts';

export const incaricoHandlers: OperationHandlers<typeof incaricoOperations> = {
  incaricoPratica: async ({ id }, ctx) => readIncarico(ctx, await requireOwn(ctx, id)),
  assegnaPratica: async ({ id, ufficio = '', persona = '', prima = '', motivo }, ctx) => ({
    assegnata: await ctx.db.transaction().execute(async (tx) => {
      const inside = { ...ctx, db: tx };
      const pratica = await requireOwn(inside, id, 'change');
      const { uffici, persone } = await staffOf(inside, pratica.ente);
      const person = persone.find((p) => p.id === persona);
      const office = uffici.find((u) => u.id === ufficio);
      if (persona && !person)
        throw new PortalError('invalid', { fields: { persona: ['Scegli una persona dell’elenco.'] } });
      // They keep what they have, and may take a case themselves.
      if (person?.assente && person.id !== pratica.assegnata_a && person.id !== ctx.user?.id)
        throw new PortalError('invalid', {
          fields: { persona: [`${person.nome} è ${person.assente}: scegli un’altra persona, o solo l’ufficio.`] },
        });
      if (ufficio && !office)
        throw new PortalError('invalid', { fields: { ufficio: ['Scegli un ufficio dell’elenco.'] } });
      if ((pratica.assegnata_a ?? '') !== prima) throw await takenMeanwhile(inside, pratica, persone);
      const leaves = pratica.assegnata_ufficio !== null && office && office.id !== pratica.assegnata_ufficio;
      if (leaves && !motivo)
        throw new PortalError('invalid', { fields: { motivo: ['Scrivi perché passa a un altro ufficio.'] } });
      return assignPratica(inside, pratica, { office, person, motivo: leaves ? motivo : undefined });
    }),
  }),
  cambiaAreaPratica: async ({ id, area = '', prima = '' }, ctx) => {
    // The enti are read before the transaction, which has the only connection of SQLite.
    const ente = await enteOfPage(ctx.house, '', (await requireOwn(ctx, id)).ente);
    if (area && !ente.aree?.some((a) => a.id === area))
      throw new PortalError('invalid', { fields: { area: [WRONG_AREA] } });
    return ctx.db.transaction().execute(async (tx) => {
      const inside = { ...ctx, db: tx };
      const pratica = await requireOwn(inside, id, 'change');
      const before = pratica.area ?? '';
      if (before !== prima)
        throw new PortalError('conflict', {
          message: `Nel frattempo la zona è diventata «${areaInWords(ente, before)}». Ricarica la pagina prima di cambiarla.`,
        });
      if (before === area) return { cambiata: false };
      await changePratica(tx, pratica.id, { area: area || null });
      await movePubblica(inside, pratica, { area: area || null });
      const words = `Da «${areaInWords(ente, before)}» a «${areaInWords(ente, area)}»`;
      const atto = { azione: 'cambio_area', testo: words, dati: { prima: before, dopo: area } } as const;
      await writeAtto(inside, pratica, { ...atto, name: callerName(ctx) });
      return { cambiata: true };
    });
  },
  annotaPratica: async ({ id, nota }, ctx) => {
    const pratica = await requireOwn(ctx, id, 'change');
    await writeAtto(ctx, pratica, { azione: 'nota', testo: nota, name: callerName(ctx) });
    return { annotata: true };
  },
};

/**
 * A case of one of the operator’s own enti.
 * @param id of the ente’s side
 * @throws PortalError `not_found`, the same for a case of another ente as for none; `forbidden` for another office's without a reason;
 *   `conflict` to a program that would change its own as an office does
 */
export async function requireOwn(ctx: CallContext, id: string, purpose: 'read' | 'change' = 'read'): Promise<Pratica> {
  const found = await findFromEitherSide(ctx.db, id);
  if (!found || found.ufficio !== id || !ctx.user?.enti.includes(found.ente)) throw new PortalError('not_found');
  await requireOffice(ctx, found);
  if (purpose === 'change' && found.stato === ESTERNA) throw esternaRefused(ctx.user.nome);
  return (purpose === 'change' && (await findToChange(ctx, found.id))) || found;
}

const areaInWords = (ente: Ente, id: string): string => (id ? areaName(ente, id) : 'nessuna zona');

type NamedEntry = { id: string; nome: string };
type NamedPerson = NamedEntry & { assente?: string };

/** An operator as the timeline names them. */
export const callerName = ({ user }: CallContext): string => (user ? fullName(user) : '');

/** The open offices of an ente, and the people of all of them, with the caller first. */
export async function staffOf(
  ctx: CallContext,
  ente: string,
): Promise<{ uffici: NamedEntry[]; persone: NamedPerson[] }> {
  const uffici = (await listUffici(ctx.db, ente)).filter(({ attivo }) => attivo);
  const today = todayInRome(ctx.now);
  const persone = new Map<string, NamedPerson>(
    // A case is a person's, never a program's.
    ctx.user && !ctx.programma ? [[ctx.user.id, { id: ctx.user.id, nome: callerName(ctx) }]] : [],
  );
  for (const { id, nome, cognome, ...person } of await peopleOf(ctx.db, ...uffici)) {
    const away = isAway(person, today) ? { assente: absenceInWords(person) } : {};
    persone.set(id, { ...persone.get(id), id, nome: fullName({ nome, cognome }), ...away });
  }
  return {
    uffici: uffici.map(({ id, nome }) => ({ id, nome })),
    persone: [...persone.values()],
  };
}

/** Somebody else was quicker: says who has the case now, and who gave it to them. */
async function takenMeanwhile(
  { db }: CallContext,
  { id, assegnata_a }: Pratica,
  persone: readonly NamedEntry[],
): Promise<PortalError> {
  const name = persone.find((p) => p.id === assegnata_a)?.nome;
  const by = await lastAttoBy(db, id, ['assegnata', 'cambio_ufficio', 'presa_in_carico', 'cambio_tipo']);
  return new PortalError('conflict', {
    message: assegnata_a
      ? `Nel frattempo la pratica è stata assegnata a ${name ?? 'un’altra persona'}${by}. Ricarica la pagina prima di cambiare.`
      : `Nel frattempo la pratica non è più assegnata a nessuno${by}. Ricarica la pagina prima di cambiare.`,
  });
}

/** @property motivo why it goes from one office to another */
type NewIncarico = { office: NamedEntry | undefined; person: NamedEntry | undefined; motivo: string | undefined };

/** @returns false when the case was assigned like this already */
export async function assignPratica(ctx: CallContext, pratica: Pratica, to: NewIncarico): Promise<boolean> {
  const { office, person, motivo } = to;
  const changes = { assegnata_ufficio: office?.id ?? null, assegnata_a: person?.id ?? null };
  if (pratica.assegnata_ufficio === changes.assegnata_ufficio && pratica.assegnata_a === changes.assegnata_a)
    return false;
  // That a case has come is no news for the operator who takes it; what came after it is.
  const takes = person !== undefined && person.id === ctx.user?.id && pratica.letto_operatore === 0;
  await changePratica(ctx.db, pratica.id, { ...changes, ...(takes && { letto_operatore: 1 }) });
  const words = `${person?.nome ?? 'Nessuna persona'}, ${office?.nome ?? 'nessun ufficio'}`;
  const atto = motivo
    ? ({ azione: 'cambio_ufficio', testo: `${words}\nMotivo: ${motivo}` } as const)
    : ({ azione: 'assegnata', testo: words } as const);
  await writeAtto(ctx, pratica, { ...atto, dati: changes, name: callerName(ctx) });
  return true;
}

async function readIncarico(ctx: CallContext, pratica: Pratica): Promise<IncaricoPratica> {
  const ente = await enteOfPage(ctx.house, '', pratica.ente);
  const { uffici, persone } = await staffOf(ctx, pratica.ente);
  const person = persone.find(({ id }) => id === pratica.assegnata_a);
  const office = uffici.find(({ id }) => id === pratica.assegnata_ufficio);
  const values = placeholdersOf(pratica, ente);
  const risposte = risposteFor(ente, pratica.codice);
  const open = isOpenStato(pratica.stato as StatoPratica);
  const publicSide = pratica.pubblica === null ? undefined : await readPubblica(ctx, pratica.pubblica);
  const { followers, unsolved } = publicSide ? await readFollowers(ctx, publicSide) : { followers: 0, unsolved: 0 };
  return {
    ...(publicSide && { elenco_pubblico: publicSideOf(publicSide), seguita_da: followers, non_risolta_per: unsolved }),
    // A person who has left still has the case, until it is assigned again.
    ...(pratica.assegnata_a !== null && {
      assegnata_a: person ?? { id: pratica.assegnata_a, nome: 'una persona che non è più in questi uffici' },
    }),
    ...(office && { assegnata_ufficio: office }),
    persone,
    uffici,
    tipo: { codice: pratica.codice, altri: open ? await otherTypesOf(ctx, pratica) : [] },
    ...(ente.aree?.length && {
      area: { id: pratica.area ?? '', aree: ente.aree.map(({ id, nome }) => ({ id, nome })) },
    }),
    priorita: prioritaOf(pratica),
    etichette: etichetteOf(pratica),
    classifica: marksInWords(pratica),
    etichette_ente: await listEtichette(ctx.db, pratica.ente),
    ...(open && pratica.tipo === 'segnalazione' && { vicine: await nearOnes(ctx, pratica, ente) }),
    ...(!pratica.email && { senza_email: await withoutEmail(ctx, pratica) }),
    ...(open && pratica.sospesa_dal === null && { termine: pratica.termine_il }),
    risposte: risposte
      .filter(({ testo }) => unknownPlaceholders(testo).length === 0)
      .map(({ nome, testo }) => ({ nome, testo: fillPlaceholders(testo, values) })),
    risposte_da_correggere: risposte
      .map(({ nome, testo }) => ({ nome, segnaposti: unknownPlaceholders(testo) }))
      .filter(({ segnaposti }) => segnaposti.length > 0),
  };
}

async function withoutEmail(ctx: CallContext, pratica: Pratica): Promise<IncaricoPratica['senza_email']> {
  const programma = (await findSender(ctx.db, pratica.id))?.nome;
  return { ...(pratica.telefono && { telefono: pratica.telefono }), ...(programma && { programma }) };
}

async function nearOnes(
  ctx: CallContext,
  { id, codice, lat, lon }: Pratica,
  ente: Ente,
): Promise<IncaricoPratica['vicine']> {
  if (lat === null || lon === null) return [];
  const rows = await nearPratiche(ctx, { lat, lon }, { ente: ente.id, codice, but: id });
  return rows.map(({ row, metri }) => ({
    protocollo: protocollo(row),
    oggetto: row.oggetto,
    metri,
    inviata_il: isoInstant(row.inviata_il),
    chat: ufficioPath(row, ente),
  }));
}

const publicSideOf = ({ rilasciata, visibile }: { rilasciata: number | null; visibile: number }) =>
  rilasciata !== null ? 'pubblicata' : visibile ? 'in_esame' : 'fuori';

export const placeholdersOf = (pratica: Pratica, ente: Ente) => ({
  nome: fullName(pratica),
  numero: protocollo(pratica),
  oggetto: pratica.oggetto,
  luogo: luogoInWords(parsePraticaData(shownPraticaData, pratica)) ?? '',
  inviata: dateInWords(pratica.inviata_il),
  termine: dateInWords(pratica.termine_il),
  ente: ente.nome,
});
