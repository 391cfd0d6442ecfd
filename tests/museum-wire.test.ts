/** What other systems bring of the exhibits of docs/museum is taken as it is meant, and what leaves for a protocol has them as they are kept. */
import { expect, test } from 'vitest';
import { restProtocol } from '../src/adapters/protocol/rest.server.ts';
import { targaInWords } from '../src/platform/atoms/targa-format.ts';
import { callOutside } from '../src/platform/outside.server.ts';
import { loginAdministrator } from './administrator.ts';
import { protocolServer } from './doubles/protocol-server.ts';
import { beginDichiarazione, prepareEnti } from './mezzi.ts';
import { exhibitsOf, museum } from './museum.ts';
import { open311Of } from './programmi.ts';
import { callerOf, onBoth, sendSegnalazione } from './rig.ts';
import { workbook } from './workbook.ts';

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quoted).join(';')).join('\r\n');

const COLUMNS = [
  'codice_utente',
  'codice_controllo',
  'intestatario',
  'codice_fiscale',
  'numero',
  'tipo',
  'data',
  'importo',
  'stato',
];
const TRACCIATO = {
  nome: 'TARI',
  intestazioni: COLUMNS,
  campi: [
    ...COLUMNS.map((campo, colonna) => ({ campo, colonna })),
    { campo: 'sistema', fisso: 'Rifiuti TARI' },
    { campo: 'ruolo', fisso: 'persona_fisica' },
  ],
};

/** One row for each exhibit, and those of the other kinds beside it. */
const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
const people = museum.names.map((name, n) => ({
  name,
  code: at(museum.codici_fiscali, n),
  day: at(museum.date, n),
  amount: at(museum.importi, n),
}));
const ROWS = [
  COLUMNS,
  ...people.map(({ name, code, day, amount }, n) => [
    `U-${n}`,
    'SEGRETO12',
    `${name.given} ${name.family}`,
    code.typed,
    `D-${n}`,
    'TARI 2026',
    day.typed,
    amount.typed,
    'da pagare',
  ]),
];

onBoth('a program or a system that brings people of the museum', (rig) => {
  test.each([
    ['table', () => new File([csvOf(ROWS)], 'tari.csv')],
    ['workbook', () => new File([new Uint8Array(workbook({ sheets: [{ name: 'TARI', rows: ROWS }] }))], 'tari.xlsx')],
  ])('imports all of them from a %s', async (_what, fileOf) => {
    const { call } = await loginAdministrator(rig);
    expect((await call('salvaTracciato', TRACCIATO)).status).toBe(200);
    const { status, body } = await call('importaPosizioni', { file: fileOf() });
    expect([status, body.data?.esito, body.data?.righe]).toEqual([200, 'fatta', []]);
    const posizioni = await rig.house.db.selectFrom('posizioni').select(['codice_utente', 'intestatario']).execute();
    const documenti = await rig.house.db.selectFrom('documenti').select(['numero', 'data', 'importo_cent']).execute();
    const codes = await rig.house.db
      .selectFrom('rappresentanze')
      .innerJoin('posizioni', 'posizioni.id', 'rappresentanze.posizione')
      .select(['codice_utente', 'codice_fiscale'])
      .execute();
    for (const [n, { name, code, day, amount }] of people.entries()) {
      const intestatario = posizioni.find(({ codice_utente }) => codice_utente === `U-${n}`)?.intestatario ?? '';
      expect(name.kept.split(' ').filter((word) => !intestatario.includes(word))).toEqual([]);
      expect(codes).toContainEqual({ codice_utente: `U-${n}`, codice_fiscale: code.kept });
      const { importo_cent, ...documento } = documenti.find(({ numero }) => numero === `D-${n}`) ?? {};
      expect([documento, Number(importo_cent)]).toEqual([{ numero: `D-${n}`, data: day.kept }, amount.kept]);
    }
  });

  test('lists the advertising of a sheet with its places and plates', async () => {
    await prepareEnti(rig);
    const citizen = callerOf(rig);
    const id = await beginDichiarazione(citizen);
    const head = ['tipo', 'indirizzo', 'targa', 'categoria veicolo', 'quantita', 'testo', 'facce', 'illuminazione'];
    const sizes = ['larghezza_cm', 'altezza_cm'];
    const sheet = [
      [...head, ...sizes],
      ...museum.indirizzi.map(({ typed }) => [
        'Cartello',
        typed,
        '',
        '',
        '1',
        'Bar',
        'Monofacciale',
        'Opaco',
        '100',
        '100',
      ]),
      ...museum.targhe.map(({ typed }) => [
        'Automezzo',
        '',
        typed,
        'altra',
        '',
        '',
        'Monofacciale',
        'Opaco',
        '100',
        '100',
      ]),
    ];
    const sent = await citizen.call('importaMezzi', {
      id,
      file: new File([csvOf(sheet)], 'mezzi.csv', { type: 'text/csv' }),
    });
    expect([sent.status, sent.body.errors]).toEqual([201, undefined]);
    const texts = [
      JSON.stringify((await citizen.call('leggiDichiarazioneMezzi', { id })).body.data),
      (await citizen.call('esportaMezziCsv', { id })).bytes.toString(),
    ];
    const words = [
      ...museum.indirizzi.map(({ kept }) => [kept]),
      ...museum.targhe.map(({ kept }) => [kept, targaInWords(kept)]),
    ];
    for (const text of texts) expect(words.filter((same) => !same.some((word) => text.includes(word)))).toEqual([]);
  });

  test('sends a report of each by Open311', async () => {
    const { makeKey, send } = open311Of(rig);
    await makeKey();
    for (const exhibits of exhibitsOf(['name', 'phone', 'address'])) {
      const { given, family, phone, address } = exhibits;
      const sent = await send({
        first_name: given,
        last_name: family,
        phone,
        lat: undefined,
        long: undefined,
        address_string: address,
      });
      expect([given, sent.status, sent.text]).toEqual([given, 201, expect.anything()]);
      const row = await rig.house.db
        .selectFrom('pratiche')
        .selectAll()
        .orderBy('inviata_il', 'desc')
        .executeTakeFirstOrThrow();
      for (const kind of ['name', 'phone', 'address'] as const)
        expect([kind, given, exhibits.says(kind, JSON.stringify(row))]).toEqual([kind, given, true]);
      rig.clock.pass(1000);
    }
  });

  test('hands each on to a protocol under the name that is kept', async () => {
    const system = await protocolServer();
    const { now } = rig.house;
    rig.house.protocol = { rest: restProtocol({ call: (asked) => callOutside(asked, ['127.0.0.0/8']), now }) };
    const { call } = await loginAdministrator(rig);
    await call('salvaProtocollo', {
      sistema: 'rest',
      indirizzo: system.url,
      chiave: 'chiave-del-protocollo-0123456789',
    });
    for (const exhibits of exhibitsOf(['name', 'code', 'phone'])) {
      await rig.house.db.deleteFrom('limiti').execute();
      const { given: nome, family: cognome, code: codice_fiscale, phone: telefono } = exhibits;
      await sendSegnalazione(callerOf(rig), { nome, cognome, codice_fiscale, telefono });
      while ((await rig.deliver()) > 0);
      const mittente = JSON.stringify(system.registrations().at(-1)?.mittente);
      for (const kind of ['name', 'code', 'phone'] as const)
        expect([kind, mittente, exhibits.says(kind, mittente)]).toEqual([kind, mittente, true]);
    }
    rig.house.protocol = {};
    await system.close();
  });
});
