import { beforeAll, expect, test } from 'vitest';
import { LETTERA, writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import {
  callerOf,
  countRows,
  createAccount,
  ENTI,
  HOUR,
  onOneInTurn,
  operatore,
  pdfFile,
  type Rig,
  type RigCaller,
} from '../../../../tests/rig.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';

const CF = 'BNCNNA85M41Z999R';
const email = 'anna@esempio.it';
const richiedente = {
  nome: 'Anna',
  cognome: 'Bianchi',
  codice_fiscale: CF,
  email,
  telefono: '333 1234567',
  ruolo: 'persona_fisica',
};
const istanza = (over: Record<string, unknown> = {}) => ({
  ente: 'borgo',
  sistema__c: 'TARMB',
  oggetto: 'Rimborso',
  testo: 'Ho pagato due volte.',
  richiedente,
  filesAllegati: [],
  privacy: true,
  ...over,
});

const anna = async (rig: Rig) => callerOf(rig, { user: await createAccount(rig, { codice_fiscale: CF, email }) });
const identita = async (client: RigCaller) => ({
  Id: (await client.call('caricaFile', { file: pdfFile('identita.pdf'), categoria: 'documento_identita' })).body.data
    .Id,
  categoria: 'documento_identita',
});
const pratica = (rig: Rig, id: string) =>
  rig.house.db.selectFrom('pratiche').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

onOneInTurn('a petition', (rig) => {
  beforeAll(() => writeEnte(rig.house.db, { ...ENTI.borgo, categorie: ['ISTANZA'] }, 1));

  test('about documents opens a case that names them, and reserves each until it is decided', async () => {
    const borgo = await writePosizione(rig, {}, [CF]);
    const paid = await writeDocumento(rig, borgo, { numero: 'A-1', stato: 'pagato' });
    await writeDocumento(rig, borgo, { numero: 'A-2', stato: 'annullato' });
    const client = await anna(rig);
    const sent = await client.call('inviaIstanza', istanza({ documenti: ['A-1', 'A-2'] }));
    expect([sent.status, sent.body.data.stato]).toEqual([201, 'inviata']);
    const { dati_json, oggetto, descrizione, codice } = await pratica(rig, sent.body.data.id);
    expect([codice, oggetto, descrizione]).toEqual(['ISTANZA', 'Rimborso', 'Ho pagato due volte.']);
    expect(JSON.parse(dati_json).fatti).toEqual([
      ['Tributo o entrata', 'TARI (tassa rifiuti)'],
      ['Documenti', expect.stringMatching(/A-1.*\n.*A-2/)],
    ]);

    const check = await client.call('controllaDocumentiIstanza', { idDocument: 'A-1,A-2', sistema__c: 'TARMB' });
    expect(check.body.data.map((d: { usabile: boolean }) => d.usabile)).toEqual([false, false]);
    expect((await client.call('inviaIstanza', istanza({ documenti: ['A-1'] }))).status).toBe(409);
    expect(await rig.house.db.selectFrom('documenti').select('stato').where('id', '=', paid.id).execute()).toEqual([
      { stato: 'pagato' },
    ]);
  });

  test.each([undefined, [], ''])('without documents (%j) needs none, and any number may be open', async (documenti) => {
    const client = await anna(rig);
    for (const _ of [1, 2]) expect((await client.call('inviaIstanza', istanza({ documenti }))).status).toBe(201);
    const { dati_json } = await rig.house.db.selectFrom('pratiche').select('dati_json').executeTakeFirstOrThrow();
    expect(JSON.parse(dati_json).fatti).toEqual([['Tributo o entrata', 'TARI (tassa rifiuti)']]);
  });

  test('can be checked for documents by Id or number, and reveals nothing of a document of another person', async () => {
    const borgo = await writePosizione(rig, {}, [CF]);
    const first = await writeDocumento(rig, borgo, { numero: 'A-1' });
    const second = await writeDocumento(rig, borgo, { numero: 'A-2' });
    // The same number at another municipality: the Id says which is meant.
    const valle = await writePosizione(rig, { ente: 'valle', codice_utente: 'V' }, [CF]);
    const other = await writeDocumento(rig, valle, { numero: 'A-1' });
    const foreign = await writeDocumento(rig, await writePosizione(rig, { codice_utente: 'B' }), { numero: 'B-1' });
    const client = await anna(rig);
    const asked = async (idDocument: string, sistema__c = 'TARMB') => {
      const { status, body } = await client.call('controllaDocumentiIstanza', { idDocument, sistema__c });
      return status === 200 ? body.data.map((d: { Id: string }) => d.Id) : status;
    };
    expect(await asked(first.id)).toEqual([first.id]);
    expect(await asked('A-2')).toEqual([second.id]);
    expect(await asked(other.id)).toEqual([other.id]);
    expect(await asked(`${second.id},A-2,${other.id}`)).toEqual([second.id, other.id]);
    expect(await asked(`A-2,${first.id}`)).toEqual([second.id, first.id]);
    for (const no of [foreign.id, `${first.id},${foreign.id}`, `${first.id},A-9`]) expect(await asked(no)).toBe(404);
    expect(await asked(first.id, 'PAR')).toBe(404);
  });

  test('sent twice with one key is one case', async () => {
    const client = await anna(rig);
    const [a, b] = [
      await client.call('inviaIstanza', istanza(), { key: 'una-chiave-di-prova' }),
      await client.call('inviaIstanza', istanza(), { key: 'una-chiave-di-prova' }),
    ];
    expect([b.status, b.body]).toEqual([a.status, a.body]);
    expect(await countRows(rig, 'pratiche')).toBe(1);
  });

  test('sent twice at once about one document is one case', async () => {
    const borgo = await writePosizione(rig, {}, [CF]);
    await writeDocumento(rig, borgo, { numero: 'A-1' });
    const client = await anna(rig);
    const answers = await Promise.all(
      [1, 2, 3].map(() => client.call('inviaIstanza', istanza({ documenti: ['A-1'] }))),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([201, 409, 409]);
    expect(await countRows(rig, 'pratiche')).toBe(1);
  });

  test('of a guest needs the confirmed e-mail and an identity document, and the codes for documents', async () => {
    const borgo = await writePosizione(rig);
    await writeDocumento(rig, borgo, { numero: 'A-1' });
    const guest = callerOf(rig);
    const withDocumenti = async () => istanza({ documenti: 'A-1', filesAllegati: [await identita(guest)] });
    expect((await guest.call('inviaIstanza', await withDocumenti())).status).toBe(404);
    await guest.call('controllaPosizione', LETTERA);
    expect(Object.keys((await guest.call('inviaIstanza', await withDocumenti())).body.errors)).toEqual(['otp']);
    await guest.confirm(email);
    const without = await guest.call('inviaIstanza', istanza({ documenti: 'A-1' }));
    expect(without.body.errors).toEqual({ filesAllegati: [expect.stringContaining('documento di identità')] });

    rig.clock.pass(HOUR);
    await guest.confirm(email);
    expect((await guest.call('inviaIstanza', await withDocumenti())).status).toBe(404);
    await guest.call('controllaPosizione', LETTERA);
    expect((await guest.call('inviaIstanza', await withDocumenti())).status).toBe(201);
  });

  test.each([
    ['of another person', { documenti: ['B-1'] }, 404],
    ['that nobody has', { documenti: ['A-1', 'A-9'] }, 404],
    ['of another ente than the one written to', { documenti: ['V-1'] }, 404],
    ['of another system', { documenti: ['A-1'], sistema__c: 'PAR' }, 404],
    ['of a system that does not exist', { documenti: ['A-1'], sistema__c: 'BOH' }, 422],
    ['that are no numbers', { documenti: ["A-1' or 1=1"] }, 422],
  ])('is not sent about documents %s', async (_case, over, status) => {
    const borgo = await writePosizione(rig, {}, [CF]);
    await writeDocumento(rig, borgo, { numero: 'A-1' });
    await writeDocumento(rig, await writePosizione(rig, { ente: 'valle', codice_utente: 'V' }, [CF]), {
      numero: 'V-1',
    });
    await writeDocumento(rig, await writePosizione(rig, { codice_utente: 'B' }), { numero: 'B-1' });
    expect((await (await anna(rig)).call('inviaIstanza', istanza(over))).status).toBe(status);
    expect(await countRows(rig, 'pratiche')).toBe(0);
  });

  test.each([
    ['ente', { ente: '' }, 'Scegli l’ente a cui scrivere.'],
    ['ente', { ente: 'nessun-ente' }, 'Scegli l’ente a cui scrivere.'],
    ['ente', { ente: 'valle' }, expect.stringContaining('Il Comune di Valle non riceve online')],
    ['sistema__c', { sistema__c: 'BOH' }, 'Scegli a che cosa si riferisce la richiesta.'],
    ['oggetto', { oggetto: 'a'.repeat(81) }, 'Il testo è troppo lungo: scrivi al massimo 80 caratteri.'],
    ['testo', { testo: '' }, 'Scrivi che cosa chiedi e perché.'],
    ['privacy', { privacy: false }, 'Per continuare dichiara di aver letto l’informativa sulla privacy.'],
  ])('with a wrong %s is refused', async (campo, over, parole) => {
    const { status, body } = await (await anna(rig)).call('inviaIstanza', istanza(over));
    expect([status, body.errors]).toEqual([422, { [campo]: [parole] }]);
  });
});

onOneInTurn('the answer to a petition', (rig) => {
  beforeAll(() => writeEnte(rig.house.db, { ...ENTI.borgo, categorie: ['ISTANZA'] }, 1));

  test('is the document attached to the acceptance, and no document of the position changes', async () => {
    const borgo = await writePosizione(rig, {}, [CF]);
    await writeDocumento(rig, borgo, { numero: 'A-1' });
    const client = await anna(rig);
    const { id } = (await client.call('inviaIstanza', istanza({ documenti: ['A-1'] }))).body.data;
    const olga = callerOf(rig, { user: operatore('borgo') });
    const decide = async (...files: unknown[]) =>
      olga.call('commenta', {
        id,
        email,
        vista: 'operatore',
        stato: 'accettata',
        motivo: 'Ha ragione.',
        filesAllegati: files,
      });
    const without = await decide();
    expect([without.status, without.body.errors]).toEqual([
      422,
      { filesAllegati: ['Per accettare allega il documento di risposta: il cittadino lo scarica da qui.'] },
    ]);
    expect((await pratica(rig, id)).stato).toBe('inviata');

    const { Id } = (await olga.call('caricaFile', { file: pdfFile('risposta.pdf') })).body.data;
    const decided = await decide({ Id });
    expect([decided.status, decided.body.data.testo]).toEqual([
      201,
      'Motivo: Ha ragione.\n\nIl documento di risposta è tra i documenti della pratica.',
    ]);
    expect((await decide({ Id })).status).toBe(409);
    const { eventi } = (await client.call('dettaglioPratica', { id, email })).body.data;
    expect(eventi.at(-1).allegati.map((f: { nome: string }) => f.nome)).toEqual(['risposta.pdf']);
    expect(await rig.house.db.selectFrom('documenti').select(['stato', 'stato_da']).execute()).toEqual([
      { stato: 'da_pagare', stato_da: 'import' },
    ]);
    expect((await client.call('inviaIstanza', istanza({ documenti: ['A-1'] }))).status).toBe(201);
  });

  test('that is a refusal needs no document, and frees those it was about', async () => {
    const borgo = await writePosizione(rig, {}, [CF]);
    await writeDocumento(rig, borgo, { numero: 'A-1' });
    const client = await anna(rig);
    const { id } = (await client.call('inviaIstanza', istanza({ documenti: ['A-1'] }))).body.data;
    const no = { id, email, vista: 'operatore', stato: 'rifiutata', motivo: 'Non risulta.' };
    expect((await callerOf(rig, { user: operatore('borgo') }).call('commenta', no)).status).toBe(201);
    const check = await client.call('controllaDocumentiIstanza', { idDocument: 'A-1', sistema__c: 'TARMB' });
    expect(check.body.data[0]).toMatchObject({ usabile: true, perche: null });
  });
});
