/** One document of a position: what is owed, until when, how it stands. */
import * as z from 'zod/mini';
import { statiDocumento } from '../features/cases/posizione/documenti.ts';
import { data } from '../platform/atoms/data.ts';
import { iuvDi, numeroAvviso } from '../platform/atoms/numero-avviso.ts';
import { campi, detto } from './campi.ts';
import { codiceUtente, enteDi, importoCent, iuv, numero, riga, sistema, unoFra } from './codici.ts';

const pagabile = z.object({ iuv: z.string(), numero_avviso: z.string() });

export const schemaDocumento = () =>
  campi({
    ente: enteDi(),
    codice_utente: detto(codiceUtente(), 'User code of the position it belongs to.'),
    sistema: detto(sistema(), 'System of the ente that the document comes from.'),
    numero: detto(numero(), 'Unique for ente and system.'),
    tipo: detto(riga(80, 'Scrivi il tipo del documento.'), 'What it is, as a citizen would say.'),
    data: detto(data(), 'Day of the document.'),
    scadenza: z.optional(detto(data(), 'Last day to pay; stays as it is once a decision has changed the document.')),
    importo_cent: detto(importoCent(), 'Whole euro cents; stays as it is once a decision has changed the document.'),
    stato: detto(
      unoFra(statiDocumento),
      'Stays as it is once a receipt or a decision has changed it; what a decision left to pay may still be told paid.',
    ),
    iuv: z.optional(detto(iuv(), 'Must be the one that the notice number carries.')),
    numero_avviso: z.optional(
      detto(numeroAvviso(), 'pagoPA notice number with its check digits; unique for the ente.'),
    ),
  }).check(
    z.refine((value) => iuvDi((value as z.output<typeof pagabile>).numero_avviso) === value.iuv, {
      path: ['iuv'],
      error: 'Questo IUV non è quello del numero di avviso: correggi l’uno o l’altro, o togli lo IUV.',
      when: ({ value }) => z.safeParse(pagabile, value).success,
    }),
  );

export type RigaDocumento = z.output<ReturnType<typeof schemaDocumento>>;
