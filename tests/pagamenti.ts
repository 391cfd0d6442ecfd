/** Attempts, receipts and notices in the store, for tests of what the portal shows of them. */
import { todayInRome } from '../src/platform/atoms/date.ts';
import { iuvOf } from '../src/platform/atoms/numero-avviso.ts';
import { randomId } from '../src/platform/signer.server.ts';
import type { Avviso, Pagamento, Ricevuta } from '../src/store/tables.ts';
import { HOUR, RIG_NOW, type Rig } from './rig.ts';

/** A notice of Borgo without a document: 50,00 euro, due in ten days. */
export async function writeAvviso({ house }: Rig, over: Partial<Avviso> = {}): Promise<Avviso> {
  const avviso: Avviso = {
    ente: 'borgo',
    numero_avviso: '301000000000000017',
    iuv: '01000000000000017',
    causale: 'Mensa scolastica',
    importo_cent: 50_00,
    bollo_cent: null,
    scadenza: '2026-11-30',
    pagabile_fino: null,
    stato: 'da_pagare',
    stato_da: 'import',
    debitore: null,
    posizione: null,
    pratica: null,
    servizio: null,
    dati_json: '{}',
    proprietario: null,
    creato: RIG_NOW,
    scade: null,
    ...over,
  };
  await house.db.insertInto('avvisi').values(avviso).execute();
  return avviso;
}

type PaidItem = Pick<Avviso, 'ente' | 'numero_avviso' | 'causale' | 'importo_cent'>;

/** An attempt on these notices; with receipts when it is paid. */
export async function writePagamento(
  { house }: Rig,
  avvisi: readonly PaidItem[],
  over: Partial<Pagamento> = {},
): Promise<Pagamento> {
  const pagamento: Pagamento = {
    id: randomId(),
    fornitore: 'pagopa',
    stato: 'pagato',
    proprietario: 'v',
    utente: null,
    email: 'anna@esempio.it',
    importo_cent: avvisi.reduce((sum, a) => sum + a.importo_cent, 0),
    rif_fornitore: null,
    creato: RIG_NOW - HOUR,
    aggiornato: RIG_NOW,
    controllato: RIG_NOW,
    scade: RIG_NOW + HOUR,
    host: null,
    codice_negozio: null,
    qr_negozio: null,
    ...over,
  };
  await house.db.insertInto('pagamenti').values(pagamento).execute();
  const items = avvisi.map(({ ente, numero_avviso, causale, importo_cent }) => ({
    ente,
    numero_avviso,
    causale,
    importo_cent,
  }));
  const rows = items.map((item, n) => ({ ...item, pagamento: pagamento.id, n }));
  await house.db.insertInto('pagamenti_avvisi').values(rows).execute();
  if (pagamento.stato === 'pagato') for (const item of items) await writeRicevutaOf(house, item, pagamento);
  return pagamento;
}

const writeRicevutaOf = (house: Rig['house'], item: PaidItem, { id, fornitore }: Pagamento) =>
  writeRicevuta({ house }, item, { fornitore, pagamento: id });

/** Proof that a notice was paid an instant before {@link RIG_NOW}, elsewhere unless said. */
export async function writeRicevuta(
  { house }: Pick<Rig, 'house'>,
  { ente, numero_avviso, causale, importo_cent }: PaidItem,
  over: Partial<Ricevuta> = {},
): Promise<Ricevuta> {
  const ricevuta: Ricevuta = {
    id: randomId(),
    fornitore: 'pagopa',
    rif: `RIF-${randomId()}`,
    pagamento: null,
    doppia: 0,
    ente,
    numero_avviso,
    causale,
    importo_cent,
    pagato_il: RIG_NOW - 60_000,
    intermediario: 'Banca di Prova',
    iuv: iuvOf(numero_avviso),
    giorno: todayInRome(over.pagato_il ?? RIG_NOW - 60_000),
    servizio: '',
    bollo_cent: 0,
    ...over,
  };
  await house.db.insertInto('ricevute').values(ricevuta).execute();
  return ricevuta;
}
