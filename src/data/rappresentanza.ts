/** Who sees a position, by tax code, and in which capacity. */
import type * as z from 'zod/mini';
import { codiceFiscale } from '../platform/atoms/codice-fiscale.ts';
import { campi, detto } from './campi.ts';
import { codiceUtente, enteDi, unoFra } from './codici.ts';

export const RUOLI = [
  'persona_fisica',
  'titolare_ditta_individuale',
  'legale_rappresentante',
  'tutore',
  'curatore',
  'altro',
] as const;

export const schemaRappresentanza = () =>
  campi({
    ente: enteDi(),
    codice_utente: detto(codiceUtente(), 'User code of a position of that ente.'),
    codice_fiscale: detto(codiceFiscale(), 'Of the person who sees the position after logging in.'),
    ruolo: detto(unoFra(RUOLI), 'In which capacity.'),
  });

export type RigaRappresentanza = z.output<ReturnType<typeof schemaRappresentanza>>;
