/** What is marked as required is what is refused when it is empty, in every form; files by the field that asks for them. */
import type { Page } from '@playwright/test';
import { percorsoDichiarazione } from '../../src/features/cases/allegati/limiti.ts';
import { Citizen } from '../citizen.ts';
import type { Portal } from '../portal.ts';
import { entra } from './accesso.ts';
import { expect, someone, test } from './fixtures.ts';
import { apriMezzo, avanti, cartello, iniziata, PERCORSO, salvaMezzo, TIPO } from './mezzi.ts';
import { BOZZE, diventa, riuscito } from './passi.ts';
import { conICodici } from './richiesta.ts';

/** Ids of the fields in sight that carry the mark and are empty. */
const segnati = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) => {
    const nomi = [...main.querySelectorAll('label, legend')].flatMap((etichetta) => {
      const campo = (etichetta as HTMLLabelElement).control ?? etichetta.parentElement?.querySelector('input');
      const segno = [...etichetta.children].some((c) => c.textContent === '*');
      if (!segno || !(campo instanceof HTMLElement) || !campo.checkVisibility()) return [];
      const { name, type, value } = campo as HTMLInputElement;
      const chiesti = type === 'file' && campo.closest('fieldset')?.querySelector('.allegati');
      const pieno = chiesti || (/radio|checkbox/.test(type) ? main.querySelector(`[name="${name}"]:checked`) : value);
      return pieno ? [] : [campo.id];
    });
    return nomi.sort();
  });

/** Ids of the fields that the summary of errors leads to. */
async function rifiutati(page: Page): Promise<string[]> {
  const voci = page.locator('#errori a');
  await expect(voci.first()).toBeVisible();
  return (await voci.evaluateAll((tutte) => tutte.map((a) => (a.getAttribute('href') ?? '').slice(1)))).sort();
}

/** Without scripts these stand there for every role, in blocks that say for which. */
const DI_UN_RUOLO = [
  ...['richiedente_titolo', 'ragione_sociale', 'partita_iva', 'file_titolo_rappresentanza'],
  ...['rappresentato_nome', 'rappresentato_cognome', 'rappresentato_codice_fiscale'],
];

type Come = { scripted: boolean; premi?: (page: Page) => Promise<void>; altrui?: readonly string[] };

/** Sent as it is, the page refuses what it marks, and nothing else. @param altrui marked for who has chosen something else */
async function combaciano(page: Page, { scripted, premi = avanti, altrui = DI_UN_RUOLO }: Come): Promise<string[]> {
  const marcati = await segnati(page);
  await premi(page);
  let detti: string[] = [];
  // Where the send is a call, the words of the one before stand there until its answer comes.
  await expect(async () => {
    detti = await rifiutati(page);
    const contano = (nome: string) => scripted || detti.includes(nome) || !altrui.includes(nome);
    expect(marcati.filter(contano)).toEqual(detti);
  }).toPass({ timeout: 15_000 });
  return detti;
}

const bottone = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();

/** The browser becomes a guest who has come to the data of a form, and has written nothing but this. */
async function aiDati(page: Page, house: Portal, percorso: string, valori: Record<string, string>): Promise<void> {
  const chi = await new Citizen(house.base).arrive();
  riuscito(await chi.post(BOZZE, { percorso, passo: 'dati', valori: { privacy: 'on', ...valori } }), 200);
  await diventa(page, chi);
  await page.goto(`${percorso}?passo=dati`);
}

const MODULI: [percorso: string, file: string[]][] = [
  ['/segnalazione', []],
  ['/sportello-territoriale', []],
  ['/servizio/allacciamento-lampade-votive', ['file', 'file_documento_identita']],
  ['/servizio/affissione-manifesti', ['file_documento_identita']],
  ['/servizio/abbonamento-parcheggi', ['file_documento_identita']],
  ['/servizio/istanza-contribuente/Rifiuti%20TARI/nessuno', ['file_documento_identita']],
];

for (const [percorso, file] of MODULI)
  test(`${percorso} marks what it refuses empty`, async ({ page, house, javaScriptEnabled }) => {
    const scripted = javaScriptEnabled !== false;
    await aiDati(page, house, percorso, { ente: 'borgosereno' });
    // A reader hears it too: the field of a file cannot say it by itself.
    for (const id of file) await expect(page.locator(`#${id}`)).toHaveAccessibleName(/ \(obbligatorio\)$/);
    const detti = await combaciano(page, { scripted });
    expect(detti.filter((nome) => nome.startsWith('file'))).toEqual(file);
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
    const percorso = `/servizio/${servizio}/Rifiuti%20TARI/${documenti}`;
    await page.goto(percorso);
    await combaciano(page, { scripted, premi: bottone('Continua') });
    await conICodici(page, percorso);
    await expect(page.locator('#file')).toHaveAccessibleDescription(new RegExp(wanted));
    const detti = await combaciano(page, { scripted });
    expect(detti).toEqual(expect.arrayContaining(['file', 'file_documento_identita']));
  });

for (const ruolo of ['titolare_ditta_individuale', 'legale_rappresentante', 'tutore', 'curatore', 'altro'])
  test(`who asks as ${ruolo} finds marked what that role has to say`, async ({ page, house, javaScriptEnabled }) => {
    const scripted = javaScriptEnabled !== false;
    await aiDati(page, house, '/servizio/istanza-contribuente/Rifiuti%20TARI/nessuno', { ruolo });
    const detti = await combaciano(page, { scripted });
    expect(detti).toContain('file_titolo_rappresentanza');
    expect(detti.filter((nome) => DI_UN_RUOLO.includes(nome)).length).toBeGreaterThan(1);
  });

test('the steps of a declaration of devices mark what they refuse empty', async ({
  page,
  house,
  smtp,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  await page.goto(`${PERCORSO}?tipo=nuovo`);
  await combaciano(page, { scripted });

  const { id, chi } = await iniziata(page, { house, smtp }, { email: someone('vuoto'), mezzi: [cartello()] });
  await page.goto(`${PERCORSO}/mezzi/${id}`);
  await apriMezzo(page, 'Aggiungi un mezzo');
  const altri = page.locator('#file_altri_documenti');
  await expect(altri).toHaveAccessibleName('Altri documenti, per riduzioni o esenzioni');
  await expect(altri).toHaveAccessibleDescription(/^Ad esempio lo statuto/);
  const diVeicoli = ['targa', 'categoria_veicolo'];
  const diAltri = ['indirizzo', 'testo', 'quantita'];
  for (const [tipo, altrui] of [
    ['', [...diVeicoli, ...diAltri]],
    ['Automezzo', diAltri],
    ['Cartello', diVeicoli],
  ] as const) {
    await page.locator(TIPO).selectOption(tipo);
    await combaciano(page, { scripted, premi: salvaMezzo, altrui });
  }
  await page.goto(`${PERCORSO}/mezzi/${id}?importa`);
  await combaciano(page, { scripted, premi: bottone('Importa') });

  const percorso = percorsoDichiarazione(id);
  riuscito(await chi.post(BOZZE, { percorso, passo: 'richiedente', valori: { privacy: 'on', ruolo: 'tutore' } }), 200);
  await page.goto(`${PERCORSO}/richiedente/${id}`);
  await expect(page.locator('main')).toContainText('carta.pdf');
  const detti = await combaciano(page, { scripted });
  expect(detti).toContain('file_titolo_rappresentanza');
});

test('a notice marks what it refuses empty; the text of its QR code names the body, and asks for nothing more', async ({
  page,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const premi = bottone('Controlla l’avviso');
  await page.goto('/servizio/paga-online');
  expect(await combaciano(page, { scripted, premi })).toEqual(['dominioEC', 'numero_avviso']);
  await page.locator('#numero_avviso').fill('PAGOPA|002|302000000900000109|80000015554|6450');
  if (scripted) expect(await segnati(page)).toEqual([]);
  else await expect(page.getByLabel('Codice fiscale dell’ente (se non hai incollato il testo del QR)')).toBeVisible();
  await premi(page);
  await expect(page.getByRole('heading', { name: 'Stai pagando' })).toBeVisible();
});

test('the pages of who is logged in, and what is paid without a notice, mark what they refuse empty', async ({
  page,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  for (const [pagina, nome] of [
    ['/servizio/paga-online?modo=spontaneo&ente=borgosereno&servizio=mensa', 'Paga con pagoPA'],
    ['/servizio/paga-online?modo=spontaneo&ente=borgosereno&servizio=certificati', 'Paga con pagoPA'],
    ['/aggiorna-dati-ricontatto', 'Salva i contatti'],
    ['/area-riservata', 'Aggiungi la posizione'],
    ['/area-riservata/profilo-utente', 'Continua'],
  ] as const) {
    if (pagina.startsWith('/agg')) await entra(page, 'giulia', pagina);
    await page.goto(pagina);
    const altro = page.getByText('Ne hai inviata una senza codice fiscale?');
    if (pagina.endsWith('utente')) await altro.click();
    await combaciano(page, { scripted, premi: bottone(nome) });
  }
});
