/** A file of the tax program, as an administrator sends it. */
import { readFileSync } from 'node:fs';
import { workbook } from '../workbook.ts';
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
  await expect(page.getByRole('link', { name: /non conosce ancora le colonne/ })).toBeVisible();
  await expect(page).toHaveTitle(/^Errore: /);

  await file.setInputFiles(fileOf({ posizioni: [...upTo(4), posizione(5, { intestatario: '' })] }));
  await send.click();
  await expect(page.getByText('Importato in parte: osap.json')).toBeVisible();
  await expect(page.getByText('Posizioni: righe nuove 4, aggiornate 0, invariate 0, rifiutate 1')).toBeVisible();
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
  await expect(page.getByText('OSAP, posizioni: righe chiuse 2 di 4')).toBeVisible();

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

const SHEET = workbook({
  sheets: [
    { name: 'Note', rows: [['da chiamare']] },
    {
      name: 'OSAP',
      rows: [
        ['Utente', 'PIN', 'Nominativo'],
        [4170, 'AB12CD', 'Anna Bianchi'],
        ['NOTTE-2', { xml: '<c r="REF" t="e"><v>#N/A</v></c>' }, 'Luca Verdi'],
      ],
    },
  ],
});
const TABLE = ['Utente;PIN;Nominativo', 'NOTTE-1;AB12CD;Anna Bianchi', 'NOTTE-2;AB12CD;'].join('\n');

test('an administrator explains the columns of a table once, sees how its rows are read, and imports it', async ({
  page,
  house,
  accessible,
}) => {
  changeStore(house, "delete from importazioni where ente = 'portolieve'");
  changeStore(house, "delete from tracciati where ente = 'portolieve'");
  changeStore(house, "delete from posizioni where codice_utente like 'NOTTE-%'");
  await logIn(page, 'sofia', '/gestione/importazioni');
  const [file, send] = [page.getByLabel('File del gestionale'), page.getByRole('button', { name: 'Importa' })];
  await file.setInputFiles(fileOf(TABLE, 'osap.csv'));
  await send.click();
  const columns = page.getByRole('region', { name: 'Colonne della tabella' });
  await expect(columns.getByLabel('Codice utente')).toHaveValue('0');
  await expect(columns.getByLabel('Intestatario')).toHaveValue('2');
  await expect(columns.getByRole('listitem').filter({ hasText: 'Riga 3' })).toContainText('Scrivi l’intestatario.');
  await expect(columns.getByRole('listitem').filter({ hasText: 'Riga 2' })).toContainText('Scrivi il sistema.');
  await accessible(page, 'columns to explain');

  await columns.getByLabel('Sistema: valore se la colonna manca').fill('OSAP');
  await columns.getByRole('button', { name: 'Rileggi l’anteprima' }).click();
  await expect(columns.getByRole('listitem').filter({ hasText: 'Riga 2' })).not.toContainText('Scrivi il sistema.');
  await columns.getByRole('button', { name: 'Salva le colonne' }).click();
  await expect(page.getByRole('link', { name: 'Scrivi un nome per questo tipo di file.' })).toBeVisible();
  await accessible(page, 'columns without a name');
  await columns.getByLabel('Nome di questo tipo di file').fill('OSAP');
  await columns.getByRole('button', { name: 'Salva le colonne' }).click();
  await expect(page.getByText('Colonne salvate')).toBeVisible();
  await accessible(page, 'columns saved');

  await file.setInputFiles(fileOf(TABLE, 'osap.csv'));
  await send.click();
  await expect(page.getByText('Importato in parte: osap.csv')).toBeVisible();
  await expect(page.getByText('Posizioni: righe nuove 1, aggiornate 0, invariate 0, rifiutate 1')).toBeVisible();

  await page.getByRole('button', { name: 'Dimentica le colonne di OSAP' }).click();
  await file.setInputFiles({ name: 'osap.xlsx', mimeType: 'application/octet-stream', buffer: SHEET });
  await page.getByLabel('Foglio di Excel da leggere').fill('OSAP');
  await send.click();
  await expect(page.getByText('Nella colonna «Utente» ci sono numeri e non testi')).toBeVisible();
  await expect(page.getByLabel('Foglio di Excel da leggere')).toHaveValue('OSAP');
  await columns.getByLabel('Sistema: valore se la colonna manca').fill('OSAP');
  await columns.getByRole('button', { name: 'Rileggi l’anteprima' }).click();
  await expect(columns.getByRole('listitem').filter({ hasText: 'Riga 3' })).toContainText(
    'PIN: La cella mostra un errore di Excel',
  );
  await expect(page.getByText('Nella colonna «Utente» ci sono numeri e non testi')).toBeVisible();
  await accessible(page, 'columns of a workbook');
  await columns.getByLabel('Nome di questo tipo di file').fill('OSAP');
  await columns.getByRole('button', { name: 'Salva le colonne' }).click();

  await page.getByRole('button', { name: 'Modifica le colonne di OSAP' }).click();
  await expect(columns.getByLabel('Nome di questo tipo di file')).toHaveValue('OSAP');
  await accessible(page, 'columns to change');
  await page.getByRole('button', { name: 'Dimentica le colonne di OSAP' }).click();
  await expect(page.getByRole('heading', { name: 'Tabelle conosciute' })).toHaveCount(0);
});
