import { expect, test } from 'vitest';
import {
  callerOf,
  doneIn,
  HOUR,
  onOneInTurn,
  operatore,
  type Rig,
  sendRichiesta,
  sendSegnalazione,
  ufficioIdOf,
} from '../../../../tests/rig.ts';
import { writeUfficio } from '../../../../tests/uffici.ts';
import { forgetEnti } from '../ente/ente.server.ts';

const MOTIVO = 'È un cassonetto, non un lampione.';

const olgaOf = (rig: Rig) => callerOf(rig, { user: { ...operatore('borgo'), id: 'olga' } });

/** A report about a lamp, and what the store has of it. */
async function newPratica(rig: Rig) {
  const sent = await sendSegnalazione(callerOf(rig));
  const row = () => rig.house.db.selectFrom('pratiche').selectAll().where('id', '=', sent.id).executeTakeFirstOrThrow();
  const { ufficio } = await row();
  await rig.deliver();
  rig.mails.length = 0;
  const seen = async () => (await callerOf(rig).call('dettaglioPratica', { id: sent.id, email: sent.email })).body.data;
  return { ...sent, ufficio, row, seen };
}

onOneInTurn('the type of a report', (rig) => {
  test('is changed with a reason that the citizen reads and gets by mail; the case goes to the other office, to no person yet', async () => {
    await writeUfficio(rig, { servizi: ['SF510'] });
    const wasteOffice = await writeUfficio(rig, { nome: 'Ambiente', servizi: ['SF410'] });
    const olga = olgaOf(rig);
    const { ufficio: id, email, row, seen } = await newPratica(rig);
    await olga.call('assegnaPratica', { id, persona: 'olga', ufficio: (await row()).assegnata_ufficio });
    const { termine_il } = await row();
    const { tipo } = (await olga.call('incaricoPratica', { id })).body.data;
    expect(tipo.codice).toBe('SF510');
    expect(tipo.altri.map((t: { codice: string }) => t.codice)).toEqual(['SF410']);

    // As on a host that has read no ente yet.
    forgetEnti(rig.house);
    const changed = await olga.call('cambiaTipoPratica', { id, codice: 'SF410', motivo: MOTIVO, prima: 'SF510' });
    expect([changed.status, changed.body.data]).toEqual([200, { codice: 'SF410' }]);
    expect(await row()).toMatchObject({
      codice: 'SF410',
      assegnata_ufficio: wasteOffice,
      assegnata_a: null,
      termine_il,
    });
    const { codice, eventi } = await seen();
    expect(codice).toBe('SF410');
    expect(eventi.at(-1).testo).toMatch(
      /^Il tipo della segnalazione è cambiato da «.+» a «Rifiuti e pulizia»\.\n\nMotivo: È un cassonetto/,
    );
    expect((await doneIn(olga, id)).at(-1)).toMatchObject({
      azione: 'cambio_tipo',
      testo: expect.stringContaining(MOTIVO),
    });
    await rig.deliver();
    expect(rig.mails.map(({ to }) => to)).toContain(email);
  });

  test('is not changed by the second of two operators, nor to a type that the ente does not take, nor without a reason, nor once the case is closed', async () => {
    const olga = olgaOf(rig);
    const { ufficio: id, email, row } = await newPratica(rig);
    const change = (over: Record<string, unknown>) =>
      olga.call('cambiaTipoPratica', { id, codice: 'SF410', motivo: MOTIVO, prima: 'SF510', ...over });
    expect((await change({ motivo: ' ' })).body.errors).toEqual({
      motivo: ['Scrivi il motivo: lo legge anche il cittadino.'],
    });
    for (const codice of ['SF310', 'SF300', 'SF510', 'altro'])
      expect((await change({ codice })).body.errors).toEqual({ codice: ['Scegli un tipo dell’elenco.'] });
    const late = await change({ prima: 'SF310' });
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringMatching(/^Nel frattempo il tipo è diventato/),
    ]);
    await olga.call('commenta', { id, email, vista: 'operatore', stato: 'conclusa', testo: 'Fatto.' });
    expect((await change({})).status).toBe(409);
    expect((await row()).codice).toBe('SF510');
  });

  test('is that of a request for good', async () => {
    const { email, id } = await sendRichiesta(rig, 'ada@esempio.it');
    const ufficio = await ufficioIdOf(rig, id);
    expect(email).toBe('ada@esempio.it');
    const olga = olgaOf(rig);
    const { codice, altri } = (await olga.call('incaricoPratica', { id: ufficio })).body.data.tipo;
    expect(altri).toEqual([]);
    const refused = await olga.call('cambiaTipoPratica', {
      id: ufficio,
      codice: 'SF410',
      motivo: MOTIVO,
      prima: codice,
    });
    expect(refused.status).toBe(422);
  });
});

onOneInTurn('the day by which a case is answered', (rig) => {
  test('is moved with a reason that the citizen reads, once', async () => {
    const olga = olgaOf(rig);
    const { ufficio: id, row, seen } = await newPratica(rig);
    const asked = { id, termine: '2027-01-11', motivo: 'Aspettiamo il ricambio.', prima: '2026-12-20' };
    expect((await olga.call('incaricoPratica', { id })).body.data.termine).toBe('2026-12-20');
    const moved = await olga.call('prorogaPratica', asked, { key: 'proroga-una-volta-sola' });
    const again = await olga.call('prorogaPratica', asked, { key: 'proroga-una-volta-sola' });
    expect([moved.status, again.status, again.body.data]).toEqual([200, 200, { termine: '2027-01-11' }]);
    expect((await row()).termine_il).toBe('2027-01-11');
    const { eventi } = await seen();
    expect(eventi).toHaveLength(2);
    expect(eventi[1].testo).toBe(
      'Il termine entro cui riceverai una risposta si sposta dal 20 dicembre 2026 all’11 gennaio 2027.\n\nMotivo: Aspettiamo il ricambio.',
    );
    expect((await olga.call('prorogaPratica', asked)).body.message).toBe(
      'Nel frattempo il termine è diventato l’11 gennaio 2027 (da Olga Neri, 20 novembre 2026, ore 10:00). Ricarica la pagina prima di cambiarlo.',
    );
  });

  test('is not moved back, nor by more than 180 days, nor while the case waits for the citizen', async () => {
    const olga = olgaOf(rig);
    const { ufficio: id, email, row } = await newPratica(rig);
    const move = (termine: string) => olga.call('prorogaPratica', { id, termine, motivo: 'x', prima: '2026-12-20' });
    for (const day of ['2026-12-20', '2026-12-01', '2027-06-19'])
      expect((await move(day)).body.errors).toEqual({
        termine: ['Il nuovo termine viene dopo quello di oggi, 20/12/2026, e non oltre il 18/06/2027.'],
      });
    expect((await move('2026-02-30')).body.errors).toHaveProperty('termine');
    rig.clock.pass(HOUR);
    await olga.call('commenta', { id, email, vista: 'operatore', stato: 'da_integrare', testo: 'Dove?' });
    expect((await move('2027-01-20')).status).toBe(409);
    expect((await olga.call('incaricoPratica', { id })).body.data.termine).toBeUndefined();
    expect((await row()).termine_il).toBe('2026-12-20');
  });
});

onOneInTurn('a case that goes from one office to another', (rig) => {
  test('goes with a reason, which stays in the office', async () => {
    const [first, second] = [await writeUfficio(rig), await writeUfficio(rig, { nome: 'Anagrafe', servizi: [] })];
    const olga = olgaOf(rig);
    const { ufficio: id, seen } = await newPratica(rig);
    const refused = await olga.call('assegnaPratica', { id, ufficio: second });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { motivo: ['Scrivi perché passa a un altro ufficio.'] },
    ]);
    expect((await olga.call('assegnaPratica', { id, ufficio: first, persona: 'olga' })).status).toBe(200);
    const moved = await olga.call('assegnaPratica', { id, ufficio: second, prima: 'olga', motivo: 'È loro.' });
    expect(moved.body.data).toEqual({ assegnata: true });
    const { assegnata_ufficio } = (await olga.call('incaricoPratica', { id })).body.data;
    expect(assegnata_ufficio.nome).toBe('Anagrafe');
    expect((await doneIn(olga, id)).at(-1)).toMatchObject({
      azione: 'cambio_ufficio',
      testo: expect.stringContaining('Motivo: È loro.'),
    });
    expect(JSON.stringify(await seen())).not.toContain('È loro.');
  });
});
