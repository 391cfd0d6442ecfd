/** What the portal knows of an ente, field by field: checked by the import, read from the store, filled in by administrators. Pure. */
import * as z from 'zod/mini';
import { ARTICOLI } from '../../../platform/atoms/articolo.ts';
import { dateSchema, dayOfYearSchema } from '../../../platform/atoms/date-schema.ts';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { integerSchema } from '../../../platform/atoms/integer.ts';
import { longTextSchema, textSchema } from '../../../platform/atoms/text.ts';
import { cornersOf } from '../../../platform/border.ts';
import { describeField, LIST_WANTED, strictFields } from '../../../platform/data-file-fields.ts';
import { storedForm } from '../../../platform/stored-form.ts';
import { confineSchema, MAX_CORNERS } from './confine.ts';
import {
  areDistinct,
  byCodiceSchema,
  codiciSchema,
  coloreSchema,
  degreesSchema,
  enteCodiceFiscaleSchema,
  giorniSchema,
  hostNameSchema,
  recordIdSchema,
  shownTelefonoSchema,
  tileUrlSchema,
  webUrlSchema,
} from './ente-atoms.ts';
import { PLACEHOLDER_LIST, placeholderProblem } from './risposte.ts';
import { isSistemaCode, TIPI_SISTEMA } from './sistemi.ts';

/** A picture of an ente, whose bytes are in a table of their own. `impronta`, the hash of the bytes, names it in its address. */
export const enteImage = z.object({
  impronta: z.string(),
  tipo: z.enum(['svg', 'png']),
  larghezza: z.number(),
  altezza: z.number(),
});

type Pubblicazione = 'dopo_controllo' | 'subito';

/**
 * What differs between a data file, which is checked, and the store, which is read.
 * @property sandbox true allows http addresses to this machine and to `.example`
 * @property codice of a service
 * @property incasso code of a service or system for which money comes in
 * @property image a crest or a logo
 * @property pubblicazione by code of a type of report, made of the schema of one value
 */
type EnteDoor = {
  sandbox: boolean;
  codice: z.ZodMiniType<string>;
  incasso: z.ZodMiniType<string>;
  image(): z.ZodMiniType<z.output<typeof enteImage>>;
  pubblicazione(
    value: z.ZodMiniType<Pubblicazione | undefined>,
  ): z.ZodMiniType<Record<string, Pubblicazione | undefined>>;
};

const textLine = (max: number, required: string, description: string) =>
  describeField(textSchema({ max, required }), description);
const dayField = (description: string) => describeField(dateSchema(), description);
const listUpTo = <T extends z.core.$ZodType>(entry: T, max: number, tooMany: string) =>
  z.array(entry, LIST_WANTED).check(z.maxLength(max, tooMany));
const optionalField = <T extends z.core.$ZodType>(schema: T, description: string) =>
  z.optional(describeField(schema, description));
const webField = ({ sandbox }: EnteDoor, description: string) => optionalField(webUrlSchema(sandbox), description);

const ZOOM_RULE = 'Lo zoom è un numero intero da 5 a 19.';

type DayRange = { dal?: string | undefined; al?: string | undefined };
const areInOrder = () =>
  z.refine<DayRange>(({ dal, al }) => !dal || !al || dal <= al, {
    path: ['al'],
    error: 'L’ultimo giorno viene prima del primo.',
  });

const ownText = (description: string) =>
  optionalField(
    longTextSchema({ max: 20_000, required: 'Scrivi il testo.' }),
    `${description} In Markdown, without HTML.`,
  );

/** A page elsewhere, and its name in a list of links. */
const linkFields = ({ sandbox }: EnteDoor) =>
  strictFields({
    testo: textLine(60, 'Scrivi il testo del collegamento.', 'What the link says.'),
    url: describeField(webUrlSchema(sandbox), 'Where it leads.'),
  });

const contattiFields = () =>
  strictFields({
    indirizzo: textLine(200, 'Scrivi l’indirizzo.', 'Street, postcode and town.'),
    telefono: optionalField(shownTelefonoSchema(), 'Shown as written here.'),
    numero_verde: optionalField(shownTelefonoSchema(), 'Free number; shown before the other.'),
    email: describeField(emailAddressSchema(), 'Address for citizens’ questions.'),
    pec: optionalField(emailAddressSchema(), 'Certified mail; the privacy text names it.'),
  });

const urlFields = (door: EnteDoor) =>
  strictFields({
    sito: webField(door, 'Site of the ente.'),
    privacy: webField(door, 'Privacy notice; without it the portal’s own text.'),
    note_legali: webField(door, 'Legal notes; without them the portal’s own text.'),
    accessibilita: webField(door, 'AgID accessibility declaration; without it the portal’s own text.'),
    faq: webField(door, 'Frequent questions; without them the portal’s own text.'),
    prenotazione: webField(door, 'Appointment booking; without it no link is shown.'),
    prenotazione_per: optionalField(
      byCodiceSchema(door.codice, webUrlSchema(door.sandbox)),
      'Appointment booking of single services, by service code.',
    ),
  });

const chiusuraFields = () =>
  strictFields({
    dal: dayField('First day on which the offices are closed.'),
    al: z.optional(dayField('Last day, where there is more than one.')),
    motivo: z.optional(textLine(120, 'Scrivi il motivo.', 'Why, for citizens.')),
  }).check(areInOrder());

const rispostaFields = (door: EnteDoor) =>
  strictFields({
    nome: textLine(80, 'Scrivi il nome della risposta.', 'Name on the desk.'),
    testo: describeField(
      longTextSchema({ max: 2000, required: 'Scrivi il testo della risposta.' }).check(
        z.refine((text) => placeholderProblem(text) === undefined, {
          error: (issue) => placeholderProblem(String(issue.input)),
        }),
      ),
      `Text to answer with; ${PLACEHOLDER_LIST} are filled in from the case.`,
    ),
    servizi: optionalField(codiciSchema(door.codice), 'Service codes it is offered for; all without it.'),
  });

const annuncioFields = (door: EnteDoor) =>
  strictFields({
    testo: textLine(300, 'Scrivi l’annuncio.', 'Notice on home and start pages.'),
    dal: z.optional(dayField('First day it is shown.')),
    al: z.optional(dayField('Last day it is shown.')),
    collegamento: z.optional(linkFields(door)),
  }).check(areInOrder());

const footerFields = (door: EnteDoor) => {
  const logo = strictFields({
    immagine: describeField(door.image(), 'Logo in the footer, as `stemma`: European Union, PNRR.'),
    alternativo: textLine(120, 'Scrivi che cosa dice il logo.', 'What it says, for people who do not see it.'),
    url: webField(door, 'Where it leads.'),
  });
  return strictFields({
    collegamenti: z.optional(listUpTo(linkFields(door), 8, 'I collegamenti possono essere otto al massimo.')),
    loghi: z.optional(listUpTo(logo, 6, 'I loghi possono essere sei al massimo.')),
  });
};

const budgetItemFields = (door: EnteDoor) =>
  strictFields({
    capitolo: textLine(40, 'Scrivi il capitolo.', 'Item of the budget, as the accounts of the ente write it.'),
    accertamento: z.optional(
      textLine(
        40,
        'Scrivi l’accertamento, oppure togli il campo.',
        'Entry of the revenue in the accounts: number and year.',
      ),
    ),
    servizi: optionalField(
      codiciSchema(door.incasso),
      'Codes of the services and systems whose money goes there; of several items with a code the first has it.',
    ),
    sistemi: optionalField(
      z.array(textSchema({ max: 40, required: 'Scrivi il codice.' }), LIST_WANTED),
      'Codes of further systems of the ente (`sistemi`) whose money goes there.',
    ),
    spontanei: optionalField(
      z.array(textSchema({ max: 60, required: 'Scrivi il codice.' }), LIST_WANTED),
      'Codes of the payment services (`servizi_pagamento`) whose money goes there.',
    ),
  });

const sistemaField = () =>
  strictFields({
    codice: describeField(
      z
        .string()
        .check(
          z.refine(
            isSistemaCode,
            'Il codice ha al massimo 40 caratteri: lettere senza accenti, cifre, punti, trattini e spazi in mezzo.',
          ),
        ),
      'As in the files of the program; part of addresses. One of those that every ente has gets another name by it.',
    ),
    nome: textLine(60, 'Scrivi il nome del sistema.', 'Name for citizens.'),
    tipo: describeField(
      z._default(z.enum(TIPI_SISTEMA, `Scrivi uno di questi: ${TIPI_SISTEMA.join(', ')}.`), 'altro'),
      'What it is about: `affissioni` lets its positions be named in requests on posters and advertising devices; `altro`, the default, anything else.',
    ),
  });

const mappaFields = ({ sandbox }: EnteDoor) =>
  strictFields({
    tasselli: describeField(
      tileUrlSchema(sandbox),
      'Tile source with `{z}`, `{x}`, `{y}`, on https. Browsers ask it, and the portal’s server for pictures of a place.',
    ),
    attribuzione: describeField(
      textSchema({ max: 200, required: 'Scrivi a chi appartiene la mappa.' }).check(
        z.refine((s) => !/[<>]/.test(s), 'Scrivi solo testo, senza i segni < e >.'),
      ),
      'Whose map it is, plain text.',
    ),
    lat: describeField(degreesSchema(90), 'Centre of the map, degrees north.'),
    lon: describeField(degreesSchema(180), 'Centre of the map, degrees east.'),
    zoom: describeField(
      z.int(ZOOM_RULE).check(z.gte(5, ZOOM_RULE), z.lte(19, ZOOM_RULE)),
      'Zoom when the map opens, 5–19.',
    ),
  });

const areeField = () => {
  const area = strictFields({
    id: describeField(recordIdSchema(), 'Never changes, because the cases of the area carry it.'),
    nome: textLine(60, 'Scrivi il nome della zona.', 'Name on the desk.'),
    confine: optionalField(
      confineSchema(),
      'Its border, as that of the municipality below: a case whose point lies in it is given the area, the first of the list. Without it operators choose the area.',
    ),
  });
  return listUpTo(area, 60, 'Le zone possono essere sessanta al massimo.').check(
    z.refine((all) => areDistinct(all.map(({ id }) => id)), 'Un identificativo è ripetuto: ogni zona ha il suo.'),
    z.refine(
      (all) => all.reduce((sum, { confine }) => sum + (confine ? cornersOf(confine) : 0), 0) <= 2 * MAX_CORNERS,
      `I confini delle zone hanno in tutto più di ${(2 * MAX_CORNERS).toLocaleString('it-IT')} punti: semplificali.`,
    ),
  );
};

/** The schema of one ente, without the rules between its fields, which only the import has. */
export const enteRecord = (door: EnteDoor) =>
  strictFields({
    id: describeField(
      recordIdSchema(),
      'Never changes. `portale` is the portal itself, for pages that belong to no ente.',
    ),
    nome: textLine(120, 'Scrivi il nome.', 'Name in header, footer, mails and receipts.'),
    articolo: optionalField(
      z.enum(ARTICOLI, 'L’articolo è il, lo, la, l’ oppure un testo vuoto.'),
      'Article of the name in sentences, empty for none. Without the field it follows from the first word: *il* Comune, *la* Città, *l’*Unione.',
    ),
    motto: textLine(160, 'Scrivi il motto.', 'One line under the name.'),
    regione: textLine(80, 'Scrivi la regione.', 'Shown on top of every page.'),
    codice_fiscale: describeField(
      z._default(enteCodiceFiscaleSchema(), ''),
      'Eleven digits with their check digit; unique, because payment notices name an ente by it. May stay empty only for `portale`.',
    ),
    host: describeField(
      z._default(z.nullable(hostNameSchema()), null),
      'Host name of the pages of this ente, without port; unique. `null`: it shares the portal’s.',
    ),
    colore: describeField(coloreSchema(), 'Primary colour, contrast with white at least 4.5.'),
    contatti: contattiFields(),
    url: z._default(urlFields(door), {}),
    orari: optionalField(
      longTextSchema({ max: 500, required: 'Scrivi gli orari.' }),
      'When the offices are open, in lines; on the start pages of the services.',
    ),
    chiusure: z.optional(listUpTo(chiusuraFields(), 60, 'I periodi di chiusura possono essere sessanta al massimo.')),
    patrono: optionalField(dayOfYearSchema(), 'Day of the town’s patron saint, `MM-DD`, which is not a working day.'),
    testo_privacy: ownText('Privacy notice, unless `url.privacy` leads elsewhere; without it the portal’s own text.'),
    testo_note_legali: ownText(
      'Legal notes, unless `url.note_legali` leads elsewhere; without it the portal’s own text.',
    ),
    testo_accessibilita: ownText(
      'Accessibility declaration, unless `url.accessibilita` leads elsewhere; without it the portal’s own text.',
    ),
    testo_faq: ownText('Questions of the ente’s own, above those of the portal.'),
    caselle: describeField(
      z._default(byCodiceSchema(door.codice, emailAddressSchema(), true), {}),
      'Mailbox that receives new cases, by service code; `*` for all others, required when `categorie` is not empty.',
    ),
    categorie: describeField(
      z._default(codiciSchema(door.codice), []),
      'Service codes that the ente answers for. Empty for `portale`.',
    ),
    giorni: describeField(
      z._default(byCodiceSchema(door.codice, giorniSchema()), {}),
      'Longest time to completion in days (1–365), by service code; 30 for the others.',
    ),
    inattivita_minuti: optionalField(
      integerSchema({ min: 5, max: 240 }, 'I minuti vanno da 5 a 240.'),
      'Minutes without activity after which the login of an operator ends; 15 without it. Of several enti the shortest time counts.',
    ),
    uffici_riservati: optionalField(
      z.boolean('Scrivi true o false.'),
      'Whether each office has its cases for itself: its people and who administers the ente read them, others of the ente with a reason, which the history of the case keeps. Without it all operators of the ente read all cases.',
    ),
    pubblicazione: z.optional(
      door.pubblicazione(
        optionalField(
          z.enum(['dopo_controllo', 'subito'], 'Scegli quando, oppure niente.'),
          'When reports of this type are on the public list: `dopo_controllo` once an operator has released them, `subito` from the start, until then with nothing but type, area and day. Without it they never are.',
        ),
      ),
    ),
    risposte: z.optional(listUpTo(rispostaFields(door), 50, 'Le risposte pronte possono essere cinquanta al massimo.')),
    stemma: optionalField(
      door.image(),
      'Crest, SVG or PNG, at most 60 KB: the name of a file beside this one, or base64. In header and footer, and the icon of the page.',
    ),
    annunci: z.optional(listUpTo(annuncioFields(door), 5, 'Gli annunci possono essere cinque al massimo.')),
    piede: z.optional(footerFields(door)),
    sistemi: z.optional(
      listUpTo(sistemaField(), 40, 'I sistemi possono essere quaranta al massimo.').check(
        z.refine(
          (all) => areDistinct(all.map(({ codice }) => codice)),
          'Un codice è ripetuto: ogni sistema ha il suo.',
        ),
      ),
    ),
    capitoli: z.optional(listUpTo(budgetItemFields(door), 60, 'I capitoli possono essere sessanta al massimo.')),
    mappa: z.optional(mappaFields(door)),
    aree: z.optional(areeField()),
    confine: optionalField(
      confineSchema(),
      'Border of the municipality: a GeoJSON geometry (Polygon or MultiPolygon) of at most 5,000 points `[longitude, latitude]`. A report from beyond it is asked to be confirmed.',
    ),
  });

/** An ente as the store has it, which was checked when it came in. */
export const storedEnte = storedForm(
  enteRecord({
    sandbox: false,
    codice: z.string(),
    incasso: z.string(),
    image: () => enteImage,
    pubblicazione: (value) => z.record(z.string(), value),
  }),
);
