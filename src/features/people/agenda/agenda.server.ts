/** Answers the agenda of an office, and keeps what it says of each appointment, with what follows for its case. */
import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import { isClosedOn } from '../../../platform/atoms/apertura.ts';
import { addDays, isoInstant, midnightInRome, todayInRome } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import type { OperationInput } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Appuntamento, Pratica } from '../../../store/tables.ts';
import { changeAppuntamento, listToComeOf } from '../../cases/calendario/appuntamenti.db.ts';
import { cancelByOffice } from '../../cases/calendario/booked.server.ts';
import { findCalendario, readCalendari } from '../../cases/calendario/calendari.db.ts';
import type { Calendario, ChiusuraCalendario } from '../../cases/calendario/calendario.ts';
import { readConcerned } from '../../cases/calendario/concerned.server.ts';
import { freeTimes } from '../../cases/calendario/free-times.ts';
import { offerAppointment } from '../../cases/calendario/offer.server.ts';
import { openTimes } from '../../cases/calendario/outside.ts';
import { listWaiting } from '../../cases/calendario/waiting-list.db.ts';
import { isOffer } from '../../cases/calendario/waiting-list.ts';
import { spanInWords } from '../../cases/calendario/words.ts';
import { enteOfPage, findEnte } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { readSportelli } from '../../cases/ente/sportelli.db.ts';
import { addCommento } from '../../cases/pratica/commento.server.ts';
import { callerName, requireOwn } from '../../cases/pratica/incarico.server.ts';
import { findPratica } from '../../cases/pratica/pratica.db.ts';
import { protocollo, ufficioPath } from '../../cases/pratica/pratica-names.ts';
import { isOfOtherOffice } from '../../cases/pratica/riservati.server.ts';
import { isOpenStato, type StatoPratica } from '../../cases/pratica/stati.ts';
import { APPUNTAMENTO } from '../../services/appuntamento/appuntamento.fields.ts';
import { changeCalendario } from '../gestione/calendari-gestione.server.ts';
import { changeThing } from '../gestione/modifiche.server.ts';
import type { ThingValues } from '../gestione/modifiche-words.ts';
import { ROW_THINGS } from '../gestione/rows-gestione.server.ts';
import {
  type Agenda,
  type AgendaDay,
  type AppuntamentoAgenda,
  type agendaOperations,
  ESITI,
  type Esito,
} from './agenda.contract.ts';
import { type AgendaEntry, findAppuntamento, listAgenda, listPratiche, withPratiche } from './agenda.db.ts';
import { canSay, isEnding } from './esito.ts';

export const agendaHandlers: OperationHandlers<typeof agendaOperations> = {
  agenda: readAgenda,
  esitoAppuntamento: async ({ id, esito }, ctx) => {
    const { appuntamento, pratica } = await requireOwnAppuntamento(ctx, id);
    if (appuntamento.stato === esito) return { stato: esito };
    if (!canSay(esito, appuntamento, ctx.now)) throw notNow(appuntamento, esito, ctx.now);
    await changeAppuntamento(ctx.db, id, { stato: esito });
    if (isEnding(esito)) await endPratica(ctx, pratica, { appuntamento, esito });
    return { stato: esito };
  },
  appuntamentiPratica: async ({ id }, ctx) => {
    const pratica = await requireOwn(ctx, id);
    const ente = await findEnte(ctx.house, pratica.ente);
    const calendari = await readCalendari(ctx.db, pratica.ente);
    const codes = calendari.map(({ codice }) => codice);
    const toCome = await listToComeOf(ctx.db, pratica, { ente: pratica.ente, calendari: codes, now: ctx.now });
    const entries = await withPratiche(ctx.db, toCome);
    return {
      fissati: entries.flatMap(({ appuntamento, pratica: booked }) =>
        booked && ente && isOfOtherOffice(ctx.user, booked) !== true
          ? [
              {
                inizio: isoInstant(appuntamento.inizio),
                ufficio: calendari.find(({ codice }) => codice === appuntamento.calendario)?.nome ?? '',
                motivo: appuntamento.motivo_nome,
                chat: ufficioPath(booked, ente),
              },
            ]
          : [],
      ),
      proponibili: pratica.email
        ? calendari.flatMap(({ codice, nome, motivi }) =>
            motivi.map((motivo) => ({ calendario: codice, motivo: motivo.codice, nome: `${nome}: ${motivo.nome}` })),
          )
        : [],
    };
  },
  proponiAppuntamento: {
    // The enti are read before the transaction, which has the only connection of SQLite.
    prepare: async ({ id }, ctx) => {
      const pratica = await requireOwn(ctx, id);
      return ufficioPath(pratica, await enteOfPage(ctx.house, '', pratica.ente));
    },
    run: async ({ id, calendario: codice, motivo }, ctx, chat: string) => {
      const pratica = await requireOwn(ctx, id, 'change');
      if (!pratica.email)
        throw new PortalError('conflict', {
          message: 'Il cittadino non ha lasciato un’e-mail: prenota per lui dall’agenda.',
        });
      const calendario = await findCalendario(ctx.db, { ente: pratica.ente, codice });
      const reason = calendario?.motivi.find((m) => m.codice === motivo);
      if (!calendario || !reason)
        throw new PortalError('invalid', { fields: { motivo: ['Scegli un ufficio e un motivo dell’elenco.'] } });
      const accesso = { pratica, side: 'operatore' as const, login: true, operatoreName: callerName(ctx) };
      await offerAppointment(ctx, accesso, { calendario, motivo: reason });
      return { chat };
    },
  },
  annullaDaUfficio: async ({ id, motivo }, ctx) => {
    const pratica = await requireOwn(ctx, id, 'change');
    const accesso = { pratica, side: 'operatore' as const, login: true, operatoreName: callerName(ctx) };
    await cancelByOffice(ctx, accesso, { motivo, isItsCase: pratica.codice === APPUNTAMENTO });
    return { annullato: true };
  },
  provaChiusura: async (asked, ctx) => {
    const { calendario, closed } = await requireOwnCalendario(ctx, asked);
    const after = { ...calendario, chiusure: [...calendario.chiusure, chiusuraOf(asked)] };
    const concerned = await readConcerned(ctx, { before: calendario, after, closed });
    return { fuori_orario: await namedAppuntamenti(ctx, concerned) };
  },
  chiudiAgenda: {
    // The enti are read before the transaction, which has the only connection of SQLite.
    prepare: async (asked, ctx) => (await requireOwnCalendario(ctx, asked)).closed,
    run: async ({ fuori_orario, ...asked }, ctx, closed: Ente) => {
      const { ente, calendario: codice, motivo = '' } = asked;
      const change = { place: { ente, oggetto: 'calendari', key: codice }, thing: ROW_THINGS.calendari };
      return changeCalendario(ctx, { ente, codice, closed, fuori_orario, motivo }, async () => {
        await changeThing(ctx, change, (values) => withChiusura(values, chiusuraOf(asked)));
        return { id: codice };
      });
    },
  },
};

/** @throws PortalError `not_found` for an ente that is not the operator's, or a calendar that it does not have */
async function readAgenda(asked: OperationInput<typeof agendaOperations.agenda>, ctx: CallContext): Promise<Agenda> {
  const own = ctx.user?.enti ?? [];
  if (asked.ente && !own.includes(asked.ente)) throw new PortalError('not_found');
  const all = (await Promise.all(own.map((ente) => readCalendari(ctx.db, ente)))).flat();
  const calendari = all.map(({ ente, codice, nome }) => ({ ente, codice, nome }));
  const calendario = all.find(
    ({ ente, codice }) => (!asked.ente || ente === asked.ente) && (!asked.calendario || codice === asked.calendario),
  );
  if (!calendario) {
    if (asked.calendario) throw new PortalError('not_found');
    return { calendari, giorni: [] };
  }
  const ente = await findEnte(ctx.house, calendario.ente);
  if (!ente) throw new PortalError('not_found');
  const { nome, codice, postazioni, sportello } = calendario;
  const sportelli = await readSportelli(ctx.db, ente.id);
  const days = Array.from({ length: Number(asked.giorni ?? 1) }, (_, n) =>
    addDays(asked.dal ?? todayInRome(ctx.now), n),
  );
  const minuti = Math.min(...calendario.motivi.map((motivo) => motivo.minuti));
  return {
    calendari,
    calendario: {
      ente: ente.id,
      codice,
      nome,
      postazioni,
      minuti,
      luogo: sportelli.find((s) => s.codice === sportello)?.indirizzo ?? '',
      in_lista: (await listWaiting(ctx.db, calendario, ctx.now)).length,
    },
    giorni: await readDays(ctx, { ente, calendario, minuti, days }),
  };
}

type AskedDays = { ente: Ente; calendario: Calendario; minuti: number; days: readonly string[] };

async function readDays(ctx: CallContext, { ente, calendario, minuti, days }: AskedDays): Promise<AgendaDay[]> {
  const [first = '', last = first] = [days[0], days.at(-1)];
  const entries = await listAgenda(ctx.db, {
    ente: ente.id,
    calendario: calendario.codice,
    from: midnightInRome(first),
    until: midnightInRome(addDays(last, 1)),
    now: ctx.now,
  });
  const byDay = Map.groupBy(entries, ({ appuntamento }) => todayInRome(appuntamento.inizio));
  // The office may book on the same day, and later than it lets citizens do.
  const unlimited: Calendario = { ...calendario, preavviso_ore: 0, orizzonte_giorni: FAR_DAYS };
  return days.map((giorno) => {
    const own = byDay.get(giorno) ?? [];
    const span = { from: giorno, to: giorno, closed: ente };
    const reason = closedInWords(calendario, ente, giorno);
    const aperture = openTimes(calendario, span);
    return {
      giorno,
      ...(reason !== undefined && aperture.length === 0 && { chiuso: reason }),
      aperture: aperture.map(({ inizio, fine }) => ({ inizio: isoInstant(inizio), fine: isoInstant(fine) })),
      liberi: freeTimes(unlimited, minuti, { ...span, taken: own.map((e) => e.appuntamento), now: ctx.now }).length,
      appuntamenti: own.map((entry) => shownAppuntamento(ctx, ente, entry)),
    };
  });
}

/** Ten years. */
const FAR_DAYS = 3660;
/** @returns why a day is closed as a whole; undefined where it is not, or only has no hours */
function closedInWords({ chiusure }: Calendario, ente: Ente, day: string): string | undefined {
  const own = chiusure.find(({ dal, al, dalle, alle }) => !dalle && !alle && dal <= day && day <= al);
  if (own) return own.motivo ?? 'chiuso';
  if (!isClosedOn(day, ente)) return undefined;
  return ente.chiusure?.find(({ dal, al = dal }) => dal <= day && day <= al)?.motivo ?? 'festa';
}

/** Of a case that its office keeps to itself only the time is shown. */
function shownAppuntamento(ctx: CallContext, ente: Ente, { appuntamento, pratica }: AgendaEntry): AppuntamentoAgenda {
  const isOther = pratica !== undefined && isOfOtherOffice(ctx.user, pratica) === true;
  const isShown = pratica !== undefined && !isOther;
  return {
    id: appuntamento.id,
    inizio: isoInstant(appuntamento.inizio),
    fine: isoInstant(appuntamento.fine),
    postazione: appuntamento.postazione,
    stato: z.parse(shownStato, appuntamento.stato),
    motivo: isOther ? 'Pratica di un altro ufficio' : appuntamento.motivo_nome,
    esiti: isShown ? ESITI.filter((esito) => canSay(esito, appuntamento, ctx.now)) : [],
    ...(pratica && { pratica: pratica.ufficio, numero: protocollo(pratica), chat: ufficioPath(pratica, ente) }),
    ...(isOffer(appuntamento) && { proposto_fino: isoInstant(appuntamento.scade ?? ctx.now) }),
    ...(isShown && appuntamento.in_lista_dal !== null && { in_lista: true }),
    ...(appuntamento.da_spostare !== null && { da_spostare: isoInstant(appuntamento.da_spostare) }),
    ...(isShown && pratica.email === '' && { senza_email: true }),
    ...(isShown && { nome: fullName(pratica), ...(pratica.telefono !== null && { telefono: pratica.telefono }) }),
  };
}

const shownStato = z.enum(['tenuto', 'fissato', 'arrivato', 'servito', 'non_venuto']);

/** @throws PortalError `not_found` for a calendar that is not of the operator's enti */
async function requireOwnCalendario(
  ctx: CallContext,
  { ente, calendario: codice }: { ente: string; calendario: string },
): Promise<{ calendario: Calendario; closed: Ente }> {
  const isOwn = ctx.user?.enti.includes(ente) ?? false;
  const calendario = isOwn ? await findCalendario(ctx.db, { ente, codice }) : undefined;
  const closed = calendario && (await findEnte(ctx.house, ente));
  if (!closed) throw new PortalError('not_found');
  return { calendario, closed };
}

type AskedClosing = OperationInput<typeof agendaOperations.provaChiusura>;

const chiusuraOf = ({ dal, al = dal, dalle, alle, motivo }: AskedClosing): ChiusuraCalendario => ({
  dal,
  al,
  ...(motivo && { motivo }),
  ...(dalle && alle && { dalle, alle }),
});

/** @throws PortalError `not_found` for a calendar that is gone */
function withChiusura(values: ThingValues, chiusura: ChiusuraCalendario): ThingValues {
  if (!values) throw new PortalError('not_found');
  const known = Array.isArray(values.chiusure) ? values.chiusure : [];
  return { ...values, chiusure: [...known, chiusura] };
}

/** With the names of those whose cases the operator may read. */
async function namedAppuntamenti(ctx: CallContext, appuntamenti: readonly Appuntamento[]) {
  const pratiche = await listPratiche(ctx.db, appuntamenti);
  return appuntamenti.map(({ inizio, motivo_nome, pratica: id }) => {
    const pratica = pratiche.get(id ?? '');
    const isShown = pratica && isOfOtherOffice(ctx.user, pratica) !== true;
    return { inizio: isoInstant(inizio), motivo: motivo_nome, ...(isShown && { nome: fullName(pratica) }) };
  });
}

/**
 * An appointment at one of the operator's own enti, with its case, which is locked; the appointment is read after that.
 * @throws PortalError `not_found`, the same for one of another ente as for none; `forbidden` for another office's without a reason
 */
async function requireOwnAppuntamento(
  ctx: CallContext,
  id: string,
): Promise<{ appuntamento: Appuntamento; pratica: Pratica }> {
  const found = await findAppuntamento(ctx.db, id);
  const case_ = found?.pratica ? await findPratica(ctx.db, found.pratica) : undefined;
  if (!case_) throw new PortalError('not_found');
  const pratica = await requireOwn(ctx, case_.ufficio, 'change');
  const appuntamento = await findAppuntamento(ctx.db, id);
  if (!appuntamento) throw new PortalError('not_found');
  return { appuntamento, pratica };
}

function notNow({ stato, inizio }: Appuntamento, esito: Esito, now: number): PortalError {
  const early = esito === 'non_venuto' && inizio > now;
  const message = early
    ? 'L’appuntamento non è ancora cominciato: aspetta che passi l’ora.'
    : stato === 'annullato'
      ? 'Nel frattempo l’appuntamento è stato annullato.'
      : 'Nel frattempo l’appuntamento è cambiato: ricarica la pagina.';
  return new PortalError('conflict', { message });
}

/** A case that was opened for the appointment is concluded; one that goes on, or is closed already, only notes it. */
async function endPratica(
  ctx: CallContext,
  pratica: Pratica,
  { appuntamento, esito }: { appuntamento: Appuntamento; esito: Esito },
): Promise<void> {
  const when = spanInWords(appuntamento);
  const words =
    esito === 'servito'
      ? `L’appuntamento di ${when} si è svolto.`
      : `Non risulta che tu sia venuto all’appuntamento di ${when}. Se ti serve ancora, prenotane un altro.`;
  const isOver = pratica.codice === APPUNTAMENTO && isOpenStato(pratica.stato as StatoPratica);
  const accesso = { pratica, side: 'operatore' as const, login: true, operatoreName: callerName(ctx) };
  await addCommento(ctx, accesso, isOver ? { testo: words, stato: 'conclusa' } : { sistema: words });
}
