/** Advertising devices in the data file and in the store, on both engines. */
import { describe, expect, test } from 'vitest';
import { onBoth, type Rig } from '../../tests/rig.ts';
import { esamina } from './esame.ts';
import { importData } from './import.server.ts';
import { schemaMezzo } from './mezzo.ts';

const CARTELLO = {
  ...{ ente: 'borgo', codice: 'IMP 1/a', codice_utente: 'IC-1', tipo: 'Cartello', indirizzo: 'Via Roma 1' },
  ...{ quantita: 1, testo: 'Bar Sport', facce: 'Monofacciale', illuminazione: 'Opaco' },
  ...{ larghezza_cm: 100, altezza_cm: 70 },
};
const FURGONE = {
  ...{ ente: 'borgo', codice: 'IMP-2', codice_utente: 'IC-1', tipo: 'Automezzo', targa: 'ab 123 cd' },
  ...{ categoria_veicolo: 'altra', facce: 'Bifacciale', illuminazione: 'Opaco', larghezza_cm: 200, altezza_cm: 80 },
};
const cartello = (over: object = {}) => ({ ...CARTELLO, ...over });
const posizione = (codice_utente: string) => ({
  ...{ ente: 'borgo', codice_utente, codice_controllo: 'AB12', sistema: 'ICP', intestatario: 'Bar Sport' },
});
const POSIZIONI = { posizioni: [posizione('IC-1'), posizione('IC-2')] };

describe('a row', () => {
  const sbagli = (riga: unknown) =>
    esamina('mezzi', schemaMezzo(), [[0, riga]]).errori.map((e) => e.percorso.slice(2).join('.'));

  test.each<[string, object, string[]]>([
    ['a sign', CARTELLO, []],
    ['a vehicle', FURGONE, []],
    ['one that is no more', cartello({ cessato_dal: '2026-01-31' }), []],
    ['a sign with a plate', cartello({ targa: 'AB123CD' }), ['targa']],
    ['a vehicle with a place', { ...FURGONE, indirizzo: 'Via Roma 1', quantita: 2 }, ['indirizzo', 'quantita']],
    [
      'a sign that says nothing of itself',
      cartello({ indirizzo: undefined, testo: undefined }),
      ['indirizzo', 'testo'],
    ],
    ['a vehicle without plate', { ...FURGONE, targa: undefined }, ['targa']],
    ['a type in words', cartello({ tipo: 'Postazione stazionaria' }), ['tipo']],
    [
      'sizes as text, nothing and too large',
      cartello({ larghezza_cm: '100', altezza_cm: 0, quantita: 501 }),
      ['quantita', 'larghezza_cm', 'altezza_cm'],
    ],
    ['days in the wrong order', cartello({ dal: '2026-05-01', al: '2026-04-01' }), ['al']],
    ['a field nobody knows', cartello({ colore: 'rosso' }), ['colore']],
    ['no code', cartello({ codice: ' ' }), ['codice']],
  ])('%s', (_, riga, errori) => expect(sbagli(riga)).toEqual(errori));
});

async function bring(rig: Rig, mezzi: object[]) {
  const { sezioni, errori } = await importData(rig.house, { mezzi });
  const { nuovi, aggiornati, invariati, rifiutati, conflitti } = sezioni.mezzi ?? {};
  return {
    esiti: [nuovi, aggiornati, invariati, rifiutati, conflitti],
    errori: errori.map((e) => e.percorso.slice(1).join('.')),
    parole: errori.map((e) => e.testo).join(' '),
  };
}
const mezzi = ({ house: { db } }: Rig) => db.selectFrom('mezzi').selectAll().orderBy('codice').execute();
const decidi = ({ house: { db } }: Rig, cambi: { dati_json?: string; cessato_dal?: string }) =>
  db
    .updateTable('mezzi')
    .set({ ...cambi, stato_da: 'decisione' })
    .where('codice', '=', 'IMP 1/a')
    .execute();

onBoth('import of advertising devices', (rig) => {
  test('they go in, and a second time nothing changes', async () => {
    await importData(rig.house, POSIZIONI);

    expect(await bring(rig, [CARTELLO, FURGONE])).toMatchObject({ esiti: [2, 0, 0, 0, 0], errori: [] });
    const before = await rig.dump();
    expect(await bring(rig, [FURGONE, CARTELLO])).toMatchObject({ esiti: [0, 0, 2, 0, 0], errori: [] });
    expect(await rig.dump()).toBe(before);

    const [uno, due] = await mezzi(rig);
    expect(uno).toMatchObject({ tipo: 'Cartello', cessato_dal: null, stato_da: 'import', pratica: null });
    expect(JSON.parse(due?.dati_json ?? '')).toEqual({
      ...{ Tipologia_impianto_publicitario__c: 'Automezzo', targa: 'AB123CD', categoria_veicolo: 'altra' },
      ...{ facce: 'Bifacciale', illuminazione: 'Opaco', larghezza_cm: 200, altezza_cm: 80 },
    });
  });

  test('what changed in the file changes in the store, under the same id: values, position, the end', async () => {
    await importData(rig.house, POSIZIONI);
    await bring(rig, [CARTELLO]);
    const [before] = await mezzi(rig);

    const nuova = cartello({ codice_utente: 'IC-2', larghezza_cm: 120, cessato_dal: '2026-10-01' });
    expect(await bring(rig, [nuova])).toMatchObject({ esiti: [0, 1, 0, 0, 0] });
    const [dopo] = await mezzi(rig);
    expect(dopo).toMatchObject({ id: before?.id, cessato_dal: '2026-10-01' });
    expect(dopo?.posizione).not.toBe(before?.posizione);
    expect(dopo?.dati_json).toContain('"larghezza_cm":120');

    expect(await bring(rig, [CARTELLO])).toMatchObject({ esiti: [0, 1, 0, 0, 0] });
    expect(await mezzi(rig)).toEqual([before]);
  });

  test('a row without its body or position, and the same code twice, are refused, and the others go in', async () => {
    await importData(rig.house, POSIZIONI);

    const { esiti, errori, parole } = await bring(rig, [
      cartello({ ente: 'nessuno' }),
      cartello({ codice_utente: 'IC-9' }),
      CARTELLO,
      cartello({ testo: 'Altro' }),
    ]);

    expect(esiti).toEqual([1, 0, 0, 3, 0]);
    expect(errori).toEqual(['0.ente', '1.codice_utente', '3.codice']);
    expect(parole).toContain('mezzi[2]');
  });

  test('what a decision made of one stays, and the file is told so; its position goes in', async () => {
    await importData(rig.house, POSIZIONI);
    await bring(rig, [CARTELLO]);
    const [before] = await mezzi(rig);
    const deciso = (before?.dati_json ?? '').replace('"larghezza_cm":100', '"larghezza_cm":300');
    await decidi(rig, { dati_json: deciso });

    const { esiti, errori, parole } = await bring(rig, [cartello({ codice_utente: 'IC-2' })]);

    expect([esiti, errori]).toEqual([[0, 1, 0, 0, 1], ['0.larghezza_cm']]);
    expect(parole).toContain('resta «300 cm», che viene da una decisione');
    const [dopo] = await mezzi(rig);
    expect(dopo).toMatchObject({ dati_json: deciso, stato_da: 'decisione' });
    expect(dopo?.posizione).not.toBe(before?.posizione);
    expect(await bring(rig, [cartello({ codice_utente: 'IC-2', larghezza_cm: 300 })])).toMatchObject({
      ...{ esiti: [0, 0, 1, 0, 0], errori: [] },
    });
  });

  test('a device that a decision ended does not stand again; one that it changed may end by the file', async () => {
    await importData(rig.house, POSIZIONI);
    await bring(rig, [CARTELLO]);
    await decidi(rig, {});
    expect(await bring(rig, [cartello({ cessato_dal: '2026-11-01' })])).toMatchObject({ esiti: [0, 1, 0, 0, 0] });

    expect(await bring(rig, [CARTELLO])).toMatchObject({ esiti: [0, 0, 1, 0, 1], errori: ['0.cessato_dal'] });
    expect(await mezzi(rig)).toMatchObject([{ cessato_dal: '2026-11-01' }]);
  });
});
