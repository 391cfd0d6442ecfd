/** Keeps the views of an operator, and counts the cases in each. */
import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Vista as StoredVista } from '../../../store/tables.ts';
import { askedBy } from './list-filters.ts';
import { listFilters } from './operatore.contract.ts';
import { countPratiche } from './operatore.db.ts';
import { filterOf } from './pratica-filter.server.ts';
import { MAX_VISTA_COUNT, MAX_VISTE, type Vista, type visteOperations } from './viste.contract.ts';
import { changeVista, listViste, removeVista, writeVista } from './viste.db.ts';

export const visteHandlers: OperationHandlers<typeof visteOperations> = {
  visteOperatore: async (_input, ctx) => {
    const viste = await ownViste(ctx);
    const counts = await countViste(ctx, viste);
    return viste.map((vista) => ({ ...vista, ...(counts[vista.id] !== undefined && { pratiche: counts[vista.id] }) }));
  },
  salvaVista: async ({ nome, filtri }, ctx) => {
    // Another ente is refused here, as in the list itself.
    filterOf(filtri, ctx);
    const utente = ownerId(ctx);
    if ((await listViste(ctx.db, utente)).length >= MAX_VISTE)
      throw new PortalError('conflict', { message: `Hai già ${MAX_VISTE} viste: eliminane una, poi salva questa.` });
    const kept = Object.entries(filtri).flatMap(([name, value]) =>
      value ? [[name, value === true ? '1' : String(value)]] : [],
    );
    const id = randomId();
    const filtri_json = JSON.stringify(Object.fromEntries(kept));
    if (!(await writeVista(ctx.db, { id, utente, nome, filtri_json, iniziale: 0 }))) throw sameName();
    return { id };
  },
  cambiaVista: async ({ id, nome, iniziale }, ctx) => {
    const utente = ownerId(ctx);
    await ctx.db.transaction().execute(async (tx) => {
      const viste = await listViste(tx, utente);
      if (!viste.some((vista) => vista.id === id)) throw new PortalError('not_found');
      if (viste.some((vista) => vista.nome === nome && vista.id !== id)) throw sameName();
      await changeVista(tx, { id, utente, nome, iniziale: iniziale ? 1 : 0 });
    });
    return { cambiata: true };
  },
  eliminaVista: async ({ id }, ctx) => {
    if (!(await removeVista(ctx.db, { id, utente: ownerId(ctx) }))) throw new PortalError('not_found');
    return {};
  },
};

const ownerId = ({ user }: CallContext): string => user?.id ?? '';

const sameName = () =>
  new PortalError('invalid', { fields: { nome: ['Hai già una vista con questo nome: scegline un altro.'] } });

/** The views of the caller, without their counts. */
export const ownViste = async (ctx: CallContext): Promise<Vista[]> =>
  (await listViste(ctx.db, ownerId(ctx))).map((row) => shownVista(row, ctx));

const storedFilters = z.record(z.string(), z.string());

/** An ente that the operator does not work for any more is no filter any more: the list shows their own alone. */
function shownVista({ id, nome, filtri_json, iniziale }: StoredVista, { user }: CallContext): Vista {
  const { ente, ...filtri } = storedFilters.parse(JSON.parse(filtri_json));
  const isOwn = ente && user?.enti.includes(ente);
  return { id, nome, filtri: { ...filtri, ...(isOwn && { ente }) }, iniziale: iniziale === 1 };
}

/** By id. Views with words, tags, days or without a point are not counted: no index says these, so that every case would be looked at. */
export async function countViste(ctx: CallContext, viste: readonly Vista[]): Promise<Record<string, number>> {
  const filters = viste.flatMap(({ id, filtri }) => {
    const { data: asked } = z.safeParse(z.object(listFilters), askedBy(filtri));
    if (!asked || asked.q || asked.etichetta || asked.senza_punto || asked.dal || asked.al) return [];
    const filter = filterOf(asked, ctx);
    return filter.enti.length > 0 && filter.stati.length > 0 ? [[id, filter] as const] : [];
  });
  return countPratiche(ctx.db, Object.fromEntries(filters), MAX_VISTA_COUNT);
}
