/** A list that cannot be read says so and offers to try again: it never looks like a list with nothing in it. */

import { logIn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { changeStore } from './store.ts';

/** Tab, what is away, and what is said of it. */
const BROKEN_LISTS = [
  ['scrivania', 'documenti', 'Le scadenze dei documenti: elenco non disponibile.'],
  ['scrivania', 'avvisi', 'Gli avvisi da pagare: elenco non disponibile.'],
  ['scrivania', 'pratiche', 'Le tue pratiche: elenco non disponibile.'],
  ['scrivania', 'bozze', 'Le pratiche che hai iniziato: elenco non disponibile.'],
  ['scrivania', 'pagamenti', 'I tuoi pagamenti: elenco non disponibile.'],
  ['posizioni', 'posizioni', 'Le tue posizioni: elenco non disponibile.'],
  ['documenti', 'documenti', 'I tuoi documenti: elenco non disponibile.'],
  ['pratiche', 'bozze', 'Le pratiche che hai iniziato: elenco non disponibile.'],
  ['pagamenti', 'documenti', 'I tuoi pagamenti: elenco non disponibile.'],
  ['pagamenti', 'pagamenti', 'I tuoi pagamenti: elenco non disponibile.'],
  ['messaggi', 'pratiche', 'I tuoi messaggi: elenco non disponibile.'],
  ['scadenze', 'documenti', 'Le scadenze dei documenti: elenco non disponibile.'],
  ['scadenze', 'avvisi', 'Gli avvisi da pagare: elenco non disponibile.'],
  ['dichiarazioni', 'dichiarazioni', 'Le tue dichiarazioni: elenco non disponibile.'],
] as const;

test('every tab of the area tells an outage in words, and a retry ends it', async ({
  page,
  house,
  expected,
  accessible,
}) => {
  // The browser asks for the unread messages, too.
  expected.errors.push(/status of 500/);
  await logIn(page, 'mario');
  for (const [scheda, table, words] of BROKEN_LISTS) {
    changeStore(house, `alter table ${table} rename to ${table}_via`);
    try {
      await page.goto(`/area-riservata?scheda=${scheda}`);
      const alert = page.getByRole('alert').filter({ hasText: words });
      await expect(alert).toContainText('riprova tra poco');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Area riservata');
      // The innermost one: other lists of the same page may be empty in truth.
      const part = page.getByRole('region').filter({ has: alert }).last();
      await expect(part.getByText(/Non ci sono|Non hai|aggiungine una/)).toHaveCount(0);
      await accessible(page, `${scheda} not available`);
    } finally {
      changeStore(house, `alter table ${table}_via rename to ${table}`);
    }
    await page.getByRole('link', { name: 'Riprova' }).first().click();
    await expect(page.getByText('elenco non disponibile')).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`scheda=${scheda}$`));
  }
});
