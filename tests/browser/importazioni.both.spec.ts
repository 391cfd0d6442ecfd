/** A file of the tax program, as an administrator sends it: with and without JavaScript. */
import { readFileSync } from 'node:fs';
import { logIn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { changeStore } from './store.ts';

const posizione = (n: number, over: object = {}) => ({
  codice_utente: `NOTTE-${n}`,
  codice_controllo: 'AB12CD',
  sistema: 'OSAP',
  intestatario: 'Anna Bianchi',
  ...over,
});
const fileOf = (content: object | string, name = 'osap.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content, null, 1)),
});
const upTo = (n: number) => Array.from({ length: n }, (_, at) => posizione(at + 1));

test('an administrator sends a file, tries one that would close too much, and confirms it; refused rows come back as CSV', async ({
  page,
  house,
  accessible,
}) => {
  changeStore(house, "delete from importazioni where ente = 'portolieve'");
  changeStore(house, "delete from posizioni where codice_utente like 'NOTTE-%'");
  await logIn(page, 'sofia', '/gestione');
  await page.getByRole('link', { name: 'Importazioni', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Importazioni');
  await expect(page.getByText('Nessun file ancora.')).toBeVisible();
  await accessible(page, 'no file yet');

  const [file, send] = [page.getByLabel('File del gestionale'), page.getByRole('button', { name: 'Importa' })];
  await send.click();
  await expect(page.getByRole('link', { name: 'Scegli il file.' })).toBeVisible();
  await file.setInputFiles(fileOf('codice;nome\n1;Anna', 'osap.csv'));
  await send.click();
  await expect(page.getByRole('link', { name: /sembra una tabella/ })).toBeVisible();
  await expect(page).toHaveTitle(/^Errore: /);
  await accessible(page, 'a table in place of a file');

  await file.setInputFiles(fileOf({ posizioni: [...upTo(4), posizione(5, { intestatario: '' })] }));
  await send.click();
  await expect(page.getByText('Importato in parte: osap.json')).toBeVisible();
  await expect(page.getByText('posizioni: 4 nuovi, 0 aggiornati, 0 invariati, 1 rifiutati')).toBeVisible();
  await accessible(page, 'imported in part');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Scarica le righe rifiutate/ }).click();
  const sheet = readFileSync(await (await downloading).path(), 'utf8');
  expect(sheet).toContain('Scrivi l’intestatario.;NOTTE-5;;OSAP;');

  const fewer = { sostituisci: [{ sistema: 'OSAP' }], posizioni: upTo(2) };
  await file.setInputFiles(fileOf(fewer, 'meno.json'));
  await page.getByLabel('Solo una prova').check();
  await send.click();
  await expect(page.getByText('Prova: nulla è cambiato: meno.json')).toBeVisible();
  await expect(page.getByText('OSAP, posizioni: chiusi 2 di 4')).toBeVisible();

  await file.setInputFiles(fileOf(fewer, 'meno.json'));
  await send.click();
  await expect(page.getByRole('link', { name: /chiuderebbe 2 su 4 delle posizioni di OSAP/ })).toBeVisible();
  await accessible(page, 'held by the brake');
  await page.getByLabel('È giusto: chiudi anche più di una posizione su dieci').check();
  await file.setInputFiles(fileOf(fewer, 'meno.json'));
  await send.click();
  await expect(page.getByText('Importato: meno.json')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'osap.csv' })).toContainText('Non importato');
  await accessible(page, 'a list of files');
});
