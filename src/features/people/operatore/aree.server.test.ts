import { beforeEach, expect, test } from 'vitest';
import { loginAdministrator } from '../../../../tests/administrator.ts';
import { callerOf, doneIn, ENTI, onOneInTurn, operatore, type Rig, sendSegnalazione } from '../../../../tests/rig.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';
import { changePratica } from '../../cases/pratica/pratica.db.ts';

const square = (west: number, east: number) => ({
  type: 'Polygon' as const,
  coordinates: [[west, east, east, west, west].map((lon, i) => [lon, i < 2 || i === 4 ? 42 : 43])],
});
const AREE = [
  { id: 'ovest', nome: 'Quartiere Ovest', confine: square(12, 12.5) },
  { id: 'est', nome: 'Quartiere Est', confine: square(12.5, 13) },
  { id: 'sparse', nome: 'Case sparse' },
];

const olga = (rig: Rig) => callerOf(rig, { user: { ...operatore('borgo'), id: 'olga' } });
const inArea = async (rig: Rig, area: string, fields = {}) =>
  (await olga(rig).call('praticheOperatore', { area, ...fields })).body.data;
const numbersOf = ({ pratiche }: { pratiche: { protocollo: string }[] }) =>
  pratiche.map(({ protocollo }) => protocollo);

onOneInTurn('the areas of a municipality', (rig) => {
  let sent = 0;
  const send = (over: Record<string, unknown> = {}) =>
    sendSegnalazione(callerOf(rig), { email: `anna${++sent}@esempio.it`, ...over });
  const ufficioOf = async (id: string) => {
    const row = await rig.house.db.selectFrom('pratiche').select('ufficio').where('id', '=', id).executeTakeFirst();
    return row?.ufficio ?? '';
  };

  beforeEach(async () => {
    await writeEnte(rig.house.db, { ...ENTI.borgo, aree: AREE }, 1);
    rig.clock.pass(60_000);
  });

  test('a case is in the one its point lies in; the desk lists, counts and exports each by itself', async () => {
    const west = await send({ lat: 42.5, lon: 12.2 });
    const east = await send({ lat: 42.5, lon: 12.8, codice: 'SF410' });
    await send({ lat: 44, lon: 12.2 });
    await send();

    const list = await inArea(rig, 'ovest');
    expect([numbersOf(list), list.totale, list.conteggi.inviata]).toEqual([[west.protocollo], 1, 1]);
    expect(list.pratiche[0].area).toBe('Quartiere Ovest');
    expect(numbersOf(await inArea(rig, 'est', { servizio: 'SF410', coda: 'da_assegnare', ordine: 'arrivo' }))).toEqual([
      east.protocollo,
    ]);
    expect((await inArea(rig, 'sparse')).totale).toBe(0);
    const all = (await olga(rig).call('praticheOperatore')).body.data;
    expect(all.pratiche.map(({ area }: { area?: string }) => area ?? '').sort()).toEqual([
      '',
      '',
      'Quartiere Est',
      'Quartiere Ovest',
    ]);
    const csv = (await olga(rig).call('esportaPratiche', { area: 'est' })).bytes.toString('utf8').split('\r\n');
    expect([csv[0], csv[1]]).toEqual([
      expect.stringMatching(/;Zona;/),
      expect.stringMatching(/;Via Roma 12;Quartiere Est;/),
    ]);
    expect(csv.filter(Boolean)).toHaveLength(2);
  });

  test('open cases without one go into it when their ente draws it; one that was chosen stays, and so do closed cases', async () => {
    const there = { lat: 42.5, lon: 12.2 };
    const sentTo = async (place: Record<string, unknown>, changes: Parameters<typeof changePratica>[2]) => {
      const { id } = await send(place);
      await changePratica(rig.house.db, id, { area: null, ...changes });
      return id;
    };
    const ids = [
      await sentTo(there, {}),
      await sentTo(there, { area: 'sparse' }),
      await sentTo(there, { stato: 'conclusa' }),
      await sentTo({ lat: 44, lon: 12.2 }, {}),
    ];
    const areas = async () => {
      const rows = await rig.house.db.selectFrom('pratiche').select(['id', 'area']).execute();
      return ids.map((id) => rows.find((row) => row.id === id)?.area);
    };
    const { save } = await loginAdministrator(rig);
    expect((await save({ motto: 'Nuovo' })).status).toBe(200);
    expect(await areas()).toEqual([null, 'sparse', null, null]);
    const [west, ...others] = AREE;
    expect((await save({ aree: [{ ...west, nome: 'Ovest' }, ...others] })).status).toBe(200);
    expect(await areas()).toEqual(['ovest', 'sparse', null, null]);
  });

  test('an operator says or corrects which one, and the trail has it; the citizen is told nothing', async () => {
    const { id, email } = await send();
    await rig.deliver();
    rig.mails.splice(0);
    const asked = { id: await ufficioOf(id) };
    expect((await olga(rig).call('incaricoPratica', asked)).body.data.area).toEqual({
      id: '',
      aree: AREE.map(({ id, nome }) => ({ id, nome })),
    });
    expect((await olga(rig).call('cambiaAreaPratica', { ...asked, area: 'sparse' })).body.data.cambiata).toBe(true);
    expect(await inArea(rig, 'sparse')).toMatchObject({ totale: 1 });
    const late = await olga(rig).call('cambiaAreaPratica', { ...asked, area: 'est' });
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('«Case sparse»')]);
    expect(
      (await olga(rig).call('cambiaAreaPratica', { ...asked, area: 'nord', prima: 'sparse' })).body.errors,
    ).toEqual({
      area: ['Scegli una zona dell’elenco.'],
    });
    expect((await olga(rig).call('cambiaAreaPratica', { ...asked, prima: 'sparse' })).status).toBe(200);
    expect((await olga(rig).call('cambiaAreaPratica', asked)).body.data.cambiata).toBe(false);

    expect((await doneIn(olga(rig), asked.id)).map(({ azione, testo }) => [azione, testo])).toEqual([
      ['cambio_area', 'Da «nessuna zona» a «Case sparse»'],
      ['cambio_area', 'Da «Case sparse» a «nessuna zona»'],
    ]);
    await rig.deliver();
    const citizen = (await callerOf(rig).call('dettaglioPratica', { id, email })).body.data;
    expect([rig.mails, JSON.stringify(citizen)]).toEqual([[], expect.not.stringContaining('sparse')]);
  });

  test('the figures of one count its cases alone', async () => {
    await send({ lat: 42.5, lon: 12.2 });
    await send({ lat: 42.5, lon: 12.8 });
    await send();
    const received = async (fields = {}) => (await olga(rig).call('andamento', fields)).body.data.totale.ricevute;
    expect([await received(), await received({ area: 'est' }), await received({ area: 'sparse' })]).toEqual([3, 1, 0]);
    const csv = (await olga(rig).call('esportaAndamento', { area: 'est' })).bytes.toString('utf8');
    expect(csv).toContain('totale;;1;1;');
  });

  test('a case keeps one that its ente has removed', async () => {
    await send({ lat: 42.5, lon: 12.2 });
    await writeEnte(rig.house.db, ENTI.borgo, 1);
    rig.clock.pass(60_000);
    expect((await inArea(rig, 'ovest')).pratiche[0].area).toBe('ovest');
  });
});
