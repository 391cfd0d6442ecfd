import { expect, test } from 'vitest';
import { writeCalendari } from '../../../../tests/calendari.ts';
import {
  callerOf,
  DAY,
  HOUR,
  MINUTE,
  onOneInTurn,
  operatore,
  RIG_NOW,
  type Rig,
  sendSegnalazione,
} from '../../../../tests/rig.ts';
import { writeUfficio } from '../../../../tests/uffici.ts';
import type { Appuntamento } from '../../../store/tables.ts';
import { writeAppuntamento } from '../../cases/calendario/appuntamenti.db.ts';
import { andamentoSheet, figuresOf } from './andamento-figures.ts';

const olga = (rig: Rig) => callerOf(rig, { user: operatore('borgo') });
const readFigures = async (rig: Rig, fields = {}, user = operatore('borgo')) =>
  (await callerOf(rig, { user }).call('andamento', fields)).body.data;

onOneInTurn('the figures of an ente', (rig) => {
  let sent = 0;
  /** A case by somebody new: an address gets few codes in a minute. */
  const send = (over: Record<string, unknown> = {}) =>
    sendSegnalazione(callerOf(rig), { email: `anna${++sent}@esempio.it`, ...over });
  /** A case of Borgo that arrived so many days ago. */
  const arrived = async (days: number, over: Record<string, unknown> = {}) => {
    const pratica = await send(over);
    await rig.house.db
      .updateTable('pratiche')
      .set({ inviata_il: rig.house.now() - days * DAY })
      .where('id', '=', pratica.id)
      .execute();
    return pratica;
  };
  const office = (fields: Record<string, unknown>) => olga(rig).call('commenta', { ...fields, vista: 'operatore' });

  test('count what arrived, is open, closed and late, the days to the first answer and the ratings', async () => {
    const ufficio = await writeUfficio(rig, { servizi: ['SF410'] });
    const closed = await arrived(4);
    await office({ ...closed, testo: 'Arriviamo.' });
    rig.clock.pass(DAY);
    await office({ ...closed, stato: 'conclusa', testo: 'Fatto.' });
    await callerOf(rig).call('valutaServizio', { id: closed.id, email: closed.email, stelle: 4 });
    const late = await arrived(20, { codice: 'SF410' });
    const waiting = await arrived(20, { codice: 'SF410' });
    await office({ ...waiting, stato: 'da_integrare', testo: 'Dove?' });
    await rig.house.db
      .updateTable('pratiche')
      .set({ termine_il: '2026-11-01' })
      .where('id', 'in', [late.id, waiting.id, closed.id])
      .execute();
    await arrived(100);

    const figures = await readFigures(rig);
    expect(figures.totale).toEqual({
      ricevute: 4,
      aperte: 3,
      chiuse: 1,
      in_ritardo: 1,
      giorni_risposta: 12,
      valutazioni: 1,
      stelle: 4,
    });
    expect(figures.servizi.map((s: { codice: string; ricevute: number }) => [s.codice, s.ricevute])).toEqual([
      ['SF510', 2],
      ['SF410', 2],
    ]);
    expect(figures.uffici).toMatchObject([
      { nome: 'Nessun ufficio', ricevute: 2, giorni_risposta: 4 },
      { id: ufficio, nome: 'Ufficio tecnico', ricevute: 2, aperte: 2, in_ritardo: 1, giorni_risposta: 20 },
    ]);
    expect([figures.dal, figures.al, figures.mesi.length]).toEqual(['2025-12', '2026-11', 12]);
    const filled = figures.mesi.filter(({ ricevute }: { ricevute: number }) => ricevute > 0);
    expect(filled.map(({ mese, ricevute }: { mese: string; ricevute: number }) => [mese, ricevute])).toEqual([
      ['2026-08', 1],
      ['2026-11', 3],
    ]);
    expect((await readFigures(rig, { mesi: '3' })).totale.ricevute).toBe(3);
  });

  test('put a case into the month of its arrival in Rome', async () => {
    rig.clock.set(Date.UTC(2026, 9, 31, 23, 30));
    await send();
    rig.clock.pass(-MINUTE * 31);
    await send();
    rig.clock.set(RIG_NOW);
    const months = (await readFigures(rig)).mesi.slice(-2);
    expect(months).toMatchObject([
      { mese: '2026-10', ricevute: 1 },
      { mese: '2026-11', ricevute: 1 },
    ]);
  });

  test('take the first thing the office writes or changes as the answer, not what it hides or the citizen writes', async () => {
    const pratica = await send();
    const said = await callerOf(rig).call('commenta', { id: pratica.id, email: pratica.email, testo: 'Ci siete?' });
    rig.clock.pass(DAY);
    await olga(rig).call('nascondi', { ...pratica, vista: 'operatore', evento: said.body.data.id });
    expect((await readFigures(rig)).totale.giorni_risposta).toBeUndefined();
    rig.clock.pass(2 * DAY);
    await office({ ...pratica, stato: 'in_elaborazione' });
    rig.clock.pass(DAY);
    await office({ ...pratica, testo: 'Arriviamo.' });
    expect((await readFigures(rig)).totale.giorni_risposta).toBe(3);
  });

  test('are those of the operator’s own enti: another one is not found, and without any there is nothing', async () => {
    await send({ ente: 'valle' });
    await send();
    for (const ente of ['valle', 'nessuno']) {
      expect((await olga(rig).call('andamento', { ente })).status).toBe(404);
      expect((await olga(rig).call('esportaAndamento', { ente })).status).toBe(404);
    }
    const both = operatore('borgo', 'valle');
    expect((await readFigures(rig, {}, both)).totale.ricevute).toBe(2);
    expect((await readFigures(rig, { ente: 'valle' }, both)).totale.ricevute).toBe(1);
    expect((await readFigures(rig, {}, operatore())).totale.ricevute).toBe(0);
    const wrong = await olga(rig).call('andamento', { mesi: '7' });
    expect([wrong.status, wrong.body.errors]).toEqual([422, { mesi: ['Scegli un periodo dell’elenco.'] }]);
  });

  test('say of each office that receives by appointment how many booked, came and did not, and how long one waits', async () => {
    await writeCalendari(rig);
    const { id } = await send();
    const book = (n: number, inizio: string, stato: Appuntamento['stato']) =>
      writeAppuntamento(rig.house.db, {
        id: `a-${n}`,
        ente: 'borgo',
        calendario: 'anagrafe',
        postazione: n,
        inizio: Date.parse(inizio),
        fine: Date.parse(inizio) + 30 * MINUTE,
        motivo: 'carta',
        motivo_nome: 'Carta d’identità',
        stato,
        proprietario: null,
        scade: null,
        pratica: id,
        sequenza: 0,
        creato: 0,
        da_spostare: null,
        in_lista_dal: null,
        orari_noti: null,
      });
    const days = ['2026-10-30T09:00:00Z', '2026-11-02T09:00:00Z', '2026-11-03T09:00:00Z', '2026-11-30T09:00:00Z'];
    for (const [n, stato] of (['servito', 'servito', 'non_venuto', 'fissato'] as const).entries())
      await book(n + 1, days[n] ?? '', stato);
    await book(9, '2026-11-30T09:00:00Z', 'annullato');
    const { appuntamenti } = await readFigures(rig, { mesi: '3' });
    // Today is Friday: notice of a day, then a weekend.
    expect(appuntamenti).toMatchObject([
      { codice: 'anagrafe', nome: 'Ufficio anagrafe', prenotati: 4, serviti: 2, non_venuti: 1, attesa_giorni: 3 },
      { codice: 'tributi', prenotati: 0, attesa_giorni: 4 },
    ]);
    expect(appuntamenti[0].mesi).toEqual([
      { mese: '2026-09', prenotati: 0, serviti: 0, non_venuti: 0 },
      { mese: '2026-10', prenotati: 1, serviti: 1, non_venuti: 0 },
      { mese: '2026-11', prenotati: 3, serviti: 1, non_venuti: 1 },
    ]);
    const sheet = (await olga(rig).call('esportaAndamento', { mesi: '3' })).bytes.toString();
    expect(sheet.split('\r\n').filter((row) => row.startsWith('appuntamenti'))).toEqual([
      'appuntamenti;Ufficio anagrafe;;;;;;;;4;2;1;3',
      'appuntamenti;Ufficio tributi;;;;;;;;0;0;0;4',
      'appuntamenti del mese;Ufficio anagrafe, ottobre 2026;;;;;;;;1;1;0;',
      'appuntamenti del mese;Ufficio anagrafe, novembre 2026;;;;;;;;3;1;1;',
    ]);
    expect((await readFigures(rig, { area: 'nord' })).appuntamenti).toEqual([]);
    const waits = (await callerOf(rig).call('attesaAppuntamenti', { ente: 'borgo' })).body.data;
    expect(waits).toEqual([
      { ufficio: 'Ufficio anagrafe', giorni: 3 },
      { ufficio: 'Ufficio tributi', giorni: 4 },
    ]);
    expect((await callerOf(rig).call('attesaAppuntamenti', { ente: 'nessuno' })).status).toBe(404);
  });

  test('are downloaded as a sheet in which the name of an office is no formula, and no person is named', async () => {
    await writeUfficio(rig, { nome: '=1+1' });
    const pratica = await send();
    rig.clock.pass(HOUR);
    await office({ ...pratica, stato: 'in_elaborazione' });
    const { status, headers, bytes } = await olga(rig).call('esportaAndamento', { mesi: '3' });
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('andamento-2026-09-2026-11.csv'),
    ]);
    const sheet = bytes.toString();
    expect(sheet).toContain(`ufficio;"'=1+1";1;1;0;0;0;0;`);
    expect(sheet).toContain('mese;novembre 2026;1;1;0;0;0;0;');
    expect(sheet).not.toMatch(/Olga|op-borgo|Anna/);
  });
});

const group = (giorni: number | null, ricevute: number) => ({
  mese: 0,
  codice: 'SF510',
  ufficio: null,
  giorni,
  ricevute,
  aperte: 0,
  in_ritardo: 0,
  valutazioni: 0,
  stelle: 0,
});

test.each([
  [[], undefined],
  [[group(null, 3)], undefined],
  [[group(5, 1)], 5],
  [[group(9, 1), group(1, 1)], 5],
  [[group(0, 3), group(7, 2), group(null, 9)], 0],
  [[group(3, 2), group(4, 2)], 3.5],
])('the median days to an answer of %j are %s', (groups, days) => {
  expect(figuresOf(groups).giorni_risposta).toBe(days);
});

test('a sheet of figures has the comma of Italian spreadsheets', () => {
  const figures = figuresOf([{ ...group(3, 2), valutazioni: 2, stelle: 9 }, group(4, 2)]);
  const sheet = andamentoSheet({
    dal: '',
    al: '',
    totale: figures,
    servizi: [],
    uffici: [],
    mesi: [],
    appuntamenti: [],
  });
  expect(sheet[1]).toEqual(['totale', '', 4, 0, 4, 0, '3,5', 2, '4,5', '', '', '', '']);
  expect(new Set(sheet.map((row) => row.length)).size).toBe(1);
});
