/** Declarations of advertising devices with scripts: keyboard alone, live estimate, two tabs, no reload. */
import type { Locator, Page } from '@playwright/test';
import { cartello, furgone } from '../typed-mezzi.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { pdfFile, pngFile } from './flow.ts';
import {
  attachTo,
  beginDichiarazione,
  MEZZI_PATH,
  mezzoRow,
  openMezzo,
  saveMezzo,
  sendDichiarazione,
  TIPO,
  writeMezzo,
} from './mezzi-flow.ts';
import { richiedente } from './richieste-flow.ts';

/** Presses Tab until an element has the focus, and checks that each focus on the way is visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const trail: string[] = [];
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const { name, seen } = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement;
      const label = at.nextElementSibling;
      const shown = [at, label].some((el) => el && getComputedStyle(el).outlineStyle !== 'none');
      // The browser itself shows which part of a date has the focus.
      const own = at === document.body || (at as HTMLInputElement).type === 'date';
      return { name: at.id || at.innerText, seen: shown || own };
    });
    expect(seen, `${name}: si vede il fuoco`).toBe(true);
    trail.push(name);
    if (await target.evaluate((el) => el === document.activeElement)) return;
  }
  throw new Error(`Non si arriva a ${target}: ${trail.join(' > ')}`);
}

test('a guest writes and sends a new declaration without a pointer', async ({ page, code }) => {
  const { keyboard } = page;
  const email = newEmail('tastiera');
  const nextButton = page.locator('button.btn-primary', { hasText: 'Avanti' });
  const press = async (target: Locator) => {
    await tabTo(page, target);
    await keyboard.press('Enter');
  };
  const write = async (name: string, text: string) => {
    await tabTo(page, page.locator(`#${name}`));
    await keyboard.type(text);
  };
  const choose = async (name: string, value: string) => {
    // Tab reaches the first of a group in which none is chosen.
    await tabTo(page, page.locator(`[name="${name}"]`).first());
    await keyboard.press('Space');
    const chosen = page.locator(`[name="${name}"][value="${value}"]`);
    while (!(await chosen.isChecked())) await keyboard.press('ArrowDown');
  };

  await page.goto(MEZZI_PATH);
  await choose('tipo', 'nuovo');
  await press(nextButton);
  await expect(page).toHaveURL(/tipo=nuovo/);
  await press(nextButton);
  const errorSummary = page.locator('#errori');
  await expect(errorSummary).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.locator('#ente')).toBeFocused();
  await keyboard.type('Comune di Borgo');
  await expect(page.locator('#ente')).toHaveValue('borgosereno');
  await tabTo(page, page.locator('#privacy'));
  await keyboard.press('Space');
  await press(nextButton);

  await expect(page).toHaveURL(/\/richiedente\//);
  const { email: _, telefono, ...names } = richiedente(email);
  for (const [name, text] of Object.entries(names)) await write(name, text);
  await write('email', email);
  await press(page.getByRole('button', { name: 'Invia il codice' }));
  await expect(page.locator('#otp')).toBeFocused();
  await keyboard.type(await code(email));
  await expect(page.locator('[data-confermata]')).toBeFocused();
  await write('telefono', telefono);
  // A test cannot reach the browser's file dialog, only its button.
  const identityInput = page.locator('#file_documento_identita');
  const fileChooser = page.waitForEvent('filechooser');
  await press(identityInput);
  await (await fileChooser).setFiles(pdfFile('carta.pdf'));
  await expect(page.getByRole('button', { name: 'Togli carta.pdf' })).toBeVisible();
  await press(nextButton);

  await expect(page).toHaveURL(/\/mezzi\//);
  await press(page.getByRole('link', { name: 'Aggiungi un mezzo' }));
  await expect(page).toHaveURL(/mezzo=nuovo/);
  await tabTo(page, page.locator(TIPO));
  await keyboard.type('Cart');
  await expect(page.locator(TIPO)).toHaveValue('Cartello');
  await write('indirizzo', 'Via Roma 1');
  await write('testo', 'Bar Sport');
  await choose('facce', 'Bifacciale');
  await choose('illuminazione', 'Opaco');
  await write('larghezza_cm', '100');
  await write('altezza_cm', '0');
  await press(page.locator('.cmp-nav-steps').getByRole('button', { name: 'Salva il mezzo' }));
  await expect(errorSummary).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.locator('#altezza_cm')).toBeFocused();
  await keyboard.press('ControlOrMeta+a');
  // Enter in a field saves the device.
  await keyboard.type('200');
  await keyboard.press('Enter');
  await expect(mezzoRow(page, '1. Cartello')).toContainText('100 × 200 cm');
  await press(nextButton);
  await expect(page).toHaveURL(/\/allegati\//);
  await press(nextButton);

  await expect(page).toHaveURL(/\/riepilogo\//);
  const sendButton = page.locator('button.btn-primary', { hasText: /^Invia$/ }).last();
  const dialog = page.getByRole('dialog', { name: 'Termini e condizioni' });
  await press(sendButton);
  await expect(dialog.getByRole('button', { name: 'Annulla' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(sendButton).toBeFocused();
  await keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Conferma e invia' }));
  await keyboard.press('Space');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dichiarazione inviata');
});

test('the form shows the fields of the chosen type, and the estimate follows what is typed', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const { id } = await beginDichiarazione(page, { house, smtp }, { email: newEmail('stima') });
  await page.goto(`${MEZZI_PATH}/mezzi/${id}?mezzo=nuovo`);
  const [targa, luogo] = [page.locator('#targa'), page.locator('#indirizzo')];
  const stima = page.locator('#stima');
  await expect(targa).toBeHidden();
  await expect(luogo).toBeHidden();
  await expect(stima).toContainText('compare qui quando hai scritto gli altri dati');

  await writeMezzo(page, furgone());
  await expect(luogo).toBeHidden();
  await expect(stima).toContainText('49,58\u00a0€');
  await accessible(page, 'un automezzo');
  await page.locator(TIPO).selectOption('Cartello');
  await expect(targa).toBeHidden();
  await expect(luogo).toBeVisible();
  // The quantity is one by default: 0.75 m² count as one.
  await expect(stima).toContainText('24,50\u00a0€');
  await writeMezzo(page, cartello());
  await expect(stima).toContainText('196,00\u00a0€');
  await expect(stima).toContainText('2 m² × 24,50\u00a0€ × 200% (due facce) × 2 pezzi');
  await page.locator('#larghezza_cm').fill('0');
  await expect(stima).toContainText('compare qui');
  await accessible(page, 'un cartello');
  await page.locator(TIPO).selectOption('Automezzo');
  await expect(targa).toHaveValue('AB123CD');
});

test('what is typed of a device is kept without a button, and is there again in another tab', async ({
  page,
  house,
  smtp,
  context,
}) => {
  const { id } = await beginDichiarazione(page, { house, smtp }, { email: newEmail('tenuto') });
  const address = `${MEZZI_PATH}/mezzi/${id}?mezzo=nuovo`;
  await page.goto(address);
  await page.locator(TIPO).selectOption('Cartello');
  const kept = page.waitForResponse((r) => r.status() === 204 && (r.request().postData() ?? '').includes('Bar Sport'));
  await page.locator('#testo').fill('Bar Sport');
  await kept;
  const other = await context.newPage();
  await other.goto(address);
  await expect(other.locator('#testo')).toHaveValue('Bar Sport');
});

test('a photo appears when it is chosen and goes when it is removed, and typed words survive both and a reload', async ({
  page,
  house,
  smtp,
}) => {
  const { id } = await beginDichiarazione(page, { house, smtp }, { email: newEmail('foto') });
  await page.goto(`${MEZZI_PATH}/mezzi/${id}?mezzo=nuovo`);
  await writeMezzo(page, cartello());
  const tenuto = page.waitForResponse(
    (r) => r.status() === 204 && (r.request().postData() ?? '').includes('"categoria":"foto_bozzetti"'),
  );
  await attachTo(page, 'foto_bozzetti', pngFile('insegna.png'), true);
  const preview = page.locator('.allegati img');
  await expect(preview).toHaveCount(1);
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await tenuto;
  await page.reload();
  await expect(page.locator('#testo')).toHaveValue('Bar Sport');
  await expect(preview).toHaveCount(1);
  await page.getByRole('button', { name: 'Togli insegna.png' }).click();
  await expect(preview).toHaveCount(0);
  await expect(page.locator('#testo')).toHaveValue('Bar Sport');
  await saveMezzo(page);
  await expect(mezzoRow(page, '1. Cartello')).toContainText('Nessun file');
});

test('a device is duplicated, removed and put back without a reload of the list, and the totals follow', async ({
  page,
  house,
  smtp,
}) => {
  const { id } = await beginDichiarazione(
    page,
    { house, smtp },
    { email: newEmail('elenco'), mezzi: [cartello(), furgone()] },
  );
  await page.goto(`${MEZZI_PATH}/mezzi/${id}`);
  await page.evaluate(() => Object.assign(window, { stessa: true }));
  const totals = page.locator('#totali');
  const said = page.locator('#detto');
  await expect(totals).toContainText(/2 mezzi\..*245,58/);

  await page.getByRole('button', { name: 'Togli 2. Automezzo' }).click();
  await expect(mezzoRow(page, '2. Automezzo')).toContainText('Tolto.');
  await expect(mezzoRow(page, '2. Automezzo')).toBeFocused();
  await expect(said).toHaveText('2. Automezzo. Tolto: puoi annullare.');
  await expect(totals).toContainText(/1 mezzo\..*196,00/);
  await page.getByRole('button', { name: 'Annulla 2. Automezzo' }).click();
  await expect(mezzoRow(page, '2. Automezzo')).toContainText('49,58');
  await expect(totals).toContainText(/2 mezzi\..*245,58/);
  await page.getByRole('button', { name: 'Duplica 1. Cartello' }).click();
  await expect(mezzoRow(page, '3. Cartello')).toBeFocused();
  await expect(totals).toContainText(/3 mezzi\..*441,58/);
  expect(await page.evaluate(() => 'stessa' in window)).toBe(true);

  // The change is still there after the form of a device was opened and left.
  await openMezzo(page, 'Modifica 3. Cartello');
  await page.goBack();
  await expect(mezzoRow(page, '3. Cartello')).toContainText('Via Roma 1');
  await expect(totals).toContainText('3 mezzi.');
});

test('two tabs that write to one declaration lose nothing of each other, and a removed device is reported', async ({
  page,
  house,
  smtp,
}) => {
  const { id } = await beginDichiarazione(page, { house, smtp }, { email: newEmail('schede'), mezzi: [cartello()] });
  const otherTab = await page.context().newPage();
  for (const scheda of [page, otherTab]) await scheda.goto(`${MEZZI_PATH}/mezzi/${id}`);
  await openMezzo(page, 'Modifica 1. Cartello');
  await openMezzo(otherTab, 'Aggiungi un mezzo');
  await writeMezzo(otherTab, furgone());
  await writeMezzo(page, { testo: 'Bar dello Sport' });
  await saveMezzo(otherTab);
  await expect(mezzoRow(otherTab, '2. Automezzo')).toBeVisible();
  await saveMezzo(page);
  await expect(mezzoRow(page, '1. Cartello')).toContainText('Bar dello Sport');
  await expect(mezzoRow(page, '2. Automezzo')).toBeVisible();

  // A device is removed in one tab while the other shows it.
  await otherTab.getByRole('button', { name: 'Togli 2. Automezzo' }).click();
  await expect(mezzoRow(otherTab, '2. Automezzo')).toContainText('Tolto.');
  await page.getByRole('button', { name: 'Togli 2. Automezzo' }).click();
  await expect(mezzoRow(page, '2. Automezzo')).toContainText('Tolto.');

  // A declaration that is sent in one tab is closed in the other.
  await page.goto(`${MEZZI_PATH}/riepilogo/${id}`);
  const { protocollo } = await sendDichiarazione(page, true);
  await otherTab.getByRole('button', { name: 'Annulla 2. Automezzo' }).click();
  await expect(otherTab.locator('[data-protocollo]')).toHaveText(protocollo);
});
