import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeCalendari } from '../../../../tests/calendari.ts';
import { type AppIoServer, appIoServer } from '../../../../tests/doubles/app-io-server.ts';
import { writeAvviso } from '../../../../tests/pagamenti.ts';
import { callerOf, createAccount, DAY, HOUR, onOneInTurn, type Rig, type RigCaller } from '../../../../tests/rig.ts';
import { httpAppIo } from '../../../adapters/app-io/http.server.ts';
import { callOutside } from '../../../platform/outside.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { type PromemoriaChoice, REMINDERS_ANCHOR } from '../utente/promemoria.ts';
import { writeChiave } from './app-io.db.ts';
import { tellWhatIsDue } from './avvisi-io.server.ts';
import { sealIoKey } from './chiavi-io.server.ts';

const ANNA = 'BNCNNA80A41H501R';
/** The rig's clock stands on 20 November. */
const DUE = '2026-12-05';
const accountCalls = async (rig: Rig): Promise<RigCaller> => callerOf(rig, { user: await createAccount(rig) });
const BY_MAIL: PromemoriaChoice = { cosa: ['pagamenti', 'appuntamenti'], giorni: [14, 3], dove: 'email' };

/** A day as the housekeeping has it: the same hour comes twice. */
async function liveDays(rig: Rig, days: number, pass: (ms: number) => void = rig.clock.pass): Promise<void> {
  for (let day = 0; day < days; day++) {
    for (let hour = 0; hour < 2; hour++) {
      await tellWhatIsDue(rig.house);
      for (let rounds = 0; rounds < 20 && (await rig.deliver()) > 0; rounds++);
      pass(HOUR);
    }
    pass(DAY - 2 * HOUR);
  }
}

const dueMails = (rig: Rig) => rig.mails.filter(({ subject }) => /un avviso da pagare scade/.test(subject));
const stopKeyOf = ({ unsubscribe = '' }: { unsubscribe?: string }) =>
  new URL(unsubscribe).searchParams.get('chiave') ?? '';

onOneInTurn('reminders that a citizen chooses', (rig) => {
  test('are a week before and on the nearest channel until they choose; a payment needs a day', async () => {
    const anna = await accountCalls(rig);
    expect((await anna.call('promemoria')).body.data).toEqual({
      cosa: ['pagamenti', 'appuntamenti', 'permessi'],
      giorni: [7],
      dove: 'automatico',
    });
    const { status, body } = await anna.call('cambiaPromemoria', { ...BY_MAIL, giorni: [] });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['giorni']]);
    expect((await anna.call('cambiaPromemoria', { ...BY_MAIL, giorni: [5] })).status).toBe(422);
    expect((await anna.call('cambiaPromemoria', BY_MAIL)).status).toBe(200);
    expect((await anna.call('promemoria')).body.data).toEqual(BY_MAIL);
  });

  test('of a payment come by mail, once on each day that was chosen, and stop when it is paid', async () => {
    const anna = await accountCalls(rig);
    await anna.call('cambiaPromemoria', BY_MAIL);
    await writeAvviso(rig, { scadenza: DUE, debitore: ANNA });
    await liveDays(rig, 1);
    expect(dueMails(rig)).toEqual([]);
    await liveDays(rig, 9);
    expect(dueMails(rig)).toHaveLength(1);
    const [mail] = dueMails(rig);
    expect(mail?.to).toBe('anna@esempio.it');
    expect(mail?.text).toContain(REMINDERS_ANCHOR);
    await liveDays(rig, 3);
    expect(dueMails(rig)).toHaveLength(2);
    await rig.house.db.updateTable('avvisi').set({ scadenza: '2026-12-20' }).execute();
    await liveDays(rig, 7);
    expect(dueMails(rig)).toHaveLength(3);
    await rig.house.db.updateTable('avvisi').set({ stato: 'pagato' }).execute();
    await liveDays(rig, 10);
    expect(dueMails(rig)).toHaveLength(3);
  });

  test('are stopped by the words of a mail alone, those of its kind; words of no mail stop nothing', async () => {
    const anna = await accountCalls(rig);
    await anna.call('cambiaPromemoria', BY_MAIL);
    await writeAvviso(rig, { scadenza: DUE, debitore: ANNA });
    await liveDays(rig, 2);
    const [mail] = dueMails(rig);
    const chiave = stopKeyOf(mail ?? {});
    const stranger = callerOf(rig);
    for (const wrong of ['', 'a.b', chiave.replace('pagamenti', 'appuntamenti'), `${chiave}A`])
      expect((await stranger.call('smettiPromemoria', { chiave: wrong })).status).not.toBe(200);
    expect((await anna.call('promemoria')).body.data).toEqual(BY_MAIL);
    for (let times = 0; times < 2; times++)
      expect((await stranger.call('smettiPromemoria', { chiave })).status).toBe(200);
    expect((await anna.call('promemoria')).body.data).toEqual({ ...BY_MAIL, cosa: ['appuntamenti'] });
    await liveDays(rig, 14);
    expect(dueMails(rig)).toHaveLength(1);
  });

  test('of an appointment are not sent to who does not want them, and can be stopped by who has an account', async () => {
    await writeCalendari(rig);
    const anna = await accountCalls(rig);
    const book = (inizio: string) =>
      anna.call('prenotaAppuntamento', {
        ente: 'borgo',
        calendario: 'anagrafe',
        motivo: 'carta',
        inizio: new Date(inizio).toISOString(),
        dettagli: 'La carta è scaduta.',
        nome: 'Anna',
        cognome: 'Bianchi',
        email: 'anna@esempio.it',
        privacy: true,
      });
    expect((await book('2026-11-24T10:00:00+01:00')).status).toBe(201);
    expect((await book('2026-11-26T10:00:00+01:00')).status).toBe(201);
    await liveDays(rig, 4);
    const reminders = () => rig.mails.filter(({ subject }) => /domani hai un appuntamento/.test(subject));
    expect(reminders()).toHaveLength(1);
    const [reminder] = reminders();
    await callerOf(rig).call('smettiPromemoria', { chiave: stopKeyOf(reminder ?? {}) });
    await liveDays(rig, 3);
    expect(reminders()).toHaveLength(1);
  });
});

onOneInTurn('reminders where the ente writes in App IO', (rig) => {
  let io: AppIoServer;
  const pass = (ms: number) => {
    rig.clock.pass(ms);
    io.pass(ms);
  };
  const told = async () => [dueMails(rig).length, (await io.messages()).length];
  beforeEach(async () => {
    io = await appIoServer();
    rig.house.appIo = httpAppIo({ url: io.url, call: (asked) => callOutside(asked, ['127.0.0.0/8']) });
    await writeChiave(rig.house.db, {
      ente: 'borgo',
      servizio: '*',
      ...sealIoKey(rig.house.signer, { ente: 'borgo', servizio: '*' }, `chiave-di-app-io-${randomId()}`),
      chiave_del: rig.house.now(),
      errore: null,
    });
    await writeAvviso(rig, { scadenza: '2026-11-26', debitore: ANNA });
  });
  afterEach(async () => {
    await io.close();
    rig.house.appIo = undefined;
  });

  test.each<[way: PromemoriaChoice['dove'], mails: number, messages: number]>([
    ['automatico', 0, 1],
    ['email', 1, 0],
    ['entrambi', 1, 1],
  ])('chosen as %s are %i mails and %i messages', async (way, mails, messages) => {
    const anna = await accountCalls(rig);
    await anna.call('cambiaPromemoria', { ...BY_MAIL, giorni: [7], dove: way });
    await liveDays(rig, 2, pass);
    expect(await told()).toEqual([mails, messages]);
  });

  test('leave by mail when the person has closed the service to them, once', async () => {
    await accountCalls(rig);
    await io.profile(ANNA, 'closed');
    await liveDays(rig, 2, pass);
    expect(await told()).toEqual([1, 0]);
  });

  test('leave by mail when the person closes it between the question and the message', async () => {
    await accountCalls(rig);
    await io.conduct('closes in between');
    await liveDays(rig, 2, pass);
    expect(dueMails(rig)).toHaveLength(1);
    expect(await rig.house.db.selectFrom('messaggi_io').select('stato').execute()).toEqual([{ stato: 'respinto' }]);
  });
});
