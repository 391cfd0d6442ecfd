import { expect, test } from 'vitest';
import { ANNA, LETTERA, scriviPosizione } from '../tests/posizioni.ts';
import { apri, caller, count, DAY, HOUR, onBoth, pdfFile, type Rig, segnalazione } from '../tests/rig.ts';
import { entra } from './features/people/accesso/sessione.server.ts';
import { tidy } from './housekeeping.server.ts';

const at = async (rig: Rig, ms: number) => {
  rig.clock.pass(ms);
  await tidy(rig.house);
};

onBoth('what has served its time', (rig) => {
  test('goes: codes, proofs, limits and used challenges', async () => {
    const anna = caller(rig);
    await anna.call('codiceEmail', { email: 'altra@esempio.it' });
    await anna.confirm('anna@esempio.it');
    await anna.call('inviaSegnalazione', segnalazione({ 'g-recaptcha-response': await anna.human() }));
    const counts = async () =>
      Promise.all((['codici', 'prove_email', 'limiti', 'sfide_usate'] as const).map((table) => count(rig, table)));
    expect((await counts()).every((n) => n > 0)).toBe(true);
    await at(rig, 2 * DAY);
    expect(await counts()).toEqual([0, 0, 0, 0]);
  });

  test('stays as long as it serves: a code, a limit, a challenge that was used', async () => {
    const anna = caller(rig);
    await anna.call('codiceEmail', { email: 'anna@esempio.it', 'g-recaptcha-response': await anna.human() });
    await at(rig, 9 * 60_000);
    expect(await count(rig, 'codici')).toBe(1);
    expect(await count(rig, 'sfide_usate')).toBe(1);
    await at(rig, 23 * HOUR);
    expect(await count(rig, 'limiti')).toBe(1);
  });

  test('a login goes eight hours after it began, an opened position after one', async () => {
    const { codice_utente } = await scriviPosizione(rig);
    await caller(rig).call('controllaPosizione', { codice_utente, codice_controllo: LETTERA.codice_controllo });
    const person = {
      provider: 'cittadini',
      issuer: 'i',
      subject: 's',
      idToken: null,
      ...ANNA,
      telefono: null,
    } as never;
    await entra(rig.house, person, null);
    await at(rig, HOUR - 1);
    expect(await count(rig, 'concessioni')).toBe(1);
    await at(rig, 1);
    expect([await count(rig, 'concessioni'), await count(rig, 'accessi')]).toEqual([0, 1]);
    await at(rig, 7 * HOUR);
    expect(await count(rig, 'accessi')).toBe(0);
  });

  test('the network that a guest’s file came from is forgotten after a day, sent or not', async () => {
    const anna = caller(rig);
    const { body } = await anna.call('caricaFile', { file: pdfFile() });
    await anna.call('caricaFile', { file: pdfFile() });
    await apri(anna, { filesAllegati: [body.data.Id] });
    const reti = async () =>
      (await rig.house.db.selectFrom('allegati').select('rete').execute()).filter(({ rete }) => rete !== null).length;
    await at(rig, DAY - 1);
    expect(await reti()).toBe(2);
    await at(rig, 1);
    expect(await reti()).toBe(0);
  });

  test('a key of a send is kept for seven days', async () => {
    const anna = caller(rig);
    await anna.confirm('anna@esempio.it');
    await anna.call('inviaSegnalazione', segnalazione(), { key: 'chiave-di-invio' });
    await at(rig, 7 * DAY - 1);
    expect(await count(rig, 'invii')).toBe(1);
    await at(rig, 1);
    expect(await count(rig, 'invii')).toBe(0);
  });

  test('a file that nobody sent goes after seven days; one of a case stays', async () => {
    const anna = caller(rig);
    const sent = await anna.call('caricaFile', { file: pdfFile() });
    await anna.call('caricaFile', { file: pdfFile() });
    await anna.call('caricaFile', { file: pdfFile(), percorso: '/servizio/riesame' });
    await apri(anna, { filesAllegati: [sent.body.data.Id] });
    await at(rig, 7 * DAY - 1);
    expect(await count(rig, 'allegati')).toBe(3);
    await at(rig, 1);
    const rows = await rig.house.db.selectFrom('allegati').select('id').execute();
    expect(rows).toEqual([{ id: sent.body.data.Id }]);
    expect(await count(rig, 'allegati_pezzi')).toBe(1);
  });

  test('mail that left goes after thirty days; mail that did not stays', async () => {
    await apri(caller(rig));
    await rig.deliver();
    rig.clock.pass(HOUR);
    rig.mail.guasta = true;
    const operator = caller(rig);
    const row = await rig.house.db.selectFrom('pratiche').select(['id', 'email']).executeTakeFirstOrThrow();
    await operator.call('commenta', { ...row, testo: 'ciao' });
    await at(rig, 31 * DAY);
    const left = await rig.house.db.selectFrom('posta_in_uscita').select(['tipo', 'inviata']).execute();
    expect(left).toEqual([{ tipo: 'ente.messaggio', inviata: null }]);
  });

  test('a case, its timeline and its files are for ever', async () => {
    const caso = await apri(caller(rig));
    await at(rig, 4000 * DAY);
    expect((await caller(rig).call('dettaglioPratica', caso)).status).toBe(200);
  });
});
