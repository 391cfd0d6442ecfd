/** What a body offers for a service: the body, the service code, and the fields that the service itself lays down. */
import * as z from 'zod/mini';
import { schemaOffertaParcheggi } from '../features/abbonamento-parcheggi/offerta.ts';
import { schemaOffertaManifesti } from '../features/affissione-manifesti/offerta.ts';
import { schemaOffertaLampade } from '../features/allacciamento-lampade-votive/offerta.ts';
import type { Categoria } from '../features/ente/categorie.ts';
import { schemaOffertaMezzi } from '../features/mezzo-permanente/offerta.ts';
import { schemaOffertaRate } from '../features/rateizza-un-pagamento/offerta.ts';
import { schemaOffertaProroga } from '../features/rinegozia-un-pagamento/offerta.ts';
import { detto, OGGETTO } from './campi.ts';
import { enteDi } from './codici.ts';

/** Services with an offer, each with the schema of its fields. */
export const OFFERTE = {
  SF500: schemaOffertaLampade,
  SF300: schemaOffertaParcheggi,
  SF120: schemaOffertaManifesti,
  SF100: schemaOffertaMezzi,
  SF200: schemaOffertaRate,
  SF210: schemaOffertaProroga,
} satisfies Partial<Record<Categoria, z.ZodMiniType>>;
export type CodiceOfferta = keyof typeof OFFERTE;

export const CODICI = Object.keys(OFFERTE) as [CodiceOfferta, ...CodiceOfferta[]];

const base = z.looseObject(
  {
    ente: enteDi(),
    codice: detto(
      z.enum(CODICI, `Questo servizio non ha un’offerta: i codici sono ${CODICI.join(', ')}.`),
      'Service code; the other fields are those of its table.',
    ),
  },
  OGGETTO,
);

/** @property dati as the schema of the service gives them, with what it presumes */
export type RigaOfferta = { ente: string; codice: CodiceOfferta; dati: Record<string, unknown> };

/** The schema of one element of `offerte`: body and code first, then what the code calls for. */
export const schemaOfferta = () =>
  z.pipe(
    base,
    z.transform(({ ente, codice, ...dati }, ctx): RigaOfferta => {
      const esito = z.safeParse<z.ZodMiniType<Record<string, unknown>>>(OFFERTE[codice], dati);
      if (esito.success) return { ente, codice, dati: esito.data };
      for (const issue of esito.error.issues) ctx.issues.push({ ...issue, input: dati } as z.core.$ZodRawIssue);
      return z.NEVER;
    }),
  );
