/** The call by which a program shows a case that it deals with itself in the area of its citizen. */
import * as z from 'zod/mini';
import { codiceFiscaleSchema } from '../../../platform/atoms/codice-fiscale.ts';
import { longTextSchema, optionalSchema, optionalTickSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { filesAllegati } from '../allegati/allegati.checks.ts';
import { webUrlSchema } from '../ente/ente-atoms.ts';
import { MAX_MESSAGGIO_LENGTH } from './messaggio-length.ts';
import { STATO_LABELS, type StatoPratica } from './stati.ts';

const stati = Object.keys(STATO_LABELS) as [StatoPratica, ...StatoPratica[]];

/** What the citizen is told of it: who deals with it, and under which number. */
export const esternaShown = z
  .object({
    /** Name of the program that deals with it */
    programma: z.string(),
    /** Its number there */
    numero: z.string(),
    servizio: z.string(),
    /** Address of its page there */
    indirizzo: z.optional(z.string()),
  })
  .register(z.globalRegistry, { id: 'PraticaEsterna' });
export type EsternaShown = z.infer<typeof esternaShown>;

/** Characters of a person's tax code. A firm does not log in, and its case would be in nobody's area. */
const PERSON_LENGTH = 16;
const OF_FIRM =
  'Serve il codice fiscale della persona che accede, di 16 caratteri: quello di una ditta non è di nessuna area.';

/** A name that a program has misspelt would do nothing, and nobody would see it. */
const UNKNOWN_FIELD = 'Questo campo non esiste.';

/** Under an id of the program's own, so that what is sent twice is there once. */
const messaggioEsterno = z
  .strictObject(
    {
      id: textSchema({ max: 100, required: 'Indica l’identificativo del messaggio nel tuo programma.' }),
      testo: optionalSchema(longTextSchema({ max: MAX_MESSAGGIO_LENGTH })),
      filesAllegati,
    },
    { error: ({ code }) => (code === 'unrecognized_keys' ? UNKNOWN_FIELD : 'Il messaggio non è leggibile.') },
  )
  .register(z.globalRegistry, { id: 'MessaggioEsterno' });

export const praticaEsternaOperations = {
  scriviPraticaEsterna: defineOperation({
    summary:
      'A program says how a case stands that it deals with itself: its citizen finds it in their area, with the message and the files that come with it. The same number is the same case, and the same `id` the same message.',
    method: 'POST',
    path: '/api/v1/portale/operatore/pratiche/esterne',
    access: 'operator',
    scope: 'pratiche:scrivi',
    input: z.strictObject(
      {
        ente: textSchema({ max: 100, required: 'Indica l’ente.' }),
        /** Of the case in the program */
        numero: textSchema({ max: 60, required: 'Indica il numero della pratica nel tuo programma.' }),
        /** Of the citizen. It stays the same */
        codice_fiscale: codiceFiscaleSchema().check(z.refine((code) => code.length === PERSON_LENGTH, OF_FIRM)),
        /** Without them the case has the names of the citizen's login */
        nome: optionalSchema(textSchema({ max: 60 })),
        cognome: optionalSchema(textSchema({ max: 60 })),
        /** What kind of case it is, as its citizen knows it */
        servizio: textSchema({ max: 100, required: 'Indica il servizio.' }),
        oggetto: textSchema({ max: 200, required: 'Scrivi l’oggetto.' }),
        stato: z.enum(stati, `Questo stato non esiste. Ci sono: ${stati.join(', ')}.`),
        /** Of its page in the program, for its citizen */
        indirizzo: optionalSchema(webUrlSchema(false)),
        /** Whether the program reads what the citizen writes here; else they read where to write */
        accetta_messaggi: optionalTickSchema(),
        messaggio: z.optional(messaggioEsterno),
      },
      UNKNOWN_FIELD,
    ),
    output: z.object({
      /** Id for the ente's side */
      id: z.string(),
      /** Its number in the portal */
      protocollo: z.string(),
      /** False: everything was so already */
      cambiata: z.boolean(),
    }),
    creates: true,
    fails: ['conflict'],
    example: {
      input: {
        ente: 'portolieve',
        numero: 'SUE-2026-118',
        codice_fiscale: 'RSSMRA80A01H501U',
        servizio: 'Permesso di costruire',
        oggetto: 'Nuova tettoia in via Garibaldi 4',
        stato: 'in_elaborazione',
        indirizzo: 'https://edilizia.esempio.it/pratiche/118',
        accetta_messaggi: true,
        messaggio: { id: 'm-1', testo: 'Il tecnico esamina i disegni.', filesAllegati: [] },
      },
      output: { id: 'u7Hq9kPz3LmX0aBcD5eF1g', protocollo: '2026/000124', cambiata: true },
    },
  }),
};
