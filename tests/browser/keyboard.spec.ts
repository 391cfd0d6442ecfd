/** The portal with the keyboard alone: the whole report; from the login over a position to the logout. */
import type { Locator, Page } from '@playwright/test';
import { expect, newEmail, test } from './fixtures.ts';
import { readProtocollo } from './flow.ts';

/** Names and words of what had the focus on the way. */
type FocusTrail = string[];

/** Presses a key until something has the focus. Whatever has it on the way shows it. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<FocusTrail> {
  const trail: FocusTrail = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key);
    const { name, seen } = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement;
      const label = at.nextElementSibling;
      const shown = [at, label].some((el) => el && getComputedStyle(el).outlineStyle !== 'none');
      return { name: at.id || at.innerText, seen: shown || at === document.body };
    });
    expect(seen, `${name}: si vede il fuoco`).toBe(true);
    trail.push(name);
    if (await target.evaluate((el) => el === document.activeElement)) return trail;
  }
  throw new Error(`Non si arriva a ${target} con ${key}: ${trail.join(' > ')}`);
}

test('a citizen writes, corrects and sends a report without a pointer', async ({ page, code }) => {
  const email = newEmail('tastiera');
  const { keyboard } = page;
  const nextButton = page.locator('button.btn-primary', { hasText: 'Avanti' });
  await page.goto('/segnalazione');

  await tabTo(page, nextButton);
  await keyboard.press('Enter');
  await expect(page.locator('#errori')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.locator('#privacy')).toBeFocused();
  await keyboard.press('Space');
  await expect(page.locator('#privacy')).toBeChecked();
  await tabTo(page, nextButton);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/passo=dati/);
  await expect(page.locator('#passo')).toBeFocused();

  await tabTo(page, nextButton);
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

  await tabTo(page, page.locator('#ente'), 'Shift+Tab');
  await keyboard.type('Comune di Borgo');
  await expect(page.locator('#ente')).toHaveValue('borgosereno');
  const order: FocusTrail = [];
  for (const [name, typed] of [
    ['indirizzo', 'Via Garibaldi 4'],
    ['codice', 'Strade'],
    ['oggetto', 'Lampione spento'],
    ['descrizione', 'È spento da una settimana.'],
    ['nome', 'Anna'],
    ['cognome', 'Bianchi'],
    ['email', email],
  ] as const) {
    order.push(...(await tabTo(page, page.locator(`#${name}`))));
    await keyboard.type(typed);
  }
  const visited = order.filter((name) => /^[a-z_]+$/.test(name));
  const shown = await page
    .locator('form :is(.form-control, [type=file], [type=checkbox])')
    .evaluateAll((fields) => fields.map(({ id }) => id));
  expect(visited).toEqual(shown.slice(shown.indexOf('indirizzo'), shown.indexOf('email') + 1));
  await expect(page.locator('#codice')).toHaveValue('SF310');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.locator('#otp')).toBeFocused();
  // The last digit is enough.
  await keyboard.type(await code(email));
  await expect(page.locator('[data-confermata]')).toBeFocused();
  expect(await tabTo(page, nextButton)).toContain('telefono');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/passo=riepilogo/);
  await expect(page.locator('#passo')).toBeFocused();
  // The summary is a page of its own: before its script comes the same button sends at once.
  await expect(page.locator('astro-island')).not.toHaveAttribute('ssr');

  const sendButton = page.locator('button.btn-primary', { hasText: /^Invia$/ }).last();
  const dialog = page.getByRole('dialog', { name: 'Termini e condizioni' });
  await tabTo(page, sendButton);
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
  await expect(sendButton).toBeFocused();
  await keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Conferma e invia' }));
  await keyboard.press('Space');
  await readProtocollo(page);
});

test('a citizen logs in, adds a position, decides against removing it and logs out without a pointer', async ({
  page,
}) => {
  const { keyboard } = page;
  const press = async (target: Locator) => {
    await tabTo(page, target);
    await keyboard.press('Enter');
  };
  await page.goto('/area-riservata?scheda=posizioni');
  await press(page.getByRole('button', { name: 'Entra con SPID' }));
  await page.waitForURL('**/sandbox/idp/persone/**');
  await press(page.getByRole('button', { name: 'Entra come Anna' }));
  await page.waitForURL('**/area-riservata?scheda=posizioni');

  await press(page.locator('summary', { hasText: 'Aggiungi una posizione' }));
  await tabTo(page, page.getByLabel('Codice utente'));
  await keyboard.type('CL-500505');
  await tabTo(page, page.getByLabel('Codice controllo'));
  await keyboard.type('SBAGLIATO');
  await keyboard.press('Enter');
  const errorGroup = page.getByRole('group', { name: "C'è un problema" });
  await expect(errorGroup).toBeFocused();
  await press(errorGroup.getByRole('link'));
  await expect(page.getByLabel('Codice controllo')).toBeFocused();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('T9W5KB');
  await press(page.getByRole('button', { name: 'Aggiungi la posizione' }));
  await expect(page.getByRole('status').filter({ hasText: 'Posizione aggiunta' })).toBeFocused();

  const removeLink = page.getByRole('link', { name: /^Togli .*CL-500505/ });
  const question = page.getByRole('dialog', { name: 'Vuoi togliere questa posizione?' });
  await press(removeLink);
  await expect(question).toBeVisible();
  await keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(removeLink).toBeFocused();
  await keyboard.press('Enter');
  await press(question.getByRole('button', { name: 'Togli la posizione' }));
  await expect(page.getByRole('status').filter({ hasText: 'Posizione tolta' })).toBeFocused();

  const logoutButton = page.getByRole('banner').getByRole('button', { name: 'Esci' });
  await tabTo(page, logoutButton, 'Shift+Tab');
  await keyboard.press('Enter');
  await page.waitForURL('**/login?state=uscito');
});
