import { expect, test } from 'vitest';
import { writeAvviso, writePagamento, writeRicevuta } from '../../../../tests/pagamenti.ts';
import {
  callerOf,
  DAY,
  type OpenedPratica,
  onOneInTurn,
  openAsUfficio,
  RIG_NOW,
  type Rig,
  sendRichiesta,
} from '../../../../tests/rig.ts';

const EMAIL = 'anna@esempio.it';
const FIRST_AVVISO = { numero_avviso: '301000000000000017', causale: 'Posto auto, 2026' };
const SECOND_AVVISO = { numero_avviso: '301000000000000118', iuv: '2', causale: 'Bollo', importo_cent: 16_00 };

async function openCase(rig: Rig): Promise<OpenedPratica> {
  const opened = await sendRichiesta(rig, EMAIL);
  await writeAvviso(rig, { ...FIRST_AVVISO, pratica: opened.id });
  return opened;
}
const readPratica = async (who: ReturnType<typeof callerOf>, { id, email }: OpenedPratica, etag?: string) =>
  who.call('dettaglioPratica', { id, email }, etag ? { headers: { 'if-none-match': etag } } : {});

onOneInTurn('what is to be paid for a case', (rig) => {
  test('a case shows its notice to the citizen with the way to pay, and to the office with its state only', async () => {
    const opened = await openCase(rig);
    const base = { ...FIRST_AVVISO, importo_cent: 50_00, scadenza: '2026-11-30', stato: 'da_pagare' };
    expect((await readPratica(callerOf(rig), opened)).body.data.pagamenti).toEqual([
      { ...base, paga: '/servizio/paga-online?avviso=301000000000000017-80000000000' },
    ]);
    expect((await readPratica(await openAsUfficio(rig, opened), opened)).body.data.pagamenti).toEqual([base]);
    expect((await readPratica(callerOf(rig), await sendRichiesta(rig, EMAIL))).body.data).not.toHaveProperty(
      'pagamenti',
    );
  });

  test('a paid notice of a case has a receipt of its own, without the rest of its cart', async () => {
    const opened = await openCase(rig);
    const other = { ente: 'borgo', numero_avviso: '301000000000000999', causale: 'Altrui', importo_cent: 1 };
    const pagamento = await writePagamento(rig, [{ ...FIRST_AVVISO, ente: 'borgo', importo_cent: 50_00 }, other]);
    await rig.house.db.updateTable('avvisi').set({ stato: 'pagato' }).execute();
    const [row] = (await readPratica(callerOf(rig), opened)).body.data.pagamenti;
    expect(row).toMatchObject({ stato: 'pagato' });
    expect(row).not.toHaveProperty('paga');
    expect(row.ricevuta).not.toContain(pagamento.id);

    const { pathname, search } = new URL(row.ricevuta);
    expect((await callerOf(rig).ask('GET', pathname + search)).status).toBe(200);
    expect((await callerOf(rig).ask('GET', pathname)).status).toBe(404);
    const [office] = (await readPratica(await openAsUfficio(rig, opened), opened)).body.data.pagamenti;
    expect(office).not.toHaveProperty('ricevuta');
  });

  test('a notice of a case is not offered to be paid while a payment is being verified, nor after its last day', async () => {
    const opened = await openCase(rig);
    await writeAvviso(rig, {
      ...SECOND_AVVISO,
      pratica: opened.id,
      scadenza: '2026-11-10',
      pagabile_fino: '2026-11-19',
    });
    await writePagamento(rig, [{ ...FIRST_AVVISO, ente: 'borgo', importo_cent: 50_00 }], { stato: 'in_verifica' });
    const rows = (await readPratica(callerOf(rig), opened)).body.data.pagamenti;
    expect(rows.map((r: { stato: string }) => r.stato)).toEqual(['scaduto', 'in_pagamento']);
    for (const row of rows) expect(row).not.toHaveProperty('paga');
  });

  test('a payment changes the version of its case, so that an open page of the case shows it', async () => {
    const opened = await openCase(rig);
    const etag = (await readPratica(callerOf(rig), opened)).headers.get('etag') ?? '';
    expect((await readPratica(callerOf(rig), opened, etag)).status).toBe(304);
    await rig.house.db.updateTable('avvisi').set({ stato: 'pagato' }).execute();
    await writeRicevuta(rig, { ...FIRST_AVVISO, ente: 'borgo', importo_cent: 50_00 });
    const later = await readPratica(callerOf(rig), opened, etag);
    expect([later.status, later.body.data.pagamenti[0].stato]).toEqual([200, 'pagato']);

    // The link in it does not expire.
    rig.clock.set(RIG_NOW + 40 * DAY);
    const muchLater = await readPratica(callerOf(rig), opened, later.headers.get('etag') ?? '');
    const { pathname, search } = new URL(muchLater.body.data.pagamenti[0].ricevuta);
    expect((await callerOf(rig).ask('GET', pathname + search)).status).toBe(200);
  });
});
