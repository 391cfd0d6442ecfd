import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  callerOf,
  createAccount,
  ENTI,
  MINUTE,
  onOneInTurn,
  openAsUfficio,
  operatore,
  RIG_NOW,
  type Rig,
  sendRichiesta,
  sendSegnalazione,
} from '../../../../tests/rig.ts';
import { ctxOf } from '../../../context.ts';
import { listAtti, writeAtto } from './atti.db.ts';

const asOlga = (rig: Rig) => callerOf(rig, { user: operatore('borgo') });
const trailOf = async (rig: Rig, pratica: string) =>
  (await listAtti(rig.house.db, pratica)).map(({ azione, nome, chi }) => `${azione} ${nome} ${chi}`);
const OLGA = 'Olga Neri op-borgo';

onOneInTurn('the trail of a case', (rig) => {
  test('says who did what, when and with which event, and a citizen’s own messages leave nothing', async () => {
    const { id, email } = await sendSegnalazione(callerOf(rig));
    const office = { id, email, vista: 'operatore' };
    await callerOf(rig).call('commenta', { id, email, testo: 'Ci siete?' });
    await asOlga(rig).call('commenta', { ...office, stato: 'in_elaborazione' });
    rig.clock.pass(MINUTE);
    await asOlga(rig).call('commenta', { ...office, testo: 'Sì.' });
    await asOlga(rig).call('commenta', { ...office, protocollo_ente: '12/2026' });
    await asOlga(rig).call('commenta', { ...office, stato: 'da_integrare', testo: 'Quale palo?' });
    const closed = await asOlga(rig).call('commenta', { ...office, stato: 'conclusa', testo: 'Fatto.' });
    expect(await trailOf(rig, id)).toEqual(
      ['presa_in_carico', 'risposta', 'protocollo', 'integrazione', 'decisione'].map((azione) => `${azione} ${OLGA}`),
    );
    const trail = await listAtti(rig.house.db, id);
    expect(trail.map(({ quando }) => quando - RIG_NOW)).toEqual([0, MINUTE, MINUTE, MINUTE, MINUTE]);
    expect(trail.at(-1)).toMatchObject({ ente: 'borgo', testo: '' });
    expect(JSON.parse(trail.at(-1)?.dati_json ?? '')).toEqual({ evento: closed.body.data.id, stato: 'conclusa' });
  });

  test('has the decision on a request', async () => {
    const { id, email } = await sendRichiesta(rig, 'anna@esempio.it');
    const decided = { id, email, vista: 'operatore', stato: 'rifiutata', motivo: 'Manca un foglio.' };
    expect((await asOlga(rig).call('commenta', decided)).status).toBe(201);
    expect(await trailOf(rig, id)).toEqual([`decisione ${OLGA}`]);
  });

  test('names the mailbox when its key was used, even in the browser of a citizen who is logged in', async () => {
    const pratica = await sendSegnalazione(callerOf(rig));
    const asked = { id: pratica.id, email: pratica.email, vista: 'operatore' };
    const office = await openAsUfficio(rig, pratica);
    await office.call('commenta', { ...asked, testo: 'Arriviamo.' });
    await office.as({ user: await createAccount(rig) }).call('commenta', { ...asked, testo: 'Ancora.' });
    expect(await trailOf(rig, pratica.id)).toEqual(Array(2).fill('risposta casella dell’ente null'));
  });

  test('has what was hidden, once, and not its words', async () => {
    const { id, email } = await sendSegnalazione(callerOf(rig));
    const said = await callerOf(rig).call('commenta', { id, email, testo: 'Il mio vicino Ugo' });
    const asked = { id, email, vista: 'operatore', evento: said.body.data.id };
    for (const _ of [1, 2]) await asOlga(rig).call('nascondi', asked);
    const trail = await listAtti(rig.house.db, id);
    expect(trail).toMatchObject([{ azione: 'nascosto', dati_json: JSON.stringify({ evento: said.body.data.id }) }]);
    expect(JSON.stringify(trail)).not.toContain('vicino Ugo');
  });

  test('is not written when what was done did not succeed', async () => {
    const { id, email } = await sendSegnalazione(callerOf(rig));
    const refused = { id, email, vista: 'operatore', stato: 'conclusa' };
    expect((await asOlga(rig).call('commenta', refused)).status).toBe(422);
    expect(await trailOf(rig, id)).toEqual([]);
  });

  test('is in the order in which things were done, those of one instant, too', async () => {
    const { id } = await sendSegnalazione(callerOf(rig));
    const notes = ['uno', 'due', 'tre', 'quattro'];
    const ctx = ctxOf(rig.house, { login: { user: operatore('borgo'), session: {} as never } });
    for (const note of notes)
      await writeAtto(ctx, { id, ente: 'borgo' }, { azione: 'nota', testo: note, name: 'Olga' });
    expect((await listAtti(rig.house.db, id)).map(({ testo }) => testo)).toEqual(notes);
  });

  test('cannot be changed in the store', async () => {
    const { id } = await sendSegnalazione(callerOf(rig));
    await writeAtto(ctxOf(rig.house), { id, ente: 'borgo' }, { azione: 'nota', testo: 'Vera', name: 'Olga' });
    const before = await listAtti(rig.house.db, id);
    await expect(sql`update atti set testo = 'Falsa'`.execute(rig.house.db)).rejects.toThrow('append only');
    expect(await listAtti(rig.house.db, id)).toEqual(before);
  });

  test('of notes is read by no citizen: not in the case, its receipt, the list, the messages or the own data', async () => {
    const anna = await createAccount(rig);
    const caller = callerOf(rig, { user: anna });
    const { id, email } = await sendSegnalazione(caller, { codice_fiscale: anna.codice_fiscale });
    const ctx = ctxOf(rig.house, { login: { user: operatore('borgo'), session: {} as never } });
    await rig.house.db.updateTable('pratiche').set({ assegnata_a: 'SEGRETO-id' }).where('id', '=', id).execute();
    await writeAtto(ctx, { id, ente: ENTI.borgo.id }, { azione: 'nota', testo: 'SEGRETO', name: 'SEGRETO' });
    for (const [name, fields] of [
      ['dettaglioPratica', { id, email }],
      ['dettaglioPratica', { id, email, vista: 'cittadino' }],
      ['ricevutaPratica', { id, email }],
      ['listaSegnalazioni', {}],
      ['mieiMessaggi', {}],
      ['scaricaDati', {}],
    ] as const) {
      const { status, bytes } = await caller.call(name, fields);
      expect([name, status, bytes.includes('SEGRETO')]).toEqual([name, 200, false]);
    }
  });
});
