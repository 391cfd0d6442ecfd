/** Changes a calendar of an ente, and asks what becomes of the appointments that are outside its new hours. */
import type { CallContext } from '../../../context.ts';
import { addDays, isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Appuntamento } from '../../../store/tables.ts';
import { findCalendario, storedCalendario } from '../../cases/calendario/calendari.db.ts';
import type { Calendario } from '../../cases/calendario/calendario.ts';
import { listToCome } from '../../cases/calendario/concerned.db.ts';
import { readConcerned, tellConcerned } from '../../cases/calendario/concerned.server.ts';
import { freeTimes } from '../../cases/calendario/free-times.ts';
import { openTimes } from '../../cases/calendario/outside.ts';
import { hourOf, startInWords } from '../../cases/calendario/words.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import type { FuoriOrario } from './gestione.contract.ts';
import { changeRow, checkRow, type RowChange } from './rows-gestione.server.ts';

const FUORI_ORARIO_WANTED = 'Scegli che cosa succede agli appuntamenti fuori dai nuovi orari.';

/** Days of a preview. */
const PREVIEW_DAYS = 14;

/** @throws PortalError `invalid` at `fuori_orario` while it is not said, `conflict` for a calendar with appointments that would go */
export async function changeCalendario(
  ctx: CallContext,
  { ente, ...change }: RowChange,
  how: { closed: Ente; fuori_orario?: FuoriOrario | undefined },
): Promise<{ id: string }> {
  const before =
    change.codice === undefined ? undefined : await findCalendario(ctx.db, { ente, codice: change.codice });
  if (before && !change.dati) await requireNoneToCome(ctx, before);
  const changed = await changeRow(ctx, 'calendari', { ente, ...change });
  const after = await findCalendario(ctx.db, { ente, codice: changed.id });
  if (after) await settleConcerned(ctx, { before, after, motivo: '', ...how });
  return changed;
}

/**
 * Tells the citizens whose appointments a calendar does not cover any more, or leaves them as they are.
 * @param of.motivo why, for the citizens
 */
export async function settleConcerned(
  ctx: CallContext,
  of: {
    before: Calendario | undefined;
    after: Calendario;
    closed: Ente;
    fuori_orario?: FuoriOrario | undefined;
    motivo: string;
  },
): Promise<void> {
  const concerned = await readConcerned(ctx, of);
  if (concerned.length === 0 || of.fuori_orario === 'restano') return;
  if (of.fuori_orario === undefined)
    throw new PortalError('invalid', { fields: { fuori_orario: [FUORI_ORARIO_WANTED] } });
  await tellConcerned(ctx, concerned, { motivo: of.motivo, operatoreName: ctx.user ? fullName(ctx.user) : '' });
}

async function requireNoneToCome({ db, now }: CallContext, calendario: Calendario): Promise<void> {
  const toCome = await listToCome(db, calendario, now);
  const last = toCome.at(-1);
  if (last)
    throw new PortalError('conflict', {
      message: `Qui ci sono ancora ${toCome.length === 1 ? 'un appuntamento' : `${toCome.length} appuntamenti`}, l’ultimo ${startInWords(last.inizio)}: chiudi gli orari da un giorno in poi, e togli il calendario quando sono passati.`,
    });
}

/**
 * What a calendar would be: its coming two weeks, and the appointments that it would not cover any more. Nothing is changed.
 * @throws PortalError `invalid`
 */
export async function previewCalendario(
  ctx: CallContext,
  { ente: id, codice, dati }: { ente: string; codice?: string | undefined; dati: object },
) {
  const ente = await enteOfPage(ctx.house, '', id);
  const checked = await checkRow(ctx, 'calendari', { ente: id, dati });
  const after = storedCalendario.parse({ ...checked.dati, ente: id, codice: codice ?? '' });
  const before = codice === undefined ? undefined : await findCalendario(ctx.db, { ente: id, codice });
  const taken = codice === undefined ? [] : await listToCome(ctx.db, after, ctx.now);
  const concerned = await readConcerned(ctx, { before, after, closed: ente });
  return {
    ...checked,
    giorni: previewDays(ctx, { ente, calendario: after, taken }),
    fuori_orario: concerned.map(outsideAppuntamento),
  };
}

const outsideAppuntamento = ({ inizio, motivo_nome }: Appuntamento) => ({
  inizio: isoInstant(inizio),
  motivo: motivo_nome,
});

/** Of each of the coming days the hours, and how many times are free for each length of a reason. */
function previewDays(
  { now }: CallContext,
  { ente, calendario, taken }: { ente: Ente; calendario: Calendario; taken: readonly Appuntamento[] },
) {
  const lengths = [...new Set(calendario.motivi.map(({ minuti }) => minuti))].sort((a, b) => a - b);
  return Array.from({ length: PREVIEW_DAYS }, (_, n) => {
    const giorno = addDays(todayInRome(now), n);
    const days = { from: giorno, to: giorno, closed: ente };
    return {
      giorno,
      aperture: openTimes(calendario, days).map(({ inizio, fine }) => ({ dalle: hourOf(inizio), alle: hourOf(fine) })),
      prenotati: taken.filter(({ inizio }) => todayInRome(inizio) === giorno).length,
      liberi: lengths.map((minuti) => ({
        minuti,
        quanti: freeTimes(calendario, minuti, { ...days, taken, now }).length,
      })),
    };
  });
}
