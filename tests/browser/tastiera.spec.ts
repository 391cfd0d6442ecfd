/** The portal with the keyboard alone: the whole report; from the login over a position to the logout. */
import type { Locator, Page } from '@playwright/test';
import { expect, someone, test } from './fixtures.ts';
import { numero } from './passi.ts';

/** Names and words of what had the focus on the way. */
type Via = string[];

/** Presses a key until something has the focus. Whatever has it on the way shows it. */
async function fino(page: Page, meta: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<Via> {
  const via: Via = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key);
    const { name, seen } = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement;
      const label = at.nextElementSibling;
      const shown = [at, label].some((el) => el && getComputedStyle(el).outlineStyle !== 'none');
      return { name: at.id || at.innerText, seen: shown || at === document.body };
    });
    expect(seen, `${name}: si vede il fuoco`).toBe(true);
    via.push(name);
    if (await meta.evaluate((el) => el === document.activeElement)) return via;
  }
  throw new Error(`Non si arriva a ${meta} con ${key}: ${via.join(' > ')}`);
}

test('a report is written, corrected and sent without a pointer', async ({ page, code }) => {
  const email = someone('tastiera');
  const { keyboard } = page;
  const avanti = page.locator('button.btn-primary', { hasText: 'Avanti' });
  await page.goto('/segnalazione');

  await fino(page, avanti);
  await keyboard.press('Enter');
  await expect(page.locator('#errori')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.locator('#privacy')).toBeFocused();
  await keyboard.press('Space');
  await expect(page.locator('#privacy')).toBeChecked();
  await fino(page, avanti);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/passo=dati/);
  await expect(page.locator('#passo')).toBeFocused();

  await fino(page, avanti);
  await keyboard.press('Enter');
  await expect(page.locator('#errori')).toBeFocused();
  await expect(page).toHaveTitle(/^Errore: /);
  const links = page.locator('#errori a');
  for (let at = 0; at < (await links.count()); at++) {
    const to = ((await links.nth(at).getAttribute('href')) ?? '').slice(1);
    await links.nth(at).focus();
    await keyboard.press('Enter');
    await expect(page.locator(`#${to}`)).toBeFocused();
  }

  await fino(page, page.locator('#ente'), 'Shift+Tab');
  await keyboard.type('Comune di Borgo');
  await expect(page.locator('#ente')).toHaveValue('borgosereno');
  const order: Via = [];
  for (const [name, typed] of [
    ['indirizzo', 'Via Garibaldi 4'],
    ['codice', 'Strade'],
    ['oggetto', 'Lampione spento'],
    ['descrizione', 'È spento da una settimana.'],
    ['nome', 'Anna'],
    ['cognome', 'Bianchi'],
    ['email', email],
  ] as const) {
    order.push(...(await fino(page, page.locator(`#${name}`))));
    await keyboard.type(typed);
  }
  const visited = order.filter((name) => /^[a-z_]+$/.test(name));
  const shown = await page.locator('form .form-control').evaluateAll((fields) => fields.map(({ id }) => id));
  expect(visited).toEqual(shown.slice(shown.indexOf('indirizzo'), shown.indexOf('email') + 1));
  await expect(page.locator('#codice')).toHaveValue('SF310');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.locator('#otp')).toBeFocused();
  await keyboard.type(await code(email));
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.locator('[data-confermata]')).toBeFocused();
  expect(await fino(page, avanti)).toContain('telefono');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/passo=riepilogo/);
  await expect(page.locator('#passo')).toBeFocused();
  // The summary is a page of its own: before its script comes the same button sends at once.
  await expect(page.locator('astro-island')).not.toHaveAttribute('ssr');

  const invia = page.locator('button.btn-primary', { hasText: /^Invia$/ }).last();
  const dialog = page.getByRole('dialog', { name: 'Termini e condizioni' });
  await fino(page, invia);
  await keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Annulla' })).toBeFocused();
  for (let presses = 0; presses < 6; presses++) {
    await keyboard.press(presses % 2 ? 'Shift+Tab' : 'Tab');
    await keyboard.press('Tab');
    const outside = () => {
      const at = document.activeElement;
      return at !== document.body && !at?.closest('dialog[open]');
    };
    expect(await page.evaluate(outside)).toBe(false);
  }
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(invia).toBeFocused();
  await keyboard.press('Enter');
  await fino(page, dialog.getByRole('button', { name: 'Conferma e invia' }));
  await keyboard.press('Space');
  await numero(page);
});

test('one logs in, adds a position, changes one’s mind about removing it and logs out without a pointer', async ({
  page,
}) => {
  const { keyboard } = page;
  const premi = async (meta: Locator) => {
    await fino(page, meta);
    await keyboard.press('Enter');
  };
  await page.goto('/area-riservata');
  await premi(page.getByRole('button', { name: 'Entra con SPID' }));
  await page.waitForURL('**/sandbox/idp/persone/**');
  await premi(page.getByRole('button', { name: 'Entra come Anna' }));
  await page.waitForURL('**/area-riservata');

  await fino(page, page.getByLabel('Codice utente'));
  await keyboard.type('CL-500505');
  await fino(page, page.getByLabel('Codice controllo'));
  await keyboard.type('SBAGLIATO');
  await keyboard.press('Enter');
  const errore = page.getByRole('group', { name: "C'è un problema" });
  await expect(errore).toBeFocused();
  await premi(errore.getByRole('link'));
  await expect(page.getByLabel('Codice controllo')).toBeFocused();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('T9W5KB');
  await premi(page.getByRole('button', { name: 'Aggiungi la posizione' }));
  await expect(page.getByRole('status').filter({ hasText: 'Posizione aggiunta' })).toBeFocused();

  const togli = page.getByRole('link', { name: /^Togli .*CL-500505/ });
  const domanda = page.getByRole('dialog', { name: 'Vuoi togliere questa posizione?' });
  await premi(togli);
  await expect(domanda).toBeVisible();
  await keyboard.press('Escape');
  await expect(domanda).toBeHidden();
  await expect(togli).toBeFocused();
  await keyboard.press('Enter');
  await premi(domanda.getByRole('button', { name: 'Togli la posizione' }));
  await expect(page.getByRole('status').filter({ hasText: 'Posizione tolta' })).toBeFocused();

  const esci = page.getByRole('banner').getByRole('button', { name: 'Esci' });
  await fino(page, esci, 'Shift+Tab');
  await keyboard.press('Enter');
  await page.waitForURL('**/login?state=uscito');
});
