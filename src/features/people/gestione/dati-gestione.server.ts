/** The data of an ente and what it offers for a service, as things that an administrator changes. */
import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import { enteSchema } from '../../../data/ente.ts';
import { asImported } from '../../../data/ente-row.server.ts';
import type { ImageShelf } from '../../../data/image.ts';
import { importRow } from '../../../data/import.server.ts';
import { fieldErrors, PortalError } from '../../../platform/errors.ts';
import { findEnteRow, keepImages } from '../../cases/ente/ente.db.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { deleteOfferta, findOfferta } from '../../cases/offerta/offerta.db.ts';
import { importContextOf } from './context-gestione.server.ts';
import type { ChangedThing } from './modifiche.server.ts';

const enteValues = z.record(z.string(), z.unknown());

/** The record of the ente. A picture is named by its hash, and the store keeps its bytes. */
export const enteThing: ChangedThing = {
  async read({ db }, { ente }) {
    const stored = await findEnteRow(db, ente);
    return stored ? z.parse(enteValues, JSON.parse(stored.dati_json)) : null;
  },
  async write(ctx, { ente }, values) {
    const stored = await findEnteRow(ctx.db, ente);
    if (!stored) throw new PortalError('not_found');
    const row = await asImported(ctx.db, ente, values);
    const sandbox = ctx.house.settings.mode === 'sandbox';
    await importRow(importContextOf(ctx), { section: 'enti', index: stored.ordine, row }, sandbox);
  },
};

/**
 * @returns the record that these values would become; the stored one stays as it is. New pictures are kept until the next change of
 * the ente, so that they can be looked at and then be saved by their names.
 * @throws PortalError `invalid`
 */
export async function checkEnte(ctx: CallContext, ente: string, values: unknown): Promise<Ente> {
  const row = await asImported(ctx.db, ente, values);
  const images: ImageShelf = { bytes: new Map() };
  const checked = z.safeParse(enteSchema(ctx.house.settings.mode === 'sandbox', images), row);
  if (checked.success) {
    await keepImages(ctx.db, checked.data, images.bytes);
    return checked.data;
  }
  throw new PortalError('invalid', { fields: fieldErrors(checked.error) });
}

/** What the ente offers for one service; `place.key` is its code. */
export const offertaThing: ChangedThing = {
  async read({ db }, { ente, key }) {
    const stored = await findOfferta(db, { ente, codice: key });
    return stored ? z.parse(enteValues, JSON.parse(stored.dati_json)) : null;
  },
  async write(ctx, { ente, key }, values) {
    if (values === null) return deleteOfferta(ctx.db, { ente, codice: key });
    const row = { ...values, ente, codice: key };
    await importRow(importContextOf(ctx), { section: 'offerte', row }, ctx.house.settings.mode === 'sandbox');
  },
};
