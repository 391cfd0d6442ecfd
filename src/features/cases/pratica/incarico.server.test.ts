import { expect, test } from 'vitest';
import {
  callerOf,
  cittadino,
  doneIn,
  ENTI,
  MINUTE,
  onOneInTurn,
  operatore,
  type Rig,
  sendToOffice,
} from '../../../../tests/rig.ts';
import { writeEnte } from '../ente/ente.db.ts';

/** Two operators of Borgo with accounts, of whom Piero works in the only office. */
async function openOffice(rig: Rig) {
  const { db } = rig.house;
  const account = (id: string, nome: string) => ({
    id,
    identita: `op:prova|${id}`,
    ruolo: 'operatore' as const,
    nome,
    cognome: 'Neri',
    codice_fiscale: '',
    email: null,
    email_comunicazione: null,
    telefono_comunicazione: null,
    residenza_json: '{}',
    enti_json: '["borgo"]',
    uffici_da_accesso: 0,
    amministra_da_accesso: 0,
    creato: 0,
    ultimo_accesso: 0,
  });
  await db
    .insertInto('utenti')
    .values([account('olga', 'Olga'), account('piero', 'Piero')])
    .execute();
  const ufficio = {
    id: 'tecnico',
    ente: 'borgo',
    nome: 'Ufficio tecnico',
    email: '',
    servizi_json: '["SF510"]',
    attivo: 1,
    incassi: 0,
  };
  await db.insertInto('uffici').values(ufficio).execute();
  await db
    .insertInto('uffici_persone')
    .values({ ufficio: 'tecnico', utente: 'piero', assente_dal: null, assente_al: null })
    .execute();
  const olga = callerOf(rig, { user: { ...operatore('borgo'), id: 'olga' } });
  const piero = callerOf(rig, { user: { ...operatore('borgo'), id: 'piero', nome: 'Piero', uffici: ['tecnico'] } });
  return { olga, piero };
}

onOneInTurn('a case of an office', (rig) => {
  test('is in the queue of the office, and of nobody until an operator takes it', async () => {
    const { olga, piero } = await openOffice(rig);
    const { ufficio: id } = await sendToOffice(rig);
    const queues = async (who: typeof olga) => (await who.call('praticheOperatore')).body.data.code;
    expect(await queues(piero)).toMatchObject({ mie: 0, ufficio: 1, da_assegnare: 1, in_ritardo: 0, in_scadenza: 0 });
    expect(await queues(olga)).toMatchObject({ mie: 0, ufficio: 0, da_assegnare: 1 });

    const taken = await piero.call('assegnaPratica', { id, persona: 'piero', ufficio: 'tecnico' });
    expect([taken.status, taken.body.data]).toEqual([200, { assegnata: true }]);
    expect(await queues(piero)).toMatchObject({ mie: 1, ufficio: 1, da_assegnare: 0 });
    const { pratiche } = (await olga.call('praticheOperatore')).body.data;
    expect(pratiche).toMatchObject([{ assegnata_a: 'Piero Neri', assegnata_ufficio: 'Ufficio tecnico' }]);
    for (const [coda, who, n] of [
      ['mie', piero, 1],
      ['mie', olga, 0],
      ['ufficio', piero, 1],
      ['da_assegnare', olga, 0],
    ] as const)
      expect([coda, (await who.call('praticheOperatore', { coda })).body.data.totale]).toEqual([coda, n]);
  });

  test('is assigned by the second of two operators only after they have read who has it', async () => {
    const { olga, piero } = await openOffice(rig);
    const { ufficio: id } = await sendToOffice(rig);
    await piero.call('assegnaPratica', { id, persona: 'piero', prima: '' });
    const late = await olga.call('assegnaPratica', { id, persona: 'olga', prima: '' });
    expect([late.status, late.body.message]).toEqual([
      409,
      'Nel frattempo la pratica è stata assegnata a Piero Neri (da Piero Neri, 20 novembre 2026, ore 10:00). Ricarica la pagina prima di cambiare.',
    ]);
    const handedOver = await olga.call('assegnaPratica', { id, persona: 'olga', prima: 'piero' });
    expect(handedOver.status).toBe(200);
    const again = await olga.call('assegnaPratica', { id, persona: 'olga', prima: 'olga' });
    expect(again.body.data).toEqual({ assegnata: false });
    const { assegnata_a, assegnata_ufficio } = (await olga.call('incaricoPratica', { id })).body.data;
    expect([assegnata_a, assegnata_ufficio]).toEqual([{ id: 'olga', nome: 'Olga Neri' }, undefined]);
    expect((await doneIn(olga, id)).map(({ nome, testo }) => `${nome}: ${testo}`)).toEqual([
      'Piero Neri: Piero Neri, nessun ufficio',
      'Olga Neri: Olga Neri, nessun ufficio',
    ]);
  });

  test('stays with a person who is absent, whom the office sees as such; a colleague takes it over, and the absent one gets no other', async () => {
    const { olga, piero } = await openOffice(rig);
    const { ufficio: id } = await sendToOffice(rig);
    // An address gets one code a minute.
    rig.clock.pass(2 * MINUTE);
    const { ufficio: other } = await sendToOffice(rig);
    await piero.call('assegnaPratica', { id, persona: 'piero', ufficio: 'tecnico' });
    await rig.house.db.updateTable('uffici_persone').set({ assente_al: '2026-12-01' }).execute();
    const away = 'assente fino al 1º dicembre 2026';
    const shown = (await olga.call('incaricoPratica', { id })).body.data;
    expect(shown.assegnata_a).toEqual({ id: 'piero', nome: 'Piero Neri', assente: away });
    const { pratiche } = (await olga.call('praticheOperatore')).body.data;
    expect(pratiche.map((p: { assente?: string }) => p.assente).sort()).toEqual([away, undefined]);
    const given = await olga.call('assegnaPratica', { id: other, persona: 'piero' });
    expect([given.status, given.body.errors]).toEqual([
      422,
      { persona: [`Piero Neri è ${away}: scegli un’altra persona, o solo l’ufficio.`] },
    ]);
    expect((await piero.call('assegnaPratica', { id: other, persona: 'piero' })).status).toBe(200);
    const takenOver = await olga.call('assegnaPratica', { id, persona: 'olga', prima: 'piero', ufficio: 'tecnico' });
    expect(takenOver.status).toBe(200);
  });

  test('belongs to the operator who takes charge of it, and stays a colleague’s who has it', async () => {
    const { olga, piero } = await openOffice(rig);
    const opened = await sendToOffice(rig);
    const takes = { email: '', id: opened.ufficio, vista: 'operatore', stato: 'in_elaborazione' };
    expect((await piero.call('commenta', takes)).status).toBe(201);
    const assignedTo = async () =>
      (await olga.call('incaricoPratica', { id: opened.ufficio })).body.data.assegnata_a?.id;
    expect(await assignedTo()).toBe('piero');
    await olga.call('commenta', { ...takes, stato: 'da_integrare', testo: 'Dove?' });
    await olga.call('commenta', takes);
    expect(await assignedTo()).toBe('piero');
  });

  test('is assigned to people and offices of its ente alone', async () => {
    const { olga } = await openOffice(rig);
    const { ufficio: id } = await sendToOffice(rig);
    for (const [fields, wrong] of [
      [{ persona: 'nessuno' }, 'persona'],
      [{ ufficio: 'altrove' }, 'ufficio'],
    ] as const) {
      const refused = await olga.call('assegnaPratica', { id, ...fields });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [wrong]]);
    }
  });

  test('has notes that its operators read and its citizen never does', async () => {
    const { olga, piero } = await openOffice(rig);
    const { ufficio, id, email } = await sendToOffice(rig);
    const written = await olga.call('annotaPratica', { id: ufficio, nota: 'Chiamare la ditta.' });
    expect(written.status).toBe(201);
    rig.clock.pass(MINUTE);
    expect((await olga.call('annotaPratica', { id: ufficio, nota: ' ' })).body.errors).toEqual({
      nota: ['Scrivi la nota.'],
    });
    expect(await doneIn(piero, ufficio)).toMatchObject([
      { azione: 'nota', nome: 'Olga Neri', testo: 'Chiamare la ditta.' },
    ]);
    const seen = await callerOf(rig).call('dettaglioPratica', { id, email });
    expect(seen.status).toBe(200);
    expect(JSON.stringify(seen.body)).not.toContain('ditta');
  });

  test('is not there for an operator of another ente, a citizen, or by the citizen’s own id', async () => {
    const { olga } = await openOffice(rig);
    const { ufficio, id } = await sendToOffice(rig);
    const valle = callerOf(rig, { user: operatore('valle') });
    for (const [who, asked, status] of [
      [valle, ufficio, 404],
      [olga, id, 404],
      [callerOf(rig, { user: cittadino('anna') }), ufficio, 403],
      [callerOf(rig), ufficio, 401],
    ] as const)
      for (const [name, fields] of [
        ['incaricoPratica', {}],
        ['assegnaPratica', {}],
        ['annotaPratica', { nota: 'x' }],
      ] as const)
        expect([name, (await who.call(name, { id: asked, ...fields })).status]).toEqual([name, status]);
  });

  test('offers the texts of its ente, filled in, and none with a placeholder that the portal does not know', async () => {
    const { olga } = await openOffice(rig);
    const risposte = [
      { nome: 'Ricevuta', testo: '{nome}, la pratica {numero} arriva entro il {termine}.' },
      { nome: 'Di altri', testo: 'x', servizi: ['SF410'] },
      // From before the portal refused it.
      { nome: 'Vecchia', testo: 'Gentile {cognome}, {numero} …' },
    ];
    await writeEnte(rig.house.db, { ...ENTI.borgo, risposte }, 0);
    // Longer than any test before it, after which enti are read again.
    rig.clock.pass(60 * MINUTE);
    const { ufficio: id } = await sendToOffice(rig);
    const { risposte: filled, risposte_da_correggere: wrong } = (await olga.call('incaricoPratica', { id })).body.data;
    expect(filled).toEqual([
      { nome: 'Ricevuta', testo: 'Anna Bianchi, la pratica 2026/000001 arriva entro il 20 dicembre 2026.' },
    ]);
    expect(wrong).toEqual([{ nome: 'Vecchia', segnaposti: ['{cognome}'] }]);
  });
});

onOneInTurn('the queues by due date', (rig) => {
  test('hold what is late and what is due within seven days, and not what waits for the citizen', async () => {
    const { olga } = await openOffice(rig);
    const { ufficio, id, email } = await sendToOffice(rig);
    const counts = async () => {
      const { in_ritardo, in_scadenza } = (await olga.call('praticheOperatore')).body.data.code;
      return [in_ritardo, in_scadenza];
    };
    expect(await counts()).toEqual([0, 0]);
    const day = 24 * 60 * MINUTE;
    rig.clock.pass(25 * day);
    expect(await counts()).toEqual([0, 1]);
    rig.clock.pass(6 * day);
    expect(await counts()).toEqual([1, 0]);
    const late = (await olga.call('praticheOperatore', { coda: 'in_ritardo' })).body.data;
    expect(late.pratiche).toMatchObject([{ id: ufficio, in_ritardo: true }]);
    await olga.call('commenta', { id, email, vista: 'operatore', stato: 'da_integrare', testo: 'Dove?' });
    expect(await counts()).toEqual([0, 0]);
    expect((await olga.call('praticheOperatore', { coda: 'in_ritardo' })).body.data.totale).toBe(0);
  });

  test('and every list can be narrowed to one service', async () => {
    const { olga } = await openOffice(rig);
    await sendToOffice(rig);
    expect((await olga.call('praticheOperatore', { servizio: 'SF510' })).body.data.totale).toBe(1);
    expect((await olga.call('praticheOperatore', { servizio: 'SF410' })).body.data.totale).toBe(0);
  });
});
