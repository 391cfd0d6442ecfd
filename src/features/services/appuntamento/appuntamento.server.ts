/** Lists the offices that receive by appointment with their free times, and books, moves and cancels one, and keeps who waits for an earlier one. */
import type { CallContext } from '../../../context.ts';
import { asSubject } from '../../../platform/atoms/articolo.ts';
import { isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import { comparableEmail } from '../../../platform/atoms/email.ts';
import { PortalError } from '../../../platform/errors.ts';
import { createMadeCache } from '../../../platform/made.server.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Appuntamento } from '../../../store/tables.ts';
import { appointmentPath } from '../../cases/calendario/addresses.ts';
import { findOfPratica } from '../../cases/calendario/appuntamenti.db.ts';
import {
  type AppointmentPlace,
  bookTime,
  type FreeMonth,
  holdTime,
  readFreeMonth,
  requireStillFree,
} from '../../cases/calendario/appuntamenti.server.ts';
import { APPUNTAMENTO_MAIL, remindOf } from '../../cases/calendario/appuntamenti-outbox.ts';
import {
  type Booked,
  calendarFileOf,
  canChange,
  moveBooked,
  noteBookedFrom,
  placeFor,
  readBookedFrom,
  readBookedOf,
  requireBooked,
} from '../../cases/calendario/booked.server.ts';
import type { Calendario, MotivoCalendario } from '../../cases/calendario/calendario.ts';
import type { OfficePlace } from '../../cases/calendario/office-place.ts';
import { readOffices } from '../../cases/calendario/offices.server.ts';
import { canJoin, declineOffer, joinList, leaveList } from '../../cases/calendario/waiting-list.server.ts';
import { spanInWords } from '../../cases/calendario/words.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { drawMappa } from '../../cases/mappa/mappa.server.ts';
import { isOnTheMap } from '../../cases/mappa/view.ts';
import { spendEmailProva } from '../../cases/otp/otp.server.ts';
import {
  type Accesso,
  type AskedPratica,
  countMisses,
  findVisiblePratica,
} from '../../cases/pratica/accesso.server.ts';
import { addCommento } from '../../cases/pratica/commento.server.ts';
import { pairInChatPath } from '../../cases/pratica/pratica-names.ts';
import { openPratica, requireAnswering } from '../../cases/pratica/pratica-opening.server.ts';
import { identita, withCounterEmail } from '../../cases/utente/identita.ts';
import type {
  AppuntamentoView,
  appuntamentoOperations,
  OrariView,
  UfficioAppuntamenti,
} from './appuntamento.contract.ts';
import { APPUNTAMENTO, FORM_PATH } from './appuntamento.fields.ts';

/** Pictures of the places of the offices, 4 MB of them. */
const drawnOffices = createMadeCache<Buffer>({ most: 4 << 20, weigh: ({ byteLength }) => byteLength });

const wireUfficio = (
  { codice, nome, tipo, motivi, limite_modifica_ore }: Calendario,
  { indirizzo, punto, orari, telefono, email }: OfficePlace,
  { mappa }: Pick<Ente, 'mappa'>,
): UfficioAppuntamenti => ({
  codice,
  nome,
  tipo,
  motivi,
  limite_modifica_ore,
  indirizzo,
  ...(punto && isOnTheMap(punto) && { punto, ...(mappa && { mappa: mappa.attribuzione }) }),
  orari,
  telefono,
  email,
});

type AskedPlace = { ente: string; calendario: string; motivo: string };
type ChosenPlace = AppointmentPlace & { ente: Ente; motivo: MotivoCalendario; office: OfficePlace };

/** @throws PortalError `invalid` with the field that names what is not there, or not any more */
async function requirePlace({ house }: Pick<CallContext, 'house'>, asked: AskedPlace): Promise<ChosenPlace> {
  const ente = requireAnswering(await findEnte(house, asked.ente), APPUNTAMENTO);
  const chosen = (await readOffices(house.db, ente)).find(({ calendario }) => calendario.codice === asked.calendario);
  if (!chosen)
    throw new PortalError('invalid', {
      fields: { calendario: [`${asSubject(ente)} non ha questo ufficio tra quelli che ricevono su appuntamento.`] },
    });
  const { calendario, office } = chosen;
  const motivo = calendario.motivi.find(({ codice }) => codice === asked.motivo);
  if (!motivo)
    throw new PortalError('invalid', {
      fields: { motivo: ['L’ufficio non riceve più per questo motivo: scegline un altro dell’elenco.'] },
    });
  return { ente, calendario, motivo, office };
}

const wireMonth = ({ primo, mesi, mese, orari }: FreeMonth): OrariView => ({
  primo: primo ? wireTime(primo) : null,
  mesi,
  mese,
  orari: orari.map(wireTime),
});

const wireTime = ({ inizio, fine }: { inizio: number; fine: number }) => ({
  inizio: isoInstant(inizio),
  fine: isoInstant(fine),
});

export const appuntamentoHandlers: OperationHandlers<typeof appuntamentoOperations> = {
  ufficiAppuntamenti: async ({ ente }, { house }) => {
    const answering = requireAnswering(await findEnte(house, ente), APPUNTAMENTO);
    const offices = await readOffices(house.db, answering);
    return offices.map(({ calendario, office }) => wireUfficio(calendario, office, answering));
  },

  mappaUfficio: async ({ ente: id, calendario: codice }, { house }) => {
    const ente = await findEnte(house, id);
    const chosen = ente && (await readOffices(house.db, ente)).find(({ calendario }) => calendario.codice === codice);
    const [point, mappa] = [chosen?.office.punto, ente?.mappa];
    if (!point || !mappa || !isOnTheMap(point)) throw new PortalError('not_found');
    const etag = `${point.lat}-${point.lon}`;
    const bytes = await drawnOffices.get(`${etag} ${mappa.tasselli}`, () => drawMappa(house, mappa, point));
    return { type: 'image/png', bytes, disposition: 'inline; filename="mappa.png"', etag };
  },

  orariAppuntamenti: async ({ mese, ...asked }, ctx) =>
    wireMonth(await readFreeMonth(ctx, await requirePlace(ctx, asked), { wanted: mese })),

  tieniOrario: {
    // Read before the transaction, to keep it short.
    prepare: async (input, ctx) => {
      const place = await requirePlace(ctx, input);
      await requireStillFree(ctx, place, Date.parse(input.inizio));
      return place;
    },
    run: async ({ inizio }, ctx, place: ChosenPlace) => {
      const held = await holdTime(ctx, place, Date.parse(inizio));
      return { ...wireTime(held), fino: isoInstant(held.scade ?? ctx.now) };
    },
  },

  prenotaAppuntamento: {
    complete: (fields, ctx) => withCounterEmail({ ...fields, ...identita(ctx) }, ctx) as typeof fields,
    prepare: async (input, ctx) => {
      const place = await requirePlace(ctx, input);
      await requireStillFree(ctx, place, Date.parse(input.inizio));
      return place;
    },
    run: async (input, ctx, place: ChosenPlace) => {
      await spendEmailProva(ctx, input.email);
      const from = await findBegunAt(ctx, input.da, place.ente);
      const { nome, cognome, codice_fiscale, telefono } = input;
      const { ente, calendario, motivo, office } = place;
      const email = input.email ?? '';
      const utente = ctx.user?.ruolo === 'cittadino' ? ctx.user.id : undefined;
      return bookTime(ctx, place, {
        inizio: Date.parse(input.inizio),
        person: { utente, email, codice_fiscale },
        open: async (time) => {
          const opened = await openPratica(ctx, {
            tipo: 'richiesta',
            codice: APPUNTAMENTO,
            ente,
            oggetto: `Appuntamento: ${motivo.nome}`,
            descrizione: input.dettagli,
            richiedente: { nome, cognome, codice_fiscale, email, telefono },
            dati: {
              calendario: calendario.codice,
              motivo: motivo.codice,
              ...wireTime(time),
              sportello: calendario.nome,
              fatti: [
                ['Motivo', motivo.nome],
                ['Data e orario', spanInWords(time)],
                ['Indirizzo dell’ufficio', office.indirizzo],
              ],
            },
            files: [],
            percorso: FORM_PATH,
            termine_il: todayInRome(time.inizio),
            mail: APPUNTAMENTO_MAIL,
          });
          if (email) await remindOf(ctx, opened.id, { inizio: time.inizio, sequenza: 0 });
          if (from) await noteBookedFrom(ctx, from, { numero: opened.protocollo, nome: calendario.nome, time });
          return opened;
        },
      });
    },
  },

  mieiAppuntamenti: async (_input, ctx) =>
    (await readBookedOf(ctx, ctx.user?.id ?? '')).map(({ pratica, ...booked }) => ({
      id: pratica.id,
      ente: booked.ente.id,
      ufficio: booked.office.nome,
      indirizzo: booked.office.indirizzo,
      motivo: booked.appuntamento.motivo_nome,
      ...wireTime(booked.appuntamento),
      ...wireWaiting(booked, ctx.now),
      pagina: appointmentPath(pratica),
    })),

  leggiAppuntamento: async (asked, ctx) => wireBooked(await readAsked(ctx, asked), ctx.now),

  appuntamentoCollegato: async (asked, ctx) => {
    const { pratica: from, side } = await countMisses(ctx, asked.email, () => findVisiblePratica(ctx, asked));
    const booked = await readBookedFrom(ctx, from);
    if (!booked) return { appuntamento: null };
    const { pratica, office, appuntamento } = booked;
    // The address of its page is a key, which is given to nobody but its own citizen.
    const isOwn =
      side === 'cittadino' &&
      pratica.email !== '' &&
      (comparableEmail(pratica.email) === comparableEmail(from.email) || ctx.user?.id === pratica.utente);
    return {
      appuntamento: {
        ufficio: office.nome,
        indirizzo: office.indirizzo,
        motivo: appuntamento.motivo_nome,
        ...wireTime(appuntamento),
        ...(isOwn && { pagina: appointmentPath(pratica) }),
      },
    };
  },

  orariPerSpostare: async ({ mese, ...asked }, ctx) => {
    const { place, appuntamento, side } = await readAsked(ctx, asked);
    if (!place) throw new PortalError('conflict', { message: 'Questo ufficio non riceve più su appuntamento.' });
    return wireMonth(await readFreeMonth(ctx, placeFor(side, place), { wanted: mese, id: appuntamento.id }));
  },

  spostaAppuntamento: {
    // The enti are read before the transaction, which has the only connection of SQLite.
    prepare: ({ inizio: _time, ...asked }, ctx) => readAsked(ctx, asked),
    run: async ({ inizio, ...asked }, ctx, before: Booked) => {
      const accesso = await findVisiblePratica(ctx, asked, 'change');
      const { appuntamento, isMoved } = await moveBooked(ctx, accesso, { before, inizio: Date.parse(inizio) });
      return { ...wireBooked(movedTo(before, appuntamento), ctx.now), spostato: isMoved };
    },
  },

  annullaAppuntamento: {
    prepare: (asked, ctx) => readAsked(ctx, asked),
    run: async (asked, ctx, before: Booked) => {
      const accesso = await findVisiblePratica(ctx, asked, 'change');
      await addCommento(ctx, accesso, { stato: 'ritirata' });
      return wireBooked(
        movedTo(before, (await findOfPratica(ctx.db, accesso.pratica.id)) ?? before.appuntamento),
        ctx.now,
      );
    },
  },

  entraInLista: waitingHandler(joinList),
  esciDallaLista: waitingHandler(leaveList),
  rifiutaProposta: waitingHandler(declineOffer),

  calendarioAppuntamento: async (asked, ctx) => {
    const { pratica } = await countMisses(ctx, asked.email, () => findVisiblePratica(ctx, asked));
    return calendarFileOf(ctx, pratica, await requireBooked(ctx, pratica));
  },
};

/** The case of the ente from whose page the booking was begun, locked; undefined for other pages, and for a case that is not the caller's. */
async function findBegunAt(ctx: CallContext, path: string | undefined, ente: Ente): Promise<Accesso | undefined> {
  const pair = pairInChatPath(path ?? '');
  if (!pair) return undefined;
  try {
    const accesso = await findVisiblePratica(ctx, { ...pair, vista: 'cittadino' }, 'change');
    return accesso.pratica.ente === ente.id ? accesso : undefined;
  } catch (error) {
    if (error instanceof PortalError) return undefined;
    throw error;
  }
}

/** @throws PortalError `not_found` for a case that is not the caller's, or has no appointment */
async function readAsked(ctx: CallContext, asked: AskedPratica): Promise<Booked & Pick<Accesso, 'side'>> {
  const { pratica, side } = await countMisses(ctx, asked.email, () => findVisiblePratica(ctx, asked));
  return { ...(await requireBooked(ctx, pratica)), side };
}

/**
 * A call of the citizen about the waiting list.
 * @param change what it changes, in a transaction that locks the case, of the appointment as it is then
 */
function waitingHandler(change: (ctx: CallContext, booked: Booked) => Promise<Booked>) {
  return {
    prepare: (asked: AskedPratica, ctx: CallContext) => readAsked(ctx, asked),
    run: async (asked: AskedPratica, ctx: CallContext, before: Booked) => {
      const { pratica, side } = await findVisiblePratica(ctx, asked, 'change');
      if (side !== 'cittadino')
        throw new PortalError('forbidden', {
          message: 'Lo chiede chi ha prenotato, dalla pagina del suo appuntamento.',
        });
      const current = (await findOfPratica(ctx.db, pratica.id)) ?? before.appuntamento;
      return wireBooked(await change(ctx, { ...movedTo(before, current), offer: before.offer }), ctx.now);
    },
  };
}

const movedTo = (before: Booked, appuntamento: Appuntamento): Booked => ({
  ...before,
  appuntamento,
  offer: undefined,
  deadline: before.deadline + appuntamento.inizio - before.appuntamento.inizio,
});

function wireBooked(booked: Booked, now: number): AppuntamentoView {
  const { ente, appuntamento, place, office, toBring, deadline } = booked;
  const { motivo, motivo_nome, stato } = appuntamento;
  return {
    ente: appuntamento.ente,
    ufficio: place ? wireUfficio(place.calendario, office, ente) : null,
    motivo: { codice: motivo, nome: motivo_nome, cosa_serve: toBring },
    ...wireTime(appuntamento),
    stato: stato === 'tenuto' ? 'annullato' : stato,
    modificabile_fino: canChange(booked, now) ? isoInstant(deadline) : null,
    ...wireWaiting(booked, now),
  };
}

function wireWaiting(booked: Booked, now: number): Pick<AppuntamentoView, 'avvisabile' | 'in_lista_dal' | 'proposta'> {
  const { in_lista_dal } = booked.appuntamento;
  const { offer } = booked;
  return {
    avvisabile: canJoin(booked, now),
    in_lista_dal: in_lista_dal === null ? null : isoInstant(in_lista_dal),
    proposta: offer ? { ...wireTime(offer), fino: isoInstant(offer.scade ?? now) } : null,
  };
}
