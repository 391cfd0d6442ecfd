import { describe, expect, test } from 'vitest';
import { CARTELLO } from '../../../../tests/typed-mezzi.ts';
import { foglioOf, templateFoglio } from './csv.server.ts';
import { parseMezzi } from './foglio-parse.server.ts';
import { FACCE, fixedTipi, LIGHTING_KINDS, type MezzoData, VEICOLI } from './mezzo.ts';
import type { ShownDeclaredMezzo } from './shown.ts';

const declared = (data: MezzoData, over: Partial<ShownDeclaredMezzo> = {}): ShownDeclaredMezzo => ({
  Id: 'x',
  azione: 'nuovo',
  allegati: [],
  stima_cent: 123_405,
  ...data,
  ...over,
});
const cartello = (over: Partial<Extract<MezzoData, { indirizzo: string }>> = {}): MezzoData => ({
  ...CARTELLO,
  quantita: 1,
  ...over,
});
const textOf = (mezzi: ShownDeclaredMezzo[]) => Buffer.from(foglioOf({ mezzi })).toString();
const giro = (data: MezzoData[]) => parseMezzi(foglioOf({ mezzi: data.map((d) => declared(d)) }));

describe('the sheet that goes out', () => {
  test('an exported sheet opens in Italian spreadsheets: byte order mark, semicolons, CRLF, and words, days and amounts in Italian', () => {
    expect(textOf([declared(cartello({ dal: '2027-03-01', al: '2027-10-31' }))])).toBe(
      '\uFEFFtipo;targa;categoria veicolo;indirizzo;facce;illuminazione;larghezza (cm);altezza (cm);quantità;testo;dal;al;stato;stima annua (euro)\r\n' +
        'Cartello;;;Via Roma 1;Due facce;Senza luce;100;200;1;Bar Sport;01/03/2027;31/10/2027;nuovo;1234,05\r\n',
    );
  });

  test('an exported sheet says what changes and what ceases, and leaves out what was removed or stays as it is', () => {
    const rows = textOf([
      declared(cartello({ testo: 'uno' }), { azione: 'variazione', mezzo: 'm', prima: declared(cartello()) }),
      declared(cartello({ testo: 'due' }), {
        azione: 'cessazione',
        mezzo: 'n',
        cessazione: { dal: '2026-12-31', motivo: 'venduto' },
      }),
      declared(cartello({ testo: 'tre' }), { tolto: true }),
      declared(cartello({ testo: 'quattro' }), { azione: 'variazione', mezzo: 'o' }),
      declared(cartello({ testo: 'cinque' }), { stima_cent: null }),
    ]).split('\r\n');
    expect(rows.slice(1).map((r) => r.split(';').slice(9).join(';'))).toEqual([
      'uno;;;variazione;1234,05',
      'due;;;cessazione dal 31/12/2026;',
      'cinque;;;nuovo;',
      '',
    ]);
  });

  test.each([
    '=HYPERLINK("http://x.example";"clicca")',
    '+39 06 1234567',
    '-10% sui saldi',
    '@bar.sport',
    '＝1+1',
    '=1+1;"a",b',
    "'=già protetto",
    "'+uno",
  ])('holds nothing that a spreadsheet reckons, and comes in again as it was: %s', (text) => {
    const [, row = ''] = textOf([declared(cartello({ testo: text, indirizzo: text }))]).split('\r\n');
    expect(row).not.toMatch(/(^|;)"?[=+\-@＝]/);
    expect(giro([cartello({ testo: text, indirizzo: text })])).toEqual([cartello({ testo: text, indirizzo: text })]);
  });

  test('an exported sheet is imported unchanged: every type, face, light and vehicle, a foreign plate, quotes and separators', () => {
    const data: MezzoData[] = [
      ...fixedTipi.map((t) => cartello({ Tipologia_impianto_publicitario__c: t, quantita: 500 })),
      ...Object.keys(FACCE).map((facce) => cartello({ facce: facce as 'Bifacciale' })),
      ...Object.keys(LIGHTING_KINDS).map((luce) => cartello({ illuminazione: luce as 'Opaco' })),
      ...Object.keys(VEICOLI).map(
        (categoria): MezzoData => ({
          Tipologia_impianto_publicitario__c: 'Automezzo',
          targa: 'CH:ZH123456',
          categoria_veicolo: categoria as 'altra',
          facce: 'Monofacciale',
          illuminazione: 'Opaco',
          larghezza_cm: 1,
          altezza_cm: 5000,
        }),
      ),
      cartello({ testo: 'Da "Gigi"; pizza, birra', dal: '2027-01-01' }),
      cartello({ testo: "L’arte dell'insegna – è qui €" }),
    ];
    expect(giro(data)).toEqual(data);
  });
});

describe('the template', () => {
  test('the template has all columns and an example of each kind, and the examples are not imported', () => {
    const rows = Buffer.from(templateFoglio()).toString().trim().split('\r\n');
    expect(rows.map((r) => r.split(';').length)).toEqual([12, 12, 12]);
    expect(() => parseMezzi(templateFoglio())).toThrow(
      expect.objectContaining({ fields: { file: [expect.stringContaining('solo le righe di esempio')] } }),
    );
  });

  test('a template with one line added imports that line only', () => {
    const row = 'Telo;;;Via Roma 1;1;Opaco;100;200;1;Saldi;;\r\n';
    expect(parseMezzi(Buffer.concat([templateFoglio(), Buffer.from(row)]))).toMatchObject([{ testo: 'Saldi' }]);
  });

  test('a template with one example changed imports that example', () => {
    const text = Buffer.from(templateFoglio()).toString().replace('Via di esempio 1', 'Via Roma 1');
    expect(parseMezzi(Buffer.from(text))).toMatchObject([{ indirizzo: 'Via Roma 1', quantita: 2 }]);
  });
});
