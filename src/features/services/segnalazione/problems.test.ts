import { expect, test } from 'vitest';
import { bodyToSend } from '../../cases/form/form.checks.ts';
import { TIPI } from './options.ts';
import { codiceOf, OTHER_PROBLEMA, PROBLEMI, problemaInWords } from './problems.ts';
import { checkTipo, SEGNALAZIONE_FORM } from './segnalazione.fields.ts';

test('every picture leads to a type of report, and has a name of its own', () => {
  for (const { codice } of Object.values(PROBLEMI)) expect(Object.keys(TIPI)).toContain(codice);
  expect(new Set(Object.values(PROBLEMI).map(({ label }) => label)).size).toBe(Object.keys(PROBLEMI).length);
  expect(PROBLEMI).not.toHaveProperty(OTHER_PROBLEMA);
});

test.each([
  ['a picture says the type', { problema: 'buca' }, 'SF310'],
  ['a picture wins over the list, which was hidden then', { problema: 'rifiuti', codice: 'SF130' }, 'SF410'],
  ['the last picture leaves the type to the list', { problema: 'altro', codice: 'SF130' }, 'SF130'],
  ['the last picture alone says nothing', { problema: 'altro' }, ''],
  ['a draft may have the type alone', { codice: 'SF130' }, 'SF130'],
  ['a picture that does not exist says nothing', { problema: 'toString', codice: 'SF130' }, 'SF130'],
])('%s', (_, chosen, codice) => {
  expect(codiceOf(chosen)).toBe(codice);
  const sent = bodyToSend(SEGNALAZIONE_FORM, { ...chosen, codice_inviato_a: 'a@b.it', privacy: 'on' } as never, []);
  expect(sent).toEqual({ codice, privacy: 'on', filesAllegati: [] });
});

test('a picture of a type that the ente does not take is refused like the type', () => {
  const ente = { Nome: 'Comune di Collelume', Categorie: ['SF510'] };
  expect(Object.keys(checkTipo({ problema: 'verde' }, ente))).toEqual(['codice']);
  expect(checkTipo({ problema: 'lampione', codice: 'SF420' }, ente)).toEqual({});
});

test('the summary has the words of the picture and of the type', () => {
  expect(problemaInWords({ problema: 'lampione' }, 'Illuminazione')).toBe('Lampione spento (Illuminazione)');
  expect(problemaInWords({ problema: 'altro', codice: 'SF130' }, 'Pubblicità')).toBeUndefined();
});
