import { expect, test } from 'vitest';
import { erroriValutazione, valutazioneDi } from './valutazione.ts';

test('few stars go with a difficulty, many with what was liked, in the prescribed words', () => {
  const chiavi = { difficolta: 'procedere', pregi: 'problemi-tecnici', dettagli: 'ok' };

  expect(valutazioneDi({ voto: '3', ...chiavi })).toEqual({
    stelle: '3',
    aspetto: 'A volte non capivo se stavo procedendo correttamente',
    testo: 'ok',
  });
  expect(valutazioneDi({ voto: '4', ...chiavi }).aspetto).toBe('Non ho avuto problemi tecnici');
});

test('a second question left open is left open', () => {
  expect(valutazioneDi({ voto: '5' })).toEqual({ stelle: '5', aspetto: '', testo: '' });
});

test('errors stand beside the fields of the form', () => {
  expect(erroriValutazione({ stelle: ['a'], testo: ['b'] })).toEqual({ voto: ['a'], dettagli: ['b'] });
});
