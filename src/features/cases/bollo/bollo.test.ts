import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fieldErrors } from '../../../platform/errors.ts';
import { bolloFields, bolloSchema } from './bollo.fields.ts';
import { bolloInWords, findBolloErrors } from './bollo.ts';

const day = { today: '2026-11-20', fee: 6000 };
const PAPER = { modo: 'carta', numero: '0123 4567 8901 23', data: '2026-11-20', annullata: 'on' };
const errorsOf = (sent: unknown) => {
  const parsed = z.safeParse(z.object({ bollo: bolloSchema }), { bollo: sent });
  return parsed.error ? fieldErrors(parsed.error) : {};
};

describe('what is said of the stamp duty', () => {
  test.each([
    ['nothing', {}, ['bollo.modo']],
    ['a way that there is not', { modo: 'constructor' }, ['bollo.modo']],
    ['a paper stamp and nothing of it', { modo: 'carta' }, ['bollo.numero', 'bollo.data', 'bollo.annullata']],
    ['a stamp that is not kept', { ...PAPER, annullata: '' }, ['bollo.annullata']],
    ['a payment without a province', { modo: 'online', provincia: 'Roma' }, ['bollo.provincia']],
    ['an exemption without a reason', { modo: 'esente', esenzione: ' ' }, ['bollo.esenzione']],
    ['all of it', PAPER, []],
  ])('%s has its errors at the fields', (_, sent, where) => {
    expect(Object.keys(errorsOf(sent))).toEqual(where);
  });

  test.each([
    ['of tomorrow', { ...PAPER, data: '2026-11-21' }, ['bollo.data']],
    ['of today', PAPER, []],
    ['of the first day of 16 euro', { ...PAPER, data: '2013-06-26' }, []],
    ['of the day before', { ...PAPER, data: '2013-06-25' }, ['bollo.data']],
    ['of no day', { ...PAPER, data: 'ieri' }, []],
  ])('a stamp %s is judged by its day', (_, said, where) => {
    expect(Object.keys(findBolloErrors({ online: true }, said, day))).toEqual(where);
  });

  test('has to be said where the ente asks for the duty, and nowhere else', () => {
    expect(findBolloErrors({ online: false }, {}, day)).toHaveProperty(['bollo.modo']);
    expect(findBolloErrors({ online: false }, { modo: 'toString' }, day)).toHaveProperty(['bollo.modo']);
    expect(findBolloErrors(undefined, { modo: 'x', data: '2099-01-01' }, day)).toEqual({});
  });

  test('may be a payment only where the ente takes it, with a fee to pay it with', () => {
    const online = { modo: 'online', provincia: 'RM' };
    expect(findBolloErrors({ online: true }, online, day)).toEqual({});
    expect(findBolloErrors({ online: true }, online, { ...day, fee: undefined })).toEqual({});
    expect(findBolloErrors({ online: true }, online, { ...day, fee: 0 })).toHaveProperty(['bollo.modo']);
    expect(findBolloErrors({ online: false }, online, day)).toHaveProperty(['bollo.modo']);
  });

  test('is sent with the fields of the chosen way only, and not at all while none is chosen', () => {
    const typed = { bollo_numero: PAPER.numero, bollo_data: PAPER.data, bollo_annullata: 'on', bollo_provincia: 'RM' };
    expect(bolloFields.body({ ...typed, bollo_modo: 'carta' })).toEqual({ bollo: { ...PAPER, annullata: true } });
    expect(bolloFields.body({ ...typed, bollo_modo: 'online' })).toEqual({
      bollo: { modo: 'online', provincia: 'RM' },
    });
    expect(bolloFields.body({ ...typed, bollo_modo: '' })).toEqual({});
    expect(bolloFields.body({ ...typed, bollo_modo: '__proto__' })).toEqual({});
  });

  test('is one line in summary and receipt', () => {
    expect(bolloInWords({ ...PAPER, data: '2026-11-11' })).toBe(
      'Marca cartacea 01234567890123, emessa l’11/11/2026, annullata e conservata in originale',
    );
    expect(bolloInWords({ modo: 'online', provincia: 'rm' })).toBe(
      '16,00\u00a0€ online, insieme al dovuto (provincia di residenza: RM)',
    );
    expect(bolloInWords({ modo: 'esente', esenzione: 'DPR 642/1972, allegato B, art. 16' })).toBe(
      'Esente: DPR 642/1972, allegato B, art. 16',
    );
    expect(bolloInWords({})).toBe('');
  });
});
