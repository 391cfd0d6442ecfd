/** Reads what an ente offers for a service: cemeteries, zones, prices, tariffs, thresholds. Each ente imports its own. */
import type * as z from 'zod/mini';
import type { PortalHouse } from '../../../context.ts';
import { type FieldErrors, PortalError, requireNoErrors } from '../../../platform/errors.ts';
import { findEnte } from '../ente/ente.server.ts';
import { findOfferta, listOfferte } from './offerta.db.ts';

/** @returns the offer, or undefined when the ente offers nothing of the kind @param schema the service's own; the import has checked the data with it */
export async function readOfferta<T>(
  { db }: Pick<PortalHouse, 'db'>,
  schema: z.ZodMiniType<T>,
  filter: { ente: string; codice: string },
): Promise<T | undefined> {
  const row = await findOfferta(db, filter);
  return row && parseOfferta(schema, row.dati_json);
}

/** Reads the offer only while the ente answers for the service: an ente that has stopped may still have its offer in the store. */
export async function findOpenOfferta<T>(
  house: PortalHouse,
  schema: z.ZodMiniType<T>,
  filter: { ente: string; codice: string },
): Promise<T | undefined> {
  const chosen = await findEnte(house, filter.ente);
  return chosen?.categorie.includes(filter.codice) ? readOfferta(house, schema, filter) : undefined;
}

/** Reads an offer that must exist. @throws PortalError `not_found` with `message` */
export async function requireOfferta<T>(
  house: PortalHouse,
  schema: z.ZodMiniType<T>,
  { message, ...filter }: { ente: string; codice: string; message: string },
): Promise<T> {
  const found = await findOpenOfferta(house, schema, filter);
  if (!found) throw new PortalError('not_found', { message });
  return found;
}

/** The entry of the offer that the citizen chose, or the errors of the choice. */
export type ResolvedChoice<T> = { chosen: T; errors?: undefined } | { errors: FieldErrors };

/** @param others errors of the other fields @throws PortalError `invalid` with all errors */
export function requireChoice<T>(resolved: ResolvedChoice<T>, others: FieldErrors = {}): T {
  if (resolved.errors) throw new PortalError('invalid', { fields: { ...resolved.errors, ...others } });
  requireNoErrors(others);
  return resolved.chosen;
}

/** @returns the offers by the id of the ente */
export async function readOfferte<T>(
  { db }: Pick<PortalHouse, 'db'>,
  schema: z.ZodMiniType<T>,
  codice: string,
): Promise<Record<string, T>> {
  const rows = await listOfferte(db, { codice });
  return Object.fromEntries(rows.map((r) => [r.ente, parseOfferta(schema, r.dati_json)]));
}

/** Parsed offers by their JSON text: every page of a form reads the same few, and parsing took 2 % of the time of a page. Callers must not change them. */
const parsedOfferte = new WeakMap<z.ZodMiniType, Map<string, unknown>>();
const MAX_PARSED = 500;

function parseOfferta<T>(schema: z.ZodMiniType<T>, text: string): T {
  const parsedBySchema = parsedOfferte.get(schema) ?? new Map<string, unknown>();
  parsedOfferte.set(schema, parsedBySchema);
  if (parsedBySchema.size >= MAX_PARSED) parsedBySchema.clear();
  const parsed = (parsedBySchema.get(text) as T | undefined) ?? schema.parse(JSON.parse(text));
  parsedBySchema.set(text, parsed);
  return parsed;
}
