/** Writes an ente as a data file that the import reads: its record, its offices, what it offers. */
import * as z from 'zod/mini';
import type { StoreDb } from '../store/tables.ts';
import { asImported } from './ente-row.server.ts';

const anyFields = z.record(z.string(), z.unknown());
const codeList = z.array(z.string());

/**
 * The sections of a municipality's own data. Positions, documents and notices are not among them: they come from other systems.
 * @returns undefined when the store has no such ente
 */
export async function exportData(db: StoreDb, id: string): Promise<Record<string, unknown> | undefined> {
  const ente = await db.selectFrom('enti').select('dati_json').where('id', '=', id).executeTakeFirst();
  if (!ente) return undefined;
  const codiceRows = async (table: 'sportelli' | 'calendari' | 'servizi_pagamento') =>
    (await db.selectFrom(table).select('dati_json').where('ente', '=', id).orderBy('ordine').execute()).map((row) => ({
      ente: id,
      ...z.parse(anyFields, JSON.parse(row.dati_json)),
    }));
  const offerte = await db
    .selectFrom('offerte')
    .select(['codice', 'dati_json'])
    .where('ente', '=', id)
    .orderBy('codice')
    .execute();
  return {
    enti: [await asImported(db, id, JSON.parse(ente.dati_json))],
    uffici: await exportUffici(db, id),
    sportelli: await codiceRows('sportelli'),
    calendari: await codiceRows('calendari'),
    offerte: offerte.map(({ codice, dati_json }) => ({
      ente: id,
      codice,
      ...z.parse(anyFields, JSON.parse(dati_json)),
    })),
    servizi_pagamento: await codiceRows('servizi_pagamento'),
  };
}

/** A person is named as the import names them: by e-mail, else by the subject of their provider. */
async function exportUffici(db: StoreDb, ente: string) {
  const uffici = await db.selectFrom('uffici').selectAll().where('ente', '=', ente).orderBy('nome').execute();
  const people = await db
    .selectFrom('uffici_persone')
    .innerJoin('utenti', 'utenti.id', 'utente')
    .innerJoin('uffici', 'uffici.id', 'ufficio')
    .select(['ufficio', 'identita', 'utenti.email'])
    .where('ente', '=', ente)
    .execute();
  const awaited = await db
    .selectFrom('uffici_attesi')
    .innerJoin('uffici', 'uffici.id', 'ufficio')
    .select(['ufficio', 'persona'])
    .where('ente', '=', ente)
    .execute();
  return uffici.map(({ id, nome, email, servizi_json, attivo, incassi }) => {
    const names = [
      ...people
        .filter(({ ufficio }) => ufficio === id)
        .map((p) =>
          p.email ? `email:${p.email.toLowerCase()}` : `sub:${p.identita.slice(p.identita.indexOf('|') + 1)}`,
        ),
      ...awaited.filter(({ ufficio }) => ufficio === id).map(({ persona }) => persona),
    ].sort();
    const persone = names.map((name) => {
      const at = name.indexOf(':');
      return { [name.slice(0, at)]: name.slice(at + 1) };
    });
    return {
      ente,
      nome,
      ...(email && { email }),
      servizi: z.parse(codeList, JSON.parse(servizi_json)),
      persone,
      attivo: attivo === 1,
      incassi: incassi === 1,
    };
  });
}
