import { describe, expect, test } from 'vitest';
import { foglioDi, modello } from './csv.server.ts';
import { leggiMezzi } from './lettura.server.ts';
import type { MezzoDichiaratoMostrato } from './mezzo.contract.ts';
import { type DatiMezzo, FACCE, ILLUMINAZIONE, tipiFissi, VEICOLI } from './mezzo.ts';

const detto = (dati: DatiMezzo, altro: Partial<MezzoDichiaratoMostrato> = {}): MezzoDichiaratoMostrato => ({
  ...{ Id: 'x', azione: 'nuovo', allegati: [], stima_cent: 123_405 },
  ...dati,
  ...altro,
});
const cartello = (over: Partial<Extract<DatiMezzo, { indirizzo: string }>> = {}): DatiMezzo => ({
  ...{ Tipologia_impianto_publicitario__c: 'Cartello', indirizzo: 'Via Roma 1', quantita: 1, testo: 'Bar Sport' },
  ...{ facce: 'Bifacciale', illuminazione: 'Opaco', larghezza_cm: 100, altezza_cm: 200 },
  ...over,
});
const testoDi = (mezzi: MezzoDichiaratoMostrato[]) => Buffer.from(foglioDi({ mezzi })).toString();
const giro = (dati: DatiMezzo[]) => leggiMezzi(foglioDi({ mezzi: dati.map((d) => detto(d)) }));

describe('the sheet that goes out', () => {
  test('opens in spreadsheets: mark, semicolons, CRLF, words, days and amounts as Italians write them', () => {
    expect(testoDi([detto(cartello({ dal: '2027-03-01', al: '2027-10-31' }))])).toBe(
      '\uFEFFtipo;targa;categoria veicolo;indirizzo;facce;illuminazione;larghezza (cm);altezza (cm);quantità;testo;dal;al;stato;stima annua (euro)\r\n' +
        'Cartello;;;Via Roma 1;Due facce;Senza luce;100;200;1;Bar Sport;01/03/2027;31/10/2027;nuovo;1234,05\r\n',
    );
  });

  test('says what changes and what ceases, leaves out what was removed or stays as it is', () => {
    const righe = testoDi([
      detto(cartello({ testo: 'uno' }), { azione: 'variazione', mezzo: 'm', prima: detto(cartello()) }),
      detto(cartello({ testo: 'due' }), {
        azione: 'cessazione',
        mezzo: 'n',
        cessazione: { dal: '2026-12-31', motivo: 'venduto' },
      }),
      detto(cartello({ testo: 'tre' }), { tolto: true }),
      detto(cartello({ testo: 'quattro' }), { azione: 'variazione', mezzo: 'o' }),
      detto(cartello({ testo: 'cinque' }), { stima_cent: null }),
    ]).split('\r\n');
    expect(righe.slice(1).map((r) => r.split(';').slice(9).join(';'))).toEqual([
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
  ])('holds nothing that a spreadsheet reckons, and comes in again as it was: %s', (testo) => {
    const [, riga = ''] = testoDi([detto(cartello({ testo, indirizzo: testo }))]).split('\r\n');
    expect(riga).not.toMatch(/(^|;)"?[=+\-@＝]/);
    expect(giro([cartello({ testo, indirizzo: testo })])).toEqual([cartello({ testo, indirizzo: testo })]);
  });

  test('comes in again as it was: every type, face, light and vehicle, a foreign plate, quotes and separators', () => {
    const dati: DatiMezzo[] = [
      ...tipiFissi.map((t) => cartello({ Tipologia_impianto_publicitario__c: t, quantita: 500 })),
      ...Object.keys(FACCE).map((facce) => cartello({ facce: facce as 'Bifacciale' })),
      ...Object.keys(ILLUMINAZIONE).map((luce) => cartello({ illuminazione: luce as 'Opaco' })),
      ...Object.keys(VEICOLI).map(
        (categoria): DatiMezzo => ({
          ...{ Tipologia_impianto_publicitario__c: 'Automezzo', targa: 'CH:ZH123456' },
          ...{ categoria_veicolo: categoria as 'altra', facce: 'Monofacciale', illuminazione: 'Opaco' },
          ...{ larghezza_cm: 1, altezza_cm: 5000 },
        }),
      ),
      cartello({ testo: 'Da "Gigi"; pizza, birra', dal: '2027-01-01' }),
      cartello({ testo: "L’arte dell'insegna – è qui €" }),
    ];
    expect(giro(dati)).toEqual(dati);
  });
});

describe('the template', () => {
  test('has all columns and a line of each kind, which are not imported as they are', () => {
    const righe = Buffer.from(modello()).toString().trim().split('\r\n');
    expect(righe.map((r) => r.split(';').length)).toEqual([12, 12, 12]);
    expect(() => leggiMezzi(modello())).toThrow(
      expect.objectContaining({ fields: { file: [expect.stringContaining('solo le righe di esempio')] } }),
    );
  });

  test('with one line added gives that one', () => {
    const riga = 'Telo;;;Via Roma 1;1;Opaco;100;200;1;Saldi;;\r\n';
    expect(leggiMezzi(Buffer.concat([modello(), Buffer.from(riga)]))).toMatchObject([{ testo: 'Saldi' }]);
  });

  test('with an example changed gives that one too', () => {
    const testo = Buffer.from(modello()).toString().replace('Via di esempio 1', 'Via Roma 1');
    expect(leggiMezzi(Buffer.from(testo))).toMatchObject([{ indirizzo: 'Via Roma 1', quantita: 2 }]);
  });
});
