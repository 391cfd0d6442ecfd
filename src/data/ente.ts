/** One ente as the data file describes it: its identity, its looks, its mailboxes. */
import * as z from 'zod/mini';
import { PORTAL_ID } from '../features/cases/ente/ente.ts';
import { PLACEHOLDER_LIST, placeholderProblem } from '../features/cases/ente/risposte.ts';
import { TIPI, TIPI_WITHOUT_LUOGO } from '../features/services/segnalazione/options.ts';
import { ARTICOLI } from '../platform/atoms/articolo.ts';
import { dateSchema, dayOfYearSchema } from '../platform/atoms/date-schema.ts';
import { emailAddressSchema } from '../platform/atoms/email.ts';
import { integerSchema } from '../platform/atoms/integer.ts';
import { longTextSchema, textSchema } from '../platform/atoms/text.ts';
import { cornersOf } from '../platform/border.ts';
import { SERVICE_CODES } from '../services.ts';
import {
  coloreSchema,
  enteCodiceFiscaleSchema,
  giorniSchema,
  hostNameSchema,
  recordIdSchema,
  shownTelefonoSchema,
  tileUrlSchema,
  webUrlSchema,
} from './atoms.ts';
import { confineSchema, isCenterNear, MAX_CORNERS } from './confine.ts';
import { describeField, LIST_WANTED, OBJECT_WANTED, strictFields } from './fields.ts';
import { type ImageShelf, imageSchema } from './image.ts';

const CODICI = Object.keys(SERVICE_CODES);
/** Types of report with a place: the others are about a person. */
const PUBLISHABLE_CODES = Object.keys(TIPI).filter((codice) => !TIPI_WITHOUT_LUOGO.includes(codice));
const NO_SUCH_CODE = 'Questo codice di servizio non esiste: i codici sono in docs/data.md.';

/** Values per service code, and under `*` for all other codes where that makes sense. */
const byCodiceSchema = <T extends z.core.$ZodType>(value: T, others = false) => {
  const known = (key: string) => CODICI.includes(key) || (others && key === '*');
  return z.record(z.string().check(z.refine(known)), value, {
    error: (issue) => (issue.code === 'invalid_key' ? NO_SUCH_CODE : OBJECT_WANTED),
  });
};

const areDistinct = (values: readonly string[]) => new Set(values).size === values.length;

const codiciSchema = () =>
  z
    .array(z.enum(CODICI, NO_SUCH_CODE), LIST_WANTED)
    .check(z.refine(areDistinct, 'Un codice è ripetuto: tienilo una volta.'));

const degreesSchema = (max: number) => {
  const words = `Serve un numero da -${max} a ${max}, con il punto per i decimali.`;
  return z.number(words).check(z.gte(-max, words), z.lte(max, words));
};

/** From the middle of the largest municipality to its furthest hamlet. */
const MAX_AREA_METRES = 60_000;

const ZOOM_RULE = 'Lo zoom è un numero intero da 5 a 19.';

type DayRange = { dal?: string | undefined; al?: string | undefined };
const areInOrder = () =>
  z.refine<DayRange>(({ dal, al }) => !dal || !al || dal <= al, {
    path: ['al'],
    error: 'L’ultimo giorno viene prima del primo.',
  });

const ownText = (description: string) =>
  z.optional(
    describeField(
      longTextSchema({ max: 20_000, required: 'Scrivi il testo.' }),
      `${description} In Markdown, without HTML.`,
    ),
  );

/** The fields that a rule about the whole record reads; it is also checked while other fields are wrong. */
const recordShape = z.object({
  id: z.string(),
  codice_fiscale: z._default(z.string(), ''),
  categorie: z._default(z.array(z.unknown()), []),
  caselle: z._default(z.record(z.string(), z.unknown()), {}),
  mappa: z.optional(z.unknown()),
  confine: z.optional(z.unknown()),
  aree: z.optional(z.unknown()),
});
const recordRule = (path: string[], error: string, holds: (e: z.infer<typeof recordShape>) => boolean) =>
  z.refine((value) => holds(z.parse(recordShape, value)), {
    path,
    error,
    when: ({ value }) => z.safeParse(recordShape, value).success,
  });

/**
 * The schema of one element of `enti`. Its output is an `Ente`.
 * @param sandbox true allows http addresses to this machine and to `.example`
 * @param images gets the bytes of the pictures
 */
export function enteSchema(sandbox: boolean, images: ImageShelf = { bytes: new Map() }) {
  const link = () =>
    strictFields({
      testo: describeField(
        textSchema({ max: 60, required: 'Scrivi il testo del collegamento.' }),
        'What the link says.',
      ),
      url: describeField(webUrlSchema(sandbox), 'Where it leads.'),
    });
  const web = (description: string) => z.optional(describeField(webUrlSchema(sandbox), description));
  return strictFields({
    id: describeField(
      recordIdSchema(),
      `Never changes. \`${PORTAL_ID}\` is the portal itself, for pages that belong to no ente.`,
    ),
    nome: describeField(
      textSchema({ max: 120, required: 'Scrivi il nome.' }),
      'Name in header, footer, mails and receipts.',
    ),
    articolo: z.optional(
      describeField(
        z.enum(ARTICOLI, 'L’articolo è il, lo, la, l’ oppure un testo vuoto.'),
        'Article of the name in sentences, empty for none. Without the field it follows from the first word: *il* Comune, *la* Città, *l’*Unione.',
      ),
    ),
    motto: describeField(textSchema({ max: 160, required: 'Scrivi il motto.' }), 'One line under the name.'),
    regione: describeField(textSchema({ max: 80, required: 'Scrivi la regione.' }), 'Shown on top of every page.'),
    codice_fiscale: describeField(
      z._default(enteCodiceFiscaleSchema(), ''),
      `Eleven digits with their check digit; unique, because payment notices name an ente by it. May stay empty only for \`${PORTAL_ID}\`.`,
    ),
    host: describeField(
      z._default(z.nullable(hostNameSchema()), null),
      'Host name of the pages of this ente, without port; unique. `null`: it shares the portal’s.',
    ),
    colore: describeField(coloreSchema(), 'Primary colour, contrast with white at least 4.5.'),
    contatti: strictFields({
      indirizzo: describeField(textSchema({ max: 200, required: 'Scrivi l’indirizzo.' }), 'Street, postcode and town.'),
      telefono: z.optional(describeField(shownTelefonoSchema(), 'Shown as written here.')),
      numero_verde: z.optional(describeField(shownTelefonoSchema(), 'Free number; shown before the other.')),
      email: describeField(emailAddressSchema(), 'Address for citizens’ questions.'),
      pec: z.optional(describeField(emailAddressSchema(), 'Certified mail; the privacy text names it.')),
    }),
    url: z._default(
      strictFields({
        sito: web('Site of the ente.'),
        privacy: web('Privacy notice; without it the portal’s own text.'),
        note_legali: web('Legal notes; without them the portal’s own text.'),
        accessibilita: web('AgID accessibility declaration; without it the portal’s own text.'),
        faq: web('Frequent questions; without them the portal’s own text.'),
        prenotazione: web('Appointment booking; without it no link is shown.'),
        prenotazione_per: z.optional(
          describeField(
            byCodiceSchema(webUrlSchema(sandbox)),
            'Appointment booking of single services, by service code.',
          ),
        ),
      }),
      {},
    ),
    orari: z.optional(
      describeField(
        longTextSchema({ max: 500, required: 'Scrivi gli orari.' }),
        'When the offices are open, in lines; on the start pages of the services.',
      ),
    ),
    chiusure: z.optional(
      z
        .array(
          strictFields({
            dal: describeField(dateSchema(), 'First day on which the offices are closed.'),
            al: z.optional(describeField(dateSchema(), 'Last day, where there is more than one.')),
            motivo: z.optional(
              describeField(textSchema({ max: 120, required: 'Scrivi il motivo.' }), 'Why, for citizens.'),
            ),
          }).check(areInOrder()),
          LIST_WANTED,
        )
        .check(z.maxLength(60, 'I periodi di chiusura possono essere sessanta al massimo.')),
    ),
    patrono: z.optional(
      describeField(dayOfYearSchema(), 'Day of the town’s patron saint, `MM-DD`, which is not a working day.'),
    ),
    testo_privacy: ownText('Privacy notice, unless `url.privacy` leads elsewhere; without it the portal’s own text.'),
    testo_note_legali: ownText(
      'Legal notes, unless `url.note_legali` leads elsewhere; without it the portal’s own text.',
    ),
    testo_accessibilita: ownText(
      'Accessibility declaration, unless `url.accessibilita` leads elsewhere; without it the portal’s own text.',
    ),
    testo_faq: ownText('Questions of the ente’s own, above those of the portal.'),
    caselle: describeField(
      z._default(byCodiceSchema(emailAddressSchema(), true), {}),
      'Mailbox that receives new cases, by service code; `*` for all others, required when `categorie` is not empty.',
    ),
    categorie: describeField(
      z._default(codiciSchema(), []),
      `Service codes that the ente answers for. Empty for \`${PORTAL_ID}\`.`,
    ),
    giorni: describeField(
      z._default(byCodiceSchema(giorniSchema()), {}),
      'Longest time to completion in days (1–365), by service code; 30 for the others.',
    ),
    inattivita_minuti: z.optional(
      describeField(
        integerSchema({ min: 5, max: 240 }, 'I minuti vanno da 5 a 240.'),
        'Minutes without activity after which the login of an operator ends; 15 without it. Of several enti the shortest time counts.',
      ),
    ),
    uffici_riservati: z.optional(
      describeField(
        z.boolean('Scrivi true o false.'),
        'Whether each office has its cases for itself: its people and who administers the ente read them, others of the ente with a reason, which the history of the case keeps. Without it all operators of the ente read all cases.',
      ),
    ),
    pubblicazione: z.optional(
      strictFields(
        Object.fromEntries(
          PUBLISHABLE_CODES.map((codice) => [
            codice,
            z.optional(
              describeField(
                z.enum(['dopo_controllo', 'subito'], 'Scegli quando, oppure niente.'),
                'When reports of this type are on the public list: `dopo_controllo` once an operator has released them, `subito` from the start, until then with nothing but type, area and day. Without it they never are.',
              ),
            ),
          ]),
        ),
      ),
    ),
    risposte: z.optional(
      z
        .array(
          strictFields({
            nome: describeField(
              textSchema({ max: 80, required: 'Scrivi il nome della risposta.' }),
              'Name on the desk.',
            ),
            testo: describeField(
              longTextSchema({ max: 2000, required: 'Scrivi il testo della risposta.' }).check(
                z.refine((text) => placeholderProblem(text) === undefined, {
                  error: (issue) => placeholderProblem(String(issue.input)),
                }),
              ),
              `Text to answer with; ${PLACEHOLDER_LIST} are filled in from the case.`,
            ),
            servizi: z.optional(describeField(codiciSchema(), 'Service codes it is offered for; all without it.')),
          }),
          LIST_WANTED,
        )
        .check(z.maxLength(50, 'Le risposte pronte possono essere cinquanta al massimo.')),
    ),
    stemma: z.optional(
      describeField(
        imageSchema(images),
        'Crest, SVG or PNG, at most 60 KB: the name of a file beside this one, or base64. In header and footer, and the icon of the page.',
      ),
    ),
    annunci: z.optional(
      z
        .array(
          strictFields({
            testo: describeField(
              textSchema({ max: 300, required: 'Scrivi l’annuncio.' }),
              'Notice on home and start pages.',
            ),
            dal: z.optional(describeField(dateSchema(), 'First day it is shown.')),
            al: z.optional(describeField(dateSchema(), 'Last day it is shown.')),
            collegamento: z.optional(link()),
          }).check(areInOrder()),
          LIST_WANTED,
        )
        .check(z.maxLength(5, 'Gli annunci possono essere cinque al massimo.')),
    ),
    piede: z.optional(
      strictFields({
        collegamenti: z.optional(
          z.array(link(), LIST_WANTED).check(z.maxLength(8, 'I collegamenti possono essere otto al massimo.')),
        ),
        loghi: z.optional(
          z
            .array(
              strictFields({
                immagine: describeField(imageSchema(images), 'Logo in the footer, as `stemma`: European Union, PNRR.'),
                alternativo: describeField(
                  textSchema({ max: 120, required: 'Scrivi che cosa dice il logo.' }),
                  'What it says, for people who do not see it.',
                ),
                url: z.optional(describeField(webUrlSchema(sandbox), 'Where it leads.')),
              }),
              LIST_WANTED,
            )
            .check(z.maxLength(6, 'I loghi possono essere sei al massimo.')),
        ),
      }),
    ),
    mappa: z.optional(
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
      }),
    ),
    aree: z.optional(
      z
        .array(
          strictFields({
            id: describeField(recordIdSchema(), 'Never changes, because the cases of the area carry it.'),
            nome: describeField(textSchema({ max: 60, required: 'Scrivi il nome della zona.' }), 'Name on the desk.'),
            confine: z.optional(
              describeField(
                confineSchema(),
                'Its border, as that of the municipality below: a case whose point lies in it is given the area, the first of the list. Without it operators choose the area.',
              ),
            ),
          }),
          LIST_WANTED,
        )
        .check(
          z.maxLength(60, 'Le zone possono essere sessanta al massimo.'),
          z.refine(
            (aree) => areDistinct(aree.map(({ id }) => id)),
            'Un identificativo è ripetuto: ogni zona ha il suo.',
          ),
          z.refine(
            (aree) => aree.reduce((sum, { confine }) => sum + (confine ? cornersOf(confine) : 0), 0) <= 2 * MAX_CORNERS,
            `I confini delle zone hanno in tutto più di ${(2 * MAX_CORNERS).toLocaleString('it-IT')} punti: semplificali.`,
          ),
        ),
    ),
    confine: z.optional(
      describeField(
        confineSchema(),
        'Border of the municipality: a GeoJSON geometry (Polygon or MultiPolygon) of at most 5,000 points `[longitude, latitude]`. A report from beyond it is asked to be confirmed.',
      ),
    ),
  }).check(
    recordRule(
      ['codice_fiscale'],
      'Scrivi il codice fiscale dell’ente: 11 cifre.',
      (e) => e.id === PORTAL_ID || e.codice_fiscale !== '',
    ),
    recordRule(
      ['categorie'],
      'Il portale non è un ente e non riceve pratiche: lascia vuoto l’elenco.',
      (e) => e.id !== PORTAL_ID || e.categorie.length === 0,
    ),
    recordRule(
      ['caselle', '*'],
      'Manca la casella «*», che riceve le pratiche dei servizi senza una casella propria.',
      (e) => e.categorie.length === 0 || e.caselle['*'] !== undefined,
    ),
    recordRule(
      ['confine'],
      'Il centro della mappa è lontano dal confine: controlla che ogni punto sia [longitudine, latitudine].',
      (e) => isCenterNear(e.confine, e.mappa),
    ),
    recordRule(
      ['aree'],
      'Il confine di una zona è lontano dalla mappa: controlla che ogni punto sia [longitudine, latitudine].',
      ({ aree, mappa }) => !Array.isArray(aree) || aree.every((a) => isCenterNear(a?.confine, mappa, MAX_AREA_METRES)),
    ),
  );
}
