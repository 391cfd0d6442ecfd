/** The calls by which an administrator explains the columns of a table, and what is stored of it. */
import * as z from 'zod/mini';
import { requireNoErrors } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { campiSchema, type tracciatiOperations } from './tracciati.contract.ts';
import { deleteTracciato, listTracciati, writeTracciato } from './tracciati.db.ts';
import { faultsOf, headingsKey } from './tracciato.ts';

const storedTracciato = z.object({ titoli: z.array(z.string()), completo: z.boolean(), campi: campiSchema });

/** @param json as the table has it */
export const parseTracciato = (json: string): z.infer<typeof storedTracciato> =>
  storedTracciato.parse(JSON.parse(json));

export const tracciatiHandlers: OperationHandlers<typeof tracciatiOperations> = {
  tracciatiEnte: async ({ ente }, { db }) => {
    const rows = await listTracciati(db, ente);
    return {
      tracciati: rows.map(({ nome, campi_json }) => {
        const { titoli, completo, campi } = parseTracciato(campi_json);
        return { nome, intestazioni: titoli, completo, campi };
      }),
    };
  },

  salvaTracciato: async ({ ente, nome, intestazioni, campi, completo }, { db }) => {
    requireNoErrors(faultsOf({ campi, completo }, intestazioni.length));
    const campi_json = JSON.stringify({ titoli: intestazioni, completo, campi });
    const id = headingsKey(intestazioni);
    await writeTracciato(db, { ente, intestazioni: id, nome, campi_json });
    return { id };
  },

  togliTracciato: async ({ ente, intestazioni }, { db }) => {
    const id = headingsKey(intestazioni);
    await deleteTracciato(db, { ente, intestazioni: id });
    return { id };
  },
};
