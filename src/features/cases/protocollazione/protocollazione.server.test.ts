import { afterEach, beforeEach, expect, test } from 'vitest';
import { loginAdministrator } from '../../../../tests/administrator.ts';
import { type ProtocolServer, protocolServer } from '../../../../tests/doubles/protocol-server.ts';
import {
  callerOf,
  DAY,
  doneIn,
  HOUR,
  MINUTE,
  onOneInTurn,
  operatore,
  pdfFile,
  type Rig,
  sendSegnalazione,
  ufficioIdOf,
} from '../../../../tests/rig.ts';
import { restProtocol } from '../../../adapters/protocol/rest.server.ts';
import { callOutside } from '../../../platform/outside.server.ts';
import { storeAnswer } from './protocollo-answer.server.ts';

const KEY = 'chiave-del-protocollo-0123456789';
const LOOPBACK = ['127.0.0.0/8'];

onOneInTurn('the protocol of an ente', (rig) => {
  let system: ProtocolServer;
  beforeEach(async () => {
    system = await protocolServer();
    const { now } = rig.house;
    rig.house.protocol = { rest: restProtocol({ call: (asked) => callOutside(asked, LOOPBACK), now }) };
  });
  afterEach(async () => {
    await system.close();
    rig.house.protocol = {};
  });

  const setUp = async (over: Record<string, unknown> = {}) => {
    const administrator = await loginAdministrator(rig);
    const saved = await administrator.call('salvaProtocollo', {
      sistema: 'rest',
      indirizzo: system.url,
      chiave: KEY,
      ...over,
    });
    expect([saved.status, saved.body.errors]).toEqual([200, undefined]);
    return administrator;
  };
  const pass = (ms: number) => {
    rig.clock.pass(ms);
    system.pass(ms);
  };
  /** All that is due now, and what follows from it. */
  const deliverAll = async () => {
    for (let rounds = 0; rounds < 20 && (await rig.deliver()) > 0; rounds++);
  };
  const detailOf = async (sent: { id: string; email: string }) =>
    (await callerOf(rig).call('dettaglioPratica', sent)).body.data;
  const listed = async (fields: Record<string, unknown> = {}) =>
    (await callerOf(rig, { user: operatore('borgo') }).call('praticheOperatore', fields)).body.data.pratiche;

  test('is asked for each case: until the number is there both sides read that it is awaited, and then the number', async () => {
    await setUp();
    await system.conduct('is away');
    const sent = await sendSegnalazione(callerOf(rig));
    await deliverAll();
    expect(await detailOf(sent)).toMatchObject({ protocollo_atteso_dal: '2026-11-20T09:00:00.000Z' });
    expect((await listed())[0]).toMatchObject({ protocollo_atteso_dal: '2026-11-20T09:00:00.000Z' });
    expect(await listed({ da_protocollare: '1' })).toHaveLength(1);
    const receipt = rig.mails.find(({ subject }) => subject.includes('l’abbiamo ricevuta'));
    expect(receipt?.text).toContain('Protocollo dell’ente: in attesa di protocollo da oggi');
    const mails = rig.mails.length;

    await system.conduct('registers');
    pass(MINUTE);
    await deliverAll();
    const number = {
      protocollo_ente: '0000001',
      protocollo_ente_il: '2026-11-20',
      protocollo_ente_anno: 2026,
      protocollo_ente_registro: 'Generale',
      protocollo_ente_classifica: '1.1',
      protocollo_ente_fascicolo: '0000001/1',
    };
    const detail = await detailOf(sent);
    expect(detail).toMatchObject(number);
    expect(detail).not.toHaveProperty('protocollo_atteso_dal');
    const words = '0000001 del 20 novembre 2026, registro Generale, classifica 1.1, fascicolo 0000001/1';
    expect(detail.eventi.at(-1)).toMatchObject({ da: 'sistema', testo: `Protocollo dell’ente: ${words}` });
    expect(await listed({ da_protocollare: '1' })).toEqual([]);
    expect((await listed({ q: '0000001/2026' }))[0]).toMatchObject(number);
    expect(rig.mails.slice(mails).map(({ to, text }) => [to, text.includes(words)])).toEqual([[sent.email, true]]);
    const operator = callerOf(rig, { user: operatore('borgo') });
    expect(await doneIn(operator, await ufficioIdOf(rig, sent.id))).toMatchObject([
      { azione: 'protocollo', nome: 'sistema di protocollo', testo: words },
    ]);
    const sheet = (await operator.call('esportaPratiche')).bytes.toString();
    expect(sheet).toContain('20/11/2026;Generale;2026;1.1;0000001/1;');
    expect(rig.reports).toEqual([]);
  });

  test('gets who wrote what and when, the case as a PDF and every file, each once', async () => {
    await setUp({ codice_ipa: 'c_b999', classifica: '10.4' });
    const anna = callerOf(rig);
    const { body } = await anna.call('caricaFile', { file: pdfFile('planimetria.pdf') });
    const sent = await sendSegnalazione(anna, { filesAllegati: [{ Id: body.data.Id }] });
    await deliverAll();
    const [asked] = system.registrations();
    expect(asked).toMatchObject({
      tipo: 'pratica',
      pratica: sent.protocollo,
      numero: sent.protocollo.replace('/', ''),
      ente: { codice: 'borgo', codice_ipa: 'c_b999' },
      mittente: { email: sent.email },
      classifica: '10.4',
      inviata_il: '2026-11-20T09:00:00.000Z',
      documenti: [
        { nome: `pratica-${sent.protocollo.replace('/', '-')}.pdf`, tipo: 'application/pdf' },
        { nome: 'planimetria.pdf', tipo: 'application/pdf' },
      ],
    });
    for (const { sha256 } of (asked as { documenti: { sha256: string }[] }).documenti)
      expect(system.has(sha256)).toBe(true);
    expect(system.registrations()).toHaveLength(1);
  });

  test('that says the number hours later is asked less and less often, never given up, and gets no document twice', async () => {
    await setUp();
    await system.conduct('is late');
    const sent = await sendSegnalazione(callerOf(rig));
    await deliverAll();
    const documents = system.documents();
    await system.conduct('is away');
    for (let hours = 0; hours < 72; hours++) {
      pass(HOUR);
      await deliverAll();
    }
    const asked = system.registrations().length;
    expect(asked).toBeLessThan(80);
    await system.conduct('is late');
    for (let n = 0; n < 2; n++) {
      pass(HOUR);
      await deliverAll();
    }
    expect(await detailOf(sent)).toMatchObject({ protocollo_ente: '0000001', protocollo_ente_il: '2026-11-23' });
    expect(system.documents()).toBe(documents);
    expect(rig.reports).toEqual([]);
  });

  test('that answers twice with two numbers: the first stays, nobody is mailed again, and the administrator reads both', async () => {
    const { call } = await setUp();
    const sent = await sendSegnalazione(callerOf(rig));
    await deliverAll();
    const mails = rig.mails.length;
    const row = await rig.house.db.selectFrom('protocolli').selectAll().executeTakeFirstOrThrow();
    const answers = [];
    for (const numero of ['0000001', '0000777', '0000777'])
      answers.push(await storeAnswer(rig.house, row, { numero, data: '2026-11-20' }));
    expect(answers.map(({ kind }) => kind)).toEqual(['again', 'second', 'second']);
    await deliverAll();
    expect(rig.mails.length).toBe(mails);
    expect((await detailOf(sent)).protocollo_ente).toBe('0000001');

    const { doppie } = (await call('protocolloEnte')).body.data;
    expect(doppie).toMatchObject([
      {
        tipo: 'pratica',
        pratica: sent.protocollo,
        primo: { numero: '0000001', data: '2026-11-20' },
        secondo: { numero: '0000777', data: '2026-11-20' },
      },
    ]);
    expect((await call('verificaProtocollo', { registrazione: doppie[0].id })).status).toBe(200);
    expect((await call('verificaProtocollo', { registrazione: doppie[0].id })).status).toBe(404);
    expect((await call('protocolloEnte')).body.data.doppie).toEqual([]);
  });

  test('that answers two hosts at once with two numbers: one is stored, and one is told', async () => {
    const { call } = await setUp();
    await system.conduct('is late');
    const sent = await sendSegnalazione(callerOf(rig));
    await deliverAll();
    const row = await rig.house.db.selectFrom('protocolli').selectAll().executeTakeFirstOrThrow();
    const other = await rig.otherHost();
    const kinds = await Promise.all(
      [rig.house, other].map((house, n) => storeAnswer(house, row, { numero: `${n + 1}`, data: '2026-11-20' })),
    );
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['first', 'second']);
    const [{ primo, secondo }] = (await call('protocolloEnte')).body.data.doppie;
    expect((await detailOf(sent)).protocollo_ente).toBe(primo.numero);
    expect([primo.numero, secondo.numero].toSorted()).toEqual(['1', '2']);
    await deliverAll();
    expect(rig.mails.filter(({ subject }) => subject.includes('ha il numero di protocollo'))).toHaveLength(1);
  });

  test('that answers for another case is not believed; the administrator reads why, and the right answer counts', async () => {
    const { call } = await setUp();
    await system.conduct('answers for another');
    const sent = await sendSegnalazione(callerOf(rig));
    await deliverAll();
    expect(await detailOf(sent)).not.toHaveProperty('protocollo_ente');
    expect((await call('protocolloEnte')).body.data).toMatchObject({
      in_attesa: 1,
      attese: [{ pratica: sent.protocollo, errore: expect.stringContaining('un’altra pratica'), ferma: false }],
    });
    await system.conduct('registers');
    pass(MINUTE);
    await deliverAll();
    expect(await detailOf(sent)).toMatchObject({ protocollo_ente: '0000001' });
    expect((await call('protocolloEnte')).body.data.in_attesa).toBe(0);
  });

  test('that refuses is not asked again until the administrator says so', async () => {
    const { call } = await setUp();
    await system.conduct('refuses');
    const sent = await sendSegnalazione(callerOf(rig));
    await deliverAll();
    const asked = system.registrations().length;
    pass(DAY);
    await deliverAll();
    expect(system.registrations()).toHaveLength(asked);
    expect((await call('protocolloEnte')).body.data.attese).toMatchObject([
      { errore: 'Il documento principale non è leggibile.', ferma: true },
    ]);
    expect(await detailOf(sent)).toHaveProperty('protocollo_atteso_dal');
    await system.conduct('registers');
    expect((await call('riprovaProtocollo')).status).toBe(200);
    await deliverAll();
    expect(await detailOf(sent)).toMatchObject({ protocollo_ente: '0000001' });
  });

  test('is not asked any more once an operator has written the number, and what it answers late does not change it', async () => {
    const { call } = await setUp();
    await system.conduct('is away');
    const sent = await sendSegnalazione(callerOf(rig));
    await deliverAll();
    const asked = system.registrations().length;
    const operator = callerOf(rig, { user: operatore('borgo') });
    const written = await operator.call('protocollaPratica', { ...sent, prima: '', protocollo_ente: '4711' });
    expect(written.status).toBe(200);
    const row = await rig.house.db.selectFrom('protocolli').selectAll().executeTakeFirstOrThrow();
    expect(await storeAnswer(rig.house, row, { numero: '5', data: '2026-11-20' })).toEqual({ kind: 'second' });
    await system.conduct('registers');
    pass(HOUR);
    await deliverAll();
    expect(system.registrations()).toHaveLength(asked);
    expect(await detailOf(sent)).toMatchObject({ protocollo_ente: '4711' });
    expect((await call('protocolloEnte')).body.data).toMatchObject({
      in_attesa: 0,
      doppie: [{ primo: { numero: '4711' }, secondo: { numero: '5' } }],
    });
  });

  test('registers each message of the citizen, where the ente wants it, and none of the office', async () => {
    await setUp({ messaggi: 'on' });
    const anna = callerOf(rig);
    const sent = await sendSegnalazione(anna);
    const operator = callerOf(rig, { user: operatore('borgo') });
    await operator.call('commenta', { ...sent, vista: 'operatore', testo: 'Dove, di preciso?' });
    const { body } = await anna.call('caricaFile', { file: pdfFile('foto.pdf') });
    await anna.call('commenta', { ...sent, testo: 'Davanti alla scuola.', filesAllegati: [{ Id: body.data.Id }] });
    const waiting = (await detailOf(sent)).eventi.at(-1);
    expect(waiting.registrato).toBe('In attesa di protocollo da oggi');
    await deliverAll();
    pass(MINUTE);
    await deliverAll();
    const { eventi } = await detailOf(sent);
    const messages = eventi.filter(({ registrato }: { registrato?: string }) => registrato);
    expect(messages).toMatchObject([
      { testo: 'Davanti alla scuola.', registrato: 'Protocollo 0000002 del 20 novembre 2026, registro Generale' },
    ]);
    expect(system.registrations().map(({ tipo }) => tipo)).toEqual(['pratica', 'messaggio']);
    expect(system.registrations()[1]).toMatchObject({
      numero: expect.stringMatching(/^\d{14}$/),
      protocollo_pratica: { numero: '0000001', data: '2026-11-20' },
      documenti: [{ nome: expect.stringMatching(/^messaggio-/) }, { nome: 'foto.pdf' }],
    });
  });

  test('is asked for the cases of the chosen services alone', async () => {
    await setUp({ servizi: ['SF410'] });
    const sent = await sendSegnalazione(callerOf(rig), { codice: 'SF510' });
    await deliverAll();
    expect(await detailOf(sent)).not.toHaveProperty('protocollo_atteso_dal');
    expect(system.registrations()).toEqual([]);
  });
});

onOneInTurn('cases that are registered by hand', (rig) => {
  const waitingOf = async (rig: Rig) =>
    Number(
      (
        await rig.house.db
          .selectFrom('pratiche')
          .select((e) => e.fn.countAll<number>().as('n'))
          .where('protocollo_atteso_dal', 'is not', null)
          .executeTakeFirstOrThrow()
      ).n,
    );

  test('wait until an operator writes the number, with its day; nothing is asked of any system', async () => {
    const { call } = await loginAdministrator(rig);
    expect((await call('salvaProtocollo', { sistema: 'mano', messaggi: 'on' })).status).toBe(200);
    const anna = callerOf(rig);
    const sent = await sendSegnalazione(anna);
    await anna.call('commenta', { ...sent, testo: 'Ancora rotto.' });
    expect(await waitingOf(rig)).toBe(1);
    const rows = await rig.house.db.selectFrom('posta_in_uscita').select('tipo').execute();
    expect(rows.map(({ tipo }) => tipo)).not.toContain('protocollo.richiesta');
    rig.clock.pass(3 * DAY);
    expect((await call('protocolloEnte')).body.data).toMatchObject({ in_attesa: 1, attese: [{ errore: null }] });
    const operator = callerOf(rig, { user: operatore('borgo') });
    const typed = { ...sent, prima: '', protocollo_ente: '4711', protocollo_ente_il: '2026-11-21' };
    const written = await operator.call('protocollaPratica', { ...typed, protocollo_ente_classifica: '6.3' });
    expect(written.status).toBe(200);
    expect(await waitingOf(rig)).toBe(0);
    expect((await call('protocolloEnte')).body.data).toMatchObject({ in_attesa: 0, attese: [] });
    expect((await callerOf(rig).call('dettaglioPratica', sent)).body.data).toMatchObject({
      protocollo_ente: '4711',
      protocollo_ente_anno: 2026,
      protocollo_ente_classifica: '6.3',
    });
  });

  test('are asked of a system as soon as the ente has one, and wait no more once the ente wants no numbers', async () => {
    const system = await protocolServer();
    const { now } = rig.house;
    rig.house.protocol = { rest: restProtocol({ call: (asked) => callOutside(asked, LOOPBACK), now }) };
    try {
      const { call } = await loginAdministrator(rig);
      await call('salvaProtocollo', { sistema: 'mano' });
      const sent = await sendSegnalazione(callerOf(rig));
      await rig.deliver();
      await call('salvaProtocollo', { sistema: 'rest', indirizzo: system.url, chiave: KEY });
      await rig.deliver();
      expect((await callerOf(rig).call('dettaglioPratica', sent)).body.data.protocollo_ente).toBe('0000001');
      await call('salvaProtocollo', { sistema: 'mano' });
      rig.clock.pass(5 * MINUTE);
      await sendSegnalazione(callerOf(rig), { titolo: 'Buca' });
      expect(await waitingOf(rig)).toBe(1);
      expect((await call('salvaProtocollo', { sistema: 'nessuno' })).status).toBe(200);
      expect(await waitingOf(rig)).toBe(0);
    } finally {
      rig.house.protocol = {};
      await system.close();
    }
  });
});
