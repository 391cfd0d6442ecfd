import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { automezzo, mezzoFisso } from './mezzo.controlli.ts';
import {
  corpoDi,
  type InCorso,
  inOrdine,
  leggiFile,
  leggiInCorso,
  scriviInCorso,
  valoriDelMezzo,
  valoriDi,
} from './scheda.ts';
import { perLaStima, TIPO } from './valori.ts';

const comuni = { facce: 'Bifacciale', illuminazione: 'Opaco', larghezza_cm: '100', altezza_cm: '200' };
const cartello = {
  [TIPO]: 'Cartello',
  indirizzo: 'Via Roma 1',
  quantita: '2',
  testo: 'Bar',
  dal: '',
  al: '',
  ...comuni,
};
const furgone = { [TIPO]: 'Automezzo', targa: 'ab 123 cd', paese: '', categoria_veicolo: 'altra', ...comuni };

test('of a form only the fields of a device are kept', () => {
  expect(valoriDi({ ...cartello, mezzo: 'x', allegati: '[]', larghezza_cm: 3 })).toEqual({
    ...cartello,
    larghezza_cm: undefined,
  });
});

test('each type is sent with its own fields and those of all', () => {
  const tutti = { ...furgone, ...cartello };
  expect(z.safeParse(mezzoFisso, corpoDi(tutti))).toMatchObject({ success: true, data: { quantita: 2 } });
  const auto = corpoDi({ ...tutti, [TIPO]: 'Automezzo' });
  expect(z.safeParse(automezzo, auto)).toMatchObject({ success: true, data: { targa: 'AB123CD' } });
  expect(Object.keys(auto)).not.toContain('indirizzo');
});

test.each([
  ['zh 123456', 'CH', 'CH:ZH123456'],
  ['CH:ZH123456', '', 'CH:ZH123456'],
  ['CH:ZH123456', 'FR', 'CH:ZH123456'],
  ['AB123CD', 'IT', 'AB123CD'],
  ['', 'CH', ''],
])('the plate %j with the country %j is sent as %j', (targa, paese, atteso) => {
  expect(corpoDi({ ...furgone, targa, paese }).targa).toBe(atteso);
});

test('a device comes back into its form as it was written', () => {
  const mostrato = {
    Id: 'x',
    [TIPO]: 'Automezzo',
    targa: 'CH:ZH123456',
    categoria_veicolo: 'altra',
    stima_cent: 1,
  } as const;
  const valori = valoriDelMezzo({
    ...mostrato,
    facce: 'Bifacciale',
    illuminazione: 'Opaco',
    larghezza_cm: 1,
    altezza_cm: 2,
  });
  expect(valori).toMatchObject({ targa: 'ZH123456', paese: 'CH', larghezza_cm: '1' });
  expect(corpoDi(valori).targa).toBe('CH:ZH123456');
});

test('errors stand in the order of the screen, those of files at their field', () => {
  const errori = { altezza_cm: ['a'], allegati: ['f'], indirizzo: ['i'], [TIPO]: ['t'] };
  expect(Object.keys(inOrdine(errori, cartello))).toEqual([TIPO, 'indirizzo', 'altezza_cm', 'file_foto_bozzetti']);
  expect(Object.keys(inOrdine({ file_autorizzazione: ['x'] }, cartello))).toEqual(['file_autorizzazione']);
});

test('while no type is chosen nobody is asked for the fields of one', () => {
  const errori = { [TIPO]: ['t'], indirizzo: ['i'], quantita: ['q'], testo: ['x'], facce: ['f'] };
  expect(Object.keys(inOrdine(errori, {}))).toEqual([TIPO, 'facce']);
});

test('what names no field of the form is not lost among them', () => {
  expect(inOrdine({ mezzi: ['troppi'], dichiarazione: ['x'] }, cartello)).toEqual({});
});

test.each([
  ['a sign', cartello, true],
  ['a vehicle', furgone, true],
  ['no type', { ...cartello, [TIPO]: '' }, false],
  ['no such type', { ...cartello, [TIPO]: 'toString' }, false],
  ['no faces', { ...cartello, facce: '' }, false],
  ['a vehicle of no category', { ...furgone, categoria_veicolo: '' }, false],
  ['no width', { ...cartello, larghezza_cm: '' }, false],
  ['a width of nothing', { ...cartello, larghezza_cm: '0' }, false],
  ['a negative height', { ...cartello, altezza_cm: '-3' }, false],
  ['an absurd height', { ...cartello, altezza_cm: '5001' }, false],
  ['half a centimetre', { ...cartello, altezza_cm: '1,5' }, false],
  ['no pieces', { ...cartello, quantita: '' }, false],
  ['an end before the beginning', { ...cartello, dal: '2026-12-02', al: '2026-12-01' }, false],
])('%s can be estimated: %s', (_, valori, si) => {
  expect(perLaStima(valori as Record<string, string>) !== undefined).toBe(si);
});

const inCorso: InCorso = {
  mezzo: 'nuovo',
  valori: cartello,
  file: [{ Id: 'a'.repeat(22), categoria: 'autorizzazione' }],
};

test('a half-typed device is found again as it was left', () => {
  expect(leggiInCorso(scriviInCorso(inCorso))).toEqual(inCorso);
});

test('it always fits into the draft, whatever was typed', () => {
  const lungo = Object.fromEntries(Object.keys(cartello).map((nome) => [nome, '"\u0000'.repeat(50_000)]));
  const file = Array.from({ length: 30 }, (_, n) => ({
    Id: `${n}`.padStart(64, 'x'),
    categoria: 'foto_bozzetti' as const,
  }));
  const testo = scriviInCorso({ mezzo: 'm'.repeat(64), valori: lungo, file });
  expect(testo.length).toBeLessThanOrEqual(8000);
  expect(leggiInCorso(testo)?.file).toHaveLength(30);
});

test.each([undefined, '', '{', 'null', '[]', '{"mezzo":3}', '"x"'])(
  'a draft of %j holds no half-typed device',
  (testo) => {
    expect(leggiInCorso(testo)).toBeNull();
  },
);

test.each([
  '',
  '{',
  'null',
  '{}',
  '[1,null,{"Id":3,"categoria":"autorizzazione"},{"Id":"x","categoria":"altra"}]',
  undefined,
])('files named as %j are none', (testo) => {
  expect(leggiFile(testo)).toEqual([]);
});
