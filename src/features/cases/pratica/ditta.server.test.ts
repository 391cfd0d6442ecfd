import { expect, test } from 'vitest';
import { ONE_POINT_PNG } from '../../../../tests/files.ts';
import {
  callerOf,
  countRows,
  DAY,
  doneIn,
  onOneInTurn,
  operatore,
  pdfFile,
  type Rig,
  type RigCaller,
  sendSegnalazione,
  ufficioIdOf,
} from '../../../../tests/rig.ts';

const olgaOf = (rig: Rig, ente = 'borgo') => callerOf(rig, { user: { ...operatore(ente), id: 'olga' } });
const photoFile = () => new File([ONE_POINT_PNG], 'lampione.png', { type: 'image/png' });
const upload = async (caller: RigCaller, file: File) =>
  (await caller.call('caricaFile', { file })).body.data.Id as string;

/** The words of the link in the last mail to the firm. */
function chiaveIn(rig: Rig): string {
  const mail = rig.mails.findLast(({ to }) => to === 'lavori@lampioni.example');
  return /\/ditta\/([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

onOneInTurn('a firm outside the municipality', (rig) => {
  /** A report with a photo, which Olga gives to a firm. */
  async function give(over: Record<string, unknown> = {}) {
    const anna = callerOf(rig);
    const photo = await upload(anna, photoFile());
    const { id, email } = await sendSegnalazione(anna, {
      oggetto: 'Lampione spento',
      descrizione: 'Da una settimana.',
      telefono: '+39 333 1234567',
      filesAllegati: [{ Id: photo }],
    });
    const ufficio = await ufficioIdOf(rig, id);
    const answer = await olgaOf(rig).call('affidaDitta', {
      id: ufficio,
      nome: 'Lampioni Srl',
      email: 'lavori@lampioni.example',
      messaggio: 'Cambiare la lampada.',
      fino_al: '2026-12-04',
      mostra: ['descrizione', 'foto'],
      ...over,
    });
    await rig.deliver();
    return { anna, id, email, ufficio, photo, answer, ditta: answer.body.data?.id as string, chiave: chiaveIn(rig) };
  }
  const firm = () => callerOf(rig, { peer: '198.51.100.30' });

  test('gets a link by mail, which opens one case: what it needs, and of the citizen only what was ticked', async () => {
    const { chiave, id } = await give();
    const mail = rig.mails.findLast(({ to }) => to === 'lavori@lampioni.example');
    expect(mail?.subject).toBe('Comune di Borgo: un lavoro per la tua ditta, pratica 2026/000001');
    expect(mail?.text).not.toMatch(/Da una settimana|Bianchi|Cambiare la lampada/);
    const { status, body } = await firm().call('leggiAffidata', { chiave });
    expect([status, body.data]).toEqual([
      200,
      {
        ditta: 'Lampioni Srl',
        ente: 'borgo',
        protocollo: '2026/000001',
        servizio: expect.any(String),
        oggetto: 'Lampione spento',
        descrizione: 'Da una settimana.',
        luogo: 'Via Roma 12',
        messaggio: 'Cambiare la lampada.',
        foto: [expect.objectContaining({ nome: 'lampione.png', miniatura: true })],
        fino_al: '2026-12-04',
        rapporti: [],
      },
    ]);
    expect(JSON.stringify(body)).not.toContain(id);
    // The case says who has read it.
    const rows = await rig.house.db.selectFrom('consultazioni').select(['chi', 'ufficio']).execute();
    expect(rows).toEqual([{ chi: expect.stringMatching(/^ditta:/), ufficio: 'Lampioni Srl' }]);
  });

  test('sees name and telephone where they are ticked, and neither words nor photos where these are not', async () => {
    const { chiave, photo } = await give({ mostra: ['chi', 'telefono'] });
    const { data } = (await firm().call('leggiAffidata', { chiave })).body;
    expect([data.nome, data.telefono, data.descrizione, data.foto]).toEqual([
      'Anna Bianchi',
      '+393331234567',
      undefined,
      [],
    ]);
    expect((await firm().call('fileDitta', { chiave, id: photo })).status).toBe(404);
  });

  test('downloads the photos, and no file of another case or sent with a message', async () => {
    const { chiave, anna, id, email, photo } = await give();
    const thumbnail = await firm().call('fileDitta', { chiave, id: photo, miniatura: '1' });
    expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await firm().call('fileDitta', { chiave, id: photo })).status).toBe(200);
    const later = await upload(anna, photoFile());
    await anna.call('commenta', { id, email, testo: 'Ecco.', filesAllegati: [{ Id: later }] });
    expect((await firm().call('fileDitta', { chiave, id: later })).status).toBe(404);
  });

  test('writes to the office with files and says that the work is done: news for the office, and nothing for the citizen', async () => {
    const { chiave, ufficio, id, email, anna, ditta } = await give();
    await olgaOf(rig).call('segnaLetto', { id: ufficio, email: '', vista: 'operatore' });
    const lamps = firm();
    const file = await upload(lamps, pdfFile('rapporto.pdf'));
    const fields = { chiave, testo: 'Cambiata.', fatto: 'on', filesAllegati: [{ Id: file }] };
    for (const _ of [1, 2]) expect((await lamps.call('scriviDitta', fields, { key: 'una-volta' })).status).toBe(201);

    const [shown] = (await olgaOf(rig).call('ditteDiPratica', { id: ufficio })).body.data;
    expect(shown).toMatchObject({
      id: ditta,
      nome: 'Lampioni Srl',
      stato: 'attiva',
      affidata_da: 'Olga Neri',
      fatta_il: expect.any(String),
      rapporti: [{ testo: 'Cambiata.', fatto: true, allegati: [{ nome: 'rapporto.pdf' }] }],
    });
    expect((await doneIn(olgaOf(rig), ufficio)).map(({ azione, nome }) => `${nome}: ${azione}`)).toEqual([
      'Olga Neri: ditta_affidata',
      'Lampioni Srl: ditta',
    ]);
    const { pratiche } = (await olgaOf(rig).call('praticheOperatore', { stato: 'aperte' })).body.data;
    expect(pratiche[0].non_letti).toBe(1);
    await rig.deliver();
    expect(rig.mails.filter(({ subject }) => subject.includes('il lavoro è fatto')).map(({ to }) => to)).toEqual([
      'luce@borgo.example',
    ]);
    // The office and the firm open its file; the citizen neither reads of it nor opens it.
    const asOffice = { id: file, email: '', vista: 'operatore' };
    expect((await olgaOf(rig).call('scaricaFile', asOffice)).status).toBe(200);
    expect((await lamps.call('fileDitta', { chiave, id: file })).status).toBe(200);
    expect((await anna.call('scaricaFile', { id: file, email })).status).toBe(404);
    expect(JSON.stringify((await anna.call('dettaglioPratica', { id, email })).body)).not.toMatch(/Cambiata|rapporto/);
  });

  test('writes nothing that is empty, and attaches no file of somebody else', async () => {
    const { chiave, anna } = await give();
    expect((await firm().call('scriviDitta', { chiave })).body.errors).toEqual({
      testo: ['Scrivi qualcosa, aggiungi una foto, o spunta che il lavoro è fatto.'],
    });
    const others = await upload(anna, pdfFile());
    expect((await firm().call('scriviDitta', { chiave, filesAllegati: [{ Id: others }] })).status).toBe(404);
    expect((await rig.house.db.selectFrom('atti').select('azione').execute()).map(({ azione }) => azione)).toEqual([
      'ditta_affidata',
    ]);
  });

  test('is told that a link is over: by its day, or ended by the office; a changed one opens nothing', async () => {
    const { chiave, ufficio, ditta } = await give();
    const read = async (words = chiave) => {
      const { status, body } = await firm().call('leggiAffidata', { chiave: words });
      return [status, body.message];
    };
    rig.clock.pass(14 * DAY);
    expect((await read())[0]).toBe(200);
    rig.clock.pass(DAY);
    expect(await read()).toEqual([404, expect.stringMatching(/^Questo collegamento è scaduto/)]);
    rig.clock.pass(-15 * DAY);
    const end = () => olgaOf(rig).call('revocaDitta', { id: ufficio, ditta });
    expect([(await end()).body.data, (await end()).body.data]).toEqual([{ revocata: true }, { revocata: false }]);
    expect(await read()).toEqual([404, expect.stringMatching(/^L’ufficio ha chiuso questo collegamento/)]);
    expect((await firm().call('scriviDitta', { chiave, testo: 'Fatto.' })).status).toBe(404);
    expect(await read(`${ditta}.${'A'.repeat(43)}`)).toEqual([
      404,
      expect.stringMatching(/^Questo collegamento non apre/),
    ]);
  });

  test('gets no mail of a link that was ended before it could leave', async () => {
    const { id } = await sendSegnalazione(callerOf(rig));
    const ufficio = await ufficioIdOf(rig, id);
    await rig.deliver();
    const given = await olgaOf(rig).call('affidaDitta', {
      id: ufficio,
      nome: 'Lampioni Srl',
      email: 'lavori@lampioni.example',
      fino_al: '2026-12-04',
    });
    await olgaOf(rig).call('revocaDitta', { id: ufficio, ditta: given.body.data.id });
    await rig.deliver();
    expect(chiaveIn(rig)).toBe('');
  });

  test('is given a case with a name, an address and a day that can be, by an operator of its ente alone', async () => {
    const { ufficio } = await give();
    const wrong = (fields: object) =>
      olgaOf(rig).call('affidaDitta', {
        id: ufficio,
        nome: 'L',
        email: 'l@l.example',
        fino_al: '2026-12-01',
        ...fields,
      });
    expect(Object.keys((await wrong({ nome: '', email: 'x', fino_al: '' })).body.errors)).toEqual([
      'nome',
      'email',
      'fino_al',
    ]);
    for (const fino_al of ['2026-11-19', '2027-06-01'])
      expect((await wrong({ fino_al })).body.errors).toHaveProperty('fino_al');
    const elsewhere = await olgaOf(rig, 'valle').call('affidaDitta', {
      id: ufficio,
      nome: 'L',
      email: 'l@l.example',
      fino_al: '2026-12-01',
    });
    expect([elsewhere.status, await countRows(rig, 'ditte')]).toEqual([404, 1]);
  });
});
