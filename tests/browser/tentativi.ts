/** Attempts to pay, as they stand in the store of the portal under test. */
import { todayInRome } from '../../src/platform/atoms/date.ts';
import { iuvOf } from '../../src/platform/atoms/numero-avviso.ts';
import type { Portal } from '../portal.ts';
import { changeStore, withStore } from './store.ts';

export type PaidItem = { ente: string; numero: string; causale: string; cent: number };

/** An attempt of the citizen with this tax code; with its receipts, mailed to Anna's own address, when it is paid. */
export function writeTentativo(house: Portal, codice: string, stato: string, items: PaidItem[]): string {
  const id = crypto.randomUUID();
  const now = Date.now();
  const utente =
    withStore(house, (db) => db.prepare('select id from utenti where codice_fiscale = ?').get(codice))?.id ?? null;
  const total = items.reduce((sum, v) => sum + v.cent, 0);
  changeStore(
    house,
    `insert into pagamenti (id, fornitore, stato, proprietario, utente, email, importo_cent, creato, aggiornato, controllato, scade)
     values (?, 'pagopa', ?, ?, ?, 'anna.bianchi@posta.example', ?, ?, ?, ?, ?)`,
    id,
    stato,
    `u:${utente}`,
    utente,
    total,
    now,
    now,
    now,
    now + 3600_000,
  );
  items.forEach(({ ente, numero, causale, cent }, n) => {
    changeStore(
      house,
      'insert into pagamenti_avvisi values (?, ?, ?, ?, ?, ?, null)',
      id,
      n,
      ente,
      numero,
      causale,
      cent,
    );
    if (stato !== 'pagato') return;
    const iuv = iuvOf(numero);
    const ricevuta = [
      `${id}-${n}`,
      'pagopa',
      `rif-${id}`,
      ente,
      numero,
      id,
      causale,
      cent,
      now,
      'Banca di Prova',
      0,
      iuv,
      todayInRome(now),
      '',
      0,
    ];
    changeStore(house, 'insert into ricevute values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', ...ricevuta);
  });
  return id;
}
