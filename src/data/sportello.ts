/** One service of an ente's desk: its purpose, place, hours and forms. */
import * as z from 'zod/mini';
import { degreesSchema, recordIdSchema, shownTelefonoSchema, webUrlSchema } from '../features/cases/ente/ente-atoms.ts';
import { GIORNI } from '../platform/atoms/apertura.ts';
import { clockTimeSchema } from '../platform/atoms/clock-time.ts';
import { emailAddressSchema } from '../platform/atoms/email.ts';
import { atomSchema } from '../platform/atoms/localised.ts';
import { ownPath } from '../platform/guard.ts';
import { enteIdSchema, textLineSchema } from './codici.ts';
import { describeField, LIST_WANTED, strictFields } from './fields.ts';

const pagePathSchema = () =>
  atomSchema(
    { clean: (s) => s.trim(), valid: (s) => ownPath(s) === s, json: { examples: ['/segnalazione'] } },
    {
      missing: 'Scrivi il percorso, oppure togli il campo.',
      wrong: 'Il percorso è quello di una pagina del portale: comincia con una sola barra, ad esempio /segnalazione.',
    },
  );

/** @param sandbox true allows http addresses to this machine and to `.example` */
export const sportelloSchema = (sandbox: boolean) =>
  strictFields({
    ente: enteIdSchema(),
    codice: describeField(recordIdSchema(), 'Never changes; unique for the ente.'),
    nome: describeField(textLineSchema(120, 'Scrivi il nome del servizio.'), 'Name of the service.'),
    descrizione: describeField(
      textLineSchema(500, 'Scrivi a che cosa serve.'),
      'What it is for, in a sentence or two.',
    ),
    percorso: z.optional(describeField(pagePathSchema(), 'Page of this portal where the same is done online.')),
    indirizzo: describeField(textLineSchema(200, 'Scrivi l’indirizzo.'), 'Where the desk is.'),
    punto: z.optional(
      describeField(
        strictFields({
          lat: describeField(degreesSchema(90), 'Degrees north.'),
          lon: describeField(degreesSchema(180), 'Degrees east.'),
        }),
        'The same place on the map, of which who has an appointment sees a picture.',
      ),
    ),
    orari: describeField(textLineSchema(300, 'Scrivi gli orari.'), 'When it is open.'),
    aperture: z.optional(
      describeField(
        z.array(
          strictFields({
            giorni: describeField(
              z.array(z.enum(GIORNI), LIST_WANTED).check(z.minLength(1, 'Scegli almeno un giorno.')),
              'Days of the week.',
            ),
            dalle: describeField(clockTimeSchema(), 'It opens, `HH:MM`.'),
            alle: describeField(clockTimeSchema(), 'It closes, `HH:MM`.'),
          }),
          LIST_WANTED,
        ),
        'The same hours for the portal, which says whether the desk is open now. Without them it does not.',
      ),
    ),
    telefono: describeField(shownTelefonoSchema(), 'Shown as written here.'),
    email: describeField(emailAddressSchema(), 'Address for questions about this service.'),
    prenotazione_url: z.optional(describeField(webUrlSchema(sandbox), 'Appointment booking for this desk.')),
    moduli: z._default(
      z.array(
        strictFields({
          nome: describeField(textLineSchema(160, 'Scrivi il nome del modulo.'), 'Name of a form.'),
          url: describeField(webUrlSchema(sandbox), 'Where it is downloaded.'),
        }),
        LIST_WANTED,
      ),
      [],
    ),
  });

export type SportelloRow = z.output<ReturnType<typeof sportelloSchema>>;
