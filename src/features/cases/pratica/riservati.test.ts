import { expect, test } from 'vitest';
import {
  callerOf,
  createOperator,
  ENTI,
  HOUR,
  onOneInTurn,
  pdfFile,
  type Rig,
  sendSegnalazione,
  sendToOffice,
  ufficioIdOf,
} from '../../../../tests/rig.ts';
import { writeUfficio } from '../../../../tests/uffici.ts';
import { apiOperations } from '../../../api.ts';
import type { ApiOperation } from '../../../platform/contract.ts';
import { writeEnte } from '../ente/ente.db.ts';
import { forgetEnti } from '../ente/ente.server.ts';

/** Borgo keeps its offices apart: one for lampsOffice with Lucia, one for wasteOffice with Remo, and Zita administers. */
async function openTown(rig: Rig) {
  await writeEnte(rig.house.db, { ...ENTI.borgo, uffici_riservati: true }, 1);
  forgetEnti(rig.house);
  const lampsOffice = await writeUfficio(rig, { nome: 'Illuminazione', servizi: ['SF510'] });
  const wasteOffice = await writeUfficio(rig, { nome: 'Rifiuti', servizi: ['SF410'] });
  const operator = async (nome: string, over: object) => callerOf(rig, { user: await createOperator(rig, nome, over) });
  return {
    lampsOffice,
    ofOwn: await operator('Lucia', { uffici: [lampsOffice] }),
    ofOther: await operator('Remo', { uffici: [wasteOffice] }),
    administrator: await operator('Zita', { amministra: ['borgo'] }),
  };
}

const detailOf = (id: string) => ({ id, email: '', vista: 'operatore' });
type Caller = ReturnType<typeof callerOf>;

onOneInTurn('where a municipality keeps its offices apart', (rig) => {
  test('a case is open to its office and to administrators, and another office’s search, counts, map, figures and CSV hold nothing of it', async () => {
    const { ofOwn, ofOther, administrator } = await openTown(rig);
    const { id } = await sendSegnalazione(callerOf(rig), { oggetto: 'Lampione', lat: '42.5', lon: '12.5' });
    const ufficio = await ufficioIdOf(rig, id);
    const seenBy = async (caller: Caller) => {
      const list = (await caller.call('praticheOperatore', { stato: 'tutte' })).body.data;
      const found = (await caller.call('praticheOperatore', { q: 'lampione' })).body.data;
      const square = { sud: '42', nord: '43', ovest: '12', est: '13' };
      const near = { ente: 'borgo', codice: 'SF510', lat: '42.5', lon: '12.5' };
      return {
        open: (await caller.call('dettaglioPratica', detailOf(ufficio))).status,
        rows: list.pratiche.length,
        total: [list.totale, list.code.da_assegnare, list.da_leggere],
        found: found.totale,
        map: (await caller.call('mappaPratiche', square)).body.data.punti.length,
        near: (await caller.call('segnalazioniVicine', near)).body.data.length,
        figures: (await caller.call('andamento')).body.data.totale.ricevute,
        csv: (await caller.call('esportaPratiche')).bytes.toString().includes('Lampione'),
        beside: (await caller.call('vicinePratica', { id: ufficio })).status,
      };
    };
    const all = { open: 200, rows: 1, total: [1, 1, 1], found: 1, map: 1, near: 1, figures: 1, csv: true, beside: 200 };
    expect(await seenBy(administrator)).toEqual({ ...all, total: [1, 1, 1] });
    expect(await seenBy(ofOwn)).toEqual(all);
    expect(await seenBy(ofOther)).toEqual({
      open: 403,
      rows: 0,
      total: [0, 0, 0],
      found: 0,
      map: 0,
      near: 0,
      figures: 0,
      csv: false,
      beside: 404,
    });
  });

  test('every call about a case of another office is refused until a reason is given, which its history keeps', async () => {
    const { ofOther, ofOwn } = await openTown(rig);
    const citizen = callerOf(rig);
    const { body } = await citizen.call('caricaFile', { file: pdfFile('reddito.pdf') });
    const { id } = await sendSegnalazione(citizen, { filesAllegati: [body.data.Id] });
    const ufficio = await ufficioIdOf(rig, id);
    const readFile = async () => (await ofOther.call('scaricaFile', { id: body.data.Id, vista: 'operatore' })).status;
    expect(await readFile()).toBe(403);
    const ofCases = Object.entries<ApiOperation>(apiOperations).filter(
      ([name, { access, path }]) =>
        access === 'operator' && path.includes('/operatore/pratiche/{id}') && name !== 'motivaLettura',
    );
    expect(ofCases.length).toBeGreaterThan(12);
    const fields = {
      azione: 'rispondi',
      testo: 'Ecco.',
      nota: 'Nota',
      area: '',
      prima: '',
      codice: 'SF410',
      motivo: 'Così',
      termine: '2027-01-01',
      numero: '2026/000001',
      titolo: 'Titolo',
      versione: '0',
      persona: '',
      ufficio: '',
      nome: 'Lampioni Srl',
      email: 'lavori@lampioni.example',
      fino_al: '2026-12-01',
      ditta: 'x'.repeat(22),
      calendario: 'anagrafe',
    };
    for (const [name, { method }] of ofCases) {
      if (name === 'vicinePratica') continue;
      const { status } = await ofOther.call(name as 'incaricoPratica', {
        ...(method === 'POST' && fields),
        id: ufficio,
      });
      expect([name, status]).toEqual([name, 403]);
    }
    for (const name of ['commenta', 'ricevutaPratica', 'segnaLetto', 'nascondi'] as const)
      expect((await ofOther.call(name, { ...detailOf(ufficio), testo: 'x', evento: 'x'.repeat(22) })).status).toBe(403);
    const refused = await ofOther.call('dettaglioPratica', detailOf(ufficio));
    expect([refused.status, refused.body.reason]).toEqual([403, 'ALTRO_UFFICIO']);

    expect((await ofOther.call('motivaLettura', { id: ufficio, motivo: ' ' })).body.errors).toHaveProperty('motivo');
    expect((await ofOther.call('motivaLettura', { id, motivo: 'x' })).status).toBe(404);
    const why = { id: ufficio, motivo: 'Il cittadino chiede a noi.' };
    expect((await ofOther.call('motivaLettura', why)).body.data).toEqual({ aperta: true });
    expect((await ofOwn.call('motivaLettura', why)).body.data).toEqual({ aperta: false });
    expect([(await ofOther.call('dettaglioPratica', detailOf(ufficio))).status, await readFile()]).toEqual([200, 200]);
    const { righe } = (await ofOwn.call('storiaPratica', { id: ufficio })).body.data;
    expect(righe).toContainEqual(
      expect.objectContaining({
        azione: 'lettura',
        nome: 'Remo Neri',
        testo: 'Motivo: Il cittadino chiede a noi.',
        interna: true,
      }),
    );
    expect(righe).toContainEqual(expect.objectContaining({ azione: 'aperta', nome: 'Remo Neri' }));
    rig.clock.pass(8 * HOUR);
    expect((await ofOther.call('dettaglioPratica', detailOf(ufficio))).status).toBe(403);
  });

  test('a case without an office, or given to a person, is open to them; who moves it to another office or files it there goes on reading it that day', async () => {
    const { ofOther, ofOwn, lampsOffice } = await openTown(rig);
    const loose = await sendToOffice(rig);
    const { db } = rig.house;
    await db.updateTable('pratiche').set({ assegnata_ufficio: null }).where('id', '=', loose.id).execute();
    const open = async (caller: Caller, id: string) => (await caller.call('dettaglioPratica', detailOf(id))).status;
    expect(await open(ofOther, loose.ufficio)).toBe(200);
    const given = await ofOther.call('assegnaPratica', {
      id: loose.ufficio,
      ufficio: lampsOffice,
      persona: '',
      prima: '',
    });
    expect([given.status, await open(ofOther, loose.ufficio)]).toEqual([200, 200]);
    rig.clock.pass(8 * HOUR);
    expect([await open(ofOther, loose.ufficio), await open(ofOwn, loose.ufficio)]).toEqual([403, 200]);
    const filed = await ofOther.call('registraSegnalazione', {
      canale: 'telefono',
      ente: 'borgo',
      codice: 'SF510',
      indirizzo: 'Via Roma 1',
      oggetto: 'Lampione',
      descrizione: 'È spento.',
      nome: 'Ada',
      cognome: 'Neri',
      informativa: true,
    });
    expect([filed.status, await open(ofOther, filed.body.data.id)]).toEqual([201, 200]);
  });
});

onOneInTurn('where a municipality says nothing of its offices', (rig) => {
  test('every operator of the ente reads every case, as before', async () => {
    const wasteOffice = await writeUfficio(rig, { nome: 'Rifiuti', servizi: ['SF410'] });
    await writeUfficio(rig);
    const { ufficio } = await sendToOffice(rig);
    const user = await createOperator(rig, 'Remo', { uffici: [wasteOffice] });
    expect((await callerOf(rig, { user }).call('dettaglioPratica', detailOf(ufficio))).status).toBe(200);
  });
});
