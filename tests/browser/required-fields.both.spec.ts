/** What is marked as required is what is refused when it is empty, in every form; files by the field that asks for them. */
import type { Page } from '@playwright/test';
import { dichiarazionePath } from '../../src/features/cases/allegati/file-limits.ts';
import { Citizen } from '../citizen.ts';
import type { Portal } from '../portal.ts';
import { cartello } from '../typed-mezzi.ts';
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { BOZZE_API, becomeCitizen, expectStatus } from './flow.ts';
import { beginDichiarazione, goForward, MEZZI_PATH, openMezzo, saveMezzo, TIPO } from './mezzi-flow.ts';
import { openDataWithCodici } from './richieste-flow.ts';

/** Ids of the fields in sight that carry the mark and are empty. */
const markedFields = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) => {
    const names = [...main.querySelectorAll('label, legend')].flatMap((label) => {
      const field = (label as HTMLLabelElement).control ?? label.parentElement?.querySelector('input');
      const mark = [...label.children].some((c) => c.textContent === '*');
      if (!mark || !(field instanceof HTMLElement) || !field.checkVisibility()) return [];
      const { name, type, value } = field as HTMLInputElement;
      const asked = type === 'file' && field.closest('.form-group')?.querySelector('.allegati');
      const filled = asked || (/radio|checkbox/.test(type) ? main.querySelector(`[name="${name}"]:checked`) : value);
      return filled ? [] : [field.id];
    });
    return names.sort();
  });

/** Ids of the fields that the summary of errors leads to. */
async function refusedFields(page: Page): Promise<string[]> {
  const items = page.locator('#errori a');
  await expect(items.first()).toBeVisible();
  return (await items.evaluateAll((all) => all.map((a) => (a.getAttribute('href') ?? '').slice(1)))).sort();
}

/** Without scripts these fields are shown for every role, in blocks that name the role. */
const ROLE_FIELDS = [
  'richiedente_titolo',
  'ragione_sociale',
  'partita_iva',
  'file_titolo_rappresentanza',
  'rappresentato_nome',
  'rappresentato_cognome',
  'rappresentato_codice_fiscale',
];

type MatchOptions = { scripted: boolean; press?: (page: Page) => Promise<void>; othersFields?: readonly string[] };

/** A form that is sent as it is gets errors at its required fields and at no others. @param othersFields fields that another choice requires */
async function expectMarksMatch(
  page: Page,
  { scripted, press = goForward, othersFields = ROLE_FIELDS }: MatchOptions,
): Promise<string[]> {
  const marked = await markedFields(page);
  await press(page);
  let told: string[] = [];
  // When the send is a call, the errors of the previous one are shown until its answer comes.
  await expect(async () => {
    told = await refusedFields(page);
    const counts = (name: string) => scripted || told.includes(name) || !othersFields.includes(name);
    expect(marked.filter(counts)).toEqual(told);
  }).toPass({ timeout: 15_000 });
  return told;
}

const pressButton = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** The browser becomes a guest who has come to the data of a form, and has written nothing but this. */
async function openData(page: Page, house: Portal, path: string, values: Record<string, string>): Promise<void> {
  const citizen = await new Citizen(house.base).arrive();
  expectStatus(
    await citizen.post(BOZZE_API, { percorso: path, passo: 'dati', valori: { privacy: 'on', ...values } }),
    200,
  );
  await becomeCitizen(page, citizen);
  await page.goto(`${path}?passo=dati`);
}

const MODULI: [percorso: string, file: string[]][] = [
  ['/segnalazione', []],
  ['/sportello-territoriale', []],
  ['/servizio/allacciamento-lampade-votive', ['file', 'file_documento_identita']],
  ['/servizio/affissione-manifesti', ['file_documento_identita']],
  ['/servizio/abbonamento-parcheggi', ['file_documento_identita']],
  ['/servizio/istanza-contribuente/Rifiuti%20TARI/nessuno', ['file_documento_identita']],
];

for (const [path, file] of MODULI)
  test(`${path} marks what it refuses empty`, async ({ page, house, javaScriptEnabled }) => {
    const scripted = javaScriptEnabled !== false;
    // A report's list of types is asked for by its last picture.
    await openData(page, house, path, { ente: 'borgosereno', ...(path === '/segnalazione' && { problema: 'altro' }) });
    // A reader hears it too: the field of a file cannot say it by itself.
    for (const id of file) await expect(page.locator(`#${id}`)).toHaveAccessibleName(/ \(obbligatorio\)/);
    const told = await expectMarksMatch(page, { scripted });
    expect(told.filter((name) => name.startsWith('file'))).toEqual(file);
  });

for (const [servizio, documenti, wanted] of [
  ['riesame', 'BS-100101-01', 'una ricevuta, una lettera, una foto'],
  ['rateizza-un-pagamento', 'BS-100101-01,BS-100101-02', 'ISEE, busta paga, spese mediche'],
  ['rinegozia-un-pagamento', 'BS-100101-03', 'perché ti serve più tempo'],
] as const)
  test(`the request about documents "${servizio}" marks what it refuses empty, and says which file it wants`, async ({
    page,
    javaScriptEnabled,
  }) => {
    const scripted = javaScriptEnabled !== false;
    const path = `/servizio/${servizio}/Rifiuti%20TARI/${documenti}`;
    await page.goto(path);
    await expectMarksMatch(page, { scripted, press: pressButton('Continua') });
    await openDataWithCodici(page, path);
    await expect(page.locator('#file')).toHaveAccessibleDescription(new RegExp(wanted));
    const told = await expectMarksMatch(page, { scripted });
    expect(told).toEqual(expect.arrayContaining(['file', 'file_documento_identita']));
  });

for (const ruolo of ['titolare_ditta_individuale', 'legale_rappresentante', 'tutore', 'curatore', 'altro'])
  test(`a citizen who asks as ${ruolo} finds marked what that role has to say`, async ({
    page,
    house,
    javaScriptEnabled,
  }) => {
    const scripted = javaScriptEnabled !== false;
    await openData(page, house, '/servizio/istanza-contribuente/Rifiuti%20TARI/nessuno', { ruolo });
    const told = await expectMarksMatch(page, { scripted });
    expect(told).toContain('file_titolo_rappresentanza');
    expect(told.filter((name) => ROLE_FIELDS.includes(name)).length).toBeGreaterThan(1);
  });

test('the steps of a declaration of devices mark what they refuse empty', async ({
  page,
  house,
  smtp,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  await page.goto(`${MEZZI_PATH}?tipo=nuovo`);
  await expectMarksMatch(page, { scripted });

  const { id, citizen } = await beginDichiarazione(
    page,
    { house, smtp },
    { email: newEmail('vuoto'), mezzi: [cartello()] },
  );
  await page.goto(`${MEZZI_PATH}/mezzi/${id}`);
  await openMezzo(page, 'Aggiungi un mezzo');
  const otherFiles = page.locator('#file_altri_documenti');
  await expect(otherFiles).toHaveAccessibleName(/^Altri documenti, per riduzioni o esenzioni/);
  await expect(otherFiles).toHaveAccessibleDescription(/^Ad esempio lo statuto/);
  const ofVehicles = ['targa', 'categoria_veicolo'];
  const ofOthers = ['indirizzo', 'testo', 'quantita'];
  for (const [tipo, othersFields] of [
    ['', [...ofVehicles, ...ofOthers]],
    ['Automezzo', ofOthers],
    ['Cartello', ofVehicles],
  ] as const) {
    await page.locator(TIPO).selectOption(tipo);
    await expectMarksMatch(page, { scripted, press: saveMezzo, othersFields });
  }
  await page.goto(`${MEZZI_PATH}/mezzi/${id}?importa`);
  await expectMarksMatch(page, { scripted, press: pressButton('Importa') });

  const path = dichiarazionePath(id);
  expectStatus(
    await citizen.post(BOZZE_API, { percorso: path, passo: 'richiedente', valori: { privacy: 'on', ruolo: 'tutore' } }),
    200,
  );
  await page.goto(`${MEZZI_PATH}/richiedente/${id}`);
  await expect(page.locator('main')).toContainText('carta.pdf');
  const told = await expectMarksMatch(page, { scripted });
  expect(told).toContain('file_titolo_rappresentanza');
});

test('the form of a notice marks what it refuses empty; the text of a QR code names the municipality, and asks for nothing more', async ({
  page,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const press = pressButton('Controlla l’avviso');
  await page.goto('/servizio/paga-online');
  expect(await expectMarksMatch(page, { scripted, press })).toEqual(['dominioEC', 'numero_avviso']);
  await page.locator('#numero_avviso').fill('PAGOPA|002|302000000900000109|80000015554|6450');
  if (scripted) expect(await markedFields(page)).toEqual([]);
  else await expect(page.getByLabel('Codice fiscale dell’ente (se non hai incollato il testo del QR)')).toBeVisible();
  await press(page);
  await expect(page.getByRole('heading', { name: 'Stai pagando' })).toBeVisible();
});

test('the pages of a citizen who is logged in, and payments without a notice, mark what they refuse empty', async ({
  page,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  for (const [pagina, name] of [
    ['/servizio/paga-online?modo=spontaneo&ente=borgosereno&servizio=mensa', 'Paga con pagoPA'],
    ['/servizio/paga-online?modo=spontaneo&ente=borgosereno&servizio=certificati', /^Paga .*con pagoPA$/],
    ['/aggiorna-dati-ricontatto', 'Salva i contatti'],
    ['/area-riservata?scheda=posizioni', 'Aggiungi la posizione'],
    ['/area-riservata/profilo-utente', 'Continua'],
  ] as const) {
    if (pagina.startsWith('/agg')) await logIn(page, 'giulia', pagina);
    await page.goto(pagina);
    const otherText = page.getByText('Ne hai inviata una senza codice fiscale?');
    if (pagina.endsWith('utente')) await otherText.click();
    await expectMarksMatch(page, { scripted, press: pressButton(name) });
  }
});
