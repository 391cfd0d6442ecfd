import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  callerOf,
  createAccount,
  DAY,
  HOUR,
  MINUTE,
  onBothAlone,
  openAsUfficio,
  operatore,
  RIG_NOW,
  type Rig,
  sendSegnalazione,
} from '../../../../tests/rig.ts';
import { writeUfficio } from '../../../../tests/uffici.ts';

/** Olga, who works in these offices, opens a case. */
const openAsOlga = (rig: Rig, { id, email }: { id: string; email: string }, uffici: string[] = []) =>
  callerOf(rig, { user: { ...operatore('borgo'), uffici } }).call('dettaglioPratica', {
    id,
    email,
    vista: 'operatore',
  });
const writtenRows = ({ house }: Rig) => house.db.selectFrom('consultazioni').selectAll().orderBy('quando').execute();

onBothAlone('who opened a case', (rig) => {
  const anna = async () => {
    const user = await createAccount(rig);
    const caller = callerOf(rig, { user });
    return { caller, pratica: await sendSegnalazione(caller, { codice_fiscale: user.codice_fiscale }) };
  };
  const seenBy = async (caller: ReturnType<typeof callerOf>, fields = {}) =>
    (await caller.call('chiHaVisto', fields)).body.data;

  test('is written once in an hour for each operator and case, with the office as it was called', async () => {
    const ufficio = await writeUfficio(rig, { nome: 'Ufficio tecnico' });
    const { pratica } = await anna();
    await openAsOlga(rig, pratica, [ufficio]);
    await rig.house.db.updateTable('uffici').set({ nome: 'Lavori pubblici' }).where('id', '=', ufficio).execute();
    rig.clock.pass(59 * MINUTE);
    await openAsOlga(rig, pratica, [ufficio]);
    rig.clock.pass(MINUTE);
    await openAsOlga(rig, pratica, [ufficio]);
    expect(await writtenRows(rig)).toMatchObject([
      { pratica: pratica.id, chi: 'op-borgo', quando: RIG_NOW, giorno: '2026-11-20', ufficio: 'Ufficio tecnico' },
      { pratica: pratica.id, chi: 'op-borgo', quando: RIG_NOW + HOUR, ufficio: 'Lavori pubblici' },
    ]);
  });

  test('names the office that has the case before another of the same operator', async () => {
    const uffici = [await writeUfficio(rig, { nome: 'Anagrafe', servizi: [] }), await writeUfficio(rig)];
    const { pratica } = await anna();
    await openAsOlga(rig, pratica, uffici);
    expect(await writtenRows(rig)).toMatchObject([{ ufficio: 'Ufficio tecnico' }]);
  });

  test('is written for the receipt and for the key of the mailbox, too, and not for the citizen or one who is refused', async () => {
    const { caller, pratica } = await anna();
    const asked = { id: pratica.id, email: pratica.email };
    await caller.call('dettaglioPratica', asked);
    await callerOf(rig, { user: operatore('valle') }).call('dettaglioPratica', { ...asked, vista: 'operatore' });
    expect(await writtenRows(rig)).toEqual([]);
    const office = await openAsUfficio(rig, pratica);
    await office.call('dettaglioPratica', { ...asked, vista: 'operatore' });
    await callerOf(rig, { user: operatore('borgo') }).call('ricevutaPratica', { ...asked, vista: 'operatore' });
    const rows = (await writtenRows(rig)).map(({ chi, ufficio }) => `${chi}/${ufficio}`).sort();
    expect(rows).toEqual(['/casella dell’ente', 'op-borgo/']);
  });

  test('is read by the citizen as office and day, newest first, without the operator’s name, and by nobody else', async () => {
    const ufficio = await writeUfficio(rig);
    const { caller, pratica } = await anna();
    await openAsOlga(rig, pratica, [ufficio]);
    rig.clock.pass(HOUR);
    await openAsOlga(rig, pratica, [ufficio]);
    rig.clock.pass(DAY);
    await openAsOlga(rig, pratica);
    const seen = await seenBy(caller);
    expect(seen).toMatchObject({
      consultazioni: [
        { giorno: '2026-11-21', ufficio: 'Comune di Borgo', ente: 'borgo', protocollo: pratica.protocollo },
        { giorno: '2026-11-20', ufficio: 'Ufficio tecnico' },
      ],
      altre: false,
    });
    expect(JSON.stringify(seen)).not.toMatch(/Olga|op-borgo/);
    const saved = JSON.parse((await caller.call('scaricaDati')).bytes.toString());
    expect(saved.consultazioni).toEqual([
      { giorno: '2026-11-21', ufficio: 'Comune di Borgo', ente: 'borgo', protocollo: pratica.protocollo },
      { giorno: '2026-11-20', ufficio: 'Ufficio tecnico', ente: 'borgo', protocollo: pratica.protocollo },
    ]);
    const other = callerOf(rig, { user: await createAccount(rig, { codice_fiscale: 'RSSMRA80A01H501U' }) });
    expect(await seenBy(other)).toEqual({ consultazioni: [], altre: false });
  });

  test('of a guest’s case belongs to the case: a citizen who takes it into their area reads it', async () => {
    const guest = callerOf(rig);
    const user = await createAccount(rig);
    const pratica = await sendSegnalazione(guest, { codice_fiscale: user.codice_fiscale });
    await openAsOlga(rig, pratica);
    const caller = guest.as({ user });
    expect((await seenBy(caller)).consultazioni).toEqual([]);
    expect((await caller.call('prendiPratica', { id: pratica.id })).status).toBe(200);
    expect((await seenBy(caller)).consultazioni).toHaveLength(1);
  });

  test('is read twenty at a time, and a page that cannot be is refused', async () => {
    const { caller, pratica } = await anna();
    for (let day = 0; day < 21; day++) {
      await openAsOlga(rig, pratica);
      rig.clock.pass(DAY);
    }
    const [first, second] = [await seenBy(caller), await seenBy(caller, { pagina: 2 })];
    expect([first.consultazioni.length, first.altre]).toEqual([20, true]);
    expect([second.consultazioni.map((c: { giorno: string }) => c.giorno), second.altre]).toEqual([
      ['2026-11-20'],
      false,
    ]);
    expect((await caller.call('chiHaVisto', { pagina: '0' })).status).toBe(422);
  });

  test('cannot be changed in the store, and goes with the case', async () => {
    const { pratica } = await anna();
    await openAsOlga(rig, pratica);
    await expect(sql`update consultazioni set ufficio = 'Altro'`.execute(rig.house.db)).rejects.toThrow('append only');
    for (const table of ['eventi', 'chiavi_operatore'] as const)
      await rig.house.db.deleteFrom(table).where('pratica', '=', pratica.id).execute();
    await rig.house.db.deleteFrom('pratiche').where('id', '=', pratica.id).execute();
    expect(await writtenRows(rig)).toEqual([]);
  });

  test('that cannot be written is reported, and the operator reads the case', async () => {
    const { pratica } = await anna();
    await rig.house.db.schema.alterTable('consultazioni').renameTo('altrove').execute();
    const { status } = await openAsOlga(rig, pratica);
    await rig.house.db.schema.alterTable('altrove').renameTo('consultazioni').execute();
    expect([status, rig.reports.length]).toEqual([200, 1]);
  });
});
