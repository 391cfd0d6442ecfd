import { createHmac } from 'node:crypto';
import { cifreDiControllo, iuvDi } from '../../src/platform/atoms/numero-avviso.ts';
import { randomId, signer } from '../../src/platform/signer.server.ts';
import { segretoMooney } from '../../src/sandbox/mooney/settings.ts';
import { openStore } from '../../src/store/open.server.ts';
import type { Shot } from './measure.ts';

/** One notification in three comes again, one more time. */
const OGNI = 7 / 10;
const CENT = 4550;
const ORA = 3_600_000;

type Where = { dataDir: string; databaseUrl: string | undefined; secret: string; quante: number };

/**
 * Writes open attempts at the second provider, one notice each, and signs the notifications that pay them, 30 % of them
 * repeated, shuffled. A signature counts for five minutes: to be sent at once.
 * @returns what to send, each once, and what the store must then hold
 */
export async function notifiche({ dataDir, databaseUrl, secret, quante }: Where) {
  const pagamenti = Math.floor(quante * OGNI);
  const { db, close } = await openStore({ dataDir, databaseUrl });
  const ente = await db.selectFrom('enti').selectAll().where('id', '!=', 'portale').executeTakeFirstOrThrow();
  const { codice_fiscale } = JSON.parse(ente.dati_json) as { codice_fiscale: string };
  const creato = Date.now();
  const tutti = Array.from({ length: pagamenti }, (_, n) => {
    const base = `301${String(9_000_000_000_000 + n)}`;
    return { id: randomId(), numero_avviso: base + cifreDiControllo(base) };
  });
  const vuoto = { scadenza: null, pagabile_fino: null, debitore: null, pratica: null, servizio: null, scade: null };
  const comune = { ente: ente.id, causale: 'Prova di carico', importo_cent: CENT };
  for (let da = 0; da < pagamenti; da += 500) {
    const parte = tutti.slice(da, da + 500);
    await db.transaction().execute(async (tx) => {
      const avvisi = parte.map(({ numero_avviso }) => ({
        ...{ ...vuoto, ...comune, numero_avviso, iuv: iuvDi(numero_avviso), creato, proprietario: null },
        ...{ stato: 'da_pagare', stato_da: 'import' as const, dati_json: '{}' },
      }));
      await tx.insertInto('avvisi').values(avvisi).execute();
      const tentativi = parte.map(({ id }) => ({
        ...{ id, fornitore: 'mooney' as const, stato: 'aperto', proprietario: 'v', utente: null, rif_fornitore: id },
        ...{ email: 'anna@esempio.it', importo_cent: CENT, controllato: 0, scade: creato + ORA },
        ...{ creato, aggiornato: creato, tornato: null },
      }));
      await tx.insertInto('pagamenti').values(tentativi).execute();
      const righe = parte.map(({ id, numero_avviso }) => ({ ...comune, numero_avviso, pagamento: id, n: 0 }));
      await tx.insertInto('pagamenti_avvisi').values(righe).execute();
    });
  }
  await close();
  const segreto = segretoMooney(signer([secret]));
  const spari = tutti.map((pagamento) => sparo(segreto, codice_fiscale, pagamento));
  const ripetuti = spari.slice(0, quante - pagamenti);
  return { requests: mescola([...spari, ...ripetuti]), pagamenti };
}

type Pagamento = { id: string; numero_avviso: string };

function sparo(segreto: string, creditor: string, { id, numero_avviso }: Pagamento): Shot {
  const now = new Date();
  const t = Math.floor(now.getTime() / 1000);
  const body = JSON.stringify({
    eventId: `evt-${id}`,
    order: {
      ...{ orderId: id, reference: id, status: 'PAID', currency: 'EUR', notice: { creditor, number: numero_avviso } },
      payments: [{ id: `pay-${id}`, amount: CENT, paidAt: now.toISOString() }],
    },
  });
  const v1 = createHmac('sha256', segreto).update(`${t}.${body}`).digest('hex');
  return {
    path: '/api/v1/portale/pagamenti/notifiche/mooney',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-mooney-signature': `t=${t},v1=${v1}` },
    body,
  };
}

/** The same order at each run. */
function mescola<T>(cose: T[]): T[] {
  const posto = (n: number) => (n * 7919 + 104_729) % 1_000_003;
  return cose
    .map((cosa, n) => ({ cosa, posto: posto(n) }))
    .sort((a, b) => a.posto - b.posto)
    .map(({ cosa }) => cosa);
}
