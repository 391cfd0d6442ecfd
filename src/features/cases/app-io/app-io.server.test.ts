import { afterEach, beforeEach, expect, test } from 'vitest';
import { TRIBUTI, writeCalendari } from '../../../../tests/calendari.ts';
import { type AppIoServer, appIoServer } from '../../../../tests/doubles/app-io-server.ts';
import { writeAvviso, writePagamento } from '../../../../tests/pagamenti.ts';
import { writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import {
  callerOf,
  createAccount,
  DAY,
  HOUR,
  MINUTE,
  onOneInTurn,
  operatore,
  type Rig,
  type RigCaller,
  sendRichiesta,
  sendSegnalazione,
  ufficioIdOf,
} from '../../../../tests/rig.ts';
import { httpAppIo } from '../../../adapters/app-io/http.server.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import { callOutside } from '../../../platform/outside.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { PAGAMENTO_PAID } from '../../services/paga-online/pagamento-outbox.ts';
import { offerFreedTimes } from '../calendario/waiting-list.server.ts';
import { CITTADINO_MESSAGGIO, CITTADINO_STATO } from '../pratica/pratica-outbox.ts';
import { writeChiave } from './app-io.db.ts';
import { tellWhatIsDue } from './avvisi-io.server.ts';
import { sealIoKey } from './chiavi-io.server.ts';
import { alertOf } from './io-alert.ts';

const LOOPBACK = ['127.0.0.0/8'];
const ANNA = 'BNCNNA80A41H501R';

onOneInTurn('what people are told in App IO', (rig) => {
  let io: AppIoServer;
  /** Another one in each test: a process counts the requests of a key. */
  let key = '';
  beforeEach(async () => {
    io = await appIoServer();
    key = `chiave-di-app-io-${randomId()}`;
    const call = (asked: Parameters<typeof callOutside>[0]) =>
      callOutside({ ...asked, maxMs: Math.min(asked.maxMs, 500) }, LOOPBACK);
    rig.house.appIo = httpAppIo({ url: io.url, call });
    await setKey(rig, '*');
  });
  afterEach(async () => {
    await io.close();
    rig.house.appIo = undefined;
  });

  const setKey = ({ house }: Rig, servizio: string, given = key) =>
    writeChiave(house.db, {
      ente: 'borgo',
      servizio,
      ...sealIoKey(house.signer, { ente: 'borgo', servizio }, given),
      chiave_del: house.now(),
      errore: null,
    });
  const pass = (ms: number) => {
    rig.clock.pass(ms);
    io.pass(ms);
  };
  /** All that is due now, and what follows from it. */
  const deliverAll = async () => {
    for (let rounds = 0; rounds < 20 && (await rig.deliver()) > 0; rounds++);
  };
  const annaCalls = async () => callerOf(rig, { user: await createAccount(rig) });
  const sendAsAnna = async () => {
    const sent = await sendSegnalazione(await annaCalls());
    await deliverAll();
    return sent;
  };
  const stati = async () =>
    (await rig.house.db.selectFrom('messaggi_io').select('stato').orderBy('creato').orderBy('id').execute()).map(
      ({ stato }) => stato,
    );
  const subjects = async () => (await io.messages()).map(({ content }) => content.subject);
  const mailsAbout = (words: RegExp) => rig.mails.filter(({ subject }) => words.test(subject));

  test('is the number of a case, once, beside the mail; the profile is asked first and the id is kept', async () => {
    const { protocollo, email } = await sendAsAnna();
    expect(io.calls()).toEqual(['POST /profiles', 'POST /messages']);
    const [message] = await io.messages();
    expect(message).toMatchObject({
      fiscal_code: ANNA,
      content: { subject: `Segnalazione ${protocollo}: l’abbiamo ricevuta` },
    });
    expect(message?.content.markdown).toContain(`/segnalazione/chat/${encodeURIComponent(email)}/`);
    expect(mailsAbout(/l’abbiamo ricevuta/)).toHaveLength(1);
    const row = await rig.house.db.selectFrom('messaggi_io').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ stato: 'inviato', id_io: message?.id, servizio: 'SF510', tipo: 'cittadino.ricevuta' });
    pass(10 * MINUTE);
    await deliverAll();
    expect(await stati()).toEqual(['consegnato']);
    expect(io.calls().slice(2)).toEqual([`GET /messages/${ANNA}/${message?.id}`]);
    expect(rig.reports).toEqual([]);
  });

  test('says nothing to a guest, whose tax code nobody has checked, nor where the ente has no key', async () => {
    await sendSegnalazione(callerOf(rig), { codice_fiscale: ANNA });
    await sendSegnalazione(await annaCalls(), { ente: 'valle', email: 'altra@esempio.it' });
    await deliverAll();
    expect([io.calls(), await stati()]).toEqual([[], []]);
    expect(mailsAbout(/l’abbiamo ricevuta/)).toHaveLength(2);
  });

  test('goes by the key of the service, if it has one', async () => {
    await setKey(rig, 'SF510', 'chiave-della-luce-0000001');
    await sendAsAnna();
    expect((await io.messages()).map(({ tail }) => tail)).toEqual(['0001']);
  });

  test('is also that something is to be added, and the decision; never that work goes on, nor a message of the office', async () => {
    const sent = await sendAsAnna();
    const id = await ufficioIdOf(rig, sent.id);
    const office = callerOf(rig, { user: operatore('borgo') });
    for (const fields of [
      { stato: 'in_elaborazione' },
      { testo: 'Ci siamo.' },
      { stato: 'da_integrare', testo: 'Quale via?' },
    ]) {
      const { status } = await office.call('commenta', { id, email: '', ...fields });
      expect(status).toBeLessThan(300);
      await deliverAll();
    }
    await office.call('commenta', { id, email: '', stato: 'conclusa', testo: 'Fatto.' });
    await deliverAll();
    expect((await subjects()).toSorted()).toEqual(
      ['aspetta una tua risposta', 'l’abbiamo ricevuta', 'è stata chiusa'].map(
        (words) => `Segnalazione ${sent.protocollo}: ${words}`,
      ),
    );
    for (const { content } of await io.messages()) expect(content.markdown).not.toMatch(/Quale via|Fatto|Bianchi/);
  });

  test('is what is to be paid for an accepted request, in the app; a plan of several notices is paid on its page', async () => {
    const { id: utente } = await createAccount(rig);
    const sent = await sendRichiesta(rig, 'anna@esempio.it');
    await deliverAll();
    await rig.house.db.updateTable('pratiche').set({ utente, stato: 'accettata' }).execute();
    const accept = async () => {
      const entry = outboxEntry(CITTADINO_STATO, { pratica: sent.id, stato: 'accettata' });
      await enqueueEntries(rig.house.db, rig.house.now, entry);
      await deliverAll();
      pass(MINUTE);
      return (await io.messages()).at(-1)?.content;
    };
    await writeAvviso(rig, { pratica: sent.id });
    expect(await accept()).toMatchObject({
      subject: `Richiesta ${sent.protocollo}: è stata accettata`,
      due_date: '2026-11-29T23:00:00.000Z',
      payment_data: { amount: 50_00, notice_number: '301000000000000017' },
    });
    await writeAvviso(rig, { pratica: sent.id, numero_avviso: '301000000000000118', iuv: '01000000000000118' });
    expect(await accept()).not.toHaveProperty('payment_data');
  });

  test('is that there is an appointment tomorrow, unless it was moved', async () => {
    await writeCalendari(rig);
    const anna = await annaCalls();
    const fields = { ente: 'borgo', calendario: 'anagrafe', motivo: 'carta', dettagli: 'È scaduta.', privacy: true };
    const person = { nome: 'Anna', cognome: 'Bianchi', email: 'anna@esempio.it' };
    await anna.confirm(person.email);
    const inizio = '2026-11-26T09:00:00.000Z';
    expect((await anna.call('prenotaAppuntamento', { ...fields, ...person, inizio })).status).toBe(201);
    await deliverAll();
    pass(Date.parse('2026-11-25T09:01:00+01:00') - rig.house.now());
    await deliverAll();
    const reminders = (await io.messages()).filter(({ content }) =>
      content.subject.endsWith('domani hai un appuntamento'),
    );
    expect(reminders).toMatchObject([{ content: { due_date: inizio } }]);
    expect(reminders[0]?.content.markdown).toContain('giovedì 26 novembre 2026 dalle ore 10:00 alle ore 10:30');
  });

  test('is that an earlier time is held, until when, and no more once it was declined', async () => {
    await writeCalendari(rig, [TRIBUTI]);
    const fields = { ente: 'borgo', calendario: 'tributi', motivo: 'informazioni', dettagli: 'Due.', privacy: true };
    const book = async (caller: RigCaller, nome: string, inizio: string) => {
      const email = `${nome}@esempio.it`;
      await caller.confirm(email);
      const sent = await caller.call('prenotaAppuntamento', { ...fields, nome, cognome: 'Rossi', email, inizio });
      return { email, id: sent.body.data.id };
    };
    const anna = await annaCalls();
    const hers = await book(anna, 'anna', '2026-12-01T14:00:00.000Z');
    const early = callerOf(rig);
    const first = await book(early, 'piero', '2026-11-24T14:00:00.000Z');
    const second = await book(early, 'paola', '2026-11-24T14:20:00.000Z');
    await anna.call('entraInLista', hers);
    await early.call('annullaAppuntamento', first);
    await offerFreedTimes(rig.house);
    await deliverAll();
    const offers = async () => (await io.messages()).filter(({ content }) => /un orario prima/.test(content.subject));
    expect(await offers()).toHaveLength(1);
    const [offer] = await offers();
    expect(offer?.content.markdown).toContain('fino alle ore 11:00 di oggi');
    expect(offer?.content.markdown).toContain(`proposta=${encodeURIComponent('2026-11-24T14:00:00.000Z')}`);
    await anna.call('rifiutaProposta', hers);
    await io.conduct('is away');
    await early.call('annullaAppuntamento', second);
    await offerFreedTimes(rig.house);
    await deliverAll();
    await anna.call('rifiutaProposta', hers);
    await io.conduct('takes messages');
    pass(MINUTE);
    await deliverAll();
    expect(await offers()).toHaveLength(1);
    expect(mailsAbout(/un orario prima/)).toHaveLength(2);
  });

  test('is that a receipt is ready, for who paid after a login', async () => {
    const { id: utente } = await createAccount(rig);
    const avviso = { ente: 'borgo', numero_avviso: '301000000000000017', causale: 'Mensa', importo_cent: 1250 };
    const paid = await writePagamento(rig, [avviso], { utente });
    const other = await writePagamento(rig, [{ ...avviso, numero_avviso: '301000000000000118' }]);
    for (const { id: pagamento } of [paid, other])
      await enqueueEntries(rig.house.db, rig.house.now, outboxEntry(PAGAMENTO_PAID, { pagamento }));
    await deliverAll();
    expect(await subjects()).toEqual(['Pagamento riuscito: la ricevuta è pronta']);
    expect((await io.messages())[0]?.content.markdown).toContain('12,50');
    expect(rig.mails).toHaveLength(2);
  });

  test('is what is to be paid within seven days, once, with the notice to pay it in the app', async () => {
    await createAccount(rig);
    const posizione = await writePosizione(rig, {}, [ANNA]);
    const due = { scadenza: '2026-11-27', importo_cent: 40_00 };
    await writeDocumento(rig, posizione, { ...due, numero_avviso: '301000000000000219' });
    await writeDocumento(rig, posizione, { ...due, numero_avviso: '301000000000000320', scadenza: '2026-11-28' });
    await writeDocumento(rig, posizione, { ...due, numero_avviso: '301000000000000421', stato: 'pagato' });
    await writeDocumento(rig, posizione, due);
    await writeAvviso(rig, { scadenza: '2026-11-25', pagabile_fino: '2026-11-25', debitore: ANNA });
    await writeAvviso(rig, {
      numero_avviso: '301000000000000522',
      iuv: '01000000000000522',
      scadenza: '2026-11-25',
      debitore: 'VRDLCU72P15Z999A',
    });
    for (let hours = 0; hours < 3; hours++) {
      await tellWhatIsDue(rig.house);
      await deliverAll();
      pass(HOUR);
    }
    const told = (await io.messages())
      .map(({ content }) => content)
      .toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
    expect(told).toMatchObject([
      {
        subject: 'Un avviso da pagare scade il 25 novembre 2026',
        due_date: '2026-11-24T23:00:00.000Z',
        payment_data: { amount: 50_00, notice_number: '301000000000000017', invalid_after_due_date: true },
      },
      {
        subject: 'Un avviso da pagare scade il 27 novembre 2026',
        payment_data: {
          amount: 40_00,
          notice_number: '301000000000000219',
          invalid_after_due_date: false,
          payee: { fiscal_code: '80000000000' },
        },
      },
    ]);
    expect(rig.mails).toEqual([]);
    pass(DAY);
    await tellWhatIsDue(rig.house);
    await deliverAll();
    expect(await io.messages()).toHaveLength(3);
  });

  test('is not told before nine in the morning, nor what was paid before the message left', async () => {
    await createAccount(rig);
    await writeAvviso(rig, { scadenza: '2026-11-25', debitore: ANNA });
    rig.clock.set(Date.UTC(2026, 10, 20, 7, 59));
    await tellWhatIsDue(rig.house);
    expect(await rig.deliver()).toBe(0);
    rig.clock.set(Date.UTC(2026, 10, 20, 8));
    await io.conduct('is away');
    await tellWhatIsDue(rig.house);
    await deliverAll();
    await rig.house.db.updateTable('avvisi').set({ stato: 'pagato' }).execute();
    await io.conduct('takes messages');
    pass(MINUTE);
    await deliverAll();
    expect([await io.messages(), await stati()]).toEqual([[], ['superato']]);
  });

  test.each([
    ['has no app', 'absent'],
    ['has closed the service', 'closed'],
  ] as const)('is by mail alone for a person who %s', async (_, is) => {
    await io.profile(ANNA, is);
    await sendAsAnna();
    expect([io.calls(), await stati()]).toEqual([['POST /profiles'], ['non_riceve']]);
    expect(mailsAbout(/l’abbiamo ricevuta/)).toHaveLength(1);
  });

  test('is known as rejected when the person closed the service between question and message', async () => {
    await io.conduct('closes in between');
    await sendAsAnna();
    pass(10 * MINUTE);
    await deliverAll();
    expect(await stati()).toEqual(['respinto']);
    await sendAsAnna();
    expect((await io.messages()).length).toBe(1);
  });

  test.each([
    ['cannot deliver', 2],
    ['is away', 1],
    ['asks to wait', 1],
  ] as const)('waits while IO %s, and then leaves once', async (conduct, asked) => {
    await io.conduct(conduct);
    await sendAsAnna();
    expect([io.calls().length, await stati()]).toEqual([asked, ['da_inviare']]);
    expect(mailsAbout(/l’abbiamo ricevuta/)).toHaveLength(1);
    await io.conduct('takes messages');
    await rig.house.db.updateTable('messaggi_io').set({ errore: null }).execute();
    // IO has asked this process to wait for five seconds by its own clock.
    if (conduct === 'asks to wait') await setKey(rig, '*', `altra-${key}`);
    pass(MINUTE);
    await deliverAll();
    expect([await stati(), (await io.messages()).length]).toEqual([['inviato'], 1]);
  });

  test.each([
    ['loses its answer', 'vuoto', 1],
    ['breaks the connection', 'reset', 0],
    ['answers late', 'silent', 0],
  ] as const)('is never sent again when IO %s', async (_, how, arrived) => {
    if (how === 'vuoto') await io.fault(how);
    else {
      const { answer } = io.server;
      io.server.answer = async (request) => {
        if (request.url.endsWith('/messages')) io.server.fault = how;
        return io.server.fault ? new Promise<Response>(() => undefined) : answer(request);
      };
    }
    await sendAsAnna();
    expect(await stati()).toEqual(['non_noto']);
    io.server.fault = undefined;
    await io.fault('nessuno');
    for (let hours = 0; hours < 3; hours++) {
      pass(HOUR);
      await deliverAll();
    }
    expect((await io.messages()).length).toBe(arrived);
    expect(mailsAbout(/l’abbiamo ricevuta/)).toHaveLength(1);
    expect(rig.reports).toEqual([]);
  });

  test('is not sent again by a process that follows one that ended during the call', async () => {
    await io.conduct('is away');
    await sendAsAnna();
    await rig.house.db.updateTable('messaggi_io').set({ stato: 'in_partenza' }).execute();
    await io.conduct('takes messages');
    pass(MINUTE);
    await deliverAll();
    expect([await stati(), await io.messages()]).toEqual([['non_noto'], []]);
  });

  test.each([-HOUR, HOUR])('is sent once also when the clock jumps by %i ms', async (jump) => {
    await io.conduct('is away');
    await sendAsAnna();
    rig.clock.pass(jump);
    await io.conduct('takes messages');
    for (let minutes = 0; minutes < 90; minutes += 10) {
      rig.clock.pass(10 * MINUTE);
      await deliverAll();
    }
    expect((await io.messages()).length).toBe(1);
    expect(await stati()).toEqual(['consegnato']);
  });

  test('is given up after a day without IO: the mail has told it', async () => {
    await io.conduct('is away');
    await sendAsAnna();
    pass(DAY + HOUR);
    await io.conduct('takes messages');
    await deliverAll();
    expect([await stati(), await io.messages()]).toEqual([['superato'], []]);
  });

  test('waits for a key that IO no longer takes, and says so at the key until it works', async () => {
    await setKey(rig, '*', `sospesa-${key}`);
    await sendAsAnna();
    const errorOf = async () =>
      (await rig.house.db.selectFrom('chiavi_io').select('errore').executeTakeFirst())?.errore;
    expect([await stati(), await errorOf()]).toEqual([['da_inviare'], expect.stringContaining('(403)')]);
    await setKey(rig, '*');
    pass(MINUTE);
    await deliverAll();
    expect([await stati(), await errorOf()]).toEqual([['inviato'], null]);
  });

  test('is one message also when the mail is tried again for hours', async () => {
    await sendSegnalazione(await annaCalls());
    rig.mail.broken = true;
    await deliverAll();
    expect((await io.messages()).length).toBe(1);
    rig.mail.broken = false;
    pass(HOUR);
    await deliverAll();
    expect([(await io.messages()).length, mailsAbout(/l’abbiamo ricevuta/).length]).toEqual([1, 1]);
  });

  test('holds up no mail when it cannot be made: that is reported', async () => {
    const { id: pratica } = await sendAsAnna();
    const { services } = rig.house;
    const broken = alertOf(CITTADINO_MESSAGGIO, () => Promise.reject(new Error('broken')));
    rig.house.services = services.map((service, n) => (n === 0 ? { ...service, alerts: [broken] } : service));
    await enqueueEntries(rig.house.db, rig.house.now, outboxEntry(CITTADINO_MESSAGGIO, { pratica }));
    await deliverAll();
    rig.house.services = services;
    expect(mailsAbout(/hai un nuovo messaggio/)).toHaveLength(1);
    expect(rig.reports).toMatchObject([{ message: 'broken' }]);
  });

  test('is in the file that a person downloads with their data', async () => {
    const anna = await annaCalls();
    await sendSegnalazione(anna);
    await deliverAll();
    const file = JSON.parse((await anna.call('scaricaDati')).bytes.toString());
    expect(file.messaggi_app_io).toEqual([
      { ente: 'borgo', tipo: 'cittadino.ricevuta', stato: 'inviato', creato_il: '2026-11-20T09:00:00.000Z' },
    ]);
  });

  test('goes when the account goes', async () => {
    await sendAsAnna();
    await rig.house.db.updateTable('pratiche').set({ utente: null }).execute();
    await rig.house.db.deleteFrom('accessi').execute();
    await rig.house.db.deleteFrom('utenti').execute();
    expect(await stati()).toEqual([]);
  });
});
