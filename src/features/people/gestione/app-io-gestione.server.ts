/** The keys of App IO of an ente, as its administrator writes them: IO is asked before one counts, and none is ever told. */
import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import { IoError } from '../../../platform/app-io.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { ChiaveIo } from '../../../store/tables.ts';
import { countMessaggi, deleteChiave, findChiaveRow, listChiavi, writeChiave } from '../../cases/app-io/app-io.db.ts';
import { openIoKey, sealIoKey } from '../../cases/app-io/chiavi-io.server.ts';
import { OTHER_SERVICES } from '../../cases/app-io/io-notice.ts';
import type { appIoOperations } from './app-io.contract.ts';
import { type ChangedThing, changeThing, seenMark, type ThingPlace } from './modifiche.server.ts';
import { servicesOf } from './programmi-gestione.server.ts';

const DAY_MS = 24 * 3600_000;
const COUNTED_DAYS = 30;
/** The tax code that IO gives for tests: a question about it concerns nobody. */
const TEST_PERSON = 'AAAAAA00A00A000A';

const keyOf = ({ finale, chiave_del }: ChiaveIo) => ({ finale, scritta: isoInstant(chiave_del) });
/** What stands among the changes: of a key its end, and when it was written. */
const valuesOf = (row: ChiaveIo) => ({ chiave: keyOf(row) });
const thingValues = z.object({ chiave: z.object({ finale: z.string(), scritta: z.string() }) });

/** A key that was replaced or taken away is gone: to take that back is to write it again. */
export const chiaveIoThing: ChangedThing = {
  read: async ({ db }, { ente, key }) => {
    const row = await findChiaveRow(db, ente, key);
    return row ? valuesOf(row) : null;
  },
  async write({ db }, { ente, key }, values) {
    if (values === null) return deleteChiave(db, ente, key);
    const row = await findChiaveRow(db, ente, key);
    if (!row || keyOf(row).scritta !== z.parse(thingValues, values).chiave.scritta)
      throw new PortalError('conflict', {
        message: 'Il portale non ha più la chiave di prima: scrivila di nuovo nella pagina «App IO».',
      });
  },
};

const placeOf = (ente: string, servizio: string): ThingPlace => ({ ente, oggetto: 'app_io', key: servizio });

const NOT_ASKED =
  'Non siamo riusciti a chiedere a IO se accetta la chiave, e non abbiamo salvato niente. Riprova tra qualche minuto.';
const NOT_TAKEN =
  'IO non accetta questa chiave: copia la chiave primaria o secondaria del servizio dal Back-office IO, e controlla che il servizio possa inviare messaggi.';

/** Asks IO something harmless with the key. @throws PortalError `invalid` when it does not open */
async function checkKey({ house }: Pick<CallContext, 'house'>, key: string): Promise<void> {
  try {
    await house.appIo?.allows(key, TEST_PERSON);
  } catch (error) {
    if (!(error instanceof IoError)) throw error;
    if (error.why === 'key') throw new PortalError('invalid', { fields: { chiave: [NOT_TAKEN] } });
    throw new PortalError('unavailable', { message: NOT_ASKED, cause: error });
  }
}

export const appIoHandlers: OperationHandlers<typeof appIoOperations> = {
  appIoEnte: async ({ ente }, { db, house, now }) => {
    const rows = await listChiavi(db, ente);
    const counts = await countMessaggi(db, ente, now - COUNTED_DAYS * DAY_MS);
    return {
      attiva: house.appIo !== undefined,
      chiavi: rows.map((row) => ({
        servizio: row.servizio,
        chiave: { ...keyOf(row), si_legge: openIoKey(house.signer, row) !== undefined },
        errore: row.errore,
        visti: seenMark(valuesOf(row)),
      })),
      messaggi: [...counts].map(([stato, quanti]) => ({ stato, quanti })),
    };
  },

  salvaChiaveIo: {
    prepare: async ({ ente, servizio, chiave }, ctx, brake) => {
      if (!ctx.house.appIo)
        throw new PortalError('conflict', {
          message: 'Questo portale non scrive in App IO: lo attiva chi lo gestisce.',
        });
      const known = [OTHER_SERVICES, ...Object.keys(await servicesOf(ctx.house, ente))];
      if (!known.includes(servizio))
        throw new PortalError('invalid', { fields: { servizio: [`Questo ente non riceve: ${servizio}.`] } });
      await brake();
      await checkKey(ctx, chiave);
    },
    run: async ({ ente, servizio, chiave, visti }, ctx) => {
      const place = placeOf(ente, servizio);
      await changeThing(ctx, { place, thing: chiaveIoThing, seen: { visti } }, async () => {
        const sealed = sealIoKey(ctx.house.signer, { ente, servizio }, chiave);
        const row: ChiaveIo = { ente, servizio, ...sealed, chiave_del: ctx.now, errore: null };
        await writeChiave(ctx.db, row);
        return valuesOf(row);
      });
      return { id: servizio };
    },
  },

  togliChiaveIo: async ({ ente, servizio }, ctx) => {
    if (!(await findChiaveRow(ctx.db, ente, servizio))) throw new PortalError('not_found');
    await changeThing(ctx, { place: placeOf(ente, servizio), thing: chiaveIoThing }, () => null);
    return { id: servizio };
  },
};
