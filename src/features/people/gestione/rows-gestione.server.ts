/** The desks of an ente and what can be paid to it without a notice, as things that an administrator changes. */
import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import { calendarioSchema, UNKNOWN_SPORTELLO } from '../../../data/calendario.ts';
import { importRow } from '../../../data/import.server.ts';
import { freeCode } from '../../../data/row-code.ts';
import { servizioPagamentoSchema } from '../../../data/servizio-pagamento.ts';
import { sportelloSchema } from '../../../data/sportello.ts';
import { fieldErrors, PortalError } from '../../../platform/errors.ts';
import { importContextOf } from './context-gestione.server.ts';
import type { DataRow } from './gestione.contract.ts';
import { type ChangedThing, changeThing, type SeenValues, seenMark } from './modifiche.server.ts';
import type { ThingValues } from './modifiche-words.ts';
import { deleteRow, findRow, lastPlace, listRows, type RowTable } from './rows.db.ts';

const rowFields = z.record(z.string(), z.unknown());

/** The fields that an administrator fills in. */
function dataOf(dati_json: string): Record<string, unknown> {
  const { ente: _ente, codice: _codice, ...dati } = z.parse(rowFields, JSON.parse(dati_json));
  return dati;
}

const valuesOf = ({ dati_json, ordine }: { dati_json: string; ordine: number }) => ({ ...dataOf(dati_json), ordine });

/** `place.key` is the code of a row. Its place in the list is kept, so that a row that comes back stands where it stood. */
const rowThing = (table: RowTable): ChangedThing => ({
  async read({ db }, { ente, key }) {
    const row = await findRow(db, table, { ente, codice: key });
    return row ? valuesOf(row) : null;
  },
  async write(ctx, { ente, key }, values) {
    if (values === null) {
      if (table === 'sportelli') await requireUnused(ctx, { ente, codice: key });
      return deleteRow(ctx.db, table, { ente, codice: key });
    }
    const { ordine, ...dati } = values;
    const row = { ...dati, ente, codice: key };
    const at = { section: table, index: z.parse(z.number(), ordine), row };
    await importRow(importContextOf(ctx), at, ctx.house.settings.mode === 'sandbox');
  },
});

/** @throws PortalError `conflict` for a desk that a calendar names, whose address citizens would miss */
async function requireUnused({ db }: CallContext, { ente, codice }: { ente: string; codice: string }): Promise<void> {
  const calendari = (await listRows(db, 'calendari', ente)).map(({ dati_json }) => dataOf(dati_json));
  const using = calendari.find(({ sportello }) => sportello === codice);
  if (using)
    throw new PortalError('conflict', {
      message: `Qui si ricevono gli appuntamenti di «${String(using.nome)}»: scegli prima un altro sportello per quel calendario.`,
    });
}

export const ROW_THINGS: Readonly<Record<RowTable, ChangedThing>> = {
  sportelli: rowThing('sportelli'),
  servizi_pagamento: rowThing('servizi_pagamento'),
  calendari: rowThing('calendari'),
};

export async function readRows({ db }: CallContext, table: RowTable, ente: string): Promise<DataRow[]> {
  return (await listRows(db, table, ente)).map((row) => ({
    codice: row.codice,
    dati: dataOf(row.dati_json),
    visti: seenMark(valuesOf(row)),
  }));
}

export type RowChange = {
  ente: string;
  codice?: string | undefined;
  dati?: Record<string, unknown> | undefined;
} & SeenValues;

/**
 * Adds a row, changes it or takes it out. A new one gets a code made from its name, which never changes.
 * @throws PortalError `not_found` for a code that the ente does not have
 */
export async function changeRow(ctx: CallContext, table: RowTable, of: RowChange): Promise<{ id: string }> {
  const { ente, codice, dati, visti } = of;
  const key = codice ?? (await newCode(ctx, table, { ente, nome: dati?.nome }));
  const place = { ente, oggetto: table, key };
  await changeThing(ctx, { place, thing: ROW_THINGS[table], seen: { visti } }, async (before): Promise<ThingValues> => {
    if (codice !== undefined && !before) throw new PortalError('not_found');
    if (!dati) return null;
    return { ...dati, ordine: before?.ordine ?? (await lastPlace(ctx.db, table, ente)) + 1 };
  });
  return { id: key };
}

async function newCode({ db }: CallContext, table: RowTable, { ente, nome }: { ente: string; nome: unknown }) {
  const taken = new Set((await listRows(db, table, ente)).map(({ codice }) => codice));
  return freeCode(String(nome ?? ''), taken);
}

/** @returns the fields that a row would have; the store stays as it is @throws PortalError `invalid` */
export async function checkRow({ house, db }: CallContext, table: RowTable, of: { ente: string; dati: object }) {
  const { ente, dati } = of;
  const schemas = {
    sportelli: sportelloSchema(house.settings.mode === 'sandbox'),
    calendari: calendarioSchema(),
    servizi_pagamento: servizioPagamentoSchema(),
  };
  const checked = z.safeParse(schemas[table], { ...dati, ente, codice: 'prova' });
  if (!checked.success) throw new PortalError('invalid', { fields: fieldErrors(checked.error) });
  const row = z.parse(rowFields, checked.data);
  if (table === 'calendari' && !(await findRow(db, 'sportelli', { ente, codice: String(row.sportello) })))
    throw new PortalError('invalid', { fields: { sportello: [UNKNOWN_SPORTELLO] } });
  return { dati: row };
}
