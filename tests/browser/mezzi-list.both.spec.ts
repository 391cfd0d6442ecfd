/** The devices of a declaration: errors beside fields, sheets as a whole or not at all, changes taken back and put back. */

import { cartello, furgone } from '../typed-mezzi.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { pngFile, pressSend } from './flow.ts';
import {
  attachTo,
  beginDichiarazione,
  MEZZI_PATH,
  mezzoRow,
  openMezzo,
  saveMezzo,
  sendDichiarazione,
  writeMezzo,
} from './mezzi-flow.ts';

test('impossible sizes are refused beside the field, and what was typed stays', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const { id } = await beginDichiarazione(page, { house, smtp }, { email: newEmail('misure') });
  await page.goto(`${MEZZI_PATH}/mezzi/${id}?mezzo=nuovo`);
  await writeMezzo(page, cartello());
  for (const [larghezza, altezza] of [
    ['0', '-1'],
    ['99999999999999999999', '1,5'],
    ['5001', 'due metri'],
  ] as const) {
    await writeMezzo(page, { larghezza_cm: larghezza, altezza_cm: altezza });
    await saveMezzo(page);
    await expect(page).toHaveTitle(/^Errore: /);
    await expect(page.locator('#larghezza_cm-errore')).toContainText('la larghezza in centimetri');
    await expect(page.locator('#altezza_cm-errore')).toContainText('un numero intero da 1 a 5000');
    await expect(page.locator('#larghezza_cm')).toHaveValue(larghezza);
    await expect(page.locator('#altezza_cm')).toHaveValue(altezza);
    await expect(page.locator('#indirizzo')).toHaveValue('Via Roma 1');
    await expect(page.getByLabel('Due facce', { exact: true })).toBeChecked();
  }
  await accessible(page, 'misure assurde');
  await page.reload();
  await expect(page.locator('#altezza_cm')).toHaveValue('due metri');
  await writeMezzo(page, { larghezza_cm: '100', altezza_cm: '200' });
  await saveMezzo(page);
  await expect(mezzoRow(page, '1. Cartello')).toContainText('100 × 200 cm');
});

test('a vehicle that becomes a sign keeps its sizes and its photo', { tag: '@scripts' }, async ({
  page,
  house,
  smtp,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const { id } = await beginDichiarazione(page, { house, smtp }, { email: newEmail('tipo'), mezzi: [furgone()] });
  await page.goto(`${MEZZI_PATH}/mezzi/${id}`);
  await openMezzo(page, 'Modifica 1. Automezzo');
  await attachTo(page, 'foto_bozzetti', pngFile('furgone.png'), scripted);
  await writeMezzo(page, {
    Tipologia_impianto_publicitario__c: 'Cartello',
    indirizzo: 'Via Roma 2',
    quantita: '1',
    testo: 'Bar Sport',
  });
  await expect(page.locator('#larghezza_cm')).toHaveValue('150');
  await saveMezzo(page);
  await expect(mezzoRow(page, '1. Cartello')).toContainText('Via Roma 2, 150 × 50 cm, una faccia');
  await expect(mezzoRow(page, '1. Cartello')).toContainText('1 file');
  await expect(mezzoRow(page, 'Automezzo')).toHaveCount(0);
});

test('a filled template is imported, and a wrong sheet names its lines and imports nothing', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const { id } = await beginDichiarazione(page, { house, smtp }, { email: newEmail('foglio') });
  await page.goto(`${MEZZI_PATH}/mezzi/${id}`);
  await page.getByRole('link', { name: 'Importa da un foglio (CSV)' }).click();
  await accessible(page, 'importa');
  const template = await page.getByRole('link', { name: 'Scarica il modello (CSV)' }).getAttribute('href');
  const foglio = await (await page.request.get(template ?? '')).text();
  const [header = ''] = foglio.split('\r\n');
  expect(header.split(';').slice(0, 4)).toEqual(['\uFEFFtipo', 'targa', 'categoria veicolo', 'indirizzo']);
  const importRows = async (rows: string[]) => {
    const buffer = Buffer.from([foglio.trimEnd(), ...rows].join('\r\n'));
    await page.locator('#file').setInputFiles({ name: 'mezzi.csv', mimeType: 'text/csv', buffer });
    await page.locator('.cmp-nav-steps').getByRole('button', { name: 'Importa' }).click();
  };
  const csvRow = (n: number) => `Cartello;;;Via Roma ${n};due facce;senza luce;100;200;1;Bar ${n};;`;

  await page.locator('.cmp-nav-steps').getByRole('button', { name: 'Importa' }).click();
  await expect(page.getByRole('link', { name: 'Scegli il foglio CSV da importare.' })).toBeVisible();
  await accessible(page, 'nessun foglio');
  await importRows([csvRow(1), 'Cartello;;;;due facce;senza luce;0;200;1;Bar;;', 'Automezzo;ZZ;altro veicolo']);
  await expect(page).toHaveTitle(/^Errore: /);
  const rows = page.getByRole('region', { name: 'Che cosa correggere nel foglio' }).getByRole('listitem');
  await expect(rows.filter({ hasText: /^Riga 5.*dove si trova/ })).toBeVisible();
  await expect(rows.filter({ hasText: /^Riga 5.*larghezza/ })).toBeVisible();
  await expect(rows.filter({ hasText: /^Riga 6/ }).first()).toBeVisible();
  await accessible(page, 'un foglio sbagliato');
  await importRows(Array.from({ length: 201 }, (_, n) => csvRow(n)));
  await expect(page.getByText(/al massimo 200/).first()).toBeVisible();
  await accessible(page, 'troppi mezzi');
  await page.goto(`${MEZZI_PATH}/mezzi/${id}`);
  await expect(page.getByText('Non c’è ancora nessun mezzo.')).toBeVisible();

  await page.getByRole('link', { name: 'Importa da un foglio (CSV)' }).click();
  await importRows(Array.from({ length: 200 }, (_, n) => csvRow(n)));
  await expect(page.getByText('Importati 200 mezzi')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Mezzi' }).getByRole('listitem')).toHaveCount(200);
  await accessible(page, 'duecento mezzi');
  await page.getByLabel('Cerca tra i mezzi').fill('roma 200');
  await page.getByRole('button', { name: 'Cerca' }).click();
  await expect(page.getByText('Trovato 1 mezzo.')).toBeVisible();
  await accessible(page, 'una ricerca');

  // There is no room for one more.
  await page.getByRole('link', { name: 'Mostra tutti i mezzi' }).click();
  await openMezzo(page, 'Aggiungi un mezzo');
  await writeMezzo(page, furgone());
  await saveMezzo(page);
  await expect(page.getByText(/Una dichiarazione ha al massimo 200 mezzi: questa è completa/)).toBeVisible();
  await expect(page.locator('#targa')).toHaveValue('AB123CD');
  await accessible(page, 'il duecentunesimo');
});

test('a device is duplicated, removed and put back, and one that stays removed is not sent', async ({
  page,
  house,
  smtp,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const mezzi = [cartello(), furgone()];
  const { id } = await beginDichiarazione(page, { house, smtp }, { email: newEmail('toglie'), mezzi });
  await page.goto(`${MEZZI_PATH}/mezzi/${id}`);
  await page.getByRole('button', { name: 'Duplica 1. Cartello' }).click();
  await expect(mezzoRow(page, '3. Cartello')).toContainText('Via Roma 1, 100 × 200 cm');
  await page.getByRole('button', { name: 'Togli 2. Automezzo' }).click();
  await expect(mezzoRow(page, '2. Automezzo')).toContainText('Tolto.');
  await expect(page.locator('#totali')).toContainText('2 mezzi.');
  await accessible(page, 'uno tolto');
  await page.getByRole('button', { name: 'Annulla 2. Automezzo' }).click();
  await expect(mezzoRow(page, '2. Automezzo')).toContainText('49,58');
  await expect(page.locator('#totali')).toContainText('3 mezzi.');
  await page.getByRole('button', { name: 'Togli 3. Cartello' }).click();
  await expect(mezzoRow(page, '3. Cartello')).toContainText('Tolto.');

  await page.goto(`${MEZZI_PATH}/riepilogo/${id}`);
  await expect(page.getByRole('heading', { name: /^\d\. (Cartello|Automezzo)$/ })).toHaveCount(2);
  const { chat } = await sendDichiarazione(page, scripted);
  await page.goto(chat);
  await expect(page.locator('dt').filter({ hasText: /^\d\. / })).toHaveText(['1. Cartello', '2. Automezzo']);
});

test('text that citizens wrote is shown as written, and without a tariff the ente tells the amount', {
  tag: '@scripts',
}, async ({ page, house, smtp }) => {
  const markup = `"><img src=x onerror='alert(1)'>&amp;`;
  const mezzi = [cartello({ indirizzo: markup, testo: markup })];
  const { id } = await beginDichiarazione(
    page,
    { house, smtp },
    { email: newEmail('testi'), ente: 'collelume', mezzi },
  );
  await page.goto(`${MEZZI_PATH}/mezzi/${id}`);
  await expect(mezzoRow(page, '1. Cartello')).toContainText(`${markup}, 100 × 200 cm`);
  await expect(mezzoRow(page, '1. Cartello')).toContainText(`«${markup}»`);
  await page.getByRole('button', { name: 'Duplica 1. Cartello' }).click();
  await expect(mezzoRow(page, '2. Cartello')).toContainText(`«${markup}»`);
  await page.getByRole('button', { name: 'Togli 1. Cartello' }).click();
  await expect(mezzoRow(page, '1. Cartello')).toContainText(`Tolto. ${markup}`);
  await expect(page.locator('#mezzi img')).toHaveCount(0);
  await expect(page.locator('#mezzi')).not.toContainText('€');
  await expect(page.locator('#totali')).toHaveText('1 mezzo. L’importo del canone te lo comunica l’ente.');
});

test('a change or a cessation of the position’s device is taken back and put back', { tag: '@scripts' }, async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const { id } = await beginDichiarazione(page, { house, smtp }, { persona: 'luca', tipo: 'variazione' });
  await page.goto(`${MEZZI_PATH}/mezzi/${id}`);
  await openMezzo(page, 'Modifica 1. Cartello');
  await writeMezzo(page, { larghezza_cm: 150 });
  await saveMezzo(page);
  await page.getByRole('button', { name: 'Annulla la modifica 1. Cartello' }).click();
  await expect(mezzoRow(page, '1. Cartello')).toContainText('120 × 80 cm');
  await expect(mezzoRow(page, '1. Cartello')).toContainText('Modifica annullata.');
  await accessible(page, 'una modifica annullata');
  await page.getByRole('button', { name: 'Rimetti la modifica 1. Cartello' }).click();
  await expect(mezzoRow(page, '1. Cartello')).toContainText('era 120 cm, diventa 150 cm');

  await page.getByRole('link', { name: 'Cessa 7. Automezzo' }).click();
  await page.getByLabel(/^Da quando non c’è più/).fill('2026-10-01');
  await page.getByLabel(/^Perché/).fill('Venduto.');
  await page.getByRole('button', { name: 'Salva la cessazione' }).last().click();
  await expect(mezzoRow(page, '7. Automezzo')).toContainText('Cessa dal 01/10/2026');
  await page.getByRole('button', { name: 'Annulla la cessazione 7. Automezzo' }).click();
  await expect(mezzoRow(page, '7. Automezzo')).toContainText('Cessazione annullata.');
  await expect(page.locator('#totali')).toContainText('7 mezzi: 1 modificato, 6 invariati');
});

test('a device of another open declaration is marked in the list, refused at the send, and can be removed', {
  tag: '@scripts',
}, async ({ page, house, smtp, accessible, javaScriptEnabled }) => {
  const scripted = javaScriptEnabled !== false;
  const site = { house, smtp };
  const ids: string[] = [];
  for (const larghezza_cm of [150, 160]) {
    const { id } = await beginDichiarazione(page, site, { persona: 'luca', tipo: 'variazione', mezzi: [furgone()] });
    ids.push(id);
    await page.goto(`${MEZZI_PATH}/mezzi/${id}`);
    await openMezzo(page, 'Modifica 1. Cartello');
    await writeMezzo(page, { larghezza_cm });
    await saveMezzo(page);
    await expect(mezzoRow(page, '1. Cartello')).toContainText(`diventa ${larghezza_cm} cm`);
  }
  const [first, second] = ids;
  await page.goto(`${MEZZI_PATH}/riepilogo/${first}`);
  await sendDichiarazione(page, scripted);
  await page.goto(`${MEZZI_PATH}/riepilogo/${second}`);
  await pressSend(page, scripted);
  await expect(page.getByText(/c’è già una dichiarazione in corso: Cartello, Via Roma 12/)).toBeVisible();
  await accessible(page, 'un mezzo già dichiarato');
  await page.goto(page.url().replace('/riepilogo/', '/mezzi/'));
  await expect(mezzoRow(page, '1. Cartello')).toContainText('c’è già una dichiarazione in corso');
  await page.getByRole('button', { name: 'Annulla la modifica 1. Cartello' }).click();
  await expect(mezzoRow(page, '1. Cartello')).toContainText('Modifica annullata.');
  await page.goto(page.url().replace('/mezzi/', '/riepilogo/').replace(/#.*/, ''));
  await sendDichiarazione(page, scripted);
});

test('the list and its forms fit 320 pixels and text twice as large', async ({ page, house, smtp }) => {
  const longMezzo = cartello({ testo: 'Precipitevolissimevolmente'.repeat(4), indirizzo: 'ViaSenzaSpazi'.repeat(10) });
  const begin = { persona: 'luca', tipo: 'variazione', mezzi: [longMezzo] } as const;
  const { id } = await beginDichiarazione(page, { house, smtp }, begin);
  const overflow = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement;
      return scrollWidth - clientWidth;
    });
  await page.goto(`${MEZZI_PATH}/mezzi/${id}`);
  const hrefOf = async (name: string) => {
    const href = await page.getByRole('link', { name: name, exact: true }).getAttribute('href');
    return `/mezzi/${id}${href}`;
  };
  const [editHref, newHref, endHref] = [
    await hrefOf('Modifica 1. Cartello'),
    await hrefOf('Modifica 8. Cartello'),
    await hrefOf('Cessa 1. Cartello'),
  ];
  const pages = ['mezzi', 'tipo', 'richiedente', 'allegati', 'riepilogo'].map((step) => `/${step}/${id}`);
  for (const path of ['', '?tipo=variazione', ...pages, editHref, newHref, endHref, `/mezzi/${id}?importa`]) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(MEZZI_PATH + path);
    expect(await overflow(), `${path}, 320 px`).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect(await overflow(), `${path}, 200 %`).toBeLessThanOrEqual(0);
  }
});
