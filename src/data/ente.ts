/** One body (ente) as the data file describes it: who it is, how it looks, where it wants to be written to. */
import * as z from 'zod/mini';
import { PORTALE } from '../features/cases/ente/ente.ts';
import { email } from '../platform/atoms/email.ts';
import { testo } from '../platform/atoms/testo.ts';
import { CODES } from '../services.ts';
import {
  codiceFiscaleEnte,
  colore,
  giorni,
  idRecord,
  indirizzoTasselli,
  indirizzoWeb,
  nomeHost,
  telefonoMostrato,
} from './atoms.ts';
import { campi, detto, ELENCO, OGGETTO } from './campi.ts';

const CODICI = Object.keys(CODES);
const NO_SUCH_CODE = 'Questo codice di servizio non esiste: i codici sono in docs/data.md.';

/** Values per service code, and `*` where a value for all other codes makes sense. */
const perCodice = <T extends z.core.$ZodType>(value: T, others = false) => {
  const known = (key: string) => CODICI.includes(key) || (others && key === '*');
  return z.record(z.string().check(z.refine(known)), value, {
    error: (issue) => (issue.code === 'invalid_key' ? NO_SUCH_CODE : OGGETTO),
  });
};

const gradi = (max: number) => {
  const words = `Serve un numero da -${max} a ${max}, con il punto per i decimali.`;
  return z.number(words).check(z.gte(-max, words), z.lte(max, words));
};

const ZOOM = 'Lo zoom è un numero intero da 5 a 19.';

/** What a rule about the whole record needs to see; it speaks also while other fields are wrong. */
const record = z.object({
  id: z.string(),
  codice_fiscale: z._default(z.string(), ''),
  categorie: z._default(z.array(z.unknown()), []),
  caselle: z._default(z.record(z.string(), z.unknown()), {}),
});
const rule = (path: string[], error: string, holds: (e: z.infer<typeof record>) => boolean) =>
  z.refine((value) => holds(z.parse(record, value)), {
    path,
    error,
    when: ({ value }) => z.safeParse(record, value).success,
  });

/**
 * The schema of one element of `enti`. Its output is an `Ente`.
 * @param sandbox true allows http addresses towards this machine and towards `.example`
 */
export function schemaEnte(sandbox: boolean) {
  const web = (description: string) => z.optional(detto(indirizzoWeb(sandbox), description));
  return campi({
    id: detto(idRecord(), `Never changes. \`${PORTALE}\` is the portal itself, for pages that belong to no ente.`),
    nome: detto(testo({ max: 120, required: 'Scrivi il nome.' }), 'Name in header, footer, mails and receipts.'),
    motto: detto(testo({ max: 160, required: 'Scrivi il motto.' }), 'One line under the name.'),
    regione: detto(testo({ max: 80, required: 'Scrivi la regione.' }), 'Shown on top of every page.'),
    codice_fiscale: detto(
      z._default(codiceFiscaleEnte(), ''),
      `Eleven digits with their check digit. May stay empty only for \`${PORTALE}\`.`,
    ),
    host: detto(
      z._default(z.nullable(nomeHost()), null),
      'Host name of the pages of this ente, without port; unique. `null`: it shares the portal’s.',
    ),
    colore: detto(colore(), 'Primary colour, contrast with white at least 4.5.'),
    contatti: campi({
      indirizzo: detto(testo({ max: 200, required: 'Scrivi l’indirizzo.' }), 'Street, postcode and town.'),
      telefono: z.optional(detto(telefonoMostrato(), 'Shown as written here.')),
      numero_verde: z.optional(detto(telefonoMostrato(), 'Free number; shown before the other.')),
      email: detto(email(), 'Address for citizens’ questions.'),
      pec: z.optional(detto(email(), 'Certified mail; the privacy text names it.')),
    }),
    url: z._default(
      campi({
        sito: web('Site of the ente.'),
        privacy: web('Privacy notice; without it the portal’s own text.'),
        note_legali: web('Legal notes; without them the portal’s own text.'),
        accessibilita: web('AgID accessibility declaration; without it the portal’s own text.'),
        faq: web('Frequent questions; without them the portal’s own text.'),
        prenotazione: web('Appointment booking; without it no link is shown.'),
        prenotazione_per: z.optional(
          detto(perCodice(indirizzoWeb(sandbox)), 'Appointment booking of single services, by service code.'),
        ),
      }),
      {},
    ),
    caselle: detto(
      z._default(perCodice(email(), true), {}),
      'Mailbox that receives new cases, by service code; `*` for all others, required when `categorie` is not empty.',
    ),
    categorie: detto(
      z._default(
        z
          .array(z.enum(CODICI, NO_SUCH_CODE), ELENCO)
          .check(z.refine((codes) => new Set(codes).size === codes.length, 'Un codice è ripetuto: tienilo una volta.')),
        [],
      ),
      `Service codes that the ente answers for. Empty for \`${PORTALE}\`.`,
    ),
    giorni: detto(
      z._default(perCodice(giorni()), {}),
      'Longest time to completion in days (1–365), by service code; 30 for the others.',
    ),
    mappa: z.optional(
      campi({
        tasselli: detto(indirizzoTasselli(sandbox), 'Tile source with `{z}`, `{x}`, `{y}`, on https.'),
        attribuzione: detto(
          testo({ max: 200, required: 'Scrivi a chi appartiene la mappa.' }).check(
            z.refine((s) => !/[<>]/.test(s), 'Scrivi solo testo, senza i segni < e >.'),
          ),
          'Whose map it is, plain text.',
        ),
        lat: detto(gradi(90), 'Centre of the map, degrees north.'),
        lon: detto(gradi(180), 'Centre of the map, degrees east.'),
        zoom: detto(z.int(ZOOM).check(z.gte(5, ZOOM), z.lte(19, ZOOM)), 'Zoom when the map opens, 5–19.'),
      }),
    ),
  }).check(
    rule(
      ['codice_fiscale'],
      'Scrivi il codice fiscale dell’ente: 11 cifre.',
      (e) => e.id === PORTALE || e.codice_fiscale !== '',
    ),
    rule(
      ['categorie'],
      'Il portale non è un ente e non riceve pratiche: lascia vuoto l’elenco.',
      (e) => e.id !== PORTALE || e.categorie.length === 0,
    ),
    rule(
      ['caselle', '*'],
      'Manca la casella «*», che riceve le pratiche dei servizi senza una casella propria.',
      (e) => e.categorie.length === 0 || e.caselle['*'] !== undefined,
    ),
  );
}
