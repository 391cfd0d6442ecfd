import { expect, test } from 'vitest';
import { debito, decidi, EMAIL, manda, nelloStore, ospite, type Servizio } from '../../../../tests/richieste.ts';
import { caller, onBoth } from '../../../../tests/rig.ts';
import { MOTIVI } from './riesame.fields.ts';

const RIESAME: Servizio = {
  ...{ invia: 'inviaRiesame', codice: 'SF220' },
  propri: { motivo: 'gia_pagato', fatti: 'Ho pagato il 3 ottobre.', sospensione: true },
};

onBoth('a review', (rig) => {
  const ultimo = async (id: string) =>
    (await caller(rig).call('dettaglioPratica', { id, email: EMAIL })).body.data.eventi.at(-1);

  test('is asked for one of the reasons on the list', async () => {
    const { body } = await caller(rig).call('motiviRiesame');
    expect(body.data).toEqual(Object.entries(MOTIVI).map(([codice, etichetta]) => ({ codice, etichetta })));
    expect(body.data.map((m: { codice: string }) => m.codice)).toEqual([
      ...['annullamento', 'rettifica', 'gia_pagato', 'errore_persona', 'prescrizione', 'altro'],
    ]);
  });

  test('a document says beforehand whether it can be looked at again, to who may see it', async () => {
    await debito(rig);
    const chi = await ospite(rig);
    const di = { documento: 'D-1', servizio: 'TARMB' };
    const si = await chi.call('documentoRiesame', di);
    expect(si.body.data).toMatchObject({ numero: 'D-1', importo_cent: 400_00, usabile: true, perche: null });
    await manda(chi, RIESAME);
    const no = await chi.call('documentoRiesame', di);
    expect(no.body.data).toMatchObject({ usabile: false, perche: expect.stringMatching(/già una richiesta/) });
    expect((await caller(rig).call('documentoRiesame', di)).status).toBe(404);
    expect((await chi.call('documentoRiesame', { documento: '', servizio: '' })).status).toBe(422);
  });

  test.each([
    [{ motivo: 'perché no' }, { motivo: ['Scegli il motivo della richiesta.'] }],
    [{ motivo: '' }, { motivo: ['Scegli il motivo della richiesta.'] }],
    [{ fatti: ' ' }, { fatti: ['Racconta i fatti e spiega perché chiedi il riesame.'] }],
    [{ fatti: 'a'.repeat(4001) }, { fatti: ['Il testo è troppo lungo: scrivi al massimo 4000 caratteri.'] }],
  ])('%o is told in words', async (over, errors) => {
    await debito(rig);
    const sent = await manda(await ospite(rig), RIESAME, over);
    expect([sent.status, sent.body.errors]).toEqual([422, errors]);
  });

  test('of a document that is paid may be asked for, too', async () => {
    await debito(rig);
    await rig.house.db.updateTable('documenti').set({ stato: 'pagato' }).execute();
    expect((await manda(await ospite(rig), RIESAME)).status).toBe(201);
  });

  test('keeps what was asked as both sides read it', async () => {
    await debito(rig);
    const { body } = await manda(await ospite(rig), RIESAME);
    const { dati, descrizione } = (await caller(rig).call('dettaglioPratica', { id: body.data.id, email: EMAIL })).body
      .data;
    expect(descrizione).toBe('Ho pagato il 3 ottobre.');
    expect(dati.fatti).toEqual([
      ['Documenti', expect.stringMatching(/\(n\. D-1\).*400,00.*\n.*\(n\. D-2\).*600,00/)],
      ['Motivo', 'Ho già pagato'],
      ['Sospensione del pagamento', 'Chiesta'],
    ]);
  });

  test('accepted annuls the documents, and the citizen reads reason and effect', async () => {
    await debito(rig);
    const { body } = await manda(await ospite(rig), RIESAME);
    expect((await decidi(rig, body.data.id, { stato: 'accettata' })).status).toBe(201);
    expect((await nelloStore(rig)).map((d) => [d.stato, d.stato_da])).toEqual([
      ['annullato', 'decisione'],
      ['annullato', 'decisione'],
    ]);
    expect((await ultimo(body.data.id)).testo).toBe('Motivo: Perché sì.\n\nI documenti sono annullati.');
  });

  test('accepted with an amount corrects the one document it is about', async () => {
    await debito(rig);
    const { body } = await manda(await ospite(rig), RIESAME, { documenti: ['D-1'] });
    const male = await decidi(rig, body.data.id, { stato: 'accettata', decisione_importo: 'venti' });
    expect([male.status, male.body.errors]).toEqual([
      422,
      { decisione_importo: ['Scrivi l’importo in euro, ad esempio 25,50.'] },
    ]);
    expect((await decidi(rig, body.data.id, { stato: 'accettata', decisione_importo: '1.250,5' })).status).toBe(201);
    const [uno, due] = await nelloStore(rig);
    expect(uno).toMatchObject({ importo_cent: 1250_50, stato: 'da_pagare', stato_da: 'decisione' });
    expect(due).toMatchObject({ importo_cent: 600_00, stato_da: 'import' });
    expect((await ultimo(body.data.id)).testo).toMatch(/corretto: 1\.250,50\s€ invece di 400,00\s€\.$/);
  });

  test.each([
    [{}, /annullato\. Quanto risulta già pagato va restituito/],
    [{ decisione_importo: '100' }, /invece di 400,00\s€\. La parte pagata in più va restituita/],
    [{ decisione_importo: '500' }, /invece di 400,00\s€\. Resta da pagare la differenza/],
  ])('accepted with %o for a paid document says what becomes of the money', async (decisione, parole) => {
    await debito(rig);
    await rig.house.db.updateTable('documenti').set({ stato: 'pagato', stato_da: 'ricevuta' }).execute();
    const { body } = await manda(await ospite(rig), RIESAME, { documenti: ['D-1'] });
    expect((await decidi(rig, body.data.id, { stato: 'accettata', ...decisione })).status).toBe(201);
    expect((await ultimo(body.data.id)).testo).toMatch(parole);
  });

  test('with an amount for several documents is not taken, and nothing changes', async () => {
    await debito(rig);
    const { body } = await manda(await ospite(rig), RIESAME);
    const prima = await nelloStore(rig);
    const no = await decidi(rig, body.data.id, { stato: 'accettata', decisione_importo: '10' });
    expect([no.status, Object.keys(no.body.errors)]).toEqual([422, ['decisione_importo']]);
    expect(await nelloStore(rig)).toEqual(prima);
  });

  test.each([
    [{ stato: 'rifiutata', decisione_importo: '10' }, 'decisione_importo', /Vale solo se accetti/],
    [{ testo: 'Ci pensiamo', motivo: '', decisione_importo: '10' }, 'decisione_importo', /Vale solo se accetti/],
    [{ stato: 'accettata', decisione_dal: '2027-01-01' }, 'decisione_dal', /non serve/],
  ])('%o: what would change nothing is not swallowed', async (fields, campo, parole) => {
    await debito(rig);
    const { body } = await manda(await ospite(rig), RIESAME, { documenti: ['D-1'] });
    const no = await decidi(rig, body.data.id, fields);
    expect([no.status, no.body.errors]).toEqual([422, { [campo]: [expect.stringMatching(parole)] }]);
  });
});
