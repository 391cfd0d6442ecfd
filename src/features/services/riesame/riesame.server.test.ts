import { expect, test } from 'vitest';
import { decidePratica, guestWithLettera, RICHIEDENTE } from '../../../../tests/richiedente.ts';
import { oweDocumenti, readDocumenti, type Servizio, sendRichiesta } from '../../../../tests/richieste.ts';
import { callerOf, onOneInTurn } from '../../../../tests/rig.ts';
import { MOTIVI } from './riesame.fields.ts';

const RIESAME: Servizio = {
  invia: 'inviaRiesame',
  codice: 'SF220',
  ownFields: { motivo: 'gia_pagato', fatti: 'Ho pagato il 3 ottobre.', sospensione: true },
};

onOneInTurn('a review', (rig) => {
  const readLastEvento = async (id: string) =>
    (await callerOf(rig).call('dettaglioPratica', { id, email: RICHIEDENTE.email })).body.data.eventi.at(-1);

  test('is requested for one of the listed reasons', async () => {
    const { body } = await callerOf(rig).call('motiviRiesame');
    expect(body.data).toEqual(Object.entries(MOTIVI).map(([codice, etichetta]) => ({ codice, etichetta })));
    expect(body.data.map((m: { codice: string }) => m.codice)).toEqual([
      'annullamento',
      'rettifica',
      'gia_pagato',
      'errore_persona',
      'prescrizione',
      'altro',
    ]);
  });

  test('is announced as possible or not for a document, to anybody who may see it', async () => {
    await oweDocumenti(rig);
    const guest = await guestWithLettera(rig);
    const asked = { documento: 'D-1', servizio: 'TARMB' };
    const usable = await guest.call('documentoRiesame', asked);
    expect(usable.body.data).toMatchObject({ numero: 'D-1', importo_cent: 400_00, usabile: true, perche: null });
    await sendRichiesta(guest, RIESAME);
    const no = await guest.call('documentoRiesame', asked);
    expect(no.body.data).toMatchObject({ usabile: false, perche: expect.stringMatching(/già una richiesta/) });
    expect((await callerOf(rig).call('documentoRiesame', asked)).status).toBe(404);
    expect((await guest.call('documentoRiesame', { documento: '', servizio: '' })).status).toBe(422);
  });

  test.each([
    [{ motivo: 'perché no' }, { motivo: ['Scegli il motivo della richiesta.'] }],
    [{ motivo: '' }, { motivo: ['Scegli il motivo della richiesta.'] }],
    [{ fatti: ' ' }, { fatti: ['Racconta i fatti e spiega perché chiedi il riesame.'] }],
    [{ fatti: 'a'.repeat(4001) }, { fatti: ['Il testo è troppo lungo: scrivi al massimo 4000 caratteri.'] }],
  ])('%o is refused in words', async (over, errors) => {
    await oweDocumenti(rig);
    const sent = await sendRichiesta(await guestWithLettera(rig), RIESAME, over);
    expect([sent.status, sent.body.errors]).toEqual([422, errors]);
  });

  test('of a paid document may be requested, too', async () => {
    await oweDocumenti(rig);
    await rig.house.db.updateTable('documenti').set({ stato: 'pagato' }).execute();
    expect((await sendRichiesta(await guestWithLettera(rig), RIESAME)).status).toBe(201);
  });

  test('keeps the request as both sides read it', async () => {
    await oweDocumenti(rig);
    const { body } = await sendRichiesta(await guestWithLettera(rig), RIESAME);
    const { dati, descrizione } = (
      await callerOf(rig).call('dettaglioPratica', { id: body.data.id, email: RICHIEDENTE.email })
    ).body.data;
    expect(descrizione).toBe('Ho pagato il 3 ottobre.');
    expect(dati.fatti).toEqual([
      ['Documenti', expect.stringMatching(/\(n\. D-1\).*400,00.*\n.*\(n\. D-2\).*600,00/)],
      ['Motivo', 'Ho già pagato'],
      ['Sospensione del pagamento', 'Chiesta'],
    ]);
  });

  test('that is accepted annuls the documents, and the citizen reads reason and effect', async () => {
    await oweDocumenti(rig);
    const { body } = await sendRichiesta(await guestWithLettera(rig), RIESAME);
    expect((await decidePratica(rig, body.data.id, { stato: 'accettata' })).status).toBe(201);
    expect((await readDocumenti(rig)).map((d) => [d.stato, d.stato_da])).toEqual([
      ['annullato', 'decisione'],
      ['annullato', 'decisione'],
    ]);
    expect((await readLastEvento(body.data.id)).testo).toBe('Motivo: Tutto in regola.\n\nI documenti sono annullati.');
  });

  test('that is accepted with an amount corrects its one document', async () => {
    await oweDocumenti(rig);
    const { body } = await sendRichiesta(await guestWithLettera(rig), RIESAME, { documenti: ['D-1'] });
    const wrong = await decidePratica(rig, body.data.id, { stato: 'accettata', decisione_importo: 'venti' });
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      { decisione_importo: ['Scrivi l’importo in euro, ad esempio 25,50.'] },
    ]);
    expect((await decidePratica(rig, body.data.id, { stato: 'accettata', decisione_importo: '1.250,5' })).status).toBe(
      201,
    );
    const [corrected, other] = await readDocumenti(rig);
    expect(corrected).toMatchObject({ importo_cent: 1250_50, stato: 'da_pagare', stato_da: 'decisione' });
    expect(other).toMatchObject({ importo_cent: 600_00, stato_da: 'import' });
    expect((await readLastEvento(body.data.id)).testo).toMatch(/corretto: 1\.250,50\s€ invece di 400,00\s€\.$/);
  });

  test.each([
    [{}, /annullato\. Quanto risulta già pagato va restituito/],
    [{ decisione_importo: '100' }, /invece di 400,00\s€\. La parte pagata in più va restituita/],
    [{ decisione_importo: '500' }, /invece di 400,00\s€\. Resta da pagare la differenza/],
  ])('that is accepted with %o for a paid document says what happens to the money', async (decisione, words) => {
    await oweDocumenti(rig);
    await rig.house.db.updateTable('documenti').set({ stato: 'pagato', stato_da: 'ricevuta' }).execute();
    const { body } = await sendRichiesta(await guestWithLettera(rig), RIESAME, { documenti: ['D-1'] });
    expect((await decidePratica(rig, body.data.id, { stato: 'accettata', ...decisione })).status).toBe(201);
    expect((await readLastEvento(body.data.id)).testo).toMatch(words);
  });

  test('cannot be accepted with one amount for several documents, and nothing changes', async () => {
    await oweDocumenti(rig);
    const { body } = await sendRichiesta(await guestWithLettera(rig), RIESAME);
    const before = await readDocumenti(rig);
    const no = await decidePratica(rig, body.data.id, { stato: 'accettata', decisione_importo: '10' });
    expect([no.status, Object.keys(no.body.errors)]).toEqual([422, ['decisione_importo']]);
    expect(await readDocumenti(rig)).toEqual(before);
  });

  test.each([
    [{ stato: 'rifiutata', decisione_importo: '10' }, 'decisione_importo', /Vale solo se accetti/],
    [{ testo: 'Ci pensiamo', motivo: '', decisione_importo: '10' }, 'decisione_importo', /Vale solo se accetti/],
    [{ stato: 'accettata', decisione_dal: '2027-01-01' }, 'decisione_dal', /non serve/],
  ])('is not decided with %o, which would have no effect', async (fields, field, words) => {
    await oweDocumenti(rig);
    const { body } = await sendRichiesta(await guestWithLettera(rig), RIESAME, { documenti: ['D-1'] });
    const no = await decidePratica(rig, body.data.id, fields);
    expect([no.status, no.body.errors]).toEqual([422, { [field]: [expect.stringMatching(words)] }]);
  });
});
