/** Sections of the import whose rows are stored as JSON under an ente and a code: services of the desks, calendars, payment services, offers. */
import * as z from 'zod/mini';
import type { StoreTx } from '../store/tables.ts';
import { type CalendarioRow, UNKNOWN_SPORTELLO } from './calendario.ts';
import type { OffertaRow } from './offerta.ts';
import { type ImportContext, joinKey, makeEnteCheck, type PlannedRows, type RowRefusal } from './row-batch.ts';
import type { IndexedRow } from './row-check.ts';
import type { ServizioPagamentoRow } from './servizio-pagamento.ts';
import type { SportelloRow } from './sportello.ts';
import type { RowRules } from './write-rows.db.ts';

/** Their order in the file is stored. */
export const sportelliRules = (): RowRules<SportelloRow, 'sportelli'> => ({
  table: 'sportelli',
  what: 'Lo stesso servizio',
  key: ['ente', 'codice'],
  listed: 'ente',
  columnsOf: (value, { index }) => {
    const { ente, codice } = value;
    return { ente, codice, ordine: index, dati_json: JSON.stringify(value) };
  },
});

/** @returns the error of a calendar whose desk is neither in the store nor in the file */
async function makeSportelloCheck(tx: StoreTx, rows: readonly IndexedRow<CalendarioRow>[], planned?: PlannedRows) {
  const enti = [...new Set(rows.map(({ value }) => value.ente))];
  const stored = enti.length
    ? await tx.selectFrom('sportelli').select(['ente', 'codice']).where('ente', 'in', enti).execute()
    : [];
  const known = new Set(stored.map(({ ente, codice }) => joinKey(ente, codice)));
  return ({ ente, sportello }: CalendarioRow): RowRefusal | undefined => {
    const key = joinKey(ente, sportello);
    return known.has(key) || planned?.sportelli.has(key) ? undefined : ['sportello', UNKNOWN_SPORTELLO];
  };
}

/** Their order in the file is stored, too. */
export const calendariRules = ({ planned }: Pick<ImportContext, 'planned'>): RowRules<CalendarioRow, 'calendari'> => ({
  table: 'calendari',
  what: 'Lo stesso calendario',
  key: ['ente', 'codice'],
  listed: 'ente',
  makeChecks: async (tx, rows) => ({ last: await makeSportelloCheck(tx, rows, planned) }),
  columnsOf: ({ ente, ...value }, { index }) => ({
    ente,
    codice: value.codice,
    ordine: index,
    dati_json: JSON.stringify(value),
  }),
});

/** Their order in the file is stored, too. */
export const serviziPagamentoRules = (): RowRules<ServizioPagamentoRow, 'servizi_pagamento'> => ({
  table: 'servizi_pagamento',
  what: 'Lo stesso servizio',
  key: ['ente', 'codice'],
  listed: 'ente',
  columnsOf: ({ ente, ...value }, { index }) => ({
    ente,
    codice: value.codice,
    ordine: index,
    dati_json: JSON.stringify(value),
  }),
});

/** An offer that names systems, which are the ente's. */
const withSistemi = z.object({ sistemi_con_interessi: z.array(z.string()) });

export const offerteRules = (): RowRules<OffertaRow, 'offerte'> => ({
  table: 'offerte',
  what: 'L’offerta di questo servizio',
  key: ['ente', 'codice'],
  listed: 'ente',
  makeChecks: async (tx, rows) => {
    const checkSistema = await makeEnteCheck(tx, rows);
    return {
      last: ({ ente, dati }) => {
        const { data } = z.safeParse(withSistemi, dati);
        const wrong = data?.sistemi_con_interessi.flatMap((sistema) => checkSistema({ ente, sistema }) ?? []);
        return wrong?.[1] === undefined ? undefined : ['sistemi_con_interessi', wrong[1]];
      },
    };
  },
  columnsOf: ({ ente, codice, dati }) => ({ ente, codice, dati_json: JSON.stringify(dati) }),
});
