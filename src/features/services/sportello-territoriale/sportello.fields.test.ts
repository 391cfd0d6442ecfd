import { expect, test } from 'vitest';
import { advance } from '../../cases/form/advance.ts';
import { checkData, valuesOf } from '../../cases/form/form.checks.ts';
import { SPORTELLO_FORM, sportelloFormHref } from './sportello.fields.ts';

const validValues = valuesOf(SPORTELLO_FORM, {
  privacy: 'on',
  ente: 'borgo',
  servizio: 'tributi',
  oggetto: 'Rimborso',
  testo: 'Come si chiede?',
  nome: 'Anna',
  cognome: 'Bianchi',
  email: 'anna@esempio.it',
});

test('a complete message with a confirmed e-mail leads to the summary', () => {
  const stepFor = (emailConfirmed: boolean) => {
    const filled = { values: validValues, allegati: [], emailConfirmed };
    return advance(SPORTELLO_FORM.steps, { step: 'dati', filled }, { opened: 'riepilogo' }).step;
  };

  expect(stepFor(true)).toBe('riepilogo');
  expect(stepFor(false)).toBe('dati');
});

test('all errors of an empty step are shown at once, in the order of the screen', () => {
  const empty = { values: valuesOf(SPORTELLO_FORM, {}), allegati: [], emailConfirmed: false };

  expect(Object.keys(checkData(SPORTELLO_FORM, empty))).toEqual([
    'ente',
    'servizio',
    'oggetto',
    'testo',
    'nome',
    'cognome',
    'email',
  ]);
});

test('an error that only the server can find is shown at its field, before the fields below it', () => {
  const errors = checkData(SPORTELLO_FORM, {
    values: { ...validValues, nome: '' },
    allegati: [],
    emailConfirmed: true,
    otherErrors: { servizio: ['Scegli uno degli sportelli.'] },
  });

  expect(Object.keys(errors)).toEqual(['servizio', 'nome']);
});

test('the link to a desk names ente and desk, and starts at the privacy notice', () => {
  expect(sportelloFormHref('borgo', 'ufficio & co')).toBe(
    '/sportello-territoriale?passo=privacy&ente=borgo&servizio=ufficio+%26+co',
  );
});
