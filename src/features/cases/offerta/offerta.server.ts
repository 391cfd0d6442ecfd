/** What a body offers for a service (cemeteries, zones, prices, tariffs, thresholds): data of the body, read by the service. */
import type * as z from 'zod/mini';
import type { House } from '../../../context.ts';
import { ente } from '../ente/ente.server.ts';
import { trovaOfferta, tutteLeOfferte } from './offerta.db.ts';

/** @returns what the body offers, or undefined when it offers nothing of the kind @param schema the service's own, checked at the import already */
export async function offerta<T>(
  { db }: Pick<House, 'db'>,
  schema: z.ZodMiniType<T>,
  di: { ente: string; codice: string },
): Promise<T | undefined> {
  const riga = await trovaOfferta(db, di);
  return riga && letta(schema, riga.dati_json);
}

/** The same of a body that answers for the service: who has stopped may still have what it offered. */
export async function offertaAperta<T>(
  house: House,
  schema: z.ZodMiniType<T>,
  di: { ente: string; codice: string },
): Promise<T | undefined> {
  const scelto = await ente(house, di.ente);
  return scelto?.categorie.includes(di.codice) ? offerta(house, schema, di) : undefined;
}

/** @returns by id of the body, those that offer it */
export async function offerte<T>(
  { db }: Pick<House, 'db'>,
  schema: z.ZodMiniType<T>,
  codice: string,
): Promise<Record<string, T>> {
  const righe = await tutteLeOfferte(db, { codice });
  return Object.fromEntries(righe.map((r) => [r.ente, letta(schema, r.dati_json)]));
}

/** Every page of a form asks for the same few texts (measured: checking one anew was a fiftieth of the page). Nobody changes what it gives. */
const lette = new WeakMap<z.ZodMiniType, Map<string, unknown>>();
const MAX_LETTE = 500;

function letta<T>(schema: z.ZodMiniType<T>, testo: string): T {
  const note = lette.get(schema) ?? new Map<string, unknown>();
  lette.set(schema, note);
  if (note.size >= MAX_LETTE) note.clear();
  const nota = (note.get(testo) as T | undefined) ?? schema.parse(JSON.parse(testo));
  note.set(testo, nota);
  return nota;
}
