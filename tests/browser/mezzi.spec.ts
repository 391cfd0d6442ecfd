/** Declarations of advertising devices where scripts run: the keyboard alone, what follows as one types, two tabs, no reload. */
import type { Locator, Page } from '@playwright/test';
import { expect, someone, test } from './fixtures.ts';
import {
  allegaA,
  apriMezzo,
  cartello,
  foto,
  furgone,
  iniziata,
  manda,
  PERCORSO,
  riga,
  salvaMezzo,
  scriviMezzo,
  TIPO,
} from './mezzi.ts';
import { pdf } from './passi.ts';
import { richiedente } from './richieste.ts';

/** Tab until something has the focus; what has it on the way is seen to have it. */
async function fino(page: Page, meta: Locator): Promise<void> {
  const via: string[] = [];
  await expect(meta).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const { name, seen } = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement;
      const label = at.nextElementSibling;
      const shown = [at, label].some((el) => el && getComputedStyle(el).outlineStyle !== 'none');
      // Of a date the browser shows which part of it has the focus.
      const own = at === document.body || (at as HTMLInputElement).type === 'date';
      return { name: at.id || at.innerText, seen: shown || own };
    });
    expect(seen, `${name}: si vede il fuoco`).toBe(true);
    via.push(name);
    if (await meta.evaluate((el) => el === document.activeElement)) return;
  }
  throw new Error(`Non si arriva a ${meta}: ${via.join(' > ')}`);
}

test('a new declaration is written and sent without a pointer', async ({ page, code }) => {
  const { keyboard } = page;
  const email = someone('tastiera');
  const avanti = page.locator('button.btn-primary', { hasText: 'Avanti' });
  const premi = async (meta: Locator) => {
    await fino(page, meta);
    await keyboard.press('Enter');
  };
  const scrivi = async (nome: string, testo: string) => {
    await fino(page, page.locator(`#${nome}`));
    await keyboard.type(testo);
  };
  const scegli = async (nome: string, valore: string) => {
    // Of a group none of which is chosen, Tab comes to the first.
    await fino(page, page.locator(`[name="${nome}"]`).first());
    await keyboard.press('Space');
    const scelta = page.locator(`[name="${nome}"][value="${valore}"]`);
    while (!(await scelta.isChecked())) await keyboard.press('ArrowDown');
  };

  await page.goto(PERCORSO);
  await scegli('tipo', 'nuovo');
  await premi(avanti);
  await expect(page).toHaveURL(/tipo=nuovo/);
  await premi(avanti);
  const errori = page.locator('#errori');
  await expect(errori).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.locator('#ente')).toBeFocused();
  await keyboard.type('Comune di Borgo');
  await expect(page.locator('#ente')).toHaveValue('borgosereno');
  await fino(page, page.locator('#privacy'));
  await keyboard.press('Space');
  await premi(avanti);

  await expect(page).toHaveURL(/\/richiedente\//);
  const { email: _, telefono, ...nomi } = richiedente(email);
  for (const [nome, testo] of Object.entries(nomi)) await scrivi(nome, testo);
  await scrivi('email', email);
  await premi(page.getByRole('button', { name: 'Invia il codice' }));
  await expect(page.locator('#otp')).toBeFocused();
  await keyboard.type(await code(email));
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.locator('[data-confermata]')).toBeFocused();
  await scrivi('telefono', telefono);
  // The browser's own window of files cannot be reached by a test: its button can.
  const carta = page.locator('#file_documento_identita');
  const finestra = page.waitForEvent('filechooser');
  await premi(carta);
  await (await finestra).setFiles(pdf('carta.pdf'));
  await expect(page.getByRole('button', { name: 'Togli carta.pdf' })).toBeVisible();
  await premi(avanti);

  await expect(page).toHaveURL(/\/mezzi\//);
  await premi(page.getByRole('link', { name: 'Aggiungi un mezzo' }));
  await expect(page).toHaveURL(/mezzo=nuovo/);
  await fino(page, page.locator(TIPO));
  await keyboard.type('Cart');
  await expect(page.locator(TIPO)).toHaveValue('Cartello');
  await scrivi('indirizzo', 'Via Roma 1');
  await scrivi('testo', 'Bar Sport');
  await scegli('facce', 'Bifacciale');
  await scegli('illuminazione', 'Opaco');
  await scrivi('larghezza_cm', '100');
  await scrivi('altezza_cm', '0');
  await premi(page.locator('.cmp-nav-steps').getByRole('button', { name: 'Salva il mezzo' }));
  await expect(errori).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.locator('#altezza_cm')).toBeFocused();
  await keyboard.press('ControlOrMeta+a');
  // Enter in a field saves the device.
  await keyboard.type('200');
  await keyboard.press('Enter');
  await expect(riga(page, '1. Cartello')).toContainText('100 × 200 cm');
  await premi(avanti);
  await expect(page).toHaveURL(/\/allegati\//);
  await premi(avanti);

  await expect(page).toHaveURL(/\/riepilogo\//);
  const invia = page.locator('button.btn-primary', { hasText: /^Invia$/ }).last();
  const dialog = page.getByRole('dialog', { name: 'Termini e condizioni' });
  await premi(invia);
  await expect(dialog.getByRole('button', { name: 'Annulla' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(invia).toBeFocused();
  await keyboard.press('Enter');
  await fino(page, dialog.getByRole('button', { name: 'Conferma e invia' }));
  await keyboard.press('Space');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dichiarazione inviata');
});

test('the fields of the chosen type are there, and the estimate follows what is typed', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const { id } = await iniziata(page, { house, smtp }, { email: someone('stima') });
  await page.goto(`${PERCORSO}/mezzi/${id}?mezzo=nuovo`);
  const [targa, luogo] = [page.locator('#targa'), page.locator('#indirizzo')];
  const stima = page.locator('#stima');
  await expect(targa).toBeHidden();
  await expect(luogo).toBeHidden();
  await expect(stima).toContainText('compare qui quando hai scritto gli altri dati');

  await scriviMezzo(page, furgone());
  await expect(luogo).toBeHidden();
  await expect(stima).toContainText('49,58\u00a0€');
  await accessible(page, 'un automezzo');
  await page.locator(TIPO).selectOption('Cartello');
  await expect(targa).toBeHidden();
  await expect(luogo).toBeVisible();
  // Quantity is one unless it is said: 0.75 m² count as one.
  await expect(stima).toContainText('24,50\u00a0€');
  await scriviMezzo(page, cartello());
  await expect(stima).toContainText('196,00\u00a0€');
  await expect(stima).toContainText('2 m² × 24,50\u00a0€ × 200% (due facce) × 2 pezzi');
  await page.locator('#larghezza_cm').fill('0');
  await expect(stima).toContainText('compare qui');
  await accessible(page, 'un cartello');
  await page.locator(TIPO).selectOption('Automezzo');
  await expect(targa).toHaveValue('AB123CD');
});

test('a photo is seen as soon as it is chosen; taken off it is gone; typed words survive both and a reload', async ({
  page,
  house,
  smtp,
}) => {
  const { id } = await iniziata(page, { house, smtp }, { email: someone('foto') });
  await page.goto(`${PERCORSO}/mezzi/${id}?mezzo=nuovo`);
  await scriviMezzo(page, cartello());
  const tenuto = page.waitForResponse(
    (r) => r.status() === 204 && r.request().method() === 'POST' && r.url().includes('mezzo=nuovo'),
  );
  await allegaA(page, 'foto_bozzetti', foto('insegna.png'), true);
  const anteprima = page.locator('.allegati img');
  await expect(anteprima).toHaveCount(1);
  await expect.poll(() => anteprima.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await tenuto;
  await page.reload();
  await expect(page.locator('#testo')).toHaveValue('Bar Sport');
  await expect(anteprima).toHaveCount(1);
  await page.getByRole('button', { name: 'Togli insegna.png' }).click();
  await expect(anteprima).toHaveCount(0);
  await expect(page.locator('#testo')).toHaveValue('Bar Sport');
  await salvaMezzo(page);
  await expect(riga(page, '1. Cartello')).toContainText('Nessun file');
});

test('in the list nothing is loaded anew: a device is duplicated, removed and put back, and the totals follow', async ({
  page,
  house,
  smtp,
}) => {
  const { id } = await iniziata(page, { house, smtp }, { email: someone('elenco'), mezzi: [cartello(), furgone()] });
  await page.goto(`${PERCORSO}/mezzi/${id}`);
  await page.evaluate(() => Object.assign(window, { stessa: true }));
  const totali = page.locator('#totali');
  const detto = page.locator('#detto');
  await expect(totali).toContainText(/2 mezzi\..*245,58/);

  await page.getByRole('button', { name: 'Togli 2. Automezzo' }).click();
  await expect(riga(page, '2. Automezzo')).toContainText('Tolto.');
  await expect(riga(page, '2. Automezzo')).toBeFocused();
  await expect(detto).toHaveText('2. Automezzo. Tolto: puoi annullare.');
  await expect(totali).toContainText(/1 mezzo\..*196,00/);
  await page.getByRole('button', { name: 'Annulla 2. Automezzo' }).click();
  await expect(riga(page, '2. Automezzo')).toContainText('49,58');
  await expect(totali).toContainText(/2 mezzi\..*245,58/);
  await page.getByRole('button', { name: 'Duplica 1. Cartello' }).click();
  await expect(riga(page, '3. Cartello')).toBeFocused();
  await expect(totali).toContainText(/3 mezzi\..*441,58/);
  expect(await page.evaluate(() => 'stessa' in window)).toBe(true);

  // What was changed is there when one comes back from the form of a device.
  await apriMezzo(page, 'Modifica 3. Cartello');
  await page.goBack();
  await expect(riga(page, '3. Cartello')).toContainText('Via Roma 1');
  await expect(totali).toContainText('3 mezzi.');
});

test('two tabs write to one declaration: neither loses what the other did, and a device that is gone says so', async ({
  page,
  house,
  smtp,
}) => {
  const { id } = await iniziata(page, { house, smtp }, { email: someone('schede'), mezzi: [cartello()] });
  const altra = await page.context().newPage();
  for (const scheda of [page, altra]) await scheda.goto(`${PERCORSO}/mezzi/${id}`);
  await apriMezzo(page, 'Modifica 1. Cartello');
  await apriMezzo(altra, 'Aggiungi un mezzo');
  await scriviMezzo(altra, furgone());
  await scriviMezzo(page, { testo: 'Bar dello Sport' });
  await salvaMezzo(altra);
  await expect(riga(altra, '2. Automezzo')).toBeVisible();
  await salvaMezzo(page);
  await expect(riga(page, '1. Cartello')).toContainText('Bar dello Sport');
  await expect(riga(page, '2. Automezzo')).toBeVisible();

  // Removed in one tab while it stands in the other.
  await altra.getByRole('button', { name: 'Togli 2. Automezzo' }).click();
  await expect(riga(altra, '2. Automezzo')).toContainText('Tolto.');
  await page.getByRole('button', { name: 'Togli 2. Automezzo' }).click();
  await expect(riga(page, '2. Automezzo')).toContainText('Tolto.');

  // Sent in one tab, it is closed in the other.
  await page.goto(`${PERCORSO}/riepilogo/${id}`);
  const { protocollo } = await manda(page, true);
  await altra.getByRole('button', { name: 'Annulla 2. Automezzo' }).click();
  await expect(altra.locator('[data-protocollo]')).toHaveText(protocollo);
});
