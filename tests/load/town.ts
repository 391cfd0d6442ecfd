/** What everybody asks of the public reports of a municipality of the demo, which has many. */
import { pubblicaOf } from '../../scripts/data/fill/pubbliche.ts';
import { openStore } from '../../src/store/open.server.ts';
import type { LoadTable } from './measure.ts';

const ENTE = 'borgosereno';
const REPORT_COUNT = 10_000;
const BATCH = 500;
/** Some 500 of the reports are in it. */
const SQUARE = { sud: '42.48', nord: '42.5025', ovest: '12.48', est: '12.5025' };

/** Writes the reports, and says what is asked. @param where store of the portal that is measured */
export async function prepareTown(where: Parameters<typeof openStore>[0]): Promise<LoadTable> {
  const { db, close } = await openStore(where);
  const order = { pratiche: REPORT_COUNT, enti: 1, now: Date.now() };
  for (let n = 0; n < REPORT_COUNT; n += BATCH)
    await db
      .insertInto('segnalazioni_pubbliche')
      .values(Array.from({ length: BATCH }, (_, i) => ({ ...pubblicaOf(n + i, order), ente: ENTE })))
      .execute();
  await close();
  return {
    'public list': { requests: [{ path: `/api/v1/portale/segnalazioni?ente=${ENTE}` }] },
    'public list, page': { requests: [{ path: `/segnalazioni?ente=${ENTE}`, headers: { cookie: 'altro=1' } }] },
    'a part of the map': {
      requests: [{ path: `/api/v1/portale/segnalazioni/mappa?${new URLSearchParams({ ente: ENTE, ...SQUARE })}` }],
    },
  };
}
