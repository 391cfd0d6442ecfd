/** Votive lamps, with scripts and without: asked for by a guest, settled by an operator, told to the citizen. */
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { acceptPrivacy, attachFiles, fillFields, goToSummary, pdfFile, typeEmailCode } from './flow.ts';
import { acceptRichiesta, followRichiesta, richiedente, sendFromSummary } from './richieste-flow.ts';

const LAMPADE_PATH = '/servizio/allacciamento-lampade-votive';

test('a guest asks for votive lamps; every mistake is told beside its field; the confirmation leads to the chat', async ({
  page,
  house,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const email = newEmail('anna');
  await page.goto(LAMPADE_PATH);
  await acceptPrivacy(page);
  await expect(page.getByText('Scegli l’ente: qui compaiono i cimiteri.')).toBeVisible();

  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByRole('link', { name: 'Allega almeno un file: la concessione' })).toBeVisible();
  await accessible(page, 'gli errori');

  await page.locator('#ente').selectOption({ label: 'Comune di Collelume' });
  if (!scripted) await page.getByRole('button', { name: 'Mostra i cimiteri' }).click();
  await expect(page.locator('#cimitero')).toContainText('Cimitero monumentale');
  await page.locator('#ente').selectOption({ label: 'Comune di Borgosereno' });
  if (!scripted) await page.getByRole('button', { name: 'Mostra i cimiteri' }).click();
  await page.locator('#cimitero').selectOption({ label: 'Cimitero di Borgo Alto' });
  await page.locator('#tipo').selectOption({ label: 'Loculo' });
  const written = {
    posizione_fila: '3',
    posizione_numero: '15',
    defunto_nome: 'Ugo',
    defunto_cognome: 'Rossi',
    defunto_data_decesso: '2999-01-01',
    lampade: '2',
    decorrenza: '2999-01-01',
    fatturazione_indirizzo: 'Via Roma 1',
    fatturazione_cap: '00100',
    fatturazione_comune: 'Roma',
    fatturazione_provincia: 'rm',
    ...richiedente(email),
  };
  await fillFields(page, written);
  await attachFiles(page, pdfFile('concessione.pdf'), scripted);
  await expect(page.getByText('concessione.pdf').first()).toBeVisible();
  await page.locator('#file_documento_identita').setInputFiles(pdfFile('carta.pdf'));
  if (scripted) {
    // Each file stands under the label it was chosen for.
    for (const [group, name] of [
      ['Documenti della tomba', 'concessione.pdf'],
      ['Documento di identità', 'carta.pdf'],
    ] as const) {
      const ownFiles = page.getByRole('list', { name: `File allegati: ${group}` });
      await expect(ownFiles.getByRole('listitem')).toHaveText(new RegExp(name));
      // Asked in one go: the page may still grow above them.
      const below = await ownFiles.evaluate((list) => {
        const label = list.closest('.form-group')?.querySelector('label');
        return list.getBoundingClientRect().y - (label?.getBoundingClientRect().y ?? Number.NaN);
      });
      expect(below).toBeGreaterThan(0);
    }
  }
  await typeEmailCode(page, { email, code });
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.locator('#defunto_data_decesso-errore')).toContainText('è nel futuro');
  await accessible(page, 'un giorno sbagliato');
  await page.locator('#defunto_data_decesso').fill('2026-02-28');
  await goToSummary(page);
  for (const text of [
    'Comune di Borgosereno',
    'Cimitero di Borgo Alto',
    'fila 3, numero 15',
    '28/02/2026',
    /carta\.pdf/,
  ]) {
    await expect(page.locator('dd').filter({ hasText: text }).first()).toBeVisible();
  }
  const shownValue = (name: string) => page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd');
  await expect(shownValue('Documenti della tomba')).toHaveText(/^concessione\.pdf \d+ KB$/);
  await expect(shownValue('Documento di identità')).toHaveText(/^carta\.pdf \d+ KB$/);
  await accessible(page, 'il riepilogo');
  const { chat } = await sendFromSummary(page, scripted);
  await followRichiesta(page);

  await acceptRichiesta(house, chat);
  await page.goto(chat);
  await expect(page.getByText('L’allacciamento decorre dal 1º gennaio 2999.')).toBeVisible();
  await expect(page.locator('.dati-pratica').filter({ hasText: 'Decorrenza' })).toContainText('1º gennaio 2999');
  await accessible(page, 'la decisione');
});

test('the residence in a citizen’s profile is filled in as the address of the invoice, and what they type over it stays', {
  tag: '@scripts',
}, async ({ page }) => {
  const residenza = { Indirizzo: 'Via dei Tigli 7', CAP: '00123', Comune: 'Collelume', Provincia: 'RM' };
  await logIn(page, 'paolo', '/area-riservata/profilo-utente');
  for (const [label, value] of Object.entries(residenza)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Salva la residenza' }).click();
  await expect(page.getByText('Residenza salvata')).toBeVisible();

  await page.goto(LAMPADE_PATH);
  await acceptPrivacy(page);
  const fatturazioneField = (part: string) => page.locator(`#fatturazione_${part}`);
  for (const [part, value] of [
    ['indirizzo', 'Via dei Tigli 7'],
    ['cap', '00123'],
    ['comune', 'Collelume'],
    ['provincia', 'RM'],
  ] as const)
    await expect(fatturazioneField(part)).toHaveValue(value);

  await fatturazioneField('indirizzo').fill('Presso lo studio Verdi');
  await fatturazioneField('cap').fill('');
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.locator('#fatturazione_cap-errore')).toBeVisible();
  await expect(fatturazioneField('indirizzo')).toHaveValue('Presso lo studio Verdi');
  await expect(fatturazioneField('cap')).toHaveValue('');
});
