/** The message to a desk: what it asks, and what it is checked by. Pure. */
import * as z from 'zod/mini';
import { testo } from '../../../platform/atoms/testo.ts';
import { code, files, longText, text } from '../../../ui/form/fields.ts';
import { filesAllegati } from '../../cases/allegati/allegati.controlli.ts';
import { autore, CAMPI_AUTORE } from '../../cases/modulo/autore.ts';
import { formFields } from '../../cases/modulo/fields.ts';
import type { Modulo } from '../../cases/modulo/modulo.ts';

/** The screen, also known as `/documenti`: one draft for both. */
export const PERCORSO = '/sportello-territoriale';
export const SCHERMO = 'Sportello territoriale';

export const deskFields = formFields({
  servizio: code({ label: 'Sportello', missing: 'Scegli lo sportello a cui scrivere.' }),
});

export const questionFields = formFields({
  oggetto: text({
    label: 'Oggetto',
    hint: 'In poche parole, ad esempio «Orari della biblioteca».',
    missing: 'Scrivi in poche parole di che cosa si tratta.',
    max: 80,
    saysMax: true,
  }),
  testo: longText({
    label: 'Dettagli',
    hint: 'Che cosa vuoi sapere o ottenere. Non scrivere dati personali di altre persone.',
    missing: 'Scrivi la tua domanda.',
    max: 2000,
  }),
  file: files({ label: 'Documenti' }),
});

/** What is sent, before the privacy text is part of it. */
export const messaggioShape = {
  ente: testo({ max: 60, required: 'Scegli l’ente a cui scrivere.' }),
  ...{ ...deskFields.shape, ...questionFields.shape, filesAllegati, ...autore },
};

export const MODULO: Modulo = {
  percorso: PERCORSO,
  servizio: 'Scrivi allo sportello',
  tipo: 'richiesta',
  dati: 'Dati della richiesta',
  campi: ['ente', ...deskFields.names, ...questionFields.names, ...CAMPI_AUTORE],
  dalLink: ['ente', 'servizio'],
  schema: z.object(messaggioShape),
};

/** The enti that have a desk, as they stand on the wire: id, and the name that asks for its services. */
export const enti = z.array(z.object({ Ente__c: z.string(), idDescrizioneEntePortale__c: z.string() }));

/** Address of the form, with ente and desk already chosen. */
export const perScrivere = (ente: string, servizio: string): string =>
  `${PERCORSO}?${new URLSearchParams({ passo: 'privacy', ente, servizio })}`;
