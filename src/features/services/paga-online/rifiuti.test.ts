import { expect, test } from 'vitest';
import { COSA_VEDE, puoDiventare, statiPagamento, TRANSIZIONI } from './esiti.ts';
import { PAROLE, RIFIUTI, rifiuto } from './rifiuti.ts';

/** What a sentence may tell somebody to do. */
const FARE =
  /controlla|contatta|non pagarlo|non devi pagarlo|chiedi|porta|riprova|paga |pagali|toglilo|ricarica|ricomincia|spunta|pagalo con/i;

test.each([...Object.entries(RIFIUTI).map(([nome, r]) => [nome, r.message]), ...Object.entries(PAROLE)])(
  '%s says what to do next',
  (_nome, parole) => {
    expect(parole).toMatch(FARE);
    expect(parole).toMatch(/^[A-Z].*\.$/u);
  },
);

test('a refusal has the status and the name that the contract gives it', () => {
  const filo = (['PAGAMENTO_SCONOSCIUTO', 'PAGAMENTO_DUPLICATO', 'SERVIZIO_NON_DISPONIBILE'] as const).map((codice) => {
    const { status, reason } = rifiuto(codice);
    return [status, reason];
  });
  expect(filo).toEqual([
    [404, 'PAGAMENTO_SCONOSCIUTO'],
    [409, 'PAGAMENTO_DUPLICATO'],
    [503, 'SERVIZIO_NON_DISPONIBILE'],
  ]);
});

test('nothing follows paid, and paid follows everything', () => {
  expect(TRANSIZIONI.pagato).toEqual([]);
  for (const da of statiPagamento) if (da !== 'pagato') expect(puoDiventare(da, 'pagato')).toBe(true);
});

test('an attempt that ended without money never begins again', () => {
  for (const da of ['non_completato', 'annullato', 'scaduto'] as const) expect(TRANSIZIONI[da]).toEqual(['pagato']);
});

test('only what is paid is called so, and only what the provider says failed that nothing was taken', () => {
  for (const [stato, { titolo, testo }] of Object.entries(COSA_VEDE)) {
    expect(titolo.includes('effettuato')).toBe(stato === 'pagato');
    expect(testo.includes('nessun importo addebitato')).toBe(['non_completato', 'annullato'].includes(stato));
  }
});
