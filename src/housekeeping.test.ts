import { expect, test, vi } from 'vitest';
import { LETTERA, writePosizione } from '../tests/posizioni.ts';
import {
  callerOf,
  countRows,
  createAccount,
  DAY,
  HOUR,
  onBoth,
  pdfFile,
  type Rig,
  segnalazione,
  sendSegnalazione,
} from '../tests/rig.ts';
import { deleteLapsed, doWork } from './housekeeping.server.ts';
import { PortalError } from './platform/errors.ts';
import { silentMetrics } from './platform/monitoring/metrics.ts';

const at = async (rig: Rig, ms: number) => {
  rig.clock.pass(ms);
  await deleteLapsed(rig.house);
};

onBoth('housekeeping', (rig) => {
  test('a work that fails is counted and leaves a line, also where the store is away, and one that is done is counted', async () => {
    const told = vi.spyOn(console, 'warn').mockReturnValue();
    const counted: unknown[] = [];
    const metrics = { ...silentMetrics, housekeeping: (...given: unknown[]) => void counted.push(given) };
    const house = { ...rig.house, metrics };
    await doWork(house, 'quiet', async () => undefined);
    await doWork(house, 'away', () =>
      Promise.reject(new PortalError('unavailable', { cause: new Error('disk full') })),
    );
    await doWork(house, 'bug', () => Promise.reject(new TypeError('x is not a function')));
    expect(counted).toEqual([
      ['quiet', 'done', house.now()],
      ['away', 'failed', house.now()],
      ['bug', 'failed', house.now()],
    ]);
    expect(told.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
      expect.objectContaining({ message: 'lavoro periodico non riuscito', work: 'away', why: 'disk full' }),
    ]);
    expect(rig.reports).toEqual([expect.any(TypeError)]);
    told.mockRestore();
  });

  test('deletes expired codes, proofs, limits and used challenges', async () => {
    const anna = callerOf(rig);
    await anna.call('codiceEmail', { email: 'altra@esempio.it' });
    await anna.confirm('anna@esempio.it');
    await anna.call('inviaSegnalazione', segnalazione({ 'g-recaptcha-response': await anna.human() }));
    const counts = async () =>
      Promise.all((['codici', 'prove_email', 'limiti', 'sfide_usate'] as const).map((table) => countRows(rig, table)));
    expect((await counts()).every((n) => n > 0)).toBe(true);
    await at(rig, 2 * DAY);
    expect(await counts()).toEqual([0, 0, 0, 0]);
  });

  test('keeps a code, a limit and a used challenge until they expire', async () => {
    const anna = callerOf(rig);
    await anna.call('codiceEmail', { email: 'anna@esempio.it', 'g-recaptcha-response': await anna.human() });
    await at(rig, 9 * 60_000);
    expect(await countRows(rig, 'codici')).toBe(1);
    expect(await countRows(rig, 'sfide_usate')).toBe(1);
    await at(rig, 23 * HOUR);
    expect(await countRows(rig, 'limiti')).toBe(1);
  });

  test('deletes a login eight hours after it began, and an opened position after one', async () => {
    const { codice_utente } = await writePosizione(rig);
    await callerOf(rig).call('controllaPosizione', { codice_utente, codice_controllo: LETTERA.codice_controllo });
    await createAccount(rig);
    await at(rig, HOUR - 1);
    expect(await countRows(rig, 'concessioni')).toBe(1);
    await at(rig, 1);
    expect([await countRows(rig, 'concessioni'), await countRows(rig, 'accessi')]).toEqual([0, 1]);
    await at(rig, 7 * HOUR);
    expect(await countRows(rig, 'accessi')).toBe(0);
  });

  test('deletes the network of a guest’s file after a day, sent or not', async () => {
    const anna = callerOf(rig);
    const { body } = await anna.call('caricaFile', { file: pdfFile() });
    await anna.call('caricaFile', { file: pdfFile() });
    await sendSegnalazione(anna, { filesAllegati: [body.data.Id] });
    const countNetworks = async () =>
      (await rig.house.db.selectFrom('allegati').select('rete').execute()).filter(({ rete }) => rete !== null).length;
    await at(rig, DAY - 1);
    expect(await countNetworks()).toBe(2);
    await at(rig, 1);
    expect(await countNetworks()).toBe(0);
  });

  test('keeps the key of a send for seven days', async () => {
    const anna = callerOf(rig);
    await anna.confirm('anna@esempio.it');
    await anna.call('inviaSegnalazione', segnalazione(), { key: 'chiave-di-invio' });
    await at(rig, 7 * DAY - 1);
    expect(await countRows(rig, 'invii')).toBe(1);
    await at(rig, 1);
    expect(await countRows(rig, 'invii')).toBe(0);
  });

  test('deletes an unsent file after seven days, and keeps one of a case', async () => {
    const anna = callerOf(rig);
    const sent = await anna.call('caricaFile', { file: pdfFile() });
    await anna.call('caricaFile', { file: pdfFile() });
    await anna.call('caricaFile', { file: pdfFile(), percorso: '/servizio/riesame' });
    await sendSegnalazione(anna, { filesAllegati: [sent.body.data.Id] });
    await at(rig, 7 * DAY - 1);
    expect(await countRows(rig, 'allegati')).toBe(3);
    await at(rig, 1);
    const rows = await rig.house.db.selectFrom('allegati').select('id').execute();
    expect(rows).toEqual([{ id: sent.body.data.Id }]);
    expect(await countRows(rig, 'allegati_pezzi')).toBe(1);
  });

  test('deletes sent mail after thirty days, and keeps mail that was not sent', async () => {
    await sendSegnalazione(callerOf(rig));
    await rig.deliver();
    rig.clock.pass(HOUR);
    rig.mail.broken = true;
    const operator = callerOf(rig);
    const row = await rig.house.db.selectFrom('pratiche').select(['id', 'email']).executeTakeFirstOrThrow();
    await operator.call('commenta', { ...row, testo: 'ciao' });
    await at(rig, 31 * DAY);
    const left = await rig.house.db.selectFrom('posta_in_uscita').select(['tipo', 'inviata']).execute();
    expect(left).toEqual([{ tipo: 'ente.messaggio', inviata: null }]);
  });

  test('never deletes a case, its timeline or its files', async () => {
    const pratica = await sendSegnalazione(callerOf(rig));
    await at(rig, 4000 * DAY);
    expect((await callerOf(rig).call('dettaglioPratica', pratica)).status).toBe(200);
  });
});
