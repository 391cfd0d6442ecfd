/** One service of a body's desk: what it is for, where and when it is open, its forms. */
import * as z from 'zod/mini';
import { email } from '../platform/atoms/email.ts';
import { atom } from '../platform/atoms/localised.ts';
import { ownPath } from '../platform/guard.ts';
import { idRecord, indirizzoWeb, telefonoMostrato } from './atoms.ts';
import { campi, detto, ELENCO } from './campi.ts';
import { enteDi, riga } from './codici.ts';

const percorso = () =>
  atom(
    { clean: (s) => s.trim(), valid: (s) => ownPath(s) === s, json: { examples: ['/segnalazione'] } },
    {
      missing: 'Scrivi il percorso, oppure togli il campo.',
      wrong: 'Il percorso è quello di una pagina del portale: comincia con una sola barra, ad esempio /segnalazione.',
    },
  );

/** @param sandbox true allows http addresses towards this machine and towards `.example` */
export const schemaSportello = (sandbox: boolean) =>
  campi({
    ente: enteDi(),
    codice: detto(idRecord(), 'Never changes; unique for the ente.'),
    nome: detto(riga(120, 'Scrivi il nome del servizio.'), 'Name of the service.'),
    descrizione: detto(riga(500, 'Scrivi a che cosa serve.'), 'What it is for, in a sentence or two.'),
    percorso: z.optional(detto(percorso(), 'Page of this portal where the same is done online.')),
    indirizzo: detto(riga(200, 'Scrivi l’indirizzo.'), 'Where the desk is.'),
    orari: detto(riga(300, 'Scrivi gli orari.'), 'When it is open.'),
    telefono: detto(telefonoMostrato(), 'Shown as written here.'),
    email: detto(email(), 'Address for questions about this service.'),
    prenotazione_url: z.optional(detto(indirizzoWeb(sandbox), 'Appointment booking for this desk.')),
    moduli: z._default(
      z.array(
        campi({
          nome: detto(riga(160, 'Scrivi il nome del modulo.'), 'Name of a form.'),
          url: detto(indirizzoWeb(sandbox), 'Where it is downloaded.'),
        }),
        ELENCO,
      ),
      [],
    ),
  });

export type RigaSportello = z.output<ReturnType<typeof schemaSportello>>;
