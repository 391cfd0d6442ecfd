/** An offer of an ente for a service: the ente, the service code, and the fields that the service itself defines. */
import * as z from 'zod/mini';
import type { ServiceDefinition } from '../context.ts';
import { SERVICE_ROWS } from '../services.ts';
import { enteIdSchema } from './codici.ts';
import { describeField, OBJECT_WANTED } from './fields.ts';

/** Service codes with an offer, each with the schema of its fields. */
export const OFFERTE: Readonly<Record<string, z.ZodMiniType<Record<string, unknown>>>> = Object.fromEntries(
  SERVICE_ROWS.flatMap(({ offers = {} }: ServiceDefinition) =>
    Object.entries(offers).map(([codice, { schema }]) => [codice, schema]),
  ),
);

export const CODICI = Object.keys(OFFERTE);

const baseSchema = z.looseObject(
  {
    ente: enteIdSchema(),
    codice: describeField(
      z.enum(CODICI, `Questo servizio non ha un’offerta: i codici sono ${CODICI.join(', ')}.`),
      'Service code; the other fields are those of its table.',
    ),
  },
  OBJECT_WANTED,
);

/** @property dati the output of the service's schema, with its defaults */
export type OffertaRow = { ente: string; codice: string; dati: Record<string, unknown> };

/** The schema of one element of `offerte`: ente and code first, then the fields of that code. */
export const offertaSchema = () =>
  z.pipe(
    baseSchema,
    z.transform(({ ente, codice, ...dati }, ctx): OffertaRow => {
      const parsed = z.safeParse(OFFERTE[codice] ?? z.never(), dati);
      if (parsed.success) return { ente, codice, dati: parsed.data };
      for (const issue of parsed.error.issues) ctx.issues.push({ ...issue, input: dati } as z.core.$ZodRawIssue);
      return z.NEVER;
    }),
  );
