import { expect, test } from 'vitest';
import { canBecome, ESITO_TEXTS, PAGAMENTO_TRANSITIONS, pagamentoStati } from './esiti.ts';
import { RIFIUTI, RIFIUTO_TEXTS, rifiuto } from './rifiuti.ts';

/** What a sentence may tell somebody to do. */
const NEXT_STEP_WORDS =
  /controlla|contatta|non pagarlo|non devi pagarlo|chiedi|porta|riprova|paga |pagali|toglilo|ricarica|ricomincia|spunta|pagalo con/i;

test.each([...Object.entries(RIFIUTI).map(([name, r]) => [name, r.message]), ...Object.entries(RIFIUTO_TEXTS)])(
  '%s says what to do next',
  (_name, words) => {
    expect(words).toMatch(NEXT_STEP_WORDS);
    expect(words).toMatch(/^[A-Z].*\.$/u);
  },
);

test('a refusal has the status and the name that the contract gives it', () => {
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

test('nothing follows paid, and paid follows everything', () => {
  expect(PAGAMENTO_TRANSITIONS.pagato).toEqual([]);
  for (const from of pagamentoStati) if (from !== 'pagato') expect(canBecome(from, 'pagato')).toBe(true);
});

test('an attempt that ended without money never begins again', () => {
  for (const from of ['non_completato', 'annullato', 'scaduto'] as const)
    expect(PAGAMENTO_TRANSITIONS[from]).toEqual(['pagato']);
});

test('only what is paid is called so, and only what the provider says failed that nothing was taken', () => {
  for (const [stato, { title: titolo, text }] of Object.entries(ESITO_TEXTS)) {
    expect(titolo.includes('effettuato')).toBe(stato === 'pagato');
    expect(text.includes('nessun importo addebitato')).toBe(['non_completato', 'annullato'].includes(stato));
  }
});
