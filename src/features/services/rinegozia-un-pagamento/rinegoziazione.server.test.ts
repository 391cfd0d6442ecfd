import { expect, test } from 'vitest';
import { decidePratica, guestWithLettera, RICHIEDENTE } from '../../../../tests/richiedente.ts';
import { oweDocumenti, readDocumenti, type Servizio, sendRichiesta } from '../../../../tests/richieste.ts';
import { callerOf, DAY, onOneInTurn } from '../../../../tests/rig.ts';

const PROROGA: Servizio = {
  invia: 'chiediProroga',
  codice: 'SF210',
  ownFields: { nuova_scadenza: '2027-01-10', motivo: 'Aspetto lo stipendio.' },
};
const WRONG_DAY = 'Puoi chiedere una scadenza dal 01/12/2026 al 29/01/2027.';

onOneInTurn('more time', (rig) => {
  const writeOfferta = (max_giorni: number) =>
    rig.house.db
      .insertInto('offerte')
      .values({ ente: 'borgo', codice: 'SF210', dati_json: JSON.stringify({ max_giorni }) })
      .execute();
  const readScadenze = async () => (await readDocumenti(rig)).map((d) => [d.scadenza, d.stato, d.stato_da]);

  test('is announced for a document with its last day, by the portal’s rule or that of its ente', async () => {
    await oweDocumenti(rig);
    const guest = await guestWithLettera(rig);
    const asked = { documento: 'D-1', servizio: 'TARMB' };
    expect((await guest.call('documentoProroga', asked)).body.data).toMatchObject({
      numero: 'D-1',
      usabile: true,
      perche: null,
      scadenza_minima: '2026-12-01',
      scadenza_massima: '2027-01-29',
    });
    await writeOfferta(10);
    expect((await guest.call('documentoProroga', asked)).body.data).toMatchObject({ scadenza_massima: '2026-12-10' });
    expect((await callerOf(rig).call('documentoProroga', asked)).status).toBe(404);
    const empty = await guest.call('documentoProroga', { documento: '', servizio: '' });
    expect([empty.status, Object.keys(empty.body.errors)]).toEqual([422, ['documento', 'servizio']]);
  });

  test.each([
    [{ nuova_scadenza: '' }, { nuova_scadenza: ['Scegli la nuova scadenza.'] }],
    [
      { nuova_scadenza: '2027-02-29' },
      { nuova_scadenza: ['Controlla la data: deve esistere nel calendario, ad esempio 20/11/2026.'] },
    ],
    [{ nuova_scadenza: '2026-11-30' }, { nuova_scadenza: [WRONG_DAY] }],
    [{ nuova_scadenza: '2020-01-01' }, { nuova_scadenza: [WRONG_DAY] }],
    [{ nuova_scadenza: '2027-01-30' }, { nuova_scadenza: [WRONG_DAY] }],
    [{ motivo: '' }, { motivo: ['Spiega perché chiedi più tempo.'] }],
    [{ motivo: 'a'.repeat(2001) }, { motivo: ['Il testo è troppo lungo: scrivi al massimo 2000 caratteri.'] }],
  ])('%o is refused in words', async (over, errors) => {
    await oweDocumenti(rig);
    const sent = await sendRichiesta(await guestWithLettera(rig), PROROGA, over);
    expect([sent.status, sent.body.errors]).toEqual([422, errors]);
  });

  test('is limited by the ente’s own longest delay', async () => {
    await oweDocumenti(rig);
    await writeOfferta(10);
    const guest = await guestWithLettera(rig);
    expect((await sendRichiesta(guest, PROROGA, { nuova_scadenza: '2026-12-11' })).status).toBe(422);
    rig.clock.pass(61_000);
    expect((await sendRichiesta(guest, PROROGA, { nuova_scadenza: '2026-12-10' })).status).toBe(201);
  });

  test('that is accepted moves the due date to the day asked for', async () => {
    await oweDocumenti(rig);
    const { body } = await sendRichiesta(await guestWithLettera(rig), PROROGA);
    expect((await decidePratica(rig, body.data.id, { stato: 'accettata' })).status).toBe(201);
    expect(await readScadenze()).toEqual([
      ['2027-01-10', 'da_pagare', 'decisione'],
      ['2027-01-10', 'da_pagare', 'decisione'],
    ]);
    const detail = await callerOf(rig).call('dettaglioPratica', { id: body.data.id, email: RICHIEDENTE.email });
    expect(detail.body.data.eventi.at(-1).testo).toBe(
      'Motivo: Tutto in regola.\n\nLa nuova scadenza è il 10 gennaio 2027.',
    );
  });

  test('that is accepted with another day moves the due date there, and a past day is refused at its field', async () => {
    await oweDocumenti(rig);
    const { body } = await sendRichiesta(await guestWithLettera(rig), PROROGA, { documenti: ['D-1'] });
    for (const decisione_dal of ['2026-11-20', '2026-02-30', 'domani']) {
      const no = await decidePratica(rig, body.data.id, { stato: 'accettata', decisione_dal });
      expect([no.status, Object.keys(no.body.errors)]).toEqual([422, ['decisione_dal']]);
    }
    expect((await decidePratica(rig, body.data.id, { stato: 'accettata', decisione_dal: '2026-12-20' })).status).toBe(
      201,
    );
    expect(await readScadenze()).toEqual([
      ['2026-12-20', 'da_pagare', 'decisione'],
      ['2026-11-30', 'da_pagare', 'import'],
    ]);
  });

  test('that is decided after the day asked for needs another day', async () => {
    await oweDocumenti(rig);
    const { body } = await sendRichiesta(await guestWithLettera(rig), PROROGA);
    rig.clock.pass(60 * DAY);
    const no = await decidePratica(rig, body.data.id, { stato: 'accettata' });
    expect([no.status, no.body.errors]).toEqual([
      422,
      { decisione_dal: ['La scadenza chiesta dal cittadino è già passata: scrivi quella nuova.'] },
    ]);
  });

  test('makes an overdue document payable again', async () => {
    await oweDocumenti(rig);
    await rig.house.db.updateTable('documenti').set({ stato: 'scaduto', scadenza: '2026-10-01' }).execute();
    const { body } = await sendRichiesta(await guestWithLettera(rig), PROROGA);
    expect((await decidePratica(rig, body.data.id, { stato: 'accettata' })).status).toBe(201);
    expect((await readScadenze())[0]).toEqual(['2027-01-10', 'da_pagare', 'decisione']);
  });
});
