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
import type { ThingPlace } from './modifiche.server.ts';
import type { ThingValues } from './modifiche-words.ts';
import { changeRow, checkRow, ROW_THINGS, type RowChange } from './rows-gestione.server.ts';

const FUORI_ORARIO_WANTED = 'Scegli che cosa succede agli appuntamenti fuori dai nuovi orari.';

/** Days of a preview. */
const PREVIEW_DAYS = 14;

/**
 * What becomes of the appointments that a changed calendar does not cover any more.
 * @property fuori_orario undefined: not said yet @property motivo why, for the citizens
 */
type ConcernedAnswer = { closed: Ente; fuori_orario?: FuoriOrario | undefined; motivo?: string };

export const saveCalendario = (ctx: CallContext, change: RowChange, answer: ConcernedAnswer) =>
  changeCalendario(ctx, { ...change, ...answer }, () => changeRow(ctx, 'calendari', change));

/**
 * Changes a calendar, in the transaction of the call, and tells the citizens whose appointments it does not cover any more, or leaves them
 * as they are.
 * @param of.codice undefined for a new one @param change returns its code
 * @throws PortalError `invalid` at `fuori_orario` while it is not said, `conflict` for a calendar with appointments that would go
 */
export async function changeCalendario(
  ctx: CallContext,
  { ente, codice, fuori_orario, motivo = '', closed }: { ente: string; codice?: string | undefined } & ConcernedAnswer,
  change: () => Promise<{ id: string }>,
): Promise<{ id: string }> {
  const before = codice === undefined ? undefined : await findCalendario(ctx.db, { ente, codice });
  const changed = await change();
  const after = await findCalendario(ctx.db, { ente, codice: changed.id });
  if (!after) {
    if (before) await requireNoneToCome(ctx, before);
    return changed;
  }
  const concerned = await readConcerned(ctx, { before, after, closed });
  if (concerned.length === 0 || fuori_orario === 'restano') return changed;
  if (fuori_orario === undefined) throw new PortalError('invalid', { fields: { fuori_orario: [FUORI_ORARIO_WANTED] } });
  await tellConcerned(ctx, concerned, { motivo, operatoreName: ctx.user ? fullName(ctx.user) : '' });
  return changed;
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

/**
 * The appointments that a calendar would not cover any more, once a change of it is taken back.
 * @param back from its present values to those of then; null: there would be no calendar
 */
export async function readOutsideUndone(
  ctx: CallContext,
  { ente, key: codice }: ThingPlace,
  back: (now: ThingValues) => ThingValues,
) {
  const closed = await enteOfPage(ctx.house, '', ente);
  const place = { ente, oggetto: 'calendari', key: codice };
  const values = back(await ROW_THINGS.calendari.read(ctx, place));
  if (!values) return [];
  const after = storedCalendario.parse({ ...values, ente, codice });
  const before = await findCalendario(ctx.db, { ente, codice });
  return (await readConcerned(ctx, { before, after, closed })).map(outsideAppuntamento);
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
