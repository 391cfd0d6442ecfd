/** When one counter of an ente receives by appointment, and for what. */
import * as z from 'zod/mini';
import { areDistinct, NO_SUCH_CODE, recordIdSchema } from '../features/cases/ente/ente-atoms.ts';
import { GIORNI } from '../platform/atoms/apertura.ts';
import { clockTimeSchema } from '../platform/atoms/clock-time.ts';
import { dateSchema } from '../platform/atoms/date-schema.ts';
import { integerSchema } from '../platform/atoms/integer.ts';
import { SERVICE_CODES } from '../services.ts';
import { enteIdSchema, textLineSchema } from './codici.ts';
import { describeField, LIST_WANTED, strictFields } from './fields.ts';
import { freeCode } from './row-code.ts';

const HOUR_MINUTES = 60;

type DayRange = { dal?: string | undefined; al?: string | undefined };
type TimeRange = { dalle?: string | undefined; alle?: string | undefined };

/** A fault at a field of the whole, by the path to it. */
type FieldFault = { path: (string | number)[]; message: string };

/** A rule about several fields; it is checked while one of them has a fault of its own, too. */
const faultRule = <T>(faultsOf: (value: T) => FieldFault[]) =>
  z.check<T>((ctx) => {
    for (const fault of faultsOf(ctx.value))
      ctx.issues.push({ code: 'custom', path: fault.path, message: fault.message, input: ctx.value });
  });

const faultWhere = (wrong: boolean, path: FieldFault['path'], message: string): FieldFault[] =>
  wrong ? [{ path, message }] : [];

const daysInOrder = ({ dal, al }: DayRange) =>
  faultWhere(Boolean(dal && al && al < dal), ['al'], 'L’ultimo giorno viene prima del primo.');
const timesInOrder = ({ dalle, alle }: TimeRange) =>
  faultWhere(
    Boolean(dalle && alle && alle <= dalle),
    ['alle'],
    'L’ora in cui finisce viene dopo quella in cui comincia.',
  );

const listUpTo = <T extends z.core.$ZodType>(item: T, max: number) =>
  z.array(item, LIST_WANTED).check(z.maxLength(max, `Al massimo ${max}.`));
const wholeNumber = (bounds: { min: number; max: number }, what: string) =>
  integerSchema(bounds, `${what}: un numero intero da ${bounds.min} a ${bounds.max}.`);

const dalleField = () => describeField(clockTimeSchema(), 'It begins, `HH:MM`.');
const alleField = () => describeField(clockTimeSchema(), 'It ends, `HH:MM`.');

const MAX_MINUTI = 240;
const MINUTI_RULE = 'I minuti vanno da 5 a 240, di cinque in cinque.';

const motivoFields = () =>
  strictFields({
    nome: describeField(textLineSchema(120, 'Scrivi il motivo.'), 'What people come for.'),
    minuti: describeField(
      integerSchema({ min: 5, max: MAX_MINUTI }, MINUTI_RULE).check(
        z.refine((n) => !Number.isInteger(n) || n % 5 === 0, MINUTI_RULE),
      ),
      'How long it takes, 5–240 minutes, a multiple of 5.',
    ),
    cosa_serve: describeField(
      z._default(listUpTo(textLineSchema(200, 'Scrivi che cosa portare.'), 20), []),
      'What to bring.',
    ),
    servizi: describeField(
      z._default(
        z
          .array(z.enum(Object.keys(SERVICE_CODES), NO_SUCH_CODE), LIST_WANTED)
          .check(z.refine(areDistinct, 'Un codice è ripetuto: tienilo una volta.')),
        [],
      ),
      'Service codes whose pages lead to this reason.',
    ),
    codice: z.optional(
      describeField(recordIdSchema(), 'Never changes; unique in the calendar. Made from the name without one.'),
    ),
  });

type Motivo = z.output<ReturnType<typeof motivoFields>>;

/** The second of two entries with the same value has the fault. */
const repeated = (values: readonly (string | undefined)[], field: string, message: string): FieldFault[] =>
  values.flatMap((value, n) => faultWhere(value !== undefined && values.indexOf(value) < n, [n, field], message));

const distinctMotivi = (motivi: readonly Motivo[]): FieldFault[] => [
  ...repeated(
    motivi.map(({ codice }) => codice),
    'codice',
    'Un altro motivo ha già questo codice.',
  ),
  ...repeated(
    motivi.map(({ nome }) => nome.toLowerCase()),
    'nome',
    'Un altro motivo ha già questo nome.',
  ),
];

function withCodes(motivi: Motivo[]): (Motivo & { codice: string })[] {
  const taken = new Set(motivi.flatMap(({ codice }) => codice ?? []));
  return motivi.map((motivo) => {
    const codice = motivo.codice ?? freeCode(motivo.nome, taken);
    taken.add(codice);
    return { ...motivo, codice };
  });
}

const orarioFields = () =>
  strictFields({
    giorni: describeField(
      z
        .array(z.enum(GIORNI), LIST_WANTED)
        .check(z.minLength(1, 'Scegli almeno un giorno.'), z.refine(areDistinct, 'Un giorno è ripetuto.')),
      'Days of the week.',
    ),
    dalle: dalleField(),
    alle: alleField(),
    dal: z.optional(describeField(dateSchema(), 'First day on which these hours hold.')),
    al: z.optional(describeField(dateSchema(), 'Last day on which they hold.')),
  }).check(faultRule(daysInOrder), faultRule(timesInOrder));

type Orario = z.output<ReturnType<typeof orarioFields>>;

const meets = (a: { dalle: string; alle: string }, b: { dalle: string; alle: string }): boolean =>
  a.dalle < b.alle && b.dalle < a.alle;
const holdTogether = (a: DayRange, b: DayRange): boolean =>
  (a.dal ?? '') <= (b.al ?? '9999') && (b.dal ?? '') <= (a.al ?? '9999');

/** Hours that cross would offer a desk twice. */
const orariApart = (orari: readonly Orario[]): FieldFault[] =>
  orari.flatMap((orario, n) => {
    const other = orari
      .slice(0, n)
      .find((o) => o.giorni.some((g) => orario.giorni.includes(g)) && holdTogether(o, orario) && meets(o, orario));
    return other
      ? [
          {
            path: [n, 'dalle'],
            message: `Questo orario si incrocia con ${other.dalle}–${other.alle} dello stesso giorno.`,
          },
        ]
      : [];
  });

const chiusuraFields = () =>
  z.pipe(
    strictFields({
      dal: describeField(dateSchema(), 'First closed day.'),
      al: z.optional(describeField(dateSchema(), 'Last closed day, where there is more than one.')),
      motivo: z.optional(describeField(textLineSchema(120, 'Scrivi il motivo.'), 'Why, for citizens.')),
      dalle: z.optional(describeField(clockTimeSchema(), 'Closed from this hour on; the whole day without hours.')),
      alle: z.optional(describeField(clockTimeSchema(), 'Closed until this hour.')),
    }).check(
      faultRule(daysInOrder),
      faultRule(timesInOrder),
      faultRule<TimeRange>(({ dalle, alle }) => [
        ...faultWhere(Boolean(alle && !dalle), ['dalle'], 'Scrivi anche l’ora in cui comincia.'),
        ...faultWhere(Boolean(dalle && !alle), ['alle'], 'Scrivi anche l’ora in cui finisce.'),
      ]),
    ),
    z.transform((chiusura) => ({ ...chiusura, al: chiusura.al ?? chiusura.dal })),
  );

const aperturaFields = () =>
  strictFields({
    giorno: describeField(dateSchema(), 'A day on which it is open besides, even if it is closed otherwise.'),
    dalle: dalleField(),
    alle: alleField(),
  }).check(faultRule(timesInOrder));

type Apertura = z.output<ReturnType<typeof aperturaFields>>;

const apertureApart = (aperture: readonly Apertura[]): FieldFault[] =>
  aperture.flatMap((apertura, n) =>
    faultWhere(
      aperture.slice(0, n).some((a) => a.giorno === apertura.giorno && meets(a, apertura)),
      [n, 'dalle'],
      'Questa apertura si incrocia con un’altra dello stesso giorno.',
    ),
  );

const minutesOf = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * HOUR_MINUTES + minute;
};

/** What the rules about a whole calendar read. */
type Whole = {
  orari: readonly { dalle: string; alle: string }[];
  aperture_straordinarie: readonly { dalle: string; alle: string }[];
  motivi: readonly { minuti: number }[];
  preavviso_ore: number;
  orizzonte_giorni: number;
};

/** Somebody has to find a time for each reason. */
function bookable({ orari, aperture_straordinarie, motivi, preavviso_ore, orizzonte_giorni }: Whole): FieldFault[] {
  const open = [...orari, ...aperture_straordinarie];
  const longest = Math.max(0, ...open.map(({ dalle, alle }) => minutesOf(alle) - minutesOf(dalle)));
  return [
    ...faultWhere(open.length === 0, ['orari'], 'Scrivi almeno un orario, o un’apertura straordinaria.'),
    ...motivi.flatMap(({ minuti }, n) =>
      faultWhere(
        longest > 0 && minuti > longest && minuti <= MAX_MINUTI,
        ['motivi', n, 'minuti'],
        `Nessun orario è così lungo: il più lungo dura ${longest} minuti.`,
      ),
    ),
    ...faultWhere(
      preavviso_ore >= orizzonte_giorni * 24,
      ['preavviso_ore'],
      'Con questo preavviso non resta nessun giorno da prenotare: accorcialo, o allunga «fino a quanti giorni prima».',
    ),
  ];
}

/** Its output has every field that {@link CalendarioRow} names; whether the ente has the desk is checked where the store is known. */
export const calendarioSchema = () =>
  strictFields({
    ente: enteIdSchema(),
    codice: describeField(recordIdSchema(), 'Never changes; unique for the ente.'),
    nome: describeField(
      textLineSchema(120, 'Scrivi il nome dell’ufficio.'),
      'Name of the office, as citizens choose it.',
    ),
    tipo: describeField(
      textLineSchema(60, 'Scrivi il tipo di ufficio, ad esempio Anagrafe.'),
      'Kind of office, by which citizens choose first.',
    ),
    sportello: describeField(
      recordIdSchema('Scegli lo sportello.'),
      'Code of an entry of `sportelli` of the ente, whose address and contacts it has.',
    ),
    postazioni: describeField(
      z._default(wholeNumber({ min: 1, max: 50 }, 'Le postazioni'), 1),
      'Desks that receive at once, 1–50; 1 by default.',
    ),
    motivi: z.pipe(
      listUpTo(motivoFields(), 40).check(z.minLength(1, 'Scrivi almeno un motivo.'), faultRule(distinctMotivi)),
      z.transform(withCodes),
    ),
    orari: z._default(listUpTo(orarioFields(), 60).check(faultRule(orariApart)), []),
    chiusure: z._default(listUpTo(chiusuraFields(), 200), []),
    aperture_straordinarie: z._default(listUpTo(aperturaFields(), 200).check(faultRule(apertureApart)), []),
    preavviso_ore: describeField(
      z._default(wholeNumber({ min: 0, max: 720 }, 'Le ore'), 2),
      'Earliest booking: so many hours from now, 0–720; 2 by default.',
    ),
    orizzonte_giorni: describeField(
      z._default(wholeNumber({ min: 1, max: 365 }, 'I giorni'), 60),
      'Latest booking: so many days from now, 1–365; 60 by default.',
    ),
    massimo_per_persona: describeField(
      z._default(wholeNumber({ min: 1, max: 20 }, 'Gli appuntamenti'), 2),
      'Future appointments that one person may hold here, 1–20; 2 by default.',
    ),
    limite_modifica_ore: describeField(
      z._default(wholeNumber({ min: 0, max: 720 }, 'Le ore'), 24),
      'Moved or cancelled by the citizen until so many hours before, 0–720; 24 by default.',
    ),
  }).check(faultRule<Whole>(bookable));

export type CalendarioRow = z.output<ReturnType<typeof calendarioSchema>>;

export const UNKNOWN_SPORTELLO =
  'L’ente non ha questo sportello: aggiungilo a «sportelli», o controlla come è scritto.';
