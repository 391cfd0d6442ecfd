import { expect, test } from 'vitest';
import { canBecome, ESITO_TEXTS, PAGAMENTO_TRANSITIONS, pagamentoStati } from './esiti.ts';
import { RIFIUTI, RIFIUTO_TEXTS, rifiuto } from './rifiuti.ts';

/** Instructions of which each sentence must have one. */
const NEXT_STEP_WORDS =
  /controlla|contatta|non pagarlo|non devi pagarlo|chiedi|porta|riprova|paga |pagali|toglilo|ricarica|ricomincia|spunta|pagalo con/i;

test.each([...Object.entries(RIFIUTI).map(([name, r]) => [name, r.message]), ...Object.entries(RIFIUTO_TEXTS)])(
  'the refusal %s says what to do next',
  (_name, words) => {
    expect(words).toMatch(NEXT_STEP_WORDS);
    expect(words).toMatch(/^[A-Z].*\.$/u);
  },
);

test('each refusal has the status and the code that the specification gives it', () => {
  const wire = (['PAGAMENTO_SCONOSCIUTO', 'PAGAMENTO_DUPLICATO', 'SERVIZIO_NON_DISPONIBILE'] as const).map((codice) => {
    const { status, reason } = rifiuto(codice);
    return [status, reason];
  });
  expect(wire).toEqual([
    [404, 'PAGAMENTO_SCONOSCIUTO'],
    [409, 'PAGAMENTO_DUPLICATO'],
    [503, 'SERVIZIO_NON_DISPONIBILE'],
  ]);
});

test('the state paid is final, and follows every other state', () => {
  expect(PAGAMENTO_TRANSITIONS.pagato).toEqual([]);
  for (const from of pagamentoStati) if (from !== 'pagato') expect(canBecome(from, 'pagato')).toBe(true);
});

test('an attempt that ended without money never begins again', () => {
  for (const from of ['non_completato', 'annullato', 'scaduto'] as const)
    expect(PAGAMENTO_TRANSITIONS[from]).toEqual(['pagato']);
});

test('only a paid attempt is called paid, and only a failure told by the provider says that nothing was taken', () => {
  for (const [stato, { title: titolo, text }] of Object.entries(ESITO_TEXTS)) {
    expect(titolo.includes('effettuato')).toBe(stato === 'pagato');
    expect(text.includes('nessun importo addebitato')).toBe(['non_completato', 'annullato'].includes(stato));
  }
});
