import { expect, test } from 'vitest';
import { erroriDati, passoAmmesso } from '../../cases/modulo/modulo.controlli.ts';
import { valoriDi } from '../../cases/modulo/modulo.passi.ts';
import { MODULO, perScrivere } from './sportello.fields.ts';

const buoni = valoriDi(MODULO, {
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
  expect(passoAmmesso(MODULO, { valori: buoni, allegati: [], confermata: true })).toBe('riepilogo');
  expect(passoAmmesso(MODULO, { valori: buoni, allegati: [], confermata: false })).toBe('dati');
});

test('all errors of an empty step are told at once, in the order of the screen', () => {
  const vuoto = { valori: valoriDi(MODULO, {}), allegati: [], confermata: false };

  expect(Object.keys(erroriDati(MODULO, vuoto))).toEqual([
    'ente',
    'servizio',
    'oggetto',
    'testo',
    'nome',
    'cognome',
    'email',
  ]);
});

test('what only the server knows stands at its field, before the fields below it', () => {
  const senzaNome = { valori: { ...buoni, nome: '' }, allegati: [], confermata: true };
  const errori = erroriDati(MODULO, senzaNome, { servizio: ['Scegli uno degli sportelli.'] });

  expect(Object.keys(errori)).toEqual(['servizio', 'nome']);
});

test('the link to a desk names body and desk, and begins at the privacy text', () => {
  expect(perScrivere('borgo', 'ufficio & co')).toBe(
    '/sportello-territoriale?passo=privacy&ente=borgo&servizio=ufficio+%26+co',
  );
});
