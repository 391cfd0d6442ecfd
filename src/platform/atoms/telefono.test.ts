import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { callHref, telefonoSchema } from './telefono.ts';

test.each([
  ['333 1234567', '+393331234567', 'mobile'],
  ['333-123.45.67', '+393331234567', 'mobile with separators'],
  ['+39 333 1234567', '+393331234567', 'mobile with country'],
  ['0039 333 1234567', '+393331234567', 'mobile with 00'],
  ['39 333 1234567', '+393331234567', 'mobile, plus forgotten'],
  ['393 1234567', '+393931234567', 'mobile of the 393 series'],
  ['06 1234567', '+39061234567', 'landline'],
  ['(0521) 123456', '+390521123456', 'landline with brackets'],
  ['+39 (0)6 1234567', '+39061234567', 'the zero belongs to the number'],
  ['0521/123456', '+390521123456', 'landline with stroke'],
  ['800 123 456', '+39800123456', 'free number'],
  ['+41 44 668 18 00', '+41446681800', 'Swiss'],
  ['+44 (0)20 7946 0018', '+442079460018', 'British'],
  ['00 378 0549 882345', '+3780549882345', 'San Marino'],
  ['333\u00a0123\u20134567', '+393331234567', 'pasted blanks and dashes'],
])('%j is stored as %s (%s)', (typed, stored) => {
  expect(z.parse(telefonoSchema(), typed)).toBe(stored);
});

test.each([
  '333 12345',
  '333 123456789',
  '12345',
  '112',
  '199 123456',
  '06',
  '+39 199 1234567',
  '+0 12345678',
  '+41',
  '+1234567890123456',
  '333 1234567 casa',
  '333 1234567 / 333 7654321',
  '333+1234567',
  '٣٣٣١٢٣٤٥٦٧',
  'tel',
  '+',
  '00',
  '--',
])('%j is refused', (typed) => {
  expect(z.safeParse(telefonoSchema(), typed).success).toBe(false);
});

test('a number is called without what separates its digits', () => {
  expect(callHref('0123 456712')).toBe('tel:0123456712');
  expect(callHref('+39 333-123.45.67')).toBe('tel:+393331234567');
});
