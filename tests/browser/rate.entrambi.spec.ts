/** To pay in instalments: the plan is seen before it is asked for, decided once, read by the citizen. */
import { expect, someone, test } from './fixtures.ts';
import { apri, comeOlga, conICodici, decide, diChi, spedisci } from './richiesta.ts';

const PERCORSO = '/servizio/rateizza-un-pagamento/Rifiuti%20TARI/BS-100101-01,BS-100101-02';

test('a guest sees the plan, asks for it; an operator accepts; the instalments are there to read', async ({
  page,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const email = someone('rate');
  await page.goto(PERCORSO);
  await accessible(page, 'i codici');
  await conICodici(page, PERCORSO, scripted);
  await expect(page.getByText('Totale: 279,60')).toBeVisible();
  await accessible(page, 'i dati');

  await page.getByRole('button', { name: 'Avanti' }).click();
  for (const parole of [
    'Scegli in quante rate vuoi pagare.',
    'Spiega perché chiedi di pagare a rate.',
    /^Dichiara di essere in temporanea difficoltà/,
    /^Allega almeno un file che mostri la difficoltà/,
    'Allega un tuo documento di identità, fronte e retro.',
  ])
    await expect(page.getByRole('link', { name: parole })).toBeVisible();
  await expect(page).toHaveTitle(/^Errore: /);
  await accessible(page, 'gli errori');

  const piano = page.locator('#tabella-piano');
  const rata = (n: number) => piano.getByRole('row').filter({ has: page.getByRole('rowheader', { name: `${n}` }) });
  const calcola = async () => {
    if (!scripted) await page.getByRole('button', { name: 'Calcola il piano' }).click();
  };
  await page.locator('#motivo').fill('Ho perso il lavoro.');
  await page.locator('#rate').selectOption('3');
  await calcola();
  await expect(rata(3)).toContainText('93,20');
  await page.locator('#rate').selectOption('4');
  const prima = (await page.locator('#prima_scadenza').getAttribute('max')) ?? '';
  await page.locator('#prima_scadenza').fill(prima);
  await calcola();
  await expect(piano.getByRole('rowheader')).toHaveCount(4);
  await expect(rata(1)).toContainText(prima.split('-').reverse().join('/'));
  await expect(rata(4)).toContainText('69,90');
  await expect(page.locator('#motivo')).toHaveValue('Ho perso il lavoro.');
  // The body asks for interest.
  await expect(piano.getByText(/di cui .* di interessi/)).toBeVisible();
  await accessible(page, 'il piano');

  await page.locator('#difficolta').check();
  await diChi(page, { email, code, scripted });
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page).toHaveURL(/passo=riepilogo/);
  await expect(page.getByRole('table', { name: /^4 rate, .* di interessi$/ })).toBeVisible();
  await accessible(page, 'il riepilogo');
  const chat = await spedisci(page, scripted);

  await comeOlga(page, chat, scripted);
  await expect(page.locator('dd').filter({ hasText: /^1\. \d\d\/\d\d\/\d{4}: \d\d,\d\d/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Documento di identità' })).toBeVisible();
  await expect(page.getByLabel('Importo corretto')).toHaveCount(0);
  await page.getByLabel('Accetta', { exact: true }).check();
  await page.getByLabel('Motivo della decisione').fill('La difficoltà è dimostrata.');
  await decide(page);

  await page.goto(chat);
  await expect(page.getByText('Motivo: La difficoltà è dimostrata.')).toBeVisible();
  await expect(page.getByText(/Il piano è attivo: trovi le 4 rate/)).toBeVisible();
  for (const n of [1, 4])
    await expect(page.getByRole('link', { name: new RegExp(`^Paga Rata ${n} di 4`) })).toBeVisible();
  await accessible(page, 'la risposta');

  // The same documents are in instalments now: the form says so, and what else there is to choose.
  await apri(page, PERCORSO);
  await expect(page.getByText(/«rateizzato»: questa richiesta non si può fare/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Scegli altri documenti' })).toBeVisible();
  await accessible(page, 'non più');
});
