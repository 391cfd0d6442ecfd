/** What is typed to pay as it is checked: a notice, who pays. */
import * as z from 'zod/mini';
import { codiceFiscaleSchema } from '../../../platform/atoms/codice-fiscale.ts';
import { atomSchema } from '../../../platform/atoms/localised.ts';
import { textSchema } from '../../../platform/atoms/text.ts';
import { parseAvviso } from './avviso.ts';

/** Notices of one cart (Checkout's own limit). */
export const MAX_AVVISI = 5;

/** Eleven digits; whether they are a body of this portal the handler says. */
export const dominioEC = () =>
  atomSchema(
    { clean: (s) => s.replace(/\s/g, ''), valid: (s) => /^\d{11}$/.test(s), json: { examples: ['80000015554'] } },
    {
      missing: 'Scrivi il codice fiscale dell’ente: 11 cifre, sull’avviso accanto al nome dell’ente.',
      wrong: 'Controlla il codice fiscale dell’ente: sono 11 cifre.',
    },
  );

/** In any grouping, or the text of the QR code; becomes the 18 digits. */
export const typedNumeroAvviso = () =>
  atomSchema(
    {
      clean: (s) => parseAvviso(s)?.numero_avviso ?? s,
      valid: (s) => parseAvviso(s) !== null,
      json: { examples: ['301011100007347557'] },
    },
    {
      missing: 'Scrivi il codice avviso: 18 cifre, in alto sull’avviso.',
      wrong: 'Controlla il codice avviso: sono 18 cifre e la prima è 0, 1, 2 o 3.',
    },
  );

/** Who pays. */
export const pagatore = z.object({
  nome: textSchema({ max: 60, required: 'Scrivi il nome di chi paga.' }),
  cognome: textSchema({ max: 60, required: 'Scrivi il cognome di chi paga.' }),
  codice_fiscale: codiceFiscaleSchema(),
});
