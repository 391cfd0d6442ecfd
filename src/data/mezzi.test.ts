/** Advertising devices in the data file and in the store, on both engines. */
import { describe, expect, test } from 'vitest';
import { onBoth, type Rig } from '../../tests/rig.ts';
import { importData } from './import.server.ts';
import { mezzoSchema } from './mezzo.ts';
import { checkRows } from './row-check.ts';

const CARTELLO = {
  ente: 'borgo',
  codice: 'IMP 1/a',
  codice_utente: 'IC-1',
  tipo: 'Cartello',
  indirizzo: 'Via Roma 1',
  quantita: 1,
  testo: 'Bar Sport',
  facce: 'Monofacciale',
  illuminazione: 'Opaco',
  larghezza_cm: 100,
  altezza_cm: 70,
};
const FURGONE = {
  ente: 'borgo',
  codice: 'IMP-2',
  codice_utente: 'IC-1',
  tipo: 'Automezzo',
  targa: 'ab 123 cd',
  categoria_veicolo: 'altra',
  facce: 'Bifacciale',
  illuminazione: 'Opaco',
  larghezza_cm: 200,
  altezza_cm: 80,
};
const cartello = (over: object = {}) => ({ ...CARTELLO, ...over });
const posizione = (codice_utente: string) => ({
  ente: 'borgo',
  codice_utente,
  codice_controllo: 'AB12',
  sistema: 'ICP',
  intestatario: 'Bar Sport',
});
const POSIZIONI = { posizioni: [posizione('IC-1'), posizione('IC-2')] };

describe('a row', () => {
  const wrongPaths = (row: unknown) =>
    checkRows('mezzi', mezzoSchema(), [[0, row]]).errors.map((e) => e.path.slice(2).join('.'));

  test.each<[string, object, string[]]>([
    ['a sign', CARTELLO, []],
    ['a vehicle', FURGONE, []],
    ['one that is no more', cartello({ cessato_dal: '2026-01-31' }), []],
    ['a sign with a plate', cartello({ targa: 'AB123CD' }), ['targa']],
    ['a vehicle with a place', { ...FURGONE, indirizzo: 'Via Roma 1', quantita: 2 }, ['indirizzo', 'quantita']],
    ['a sign without any data', cartello({ indirizzo: undefined, testo: undefined }), ['indirizzo', 'testo']],
    ['a vehicle without plate', { ...FURGONE, targa: undefined }, ['targa']],
    ['a type in words', cartello({ tipo: 'Postazione stazionaria' }), ['tipo']],
    [
      'sizes that are text, empty or too large',
      cartello({ larghezza_cm: '100', altezza_cm: 0, quantita: 501 }),
      ['quantita', 'larghezza_cm', 'altezza_cm'],
    ],
    ['days in the wrong order', cartello({ dal: '2026-05-01', al: '2026-04-01' }), ['al']],
    ['a field nobody knows', cartello({ colore: 'rosso' }), ['colore']],
    ['no code', cartello({ codice: ' ' }), ['codice']],
  ])('of %s is told which of its fields are wrong', (_, row, errors) => expect(wrongPaths(row)).toEqual(errors));
});

async function bring(rig: Rig, mezzi: object[]) {
  const { sections, errors } = await importData(rig.house, { mezzi });
  const { created, updated, unchanged, refused, conflicts } = sections.mezzi ?? {};
  return {
    outcomes: [created, updated, unchanged, refused, conflicts],
    errors: errors.map((e) => e.path.slice(1).join('.')),
    words: errors.map((e) => e.text).join(' '),
  };
}
const mezzi = ({ house: { db } }: Rig) => db.selectFrom('mezzi').selectAll().orderBy('codice').execute();
const decide = ({ house: { db } }: Rig, changes: { dati_json?: string; cessato_dal?: string }) =>
  db
    .updateTable('mezzi')
    .set({ ...changes, stato_da: 'decisione' })
    .where('codice', '=', 'IMP 1/a')
    .execute();

onBoth('import of advertising devices', (rig) => {
  test('devices are imported, and a second time nothing changes', async () => {
    await importData(rig.house, POSIZIONI);

    expect(await bring(rig, [CARTELLO, FURGONE])).toMatchObject({ outcomes: [2, 0, 0, 0, 0], errors: [] });
    const before = await rig.dump();
    expect(await bring(rig, [FURGONE, CARTELLO])).toMatchObject({ outcomes: [0, 0, 2, 0, 0], errors: [] });
    expect(await rig.dump()).toBe(before);

    const [first, second] = await mezzi(rig);
    expect(first).toMatchObject({ tipo: 'Cartello', cessato_dal: null, stato_da: 'import', pratica: null });
    expect(JSON.parse(second?.dati_json ?? '')).toEqual({
      Tipologia_impianto_publicitario__c: 'Automezzo',
      targa: 'AB123CD',
      categoria_veicolo: 'altra',
      facce: 'Bifacciale',
      illuminazione: 'Opaco',
      larghezza_cm: 200,
      altezza_cm: 80,
    });
  });

  test('a device that changed in the file changes in the store, under the same id: values, position, the end', async () => {
    await importData(rig.house, POSIZIONI);
    await bring(rig, [CARTELLO]);
    const [before] = await mezzi(rig);

    const changed = cartello({ codice_utente: 'IC-2', larghezza_cm: 120, cessato_dal: '2026-10-01' });
    expect(await bring(rig, [changed])).toMatchObject({ outcomes: [0, 1, 0, 0, 0] });
    const [after] = await mezzi(rig);
    expect(after).toMatchObject({ id: before?.id, cessato_dal: '2026-10-01' });
    expect(after?.posizione).not.toBe(before?.posizione);
    expect(after?.dati_json).toContain('"larghezza_cm":120');

    expect(await bring(rig, [CARTELLO])).toMatchObject({ outcomes: [0, 1, 0, 0, 0] });
    expect(await mezzi(rig)).toEqual([before]);
  });

  test('a row without its ente or position, or with the code of another row, is refused, and the others are imported', async () => {
    await importData(rig.house, POSIZIONI);

    const { outcomes, errors, words } = await bring(rig, [
      cartello({ ente: 'nessuno' }),
      cartello({ codice_utente: 'IC-9' }),
      CARTELLO,
      cartello({ testo: 'Altro' }),
    ]);

    expect(outcomes).toEqual([1, 0, 0, 3, 0]);
    expect(errors).toEqual(['0.ente', '1.codice_utente', '3.codice']);
    expect(words).toContain('mezzi[2]');
  });

  test('values set by a decision stay and are reported, and the position of the device is imported', async () => {
    await importData(rig.house, POSIZIONI);
    await bring(rig, [CARTELLO]);
    const [before] = await mezzi(rig);
    const decided = (before?.dati_json ?? '').replace('"larghezza_cm":100', '"larghezza_cm":300');
    await decide(rig, { dati_json: decided });

    const { outcomes, errors, words } = await bring(rig, [cartello({ codice_utente: 'IC-2' })]);

    expect([outcomes, errors]).toEqual([[0, 1, 0, 0, 1], ['0.larghezza_cm']]);
    expect(words).toContain('resta «300 cm», che viene da una decisione');
    const [after] = await mezzi(rig);
    expect(after).toMatchObject({ dati_json: decided, stato_da: 'decisione' });
    expect(after?.posizione).not.toBe(before?.posizione);
    expect(await bring(rig, [cartello({ codice_utente: 'IC-2', larghezza_cm: 300 })])).toMatchObject({
      outcomes: [0, 0, 1, 0, 0],
      errors: [],
    });
  });

  test('a device that a decision ended stays ended, and a file may end one that a decision changed', async () => {
    await importData(rig.house, POSIZIONI);
    await bring(rig, [CARTELLO]);
    await decide(rig, {});
    expect(await bring(rig, [cartello({ cessato_dal: '2026-11-01' })])).toMatchObject({ outcomes: [0, 1, 0, 0, 0] });

    expect(await bring(rig, [CARTELLO])).toMatchObject({ outcomes: [0, 0, 1, 0, 1], errors: ['0.cessato_dal'] });
    expect(await mezzi(rig)).toMatchObject([{ cessato_dal: '2026-11-01' }]);
  });
});
