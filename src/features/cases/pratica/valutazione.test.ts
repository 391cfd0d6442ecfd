import { expect, test } from 'vitest';
import { valutazioneErrors, valutazioneOf } from './valutazione.ts';

test('few stars go with a difficulty, many with what was liked, in the prescribed words', () => {
  const keys = { difficolta: 'procedere', pregi: 'problemi-tecnici', dettagli: 'ok' };

  expect(valutazioneOf({ voto: '3', ...keys })).toEqual({
    stelle: '3',
    aspetto: 'A volte non capivo se stavo procedendo correttamente',
    testo: 'ok',
  });
  expect(valutazioneOf({ voto: '4', ...keys }).aspetto).toBe('Non ho avuto problemi tecnici');
});

test('a second question left open is left open', () => {
  expect(valutazioneOf({ voto: '5' })).toEqual({ stelle: '5', aspetto: '', testo: '' });
});

test('errors stand beside the fields of the form', () => {
  expect(valutazioneErrors({ stelle: ['a'], testo: ['b'] })).toEqual({ voto: ['a'], dettagli: ['b'] });
});
