/** What a body offers for a service: the body, the service code, and the fields that the service itself lays down. */
import * as z from 'zod/mini';
import type { Service } from '../context.ts';
import { SERVICES } from '../services.ts';
import { detto, OGGETTO } from './campi.ts';
import { enteDi } from './codici.ts';

/** Service codes with an offer, each with the schema of its fields. */
export const OFFERTE: Readonly<Record<string, z.ZodMiniType<Record<string, unknown>>>> = Object.fromEntries(
  SERVICES.flatMap(({ offers = {} }: Service) =>
    Object.entries(offers).map(([codice, { schema }]) => [codice, schema]),
  ),
);

export const CODICI = Object.keys(OFFERTE);

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
export type RigaOfferta = { ente: string; codice: string; dati: Record<string, unknown> };

/** The schema of one element of `offerte`: body and code first, then what the code calls for. */
export const schemaOfferta = () =>
  z.pipe(
    base,
    z.transform(({ ente, codice, ...dati }, ctx): RigaOfferta => {
      const esito = z.safeParse(OFFERTE[codice] ?? z.never(), dati);
      if (esito.success) return { ente, codice, dati: esito.data };
      for (const issue of esito.error.issues) ctx.issues.push({ ...issue, input: dati } as z.core.$ZodRawIssue);
      return z.NEVER;
    }),
  );
