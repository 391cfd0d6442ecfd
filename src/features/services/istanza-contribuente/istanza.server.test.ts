import { beforeAll, expect, test } from 'vitest';
import { LETTERA, scriviDocumento, scriviPosizione } from '../../../../tests/posizioni.ts';
import {
  type Caller,
  caller,
  conto,
  count,
  ENTI,
  HOUR,
  onBoth,
  operatore,
  pdfFile,
  type Rig,
} from '../../../../tests/rig.ts';
import { scriviEnte } from '../../cases/ente/ente.db.ts';

const CF = 'BNCNNA85M41Z999R';
const email = 'anna@esempio.it';
const richiedente = {
  ...{ nome: 'Anna', cognome: 'Bianchi', codice_fiscale: CF, email, telefono: '333 1234567' },
  ruolo: 'persona_fisica',
};
const istanza = (over: Record<string, unknown> = {}) => ({
  ...{ ente: 'borgo', sistema__c: 'TARMB', oggetto: 'Rimborso', testo: 'Ho pagato due volte.' },
  ...{ richiedente, filesAllegati: [], privacy: true },
  ...over,
});

const anna = async (rig: Rig) => caller(rig, { user: await conto(rig, { codice_fiscale: CF, email }) });
const identita = async (chi: Caller) => ({
  Id: (await chi.call('caricaFile', { file: pdfFile('identita.pdf'), categoria: 'documento_identita' })).body.data.Id,
  categoria: 'documento_identita',
});
const pratica = (rig: Rig, id: string) =>
  rig.house.db.selectFrom('pratiche').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

onBoth('a petition', (rig) => {
  beforeAll(() => scriviEnte(rig.house.db, { ...ENTI.borgo, categorie: ['ISTANZA'] }, 1));

  test('about documents opens a case that names them, and takes each until it is decided', async () => {
    const borgo = await scriviPosizione(rig, {}, [CF]);
    const pagato = await scriviDocumento(rig, borgo, { numero: 'A-1', stato: 'pagato' });
    await scriviDocumento(rig, borgo, { numero: 'A-2', stato: 'annullato' });
    const chi = await anna(rig);
    const sent = await chi.call('inviaIstanza', istanza({ documenti: ['A-1', 'A-2'] }));
    expect([sent.status, sent.body.data.stato]).toEqual([201, 'inviata']);
    const { dati_json, oggetto, descrizione, codice } = await pratica(rig, sent.body.data.id);
    expect([codice, oggetto, descrizione]).toEqual(['ISTANZA', 'Rimborso', 'Ho pagato due volte.']);
    expect(JSON.parse(dati_json).fatti).toEqual([
      ['Tributo o entrata', 'TARI (tassa rifiuti)'],
      ['Documenti', expect.stringMatching(/A-1.*\n.*A-2/)],
    ]);

    const check = await chi.call('controllaDocumentiIstanza', { idDocument: 'A-1,A-2', sistema__c: 'TARMB' });
    expect(check.body.data.map((d: { usabile: boolean }) => d.usabile)).toEqual([false, false]);
    expect((await chi.call('inviaIstanza', istanza({ documenti: ['A-1'] }))).status).toBe(409);
    expect(await rig.house.db.selectFrom('documenti').select('stato').where('id', '=', pagato.id).execute()).toEqual([
      { stato: 'pagato' },
    ]);
  });

  test.each([undefined, [], ''])('without documents (%j) needs none, and any number may be open', async (documenti) => {
    const chi = await anna(rig);
    for (const _ of [1, 2]) expect((await chi.call('inviaIstanza', istanza({ documenti }))).status).toBe(201);
    const { dati_json } = await rig.house.db.selectFrom('pratiche').select('dati_json').executeTakeFirstOrThrow();
    expect(JSON.parse(dati_json).fatti).toEqual([['Tributo o entrata', 'TARI (tassa rifiuti)']]);
  });

  test('is asked about documents by their Id or their number, several with commas; of one that is not theirs to see nothing is told', async () => {
    const borgo = await scriviPosizione(rig, {}, [CF]);
    const uno = await scriviDocumento(rig, borgo, { numero: 'A-1' });
    const due = await scriviDocumento(rig, borgo, { numero: 'A-2' });
    // The same number at another municipality: the Id says which is meant.
    const valle = await scriviPosizione(rig, { ente: 'valle', codice_utente: 'V' }, [CF]);
    const altro = await scriviDocumento(rig, valle, { numero: 'A-1' });
    const estraneo = await scriviDocumento(rig, await scriviPosizione(rig, { codice_utente: 'B' }), { numero: 'B-1' });
    const chi = await anna(rig);
    const chiesti = async (idDocument: string, sistema__c = 'TARMB') => {
      const { status, body } = await chi.call('controllaDocumentiIstanza', { idDocument, sistema__c });
      return status === 200 ? body.data.map((d: { Id: string }) => d.Id) : status;
    };
    expect(await chiesti(uno.id)).toEqual([uno.id]);
    expect(await chiesti('A-2')).toEqual([due.id]);
    expect(await chiesti(altro.id)).toEqual([altro.id]);
    expect(await chiesti(`${due.id},A-2,${altro.id}`)).toEqual([due.id, altro.id]);
    expect(await chiesti(`A-2,${uno.id}`)).toEqual([due.id, uno.id]);
    for (const no of [estraneo.id, `${uno.id},${estraneo.id}`, `${uno.id},A-9`]) expect(await chiesti(no)).toBe(404);
    expect(await chiesti(uno.id, 'PAR')).toBe(404);
  });

  test('sent twice with one key is one case', async () => {
    const chi = await anna(rig);
    const [a, b] = [
      await chi.call('inviaIstanza', istanza(), { key: 'una-chiave-di-prova' }),
      await chi.call('inviaIstanza', istanza(), { key: 'una-chiave-di-prova' }),
    ];
    expect([b.status, b.body]).toEqual([a.status, a.body]);
    expect(await count(rig, 'pratiche')).toBe(1);
  });

  test('sent twice at once about one document is one case', async () => {
    const borgo = await scriviPosizione(rig, {}, [CF]);
    await scriviDocumento(rig, borgo, { numero: 'A-1' });
    const chi = await anna(rig);
    const answers = await Promise.all([1, 2, 3].map(() => chi.call('inviaIstanza', istanza({ documenti: ['A-1'] }))));
    expect(answers.map((a) => a.status).sort()).toEqual([201, 409, 409]);
    expect(await count(rig, 'pratiche')).toBe(1);
  });

  test('of a guest needs the confirmed e-mail and an identity document, and the codes for documents', async () => {
    const borgo = await scriviPosizione(rig);
    await scriviDocumento(rig, borgo, { numero: 'A-1' });
    const guest = caller(rig);
    const su = async () => istanza({ documenti: 'A-1', filesAllegati: [await identita(guest)] });
    expect((await guest.call('inviaIstanza', await su())).status).toBe(404);
    await guest.call('controllaPosizione', LETTERA);
    expect(Object.keys((await guest.call('inviaIstanza', await su())).body.errors)).toEqual(['otp']);
    await guest.confirm(email);
    const senza = await guest.call('inviaIstanza', istanza({ documenti: 'A-1' }));
    expect(senza.body.errors).toEqual({ filesAllegati: [expect.stringContaining('documento di identità')] });

    rig.clock.pass(HOUR);
    await guest.confirm(email);
    expect((await guest.call('inviaIstanza', await su())).status).toBe(404);
    await guest.call('controllaPosizione', LETTERA);
    expect((await guest.call('inviaIstanza', await su())).status).toBe(201);
  });

  test.each([
    ['of another person', { documenti: ['B-1'] }, 404],
    ['that nobody has', { documenti: ['A-1', 'A-9'] }, 404],
    ['of another body than the one written to', { documenti: ['V-1'] }, 404],
    ['of another system', { documenti: ['A-1'], sistema__c: 'PAR' }, 404],
    ['of a system that does not exist', { documenti: ['A-1'], sistema__c: 'BOH' }, 422],
    ['that are no numbers', { documenti: ["A-1' or 1=1"] }, 422],
  ])('is not sent about documents %s', async (_che, over, status) => {
    const borgo = await scriviPosizione(rig, {}, [CF]);
    await scriviDocumento(rig, borgo, { numero: 'A-1' });
    await scriviDocumento(rig, await scriviPosizione(rig, { ente: 'valle', codice_utente: 'V' }, [CF]), {
      numero: 'V-1',
    });
    await scriviDocumento(rig, await scriviPosizione(rig, { codice_utente: 'B' }), { numero: 'B-1' });
    expect((await (await anna(rig)).call('inviaIstanza', istanza(over))).status).toBe(status);
    expect(await count(rig, 'pratiche')).toBe(0);
  });

  test.each([
    ['ente', { ente: '' }, 'Scegli l’ente a cui scrivere.'],
    ['ente', { ente: 'nessun-ente' }, 'Scegli l’ente a cui scrivere.'],
    ['ente', { ente: 'valle' }, expect.stringContaining('Comune di Valle non riceve online')],
    ['sistema__c', { sistema__c: 'BOH' }, 'Scegli a che cosa si riferisce l’istanza.'],
    ['oggetto', { oggetto: 'a'.repeat(81) }, 'Il testo è troppo lungo: scrivi al massimo 80 caratteri.'],
    ['testo', { testo: '' }, 'Scrivi che cosa chiedi e perché.'],
    ['privacy', { privacy: false }, 'Per continuare dichiara di aver letto l’informativa sulla privacy.'],
  ])('with a wrong %s is told so', async (campo, over, parole) => {
    const { status, body } = await (await anna(rig)).call('inviaIstanza', istanza(over));
    expect([status, body.errors]).toEqual([422, { [campo]: [parole] }]);
  });
});

onBoth('the answer to a petition', (rig) => {
  beforeAll(() => scriviEnte(rig.house.db, { ...ENTI.borgo, categorie: ['ISTANZA'] }, 1));

  test('is the document that comes with the acceptance, once: no document of the position changes', async () => {
    const borgo = await scriviPosizione(rig, {}, [CF]);
    await scriviDocumento(rig, borgo, { numero: 'A-1' });
    const chi = await anna(rig);
    const { id } = (await chi.call('inviaIstanza', istanza({ documenti: ['A-1'] }))).body.data;
    const olga = caller(rig, { user: operatore('borgo') });
    const decide = async (...files: unknown[]) =>
      olga.call('commenta', {
        ...{ id, email, vista: 'operatore', stato: 'accettata', motivo: 'Ha ragione.', filesAllegati: files },
      });
    const senza = await decide();
    expect([senza.status, senza.body.errors]).toEqual([
      422,
      { filesAllegati: ['Per accettare allega il documento di risposta: il cittadino lo scarica da qui.'] },
    ]);
    expect((await pratica(rig, id)).stato).toBe('inviata');

    const { Id } = (await olga.call('caricaFile', { file: pdfFile('risposta.pdf') })).body.data;
    const decisa = await decide({ Id });
    expect([decisa.status, decisa.body.data.testo]).toEqual([
      201,
      'Motivo: Ha ragione.\n\nIl documento di risposta è tra i documenti della pratica.',
    ]);
    expect((await decide({ Id })).status).toBe(409);
    const { eventi } = (await chi.call('dettaglioPratica', { id, email })).body.data;
    expect(eventi.at(-1).allegati.map((f: { nome: string }) => f.nome)).toEqual(['risposta.pdf']);
    expect(await rig.house.db.selectFrom('documenti').select(['stato', 'stato_da']).execute()).toEqual([
      { stato: 'da_pagare', stato_da: 'import' },
    ]);
    expect((await chi.call('inviaIstanza', istanza({ documenti: ['A-1'] }))).status).toBe(201);
  });

  test('that is a refusal needs no document, and frees those it was about', async () => {
    const borgo = await scriviPosizione(rig, {}, [CF]);
    await scriviDocumento(rig, borgo, { numero: 'A-1' });
    const chi = await anna(rig);
    const { id } = (await chi.call('inviaIstanza', istanza({ documenti: ['A-1'] }))).body.data;
    const no = { id, email, vista: 'operatore', stato: 'rifiutata', motivo: 'Non risulta.' };
    expect((await caller(rig, { user: operatore('borgo') }).call('commenta', no)).status).toBe(201);
    const check = await chi.call('controllaDocumentiIstanza', { idDocument: 'A-1', sistema__c: 'TARMB' });
    expect(check.body.data[0]).toMatchObject({ usabile: true, perche: null });
  });
});
