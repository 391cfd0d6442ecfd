import { expect, test } from 'vitest';
import { scriviAvviso, scriviPagamento, scriviRicevuta } from '../../../../tests/pagamenti.ts';
import { type Aperta, caller, DAY, NOW, onBoth, type Rig, richiesta, ufficio } from '../../../../tests/rig.ts';

const EMAIL = 'anna@esempio.it';
const PRIMO = { numero_avviso: '301000000000000017', causale: 'Posto auto, 2026' };
const SECONDO = { numero_avviso: '301000000000000118', iuv: '2', causale: 'Bollo', importo_cent: 16_00 };

async function caso(rig: Rig): Promise<Aperta> {
  const aperta = await richiesta(rig, EMAIL);
  await scriviAvviso(rig, { ...PRIMO, pratica: aperta.id });
  return aperta;
}
const legge = async (chi: ReturnType<typeof caller>, { id, email }: Aperta, etag?: string) =>
  chi.call('dettaglioPratica', { id, email }, etag ? { headers: { 'if-none-match': etag } } : {});

onBoth('what is to be paid for a case', (rig) => {
  test('is with the case, for the citizen with the way to pay, for the office by its state alone', async () => {
    const aperta = await caso(rig);
    const base = { ...PRIMO, importo_cent: 50_00, scadenza: '2026-11-30', stato: 'da_pagare' };
    expect((await legge(caller(rig), aperta)).body.data.pagamenti).toEqual([
      { ...base, paga: '/servizio/paga-online?numero_avviso=301000000000000017&dominioEC=80000000000' },
    ]);
    expect((await legge(await ufficio(rig, aperta), aperta)).body.data.pagamenti).toEqual([base]);
    expect((await legge(caller(rig), await richiesta(rig, EMAIL))).body.data).not.toHaveProperty('pagamenti');
  });

  test('once paid has its own receipt, and nothing else of the cart it was paid in', async () => {
    const aperta = await caso(rig);
    const altro = { ente: 'borgo', numero_avviso: '301000000000000999', causale: 'Altrui', importo_cent: 1 };
    const pagamento = await scriviPagamento(rig, [{ ...PRIMO, ente: 'borgo', importo_cent: 50_00 }, altro]);
    await rig.house.db.updateTable('avvisi').set({ stato: 'pagato' }).execute();
    const [riga] = (await legge(caller(rig), aperta)).body.data.pagamenti;
    expect(riga).toMatchObject({ stato: 'pagato' });
    expect(riga).not.toHaveProperty('paga');
    expect(riga.ricevuta).not.toContain(pagamento.id);

    const { pathname, search } = new URL(riga.ricevuta);
    expect((await caller(rig).ask('GET', pathname + search)).status).toBe(200);
    expect((await caller(rig).ask('GET', pathname)).status).toBe(404);
    const [office] = (await legge(await ufficio(rig, aperta), aperta)).body.data.pagamenti;
    expect(office).not.toHaveProperty('ricevuta');
  });

  test('is not offered to be paid again while a payment is being verified, nor after its last day', async () => {
    const aperta = await caso(rig);
    await scriviAvviso(rig, { ...SECONDO, pratica: aperta.id, scadenza: '2026-11-10', pagabile_fino: '2026-11-19' });
    await scriviPagamento(rig, [{ ...PRIMO, ente: 'borgo', importo_cent: 50_00 }], { stato: 'in_verifica' });
    const righe = (await legge(caller(rig), aperta)).body.data.pagamenti;
    expect(righe.map((r: { stato: string }) => r.stato)).toEqual(['scaduto', 'in_pagamento']);
    for (const riga of righe) expect(riga).not.toHaveProperty('paga');
  });

  test('changes the version of the case: who follows it sees the payment', async () => {
    const aperta = await caso(rig);
    const etag = (await legge(caller(rig), aperta)).headers.get('etag') ?? '';
    expect((await legge(caller(rig), aperta, etag)).status).toBe(304);
    await rig.house.db.updateTable('avvisi').set({ stato: 'pagato' }).execute();
    await scriviRicevuta(rig, { ...PRIMO, ente: 'borgo', importo_cent: 50_00 });
    const dopo = await legge(caller(rig), aperta, etag);
    expect([dopo.status, dopo.body.data.pagamenti[0].stato]).toEqual([200, 'pagato']);

    // The link in it does not grow old.
    rig.clock.set(NOW + 40 * DAY);
    const tardi = await legge(caller(rig), aperta, dopo.headers.get('etag') ?? '');
    const { pathname, search } = new URL(tardi.body.data.pagamenti[0].ricevuta);
    expect((await caller(rig).ask('GET', pathname + search)).status).toBe(200);
  });
});
