/** Offices and their people in the store, on both engines. */
import { expect, test } from 'vitest';
import { importOutcomes } from '../../tests/imports.ts';
import { callerOf, createOperator, onBoth, type Rig, sendSegnalazione } from '../../tests/rig.ts';
import { checkRows } from './row-check.ts';
import { ufficioSchema } from './ufficio.ts';

const ufficio = (over: object = {}) => ({ ente: 'borgo', nome: 'Ufficio tecnico', servizi: ['SF510'], ...over });
const run = (rig: Rig, ...uffici: object[]) => importOutcomes(rig, { uffici });
const stored = (rig: Rig) => rig.house.db.selectFrom('uffici').selectAll().orderBy('nome').execute();
const peopleIn = async (rig: Rig) =>
  (
    await rig.house.db
      .selectFrom('uffici_persone')
      .innerJoin('utenti', 'utenti.id', 'uffici_persone.utente')
      .select('nome')
      .orderBy('nome')
      .execute()
  ).map(({ nome }) => nome);
const login = (rig: Rig, nome: string, over: object = {}) =>
  createOperator(rig, nome, { email: `${nome}@borgo.example`, ...over });

onBoth('import of offices', (rig) => {
  test('a file goes in, a second time changes nothing, and what changed in it changes under the same id', async () => {
    const rows = [ufficio({ email: 'tecnico@borgo.example' }), ufficio({ nome: 'Anagrafe', servizi: [] })];
    expect(await run(rig, ...rows)).toMatchObject({ outcomes: { uffici: 'created 2' }, errors: [] });
    const before = await stored(rig);
    expect(await run(rig, ...rows)).toMatchObject({ outcomes: { uffici: 'unchanged 2' } });
    expect(await stored(rig)).toEqual(before);
    expect(await run(rig, ufficio({ servizi: ['SF410'], attivo: false }))).toMatchObject({
      outcomes: { uffici: 'updated 1' },
    });
    const [closed, changed] = before;
    expect(await stored(rig)).toEqual([closed, { ...changed, email: '', servizi_json: '["SF410"]', attivo: 0 }]);
  });

  test('an office that is taken out of the file keeps its cases', async () => {
    await run(rig, ufficio());
    const { id } = await sendSegnalazione(callerOf(rig));
    await run(rig, ufficio({ nome: 'Anagrafe' }));
    const [, kept] = await stored(rig);
    expect(
      await rig.house.db.selectFrom('pratiche').select('assegnata_ufficio').where('id', '=', id).executeTakeFirst(),
    ).toEqual({ assegnata_ufficio: kept?.id });
  });

  test('people whose login says where they work stay there, whatever the file names', async () => {
    await run(rig, ufficio(), ufficio({ nome: 'Anagrafe', servizi: [] }));
    await login(rig, 'Piero', { uffici: ['Ufficio tecnico'] });
    await run(
      rig,
      ufficio({ persone: [] }),
      ufficio({ nome: 'Anagrafe', persone: [{ email: 'piero@borgo.example' }] }),
    );
    const places = await rig.house.db
      .selectFrom('uffici_persone')
      .innerJoin('uffici', 'uffici.id', 'ufficio')
      .select('nome')
      .execute();
    expect(places).toEqual([{ nome: 'Ufficio tecnico' }]);
    expect(await rig.house.db.selectFrom('uffici_attesi').selectAll().execute()).toEqual([]);
  });

  test('people who have logged in work there at once, the others from their first login, and nobody of another ente', async () => {
    await login(rig, 'piero');
    await login(rig, 'vito', { enti: ['valle'] });
    const persone = [{ email: 'Piero@borgo.example' }, { sub: 'ugo' }, { email: 'vito@borgo.example' }];
    expect(await run(rig, ufficio({ persone }))).toMatchObject({ outcomes: { uffici: 'created 1' } });
    expect(await peopleIn(rig)).toEqual(['piero']);
    expect((await login(rig, 'ugo')).uffici).toHaveLength(1);
    expect((await login(rig, 'vito', { enti: ['valle'] })).uffici).toEqual([]);
    expect(await run(rig, ufficio({ persone }))).toMatchObject({ outcomes: { uffici: 'unchanged 1' } });
    expect(await peopleIn(rig)).toEqual(['piero', 'ugo']);
  });

  test('people who are no longer named leave, those who waited too; without names all stay', async () => {
    await login(rig, 'piero');
    await login(rig, 'olga');
    await run(rig, ufficio({ persone: [{ sub: 'piero' }, { sub: 'olga' }, { sub: 'ugo' }] }));
    expect(await run(rig, ufficio())).toMatchObject({ outcomes: { uffici: 'unchanged 1' } });
    expect(await run(rig, ufficio({ persone: [{ sub: 'olga' }] }))).toMatchObject({
      outcomes: { uffici: 'updated 1' },
    });
    expect(await peopleIn(rig)).toEqual(['olga']);
    expect((await login(rig, 'ugo')).uffici).toEqual([]);
    await run(rig, ufficio({ persone: [] }));
    expect(await peopleIn(rig)).toEqual([]);
  });

  test('the same office twice, an unknown ente and the portal itself are refused, and the other rows go in', async () => {
    const { outcomes, errors, words } = await run(
      rig,
      ufficio(),
      ufficio(),
      ufficio({ ente: 'altrove' }),
      ufficio({ ente: 'portale' }),
      ufficio({ ente: 'valle' }),
    );
    expect(outcomes).toEqual({ uffici: 'created 2, refused 3' });
    expect(errors).toEqual(['uffici.1.nome', 'uffici.2.ente', 'uffici.3.ente']);
    expect(words).toContain('Lo stesso ufficio è già in uffici[0]');
  });
});

const faults = (over: object) =>
  checkRows('uffici', ufficioSchema(), [[0, ufficio(over)]]).errors.map(({ path, text }) => [
    path.slice(2).join('.'),
    text,
  ]);

test.each([
  [{ nome: ' ' }, 'nome', 'Scrivi il nome'],
  [{ email: 'tecnico' }, 'email', 'mail'],
  [{ servizi: ['SF999'] }, 'servizi.0', 'non esiste'],
  [{ servizi: ['SF510', 'SF510'] }, 'servizi', 'ripetuto'],
  [{ servizi: 'SF510' }, 'servizi', 'elenco'],
  [{ persone: [{}] }, 'persone.0', 'uno solo'],
  [{ persone: [{ email: 'a@b.it', sub: 'a' }] }, 'persone.0', 'uno solo'],
  [{ persone: [{ sub: ' ' }] }, 'persone.0.sub', 'identificativo'],
  [{ persone: [{ email: 'a@b.it' }, { email: 'A@b.it' }] }, 'persone', 'ripetuta'],
  [{ attivo: 'sì' }, 'attivo', 'true o false'],
  [{ responsabile: 'Piero' }, 'responsabile', 'sconosciuto'],
])('an office with %j is refused at its field', (over, field, words) => {
  expect(faults(over)).toEqual([[field, expect.stringContaining(words)]]);
});
