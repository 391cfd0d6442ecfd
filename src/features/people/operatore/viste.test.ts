import { expect, test } from 'vitest';
import {
  callerOf,
  createOperator,
  MINUTE,
  onOneInTurn,
  operatore,
  type Rig,
  sendSegnalazione,
} from '../../../../tests/rig.ts';
import { isSameList, listPath, readFilters } from './list-filters.ts';
import { MAX_VISTE } from './viste.contract.ts';

const operatoreOf = (rig: Rig, subject: string, enti: string[] = ['borgo']) =>
  createOperator(rig, 'Olga', { subject, enti });

onOneInTurn('the views of an operator', (rig) => {
  test('are their own, with the filters as they were saved and the number of their cases', async () => {
    const olga = callerOf(rig, { user: await operatoreOf(rig, 'olga') });
    const piero = callerOf(rig, { user: await operatoreOf(rig, 'piero') });
    await sendSegnalazione(callerOf(rig));
    const asked = { coda: 'da_assegnare', servizio: 'SF510', non_lette: '1', ordine: 'arrivo', q: '' };
    const saved = await olga.call('salvaVista', { nome: ' Le mie buche ', filtri: asked });
    await olga.call('salvaVista', { nome: 'Parole', filtri: { q: 'lampione' } });

    expect((await olga.call('visteOperatore')).body.data).toMatchObject([
      {
        id: saved.body.data.id,
        nome: 'Le mie buche',
        iniziale: false,
        pratiche: 1,
        filtri: { coda: 'da_assegnare', servizio: 'SF510', non_lette: '1', ordine: 'arrivo' },
      },
      { nome: 'Parole', filtri: { q: 'lampione' } },
    ]);
    expect((await olga.call('visteOperatore')).body.data[1]).not.toHaveProperty('pratiche');
    expect((await piero.call('visteOperatore')).body.data).toEqual([]);
    const { id } = saved.body.data;
    expect((await piero.call('cambiaVista', { id, nome: 'Mia' })).status).toBe(404);
    expect((await piero.call('eliminaVista', { id })).status).toBe(404);
  });

  test('are saved once under a name and a key, twenty at most', async () => {
    const olga = callerOf(rig, { user: await operatoreOf(rig, 'olga') });
    const save = (n: number, key?: string) =>
      olga.call('salvaVista', { nome: `Vista ${n}`, filtri: { coda: 'mie' } }, key ? { key } : {});
    const first = await save(1, 'chiave-uno');
    expect((await save(1, 'chiave-uno')).body).toEqual(first.body);
    expect((await save(1, 'chiave-due')).body.errors).toHaveProperty('nome');
    for (let n = 2; n <= MAX_VISTE; n++) expect((await save(n)).status).toBe(201);
    expect([(await save(21)).status, (await olga.call('visteOperatore')).body.data.length]).toEqual([409, 20]);
    expect((await olga.call('salvaVista', { nome: '', filtri: {} })).body.errors).toHaveProperty('nome');
    expect((await olga.call('salvaVista', { nome: 'x'.repeat(41), filtri: {} })).body.errors).toHaveProperty('nome');
    expect((await olga.call('salvaVista', { nome: 'Altra', filtri: { stato: 'x' } })).status).toBe(422);
  });

  test('are renamed and deleted, and one of them is the first', async () => {
    const olga = callerOf(rig, { user: await operatoreOf(rig, 'olga') });
    const ids: string[] = [];
    for (const nome of ['Uno', 'Due'])
      ids.push((await olga.call('salvaVista', { nome, filtri: { coda: 'mie' } })).body.data.id);
    const [one, two] = ids;
    await olga.call('cambiaVista', { id: one, nome: 'Uno', iniziale: true });
    expect((await olga.call('cambiaVista', { id: two, nome: 'Uno' })).body.errors).toHaveProperty('nome');
    await olga.call('cambiaVista', { id: two, nome: 'Tre', iniziale: true });
    const seen = async () =>
      (await olga.call('visteOperatore')).body.data.map((v: { nome: string; iniziale: boolean }) => [
        v.nome,
        v.iniziale,
      ]);
    expect(await seen()).toEqual([
      ['Tre', true],
      ['Uno', false],
    ]);
    expect((await olga.call('eliminaVista', { id: two })).status).toBe(204);
    expect([await seen(), (await olga.call('eliminaVista', { id: two })).status]).toEqual([[['Uno', false]], 404]);
  });

  test('forget an ente that the operator has left', async () => {
    const user = await operatoreOf(rig, 'olga', ['borgo', 'valle']);
    await callerOf(rig, { user }).call('salvaVista', { nome: 'Valle', filtri: { ente: 'valle', coda: 'chiuse' } });
    const later = callerOf(rig, { user: { ...user, enti: ['borgo'] } });
    expect((await later.call('visteOperatore')).body.data[0].filtri).toEqual({ coda: 'chiuse' });
    const elsewhere = await later.call('salvaVista', { nome: 'Ancora', filtri: { ente: 'valle' } });
    expect(elsewhere.status).toBe(404);
  });
});

onOneInTurn('the counts of an open list', (rig) => {
  test('say what has arrived since the list was made, under its filters and in the operator’s enti alone', async () => {
    const olga = callerOf(rig, { user: operatore('borgo') });
    await sendSegnalazione(callerOf(rig));
    const made = rig.house.now();
    const counts = async (fields: object = {}) =>
      (await olga.call('conteggiOperatore', { dopo: String(made), ...fields })).body.data;
    expect(await counts()).toMatchObject({
      nuove: 0,
      da_leggere: 1,
      conteggi: { inviata: 1 },
      code: { da_assegnare: 1 },
    });
    rig.clock.pass(MINUTE);
    await sendSegnalazione(callerOf(rig));
    expect(await counts()).toMatchObject({ nuove: 1, da_leggere: 2, conteggi: { inviata: 2 } });
    expect((await counts({ servizio: 'SF410' })).nuove).toBe(0);
    expect((await counts({ coda: 'chiuse' })).nuove).toBe(0);
    const other = await callerOf(rig, { user: operatore('valle') }).call('conteggiOperatore', { dopo: '0' });
    expect(other.body.data.nuove).toBe(0);
    expect((await olga.call('conteggiOperatore', { dopo: 'ieri' })).status).toBe(422);
  });
});

test('two addresses are the same list whatever the page of it and the order of the filters', () => {
  const of = (query: string) => readFilters(new URLSearchParams(query));
  expect(isSameList(of('coda=mie&q=buca&righe=100&pagina=2'), of('q=buca&coda=mie&stato=tutte'))).toBe(true);
  expect(isSameList(of('coda=mie'), of('coda=mie&ordine=arrivo'))).toBe(false);
  expect(listPath({})).toBe('/operatore?stato=aperte');
});
