import { expect, test } from 'vitest';
import { changesInWords } from './modifiche-words.ts';

test('a change of a calendar names its days, and each field as its form does', () => {
  const before = { orari: [{ giorni: ['lunedi'], dalle: '09:00' }], motivi: [{ codice: 'certificati' }] };
  const after = { orari: [{ giorni: ['lunedi', 'martedi'], dalle: '09:30' }], motivi: [{ codice: 'stato-civile' }] };
  expect(changesInWords({ before, after, oggetto: 'calendari', services: [] })).toBe(
    'Orari 1, giorni da «lunedì» a «lunedì, martedì»; Orari 1, dalle da «09:00» a «09:30»; Motivo 1, codice da «certificati» a «stato-civile»',
  );
});
