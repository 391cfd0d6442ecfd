/** One declaration made in somebody's name, and how it stands. */
import * as z from 'zod/mini';
import { STATI, type StatoDichiarazione } from '../features/services/mezzo-permanente/elenco-dichiarazioni.contract.ts';
import { codiceFiscale } from '../platform/atoms/codice-fiscale.ts';
import { data } from '../platform/atoms/data.ts';
import { campi, detto } from './campi.ts';
import { enteDi, numero, riga, unoFra } from './codici.ts';

const stati = Object.keys(STATI) as [StatoDichiarazione, ...StatoDichiarazione[]];

export const schemaDichiarazione = () =>
  campi({
    ente: enteDi(),
    codice_fiscale: detto(codiceFiscale(), 'Of the person in whose name it was made.'),
    numero: detto(numero(), 'Unique for the ente.'),
    tipo: detto(riga(120, 'Scrivi il tipo della dichiarazione.'), 'What is declared, as a citizen would say.'),
    data: detto(data(), 'Day of the declaration.'),
    stato: detto(unoFra(stati), 'Stays as it is once a decision has changed it.'),
    protocollo: z.optional(
      detto(riga(60, 'Scrivi il protocollo, oppure togli il campo.'), 'Number in the register of the ente.'),
    ),
  });

export type RigaDichiarazione = z.output<ReturnType<typeof schemaDichiarazione>>;
