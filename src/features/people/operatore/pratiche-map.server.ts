/** Answers where the cases of a list are. */
import type { CallContext } from '../../../context.ts';
import { MAX_COUNT } from '../../../platform/atoms/count-words.ts';
import { boxOf } from '../../../platform/atoms/geo-box.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { countPratiche, findByWords, listPratiche } from './operatore.db.ts';
import { listItemsOf } from './operatore.server.ts';
import { filterOf } from './pratica-filter.server.ts';
import { MAX_POINTS, type PraticaPoint, type praticheMapOperations } from './pratiche-map.contract.ts';

/** All points of the world: only cases that have one are in it. */
const WHOLE_WORLD = { south: -90, north: 90, west: -180, east: 180 };

/** How many cases of a list have no point, and how many it has; undefined where they are too many to count. */
export async function countWithoutPoint(
  ctx: CallContext,
  asked: Parameters<typeof filterOf>[0],
): Promise<{ without: number; all: number } | undefined> {
  const filter = filterOf(asked, ctx);
  const found = filter.enti.length > 0 && filter.stati.length > 0 && (await findByWords(ctx.db, filter));
  if (!found) return undefined;
  const { all, placed } = await countPratiche(ctx.db, { all: found, placed: { ...found, box: WHOLE_WORLD } });
  return all > MAX_COUNT ? undefined : { without: all - placed, all };
}

export const praticheMapHandlers: OperationHandlers<typeof praticheMapOperations> = {
  mappaPratiche: async (asked, ctx) => {
    const filter = { ...filterOf(asked, ctx), box: boxOf(asked) };
    const found = filter.enti.length > 0 && filter.stati.length > 0 && (await findByWords(ctx.db, filter));
    if (!found) return { altri: false, punti: [] };
    const { total } = await countPratiche(ctx.db, { total: found }, MAX_POINTS);
    const order = { by: 'termine', way: 'asc' } as const;
    const rows = await listPratiche(ctx.db, found, { order, total, limit: MAX_POINTS });
    const items = await listItemsOf(ctx, rows);
    return {
      altri: total > MAX_POINTS,
      punti: items.map(({ chat, protocollo, oggetto, stato, in_ritardo }, n): PraticaPoint => {
        const { lat, lon } = rows[n] as (typeof rows)[number];
        return [chat, lat ?? 0, lon ?? 0, `${protocollo} ${oggetto}`, in_ritardo ? 'in_ritardo' : stato];
      }),
    };
  },
};
