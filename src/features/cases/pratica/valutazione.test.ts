import { expect, test } from 'vitest';
import { valutazioneErrors, valutazioneOf } from './valutazione.ts';

test('a rating of few stars names a difficulty and one of many a merit, in the prescribed words', () => {
  const keys = { difficolta: 'procedere', pregi: 'problemi-tecnici', dettagli: 'ok' };

  expect(valutazioneOf({ voto: '3', ...keys })).toEqual({
    stelle: '3',
    aspetto: 'A volte non capivo se stavo procedendo correttamente',
    testo: 'ok',
  });
  expect(valutazioneOf({ voto: '4', ...keys }).aspetto).toBe('Non ho avuto problemi tecnici');
});

test('a second question that is left open has no answer', () => {
  expect(valutazioneOf({ voto: '5' })).toEqual({ stelle: '5', aspetto: '', testo: '' });
});

test('errors of a rating are shown at the fields of the form', () => {
  expect(valutazioneErrors({ stelle: ['a'], testo: ['b'] })).toEqual({ voto: ['a'], dettagli: ['b'] });
});
