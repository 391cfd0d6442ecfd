import { expect, test } from 'vitest';
import {
  callerOf,
  createAccount,
  MINUTE,
  onOneInTurn,
  operatore,
  sendSegnalazione,
  ufficioIdOf,
} from '../../../../tests/rig.ts';

onOneInTurn('all that happened to a case', (rig) => {
  test('is one list for its operators, in order and by whom; what is internal is marked, and reaches its citizen nowhere', async () => {
    const user = await createAccount(rig);
    const anna = callerOf(rig, { user });
    const { id, email } = await sendSegnalazione(anna, { codice_fiscale: user.codice_fiscale });
    const ufficio = await ufficioIdOf(rig, id);
    const olga = callerOf(rig, { user: { ...operatore('borgo'), id: 'olga' } });
    const asOffice = { id: ufficio, email: '', vista: 'operatore' };
    const steps = [
      () => olga.call('dettaglioPratica', asOffice),
      () => olga.call('assegnaPratica', { id: ufficio, persona: 'olga', prima: '' }),
      () => olga.call('annotaPratica', { id: ufficio, nota: 'Chiamare la ditta Zorzi.' }),
      () => olga.call('salvaBozzaOperatore', { id: ufficio, azione: 'rispondi', testo: 'Testo appena cominciato' }),
      () => olga.call('commenta', { ...asOffice, stato: 'da_integrare', testo: 'Dove?' }),
      () => anna.call('commenta', { id, email, testo: 'Qui.' }),
      () => anna.call('commenta', { id, email, testo: 'Anzi lì.' }),
      () => olga.call('prorogaPratica', { id: ufficio, termine: '2027-01-20', prima: '2026-12-20', motivo: 'Pezzi.' }),
      () => olga.call('commenta', { ...asOffice, stato: 'conclusa', testo: 'Fatto.' }),
      () => anna.call('commenta', { id, email, stato: 'non_risolto', testo: 'No.' }),
      () => olga.call('salvaBozzaOperatore', { id: ufficio, azione: 'rispondi', testo: 'Testo mai finito' }),
    ];
    for (const step of steps) {
      rig.clock.pass(MINUTE);
      expect((await step()).status).toBeLessThan(300);
    }
    const { righe, altre } = (await olga.call('storiaPratica', { id: ufficio })).body.data;
    const citizen = `${user.nome} ${user.cognome}`;
    expect(altre).toBe(false);
    type StoriaRow = { nome: string; azione: string; interna: boolean };
    expect(
      righe.map(({ nome, azione, interna }: StoriaRow) => `${nome}: ${azione}${interna ? ' (interna)' : ''}`),
    ).toEqual([
      `${citizen}: ricevuta`,
      'Una persona che non è più qui: aperta (interna)',
      'Olga Neri: assegnata (interna)',
      'Olga Neri: nota (interna)',
      'Olga Neri: integrazione',
      `${citizen}: integrata`,
      `${citizen}: messaggio`,
      'Olga Neri: proroga',
      'Olga Neri: decisione',
      `${citizen}: riaperta`,
    ]);

    await rig.deliver();
    const answers = [
      await anna.call('dettaglioPratica', { id, email }),
      await anna.call('scaricaDati'),
      await anna.call('listaSegnalazioni'),
      await anna.call('mieiMessaggi'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const toCitizen = [
      ...answers.map(({ bytes }) => bytes.toString()),
      ...rig.mails.filter(({ to }) => to === email).map((mail) => JSON.stringify(mail)),
    ].join();
    expect(toCitizen).toContain('Dove?');
    for (const internal of ['Zorzi', 'appena cominciato', 'mai finito', 'assegnata'])
      expect([internal, toCitizen.includes(internal)]).toEqual([internal, false]);
    for (const name of ['storiaPratica', 'leggiBozzaOperatore'] as const)
      expect((await anna.call(name, { id: ufficio })).status).toBe(403);
  });
});
