/** The code of a revenue in pagoPA's list of takings (tassonomia dei servizi di incasso). */
import { atomSchema } from './localised.ts';

export const tassonomiaSchema = () =>
  atomSchema(
    { valid: (s) => /^\d\/\d{7}[A-Z]{2}\/$/.test(s), json: { examples: ['9/0101108TS/'] } },
    {
      missing: 'Scrivi il codice tassonomico.',
      wrong: 'Controlla il codice tassonomico: è come 9/0101108TS/, con la barra in fondo.',
    },
  );
