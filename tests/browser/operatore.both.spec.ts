/** An operator finds a case among those of the ente, and decides; the same with and without JavaScript. */

import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { ONE_POINT_PNG } from '../files.ts';
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { attachFiles, COMMENTO_API, expectStatus, sendSegnalazione, uploadFile } from './flow.ts';
import { pressFirstReport } from './map-flow.ts';
import { chooseDecisione, sendDecisione } from './richieste-flow.ts';
import { changeStore, withStore } from './store.ts';

test('an operator logs in from the link in the mail, decides with a reason, and the citizen reads it', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const email = newEmail('richiesta');
  const { id, chatUrl, operatorUrl } = await sendSegnalazione({ house, smtp }, email);
  const declared = JSON.stringify({ dichiarazione: '', richiedente: {}, mezzi: [], allegati: [], stima_cent: 0 });
  const asDichiarazione = `tipo = 'richiesta', codice = 'SF100', dati_json = json_patch(dati_json, '${declared}')`;
  changeStore(house, `update pratiche set ${asDichiarazione} where id = ?`, id);
  const path = new URL(operatorUrl).pathname.replace('/segnalazione/', '/richiesta/');

  await page.goto(path + new URL(operatorUrl).search);
  await expect(page.getByRole('link', { name: 'Accetta…' })).toHaveCount(0);
  const loginHref = await page.getByRole('link', { name: 'accedi come dipendente' }).getAttribute('href');
  expect(new URL(loginHref ?? '', house.base).searchParams.get('da')).toBe(path);
  await logIn(page, 'olga', path);
  await expect(page.getByText(/^Scrivi come Olga /)).toBeVisible();
  await accessible(page, 'chat by login');

  await chooseDecisione(page, 'Accetta');
  await accessible(page, 'form of a decision');
  await page.getByRole('button', { name: 'Accetta la richiesta' }).click();
  for (const words of ['Scrivi il motivo della decisione: lo leggerà il cittadino.', /^Conferma di aver ricontrollato/])
    await expect(page.getByRole('link', { name: words })).toBeVisible();
  await page.getByLabel('Motivo della decisione').fill('I documenti sono in regola.');
  await sendDecisione(page);

  const mail = await smtp.mailTo(email, /è stata accettata/);
  expect(mail.text).not.toContain('in regola');
  // Another browser.
  await page.context().clearCookies();
  await page.goto(new URL(chatUrl).pathname.replace('/segnalazione/', '/richiesta/'));
  await expect(page.getByText('Motivo: I documenti sono in regola.')).toBeVisible();
});

test('an operator finds a case by number, name or subject, in its state, and opens it', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const oggetto = `Panchina ${crypto.randomUUID().slice(0, 8)}`;
  const { protocollo, id } = await sendSegnalazione({ house, smtp }, newEmail('panchina'), { oggetto });
  changeStore(house, "update pratiche set termine_il = '2020-01-01' where id = ?", id);
  await logIn(page, 'olga', '/operatore');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pratiche del tuo ente');
  await accessible(page, 'list');

  const search = async (q: string) => {
    await page.getByLabel('Cerca una pratica').fill(q);
    await page.getByRole('button', { name: 'Cerca' }).click();
  };
  await search('%');
  await expect(page.getByText(/Scrivi almeno 2 caratteri/)).toBeVisible();
  await accessible(page, 'refused search');
  await search(`${oggetto}%`);
  await expect(page.getByText('Nessuna pratica corrisponde a questi filtri.')).toBeVisible();
  await accessible(page, 'nothing found');

  for (const q of [oggetto.toUpperCase(), protocollo]) {
    await search(q);
    const row = page.getByRole('row').filter({ hasText: oggetto });
    await expect(row.getByText(/In ritardo di \d+ giorni/)).toBeVisible();
    await expect(row.getByText('1 novità da leggere')).toBeVisible();
  }
  await page.getByText('Altri filtri').click();
  await page.getByLabel('Arrivata dal').fill('2020-01-02');
  await page.getByLabel('al', { exact: true }).fill('2020-01-01');
  await page.getByRole('button', { name: 'Cerca' }).click();
  await expect(page.locator('#al-errore')).toContainText('L’ultimo giorno viene prima del primo.');
  await expect(page.getByLabel('Arrivata dal')).toHaveValue('2020-01-02');
  await page.getByLabel('al', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Cerca' }).click();
  await expect(page.getByRole('row').filter({ hasText: oggetto })).toHaveCount(1);
  // By the head of the table on a desk, by a list of links on a phone.
  await page
    .getByRole('link', { name: /^(Ordina per )?termine/i })
    .filter({ visible: true })
    .click();
  await expect(page).toHaveURL(/ordine=termine_ultimi/);
  await accessible(page, 'sorted the other way round');
  await expect(page.getByRole('row').filter({ hasText: oggetto })).toHaveCount(1);
  await page.getByRole('link', { name: /^Chiuse \(/ }).click();
  await expect(page.getByText('Nessuna pratica corrisponde a questi filtri.')).toBeVisible();
  await page.getByRole('navigation', { name: 'Code' }).getByRole('link', { name: 'Tutte' }).click();
  await page.getByRole('link', { name: /^Concluse \(0\)$/ }).click();
  await expect(page.getByText('Nessuna pratica corrisponde a questi filtri.')).toBeVisible();
  await page.getByRole('link', { name: /^Da prendere in carico \(1\)$/ }).click();
  await page.getByRole('link', { name: oggetto }).click();
  await expect(page.getByText(/^Scrivi come Olga /)).toBeVisible();

  await page.getByRole('link', { name: 'Area operatori' }).click();
  // A filter that is set keeps them open.
  await page.getByLabel('Solo con novità da leggere').check();
  await search(oggetto);
  await expect(page.getByText('Nessuna pratica corrisponde a questi filtri.')).toBeVisible();
});

test('a person who is not logged in is told how to log in and nothing of the case; another ente’s operator finds nothing', {
  tag: '@scripts',
}, async ({ page, house, smtp }) => {
  const oggetto = `Lampione ${crypto.randomUUID()}`;
  const { operatorUrl } = await sendSegnalazione({ house, smtp }, newEmail('altri'), { oggetto });
  const { pathname } = new URL(operatorUrl);

  expect((await page.goto(pathname))?.status()).toBe(404);
  await expect(page.getByRole('link', { name: 'accedi come dipendente' })).toHaveAttribute('href', /^\/login\?da=/);
  await logIn(page, 'carlo', pathname);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagina non trovata');
  await page.goto('/operatore');
  await expect(page.getByRole('row').filter({ hasText: oggetto })).toHaveCount(0);
  expect((await page.goto('/operatore?ente=borgosereno'))?.status()).toBe(404);
});

test('an operator takes a case of their office, notes something for the colleagues, and answers with a prepared text', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const oggetto = `Cestino ${crypto.randomUUID().slice(0, 8)}`;
  const { chatUrl } = await sendSegnalazione({ house, smtp }, newEmail('cestino'), { oggetto, codice: 'SF310' });
  await logIn(page, 'piero', '/operatore');
  const queues = page.getByRole('navigation', { name: 'Code' });
  await queues.getByRole('link', { name: /^Del mio ufficio \(\d+\)$/ }).click();
  await page.getByText('Altri filtri').click();
  await page.getByLabel('Servizio').selectOption({ label: 'Strade, parcheggi e mobilità' });
  await page.getByLabel('Cerca una pratica').fill(oggetto);
  await page.getByRole('button', { name: 'Cerca' }).click();
  const row = page.getByRole('row').filter({ hasText: oggetto });
  await expect(row).toContainText('nessuno');
  await expect(row).toContainText('Ufficio tecnico');
  await accessible(page, 'queue of an office');
  await row.getByRole('link', { name: oggetto }).click();

  const office = page.getByRole('region', { name: 'Solo per l’ufficio' });
  await office.getByRole('button', { name: 'Assegna a me' }).click();
  await expect(office.getByText('Assegnazione salvata.')).toBeVisible();
  await expect(office.getByText('Assegnata a te')).toBeVisible();
  await office.getByText('Scrivi una nota interna').click();
  await office.getByRole('button', { name: 'Salva la nota' }).click();
  await expect(office.getByRole('link', { name: 'Scrivi la nota.' })).toBeVisible();
  await accessible(page, 'note that is missing');
  await office.getByLabel('Nota interna').fill('à'.repeat(100_000));
  await office.getByRole('button', { name: 'Salva la nota' }).click();
  await expect(
    page.getByText(/^Quello che hai inviato è troppo grande .*: un testo può avere 2000 caratteri/),
  ).toBeVisible();
  await office.getByText('Scrivi una nota interna').click();
  await office.getByLabel('Nota interna').fill('La ditta passa martedì.');
  await office.getByRole('button', { name: 'Salva la nota' }).click();
  await expect(office.getByText('Nota salvata.')).toBeVisible();
  await expect(office.getByRole('listitem').filter({ hasText: 'La ditta passa martedì.' }).first()).toBeVisible();
  await accessible(page, 'note');

  await office.getByText('Risposte pronte (3)').click();
  await office.getByRole('link', { name: 'Usa la risposta Riparato' }).click();
  await expect(page.getByLabel('Messaggio', { exact: true })).toHaveValue(
    new RegExp(`^Gentile Anna Bianchi,\\nil problema «${oggetto}» è risolto\\.`),
  );
  await page.getByRole('button', { name: 'Invia la risposta' }).click();
  await expect(page.getByText('Messaggio inviato.').first()).toBeAttached();

  await page.goto('/operatore?coda=mie');
  await expect(page.getByRole('row').filter({ hasText: oggetto })).toContainText('Piero Fabbri');
  // Another browser.
  await page.context().clearCookies();
  await page.goto(chatUrl);
  await expect(page.getByText('è risolto.').first()).toBeVisible();
  await expect(page.getByText('La ditta passa')).toHaveCount(0);
});

test('the list begins on the first screen; an operator’s case has its number as heading and the office’s menu, shows what was sent at once, and leads on to the next one after a change', {
  tag: '@scripts',
}, async ({ page, house, smtp, accessible }) => {
  const oggetto = `Fontana ${crypto.randomUUID().slice(0, 8)}`;
  const sent = [];
  for (const n of [1, 2])
    sent.push(await sendSegnalazione({ house, smtp }, newEmail('fontana'), { oggetto: `${oggetto} ${n}` }));
  await logIn(page, 'piero', `/operatore?stato=inviata&q=${encodeURIComponent(oggetto)}`);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const first = page.getByRole('link', { name: `${oggetto} 1` });
  if (width >= 992) expect((await first.boundingBox())?.y).toBeLessThan((height * 3) / 4);
  await first.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Segnalazione ${sent[0]?.protocollo}`);
  const menu = page.getByRole('navigation', { name: 'Principale' });
  await expect(menu.getByRole('link', { name: 'Pratiche' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('heading', { name: 'Contatta il comune' })).toHaveCount(0);
  // On a phone the bar of what can be done comes first, and the rest one below the other.
  if (width >= 992)
    for (const part of ['Il lampione davanti al civico 4', 'Solo per l’ufficio', 'Concludi…']) {
      const box = await page.getByText(part).first().boundingBox();
      expect([part, (box?.y ?? height) + (box?.height ?? 0) <= height]).toEqual([part, true]);
    }
  await accessible(page, 'case of an operator');

  await page.getByRole('link', { name: 'Prendi in carico' }).click();
  await page.getByRole('button', { name: 'Prendi in carico' }).click();
  await expect(page.locator('.esito')).toContainText('Presa in carico.');
  await page.reload();
  await page.getByRole('link', { name: 'Pratica successiva' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Segnalazione ${sent[1]?.protocollo}`);
});

test('an operator puts the type of a report right and moves its day, each with a reason that the citizen reads', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const { operatorUrl, chatUrl } = await sendSegnalazione({ house, smtp }, newEmail('tipo'));
  await logIn(page, 'piero', new URL(operatorUrl).pathname);
  const office = page.locator('#incarico');
  await office.getByText('Cambia il tipo', { exact: true }).first().click();
  await office.getByLabel('Nuovo tipo').selectOption({ label: 'Rifiuti e pulizia' });
  await office.getByRole('button', { name: 'Cambia il tipo' }).click();
  await expect(office.locator('#cambia_tipo_motivo-errore')).toHaveText(/Scrivi il motivo/);
  await expect(office.getByLabel('Nuovo tipo')).toHaveValue('SF410');
  await accessible(page, 'a type without a reason');
  await office.locator('#cambia_tipo_motivo').fill('È un cassonetto.');
  await office.getByRole('button', { name: 'Cambia il tipo' }).click();
  await expect(office.getByText('Tipo cambiato: il cittadino lo legge tra i messaggi.')).toBeVisible();
  await office.getByText(/^Storia della pratica/).click();
  await expect(office.getByText(/ha cambiato il tipo della pratica/)).toBeVisible();

  await office.getByText('Sposta il termine', { exact: true }).first().click();
  await office.getByLabel('Nuovo termine').fill('2020-01-01');
  await office.locator('#proroga_motivo').fill('Aspettiamo il ricambio.');
  await office.getByRole('button', { name: 'Sposta il termine' }).click();
  await expect(office.locator('#proroga_termine-errore')).toHaveText(/Il nuovo termine viene dopo quello di oggi/);
  await expect(office.locator('#proroga_motivo')).toHaveValue('Aspettiamo il ricambio.');
  await accessible(page, 'a refused day');
  const later = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  await office.getByLabel('Nuovo termine').fill(later);
  await office.getByRole('button', { name: 'Sposta il termine' }).click();
  await expect(office.getByText('Termine spostato: il cittadino lo legge tra i messaggi.')).toBeVisible();

  await page.context().clearCookies();
  await page.goto(chatUrl);
  await expect(page.getByText(/^Il tipo della segnalazione è cambiato da .* a «Rifiuti e pulizia»\./)).toBeVisible();
  await expect(page.getByText(/Motivo: Aspettiamo il ricambio\./)).toBeVisible();
});

test('an operator takes several cases at once, is told which could not be, and downloads the list', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const word = `Tombino${crypto.randomUUID().slice(0, 8)}`;
  const sent = [];
  for (const n of ['uno', 'due', 'tre'])
    sent.push(await sendSegnalazione({ house, smtp }, newEmail(n), { oggetto: `${word} ${n}`, codice: 'SF310' }));
  await logIn(page, 'piero', `/operatore?q=${word}`);
  const row = (n: string) => page.getByRole('row').filter({ hasText: `${word} ${n}` });
  for (const n of ['uno', 'due']) await row(n).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Prendi in carico' }).click();
  await expect(page.getByText('2 pratiche aggiornate.')).toBeVisible();
  for (const n of ['uno', 'due']) {
    await expect(row(n)).toContainText('Piero Fabbri');
    await expect(row(n)).toContainText('In lavorazione');
  }
  await smtp.mailTo(sent[0]?.email ?? '', /presa in carico|in lavorazione/i);
  await accessible(page, 'several cases taken');

  await row('tre').getByRole('checkbox').check();
  await row('uno').getByRole('checkbox').check();
  changeStore(house, "update pratiche set assegnata_a = 'altri' where oggetto = ?", `${word} uno`);
  await page.getByRole('button', { name: 'Assegna a me' }).click();
  await expect(page.getByRole('alert')).toContainText(`${sent[0]?.protocollo}: è assegnata a`);
  await expect(row('tre')).toContainText('Piero Fabbri');
  await accessible(page, 'one case not changed');

  await page.goto(`/operatore?q=${word}`);
  await row('uno').getByRole('link').click();
  const nearby = page.getByRole('navigation', { name: 'Elenco' });
  await nearby.getByRole('link', { name: 'Pratica successiva' }).click();
  await expect(page.getByText(`${word} due`).first()).toBeVisible();
  await nearby.getByRole('link', { name: 'Pratica precedente' }).click();
  await expect(page.getByText(`${word} uno`).first()).toBeVisible();
  await accessible(page, 'case of a list');
  await nearby.getByRole('link', { name: 'Torna all’elenco' }).click();
  await expect(page).toHaveURL(new RegExp(`/operatore\\?stato=aperte&q=${word}$`));

  await page.getByRole('button', { name: 'Assegna a me' }).click();
  await expect(page.getByRole('alert')).toHaveText('Spunta prima le pratiche, poi scegli che cosa farne.');
  for (const n of ['due', 'tre']) await row(n).getByRole('checkbox').check();
  await page.getByText('Rispondi o concludi').click();
  await page.getByRole('button', { name: 'Rispondi e concludi' }).click();
  await expect(page.getByRole('alert')).toHaveText('Scegli una risposta pronta, oppure scrivi il testo.');
  await expect(row('due').getByRole('checkbox')).toBeChecked();
  await accessible(page, 'answer to several');
  await page.getByLabel('Risposta pronta').selectOption('Riparato');
  await page.getByRole('button', { name: 'Rispondi e concludi' }).click();
  await expect(page.getByText('2 pratiche aggiornate.')).toBeVisible();
  expect((await smtp.mailTo(sent[1]?.email ?? '', /è stata chiusa/)).text).toContain(sent[1]?.protocollo);
  await page.goto(`/operatore?q=${word}&stato=tutte`);
  await expect(row('due')).toContainText('Conclusa');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Scarica l’elenco (CSV)' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toContain('Numero;Ente;Servizio;Oggetto');
  expect(lines.filter((line) => line.includes(word))).toHaveLength(3);
});

test('a citizen reads in the profile which office opened their case, and not who', { tag: '@scripts' }, async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const { id, operatorUrl } = await sendSegnalazione({ house, smtp }, newEmail('vista'));
  await logIn(page, 'giulia', '/area-riservata/profilo-utente');
  changeStore(
    house,
    "update pratiche set utente = (select id from utenti where nome = 'Giulia' limit 1) where id = ?",
    id,
  );
  await page.context().clearCookies();
  await logIn(page, 'olga', new URL(operatorUrl).pathname);
  await expect(page.getByText(/^Scrivi come Olga /)).toBeVisible();

  await page.context().clearCookies();
  await logIn(page, 'giulia', '/area-riservata/profilo-utente');
  const seen = page.getByRole('region', { name: 'Chi ha visto le tue pratiche' });
  await expect(seen.getByRole('listitem')).toHaveCount(1);
  await expect(seen).not.toContainText('Olga');
  await accessible(page, 'who looked');
});

test('an operator reads how the cases of their ente go, by month, service and office', { tag: '@plain' }, async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  await sendSegnalazione({ house, smtp }, newEmail('cifre'));
  await logIn(page, 'olga', '/operatore');
  await page.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'Andamento' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Andamento delle pratiche');
  const months = page.getByRole('table', { name: 'Per mese' });
  await expect(months.getByRole('row')).toHaveCount(14);
  await expect(months.getByRole('row', { name: /^Totale [1-9]/ })).toBeVisible();
  await accessible(page, 'figures');
  await page.getByLabel('Periodo').selectOption('3 mesi');
  await page.getByRole('button', { name: 'Mostra' }).click();
  await expect(months.getByRole('row')).toHaveCount(5);
  await expect(page.getByRole('table', { name: 'Per ufficio' }).getByRole('row')).not.toHaveCount(1);
  const csv = await page.request.get((await page.getByRole('link', { name: /CSV/ }).getAttribute('href')) ?? '');
  expect(await csv.text()).toContain('totale;;');
  // Cells without a figure, whose words are hidden, widen no phone's page.
  await page.setViewportSize({ width: 320, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect((await page.goto('/operatore/andamento?ente=nessuno'))?.status()).toBe(404);
});

test('an operator sees the cases of the list on a map, which keeps the filters and leads to a case and back; without scripts it leads to the list', async ({
  page,
  accessible,
  javaScriptEnabled,
}) => {
  await logIn(page, 'olga', '/operatore?coda=da_assegnare');
  await page.getByRole('link', { name: 'Vedi sulla mappa' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mappa delle segnalazioni');
  await accessible(page, 'map of the cases');
  if (javaScriptEnabled === false) {
    await page.getByRole('link', { name: 'Centro', exact: true }).click();
    await expect(page.getByLabel('Zona')).toHaveValue('centro');
    await expect(page.getByRole('link', { name: /^Da assegnare/ })).toHaveAttribute('aria-current', 'true');
    return;
  }
  await expect(page.getByText(/^\d+ segnalazion[ei] in questa parte della mappa\.$/)).toBeVisible();
  await pressFirstReport(page, /, (da prendere in carico|in elaborazione|in attesa del cittadino|in ritardo)$/);
  await expect(page).toHaveURL(/\/segnalazione\/chat\/operatore\/[^/]+\/[\w-]+\?elenco=/);
  await page.getByRole('link', { name: 'Torna all’elenco' }).click();
  await expect(page).toHaveURL(/\/operatore\?.*coda=da_assegnare/);
});

test('an operator files the report of a person on the telephone who has no e-mail, with its place and a photo, prints the receipt, reads whom to call and puts its area right', async ({
  page,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const oggetto = `Buca ${crypto.randomUUID().slice(0, 8)}`;
  const photo = { name: 'buca.png', mimeType: 'image/png', buffer: Buffer.from(ONE_POINT_PNG) };
  /** By a suggestion, which brings the point; without scripts as words. */
  const enterPlace = async () => {
    await page.getByLabel('Indirizzo').click();
    await page.getByLabel('Indirizzo').pressSequentially('Via Roma 12');
    if (!scripted) return;
    await page.getByRole('option', { name: 'Via Roma 12' }).click();
    await expect(page.locator('input[name=lat]')).not.toHaveValue('');
  };
  await logIn(page, 'piero', '/operatore');
  await page.getByRole('link', { name: /^Registra una segnalazione/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nuova segnalazione per un cittadino');
  await accessible(page, 'empty form');
  await page.getByLabel('Titolo').fill(oggetto);
  await page.getByLabel('Telefono').fill('06 1234 5678');
  await attachFiles(page, photo, scripted);
  await expect(page.getByRole('button', { name: 'Togli buca.png' })).toBeVisible();
  await expect(page.getByLabel('Titolo')).toHaveValue(oggetto);
  await page.getByRole('button', { name: 'Registra la segnalazione' }).click();
  await expect(page.locator('#informativa-errore')).toBeVisible();
  await expect(page.getByLabel('Titolo')).toHaveValue(oggetto);
  await expect(page.getByRole('button', { name: 'Togli buca.png' })).toBeVisible();
  await accessible(page, 'refused form');

  await page.getByLabel('Come è arrivata').selectOption({ label: 'Al telefono' });
  await page.getByLabel('Tipo di disservizio').selectOption({
    label: 'Strade, parcheggi e mobilità (buca o strada rovinata, acqua e fogne)',
  });
  // Where there is a point it says the area.
  if (!scripted) await page.getByLabel('Zona').selectOption({ label: 'Centro' });
  await enterPlace();
  await expect(page.getByLabel('Zona')).toHaveCount(scripted ? 0 : 1);
  await page.getByLabel('Dettagli').fill('Una buca larga mezzo metro.');
  await page.getByLabel('Nome', { exact: false }).first().fill('Ada');
  await page.getByLabel('Cognome').fill('Neri');
  await page.getByLabel(/^Ho detto a chi segnala/).check();
  await page.getByRole('button', { name: 'Registra la segnalazione' }).click();
  await expect(page.getByText(/Segnalazione \d{4}\/\d{6} registrata/)).toBeVisible();
  await expect(page.getByLabel('Titolo')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Togli buca.png' })).toHaveCount(0);
  await accessible(page, 'filed');
  const receipt = await page.getByRole('link', { name: /^Scarica la ricevuta/ }).getAttribute('href');
  expect((await page.request.get(receipt ?? '')).headers()['content-type']).toBe('application/pdf');
  const opened = await page.getByRole('link', { name: 'Apri la segnalazione' }).getAttribute('href');
  if (scripted) {
    await page.getByLabel('Tipo di disservizio').selectOption('SF310');
    await enterPlace();
    await expect(page.getByText(/^Qui vicino (c’è|ci sono) già/)).toBeVisible();
    await expect(page.getByRole('link', { name: oggetto })).toHaveAttribute('href', opened ?? '');
    await accessible(page, 'reports nearby');
  }

  await page.goto(opened ?? '');
  await expect(page.getByText('Registrata dall’ufficio per conto di chi ha telefonato.')).toBeVisible();
  await expect(page.getByText(/^Il cittadino non ha lasciato un’e-mail/)).toContainText('+390612345678');
  await expect(page.getByText('buca.png').first()).toBeVisible();
  const office = page.getByRole('region', { name: 'Solo per l’ufficio' });
  await office.getByText('Zona: Centro').click();
  await office.getByLabel('Zona').selectOption({ label: 'Case sparse' });
  await office.getByRole('button', { name: 'Salva la zona' }).click();
  await expect(office.getByText('Zona salvata.')).toBeVisible();
  await office.getByText(/^Storia della pratica/).click();
  await expect(office.getByText('Da «Centro» a «Case sparse»')).toBeVisible();
  await accessible(page, 'area changed');

  await page.goto('/operatore');
  await page.getByText('Altri filtri').click();
  await page.getByLabel('Zona').selectOption({ label: 'Case sparse' });
  await page.getByRole('button', { name: 'Cerca' }).click();
  await expect(page).toHaveURL(/[?&]area=case-sparse(&|$)/);
  const row = page.getByRole('row').filter({ hasText: oggetto });
  await expect(row).toContainText('al telefono');
  await expect(row).toContainText('Case sparse');
  await page.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'Andamento' }).click();
  await page.getByLabel('Zona').selectOption({ label: 'Case sparse' });
  await page.getByRole('button', { name: 'Mostra' }).click();
  await expect(page).toHaveURL(/[?&]area=case-sparse(&|$)/);
  await expect(page.getByRole('row', { name: /^Totale [1-9]/ })).toBeVisible();

  // The next time this person is known by their number.
  await page.goto('/operatore/nuova-segnalazione');
  await page.getByLabel('Titolo').fill('Un’altra buca');
  await page.getByLabel('Telefono').fill('06 1234 5678');
  await page.getByRole('button', { name: 'Cerca chi segnala' }).click();
  await expect(page.getByText('Le sue ultime pratiche')).toBeVisible();
  await expect(page.getByRole('link', { name: oggetto })).toBeVisible();
  await expect(page.getByLabel('Cognome')).not.toHaveValue('');
  await expect(page.getByLabel('Titolo')).toHaveValue('Un’altra buca');
  await accessible(page, 'who calls');
});

test('a morning at the desk: an operator saves a view, changes all cases of it but one, and goes through the rows by keys', {
  tag: '@scripts',
}, async ({ page, house, smtp, accessible, javaScriptEnabled }) => {
  const scripted = javaScriptEnabled !== false;
  const word = `Segnale${crypto.randomUUID().slice(0, 8)}`;
  const sent = [];
  for (const n of ['uno', 'due', 'tre'])
    sent.push(await sendSegnalazione({ house, smtp }, newEmail(n), { oggetto: `${word} ${n}`, codice: 'SF310' }));
  changeStore(house, 'delete from viste');
  await logIn(page, 'piero', `/operatore?q=${word}&servizio=SF310`);
  const row = (n: string) => page.getByRole('row').filter({ hasText: `${word} ${n}` });

  await page.getByText('Salva questi filtri come vista').click();
  await page.getByRole('button', { name: 'Salva la vista' }).click();
  await expect(page.locator('#nome-errore')).toContainText('Scrivi il nome della vista.');
  await accessible(page, 'a view without a name');
  await page.getByLabel('Nome della vista').fill('I miei segnali');
  await page.getByRole('button', { name: 'Salva la vista' }).click();
  await expect(page.getByText('Vista salvata: la ritrovi accanto alle code.')).toBeVisible();
  const views = page.getByRole('navigation', { name: 'Viste salvate' });
  await page.getByText('Cambia questa vista').click();
  await page.getByLabel('Nome della vista').fill('Segnali');
  await page.getByLabel('Apri l’area operatori con questa vista').check();
  await page.getByRole('button', { name: 'Salva la vista' }).click();
  await expect(page.getByText('Vista cambiata.')).toBeVisible();
  await page.goto('/operatore');
  await expect(views.getByRole('link', { name: /^Segnali/ })).toHaveAttribute('aria-current', 'true');
  await expect(row('uno')).toHaveCount(1);
  await page
    .getByRole('navigation', { name: 'Code' })
    .getByRole('link', { name: /^In ritardo/ })
    .click();
  await expect(views.getByRole('link', { name: /^Segnali/ })).not.toHaveAttribute('aria-current', 'true');
  await views.getByRole('link', { name: /^Segnali/ }).click();
  await accessible(page, 'a saved view');

  if (scripted) {
    await row('uno').getByRole('checkbox').click();
    await row('tre')
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await expect(page.getByText('3 spuntate:')).toBeVisible();
    await page.getByLabel('Spunta tutte le 3').uncheck();
    await page.getByLabel('Spunta tutte le 3').check();
  } else await page.getByRole('link', { name: 'Spunta tutte le 3' }).click();
  for (const n of ['uno', 'due', 'tre']) await expect(row(n).getByRole('checkbox')).toBeChecked();
  changeStore(house, "update pratiche set assegnata_a = 'altri' where oggetto = ?", `${word} due`);
  await page.getByText('Assegna a un collega o a un ufficio').click();
  await page.getByRole('button', { name: 'Assegna', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Scegli a chi assegnarle: una persona, o un ufficio.');
  await page.getByRole('button', { name: 'Prendi in carico' }).click();
  await expect(page.getByRole('alert')).toContainText(`${sent[1]?.protocollo}: è assegnata a`);
  await expect(page.getByRole('alert')).not.toContainText(`${sent[0]?.protocollo}`);
  await accessible(page, 'all changed but one');
  for (const n of [0, 2]) await smtp.mailTo(sent[n]?.email ?? '', /presa in carico|in lavorazione/i);
  await expect(row('due').getByRole('checkbox')).toBeChecked();
  await expect(row('uno').getByRole('checkbox')).not.toBeChecked();

  if (scripted) {
    await page.getByRole('button', { name: 'Tasti rapidi' }).click();
    await expect(
      page.getByRole('dialog', { name: 'Tasti rapidi' }).getByRole('button', { name: 'Chiudi' }),
    ).toBeFocused();
    await accessible(page, 'keys');
    await page.keyboard.press('Escape');
    for (const key of ['j', 'j', 'x']) await page.keyboard.press(key);
    await page.keyboard.press('/');
    await expect(page.getByLabel('Cerca una pratica')).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type('x?');
    await expect(page.getByLabel('Cerca una pratica')).toHaveValue(`${word}x?`);
    await expect(page.getByRole('dialog', { name: 'Tasti rapidi' })).toBeHidden();
    await row('uno').getByRole('link').focus();
    await page.keyboard.press('x');
    await expect(row('uno').getByRole('checkbox')).toBeChecked();
    await page.keyboard.press('ArrowDown');
    await expect(row('due').getByRole('link')).toBeFocused();
    await page.keyboard.press('k');
    await expect(row('uno').getByRole('link')).toBeFocused();
    await page.keyboard.press('Shift+?');
    await page.getByLabel('Usa i tasti rapidi in questo browser').uncheck();
    await page.getByRole('button', { name: 'Chiudi' }).click();
    await row('uno').getByRole('link').focus();
    await page.keyboard.press('j');
    await expect(row('uno').getByRole('link')).toBeFocused();
  }
  await page.goto('/operatore');
  await page.getByText('Cambia questa vista').click();
  await page.getByRole('button', { name: 'Elimina la vista' }).click();
  await expect(page.getByText('Vista eliminata.')).toBeVisible();
  await expect(views).toHaveCount(0);
});

test('an operator whose login ends at the desk is told so, and comes back to the same list', async ({
  page,
  house,
}) => {
  await logIn(page, 'piero', '/operatore?coda=da_assegnare&servizio=SF310');
  changeStore(house, 'update accessi set ultimo = 0');
  await page.getByRole('button', { name: 'Cerca' }).click();
  await expect(page.getByText('La sessione è scaduta')).toBeVisible();
  await page.getByRole('button', { name: 'Accedi come dipendente' }).click();
  await page.getByRole('button', { name: 'Entra come Piero' }).click();
  await expect(page).toHaveURL(/\/operatore\?.*coda=da_assegnare.*servizio=SF310/);
});

test('an operator works on a case: each action has its panel, what is begun is kept, a colleague is announced, and the slower of two loses nothing', async ({
  page,
  otherBrowser,
  house,
  smtp,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const sent = await sendSegnalazione({ house, smtp }, newEmail('lavoro'));
  const { email, id, citizen, chatUrl } = sent;
  for (const name of ['palo.jpg', 'strada.jpg']) {
    const { data } = await uploadFile(citizen, await photoOf(name), `/chat/cittadino/${id}`, `Nota di ${name}`);
    const filesAllegati = [{ Id: (data as { Id: string }).Id }];
    expectStatus(await citizen.post(COMMENTO_API, { email, id, testo: `Ecco ${name}`, filesAllegati }), 201);
  }
  const path = new URL(sent.operatorUrl).pathname;
  await logIn(page, 'piero', path);
  const bar = page.getByRole('navigation', { name: 'Azioni sulla pratica' });
  await expect(bar.getByRole('link')).toHaveText([
    'Prendi in carico',
    'Rispondi',
    'Chiedi un’integrazione',
    'Concludi…',
  ]);
  await bar.getByRole('link', { name: 'Chiedi un’integrazione' }).click();
  const panel = page.getByRole('region', { name: 'Chiedi un’integrazione' });
  await expect(panel).toContainText('torna al cittadino, e il termine si ferma');
  if (scripted) await expect(panel.getByRole('heading')).toBeFocused();
  await accessible(page, 'panel');

  await panel.getByLabel('Che cosa deve aggiungere').fill('Di che colore è il palo?');
  await panel.getByRole('button', { name: 'Salva la bozza' }).click();
  await expect(panel.getByText(scripted ? /^Bozza salvata/ : /^Ripreso dalla bozza dell/)).toBeVisible();
  await page.goto(path);
  await expect(panel.getByText(/^Ripreso dalla bozza dell/)).toBeVisible();
  await expect(panel.getByLabel('Che cosa deve aggiungere')).toHaveValue('Di che colore è il palo?');
  await bar.getByRole('link', { name: 'Rispondi' }).click();
  await expect(page.getByLabel('Messaggio', { exact: true })).toHaveValue('Di che colore è il palo?');
  await bar.getByRole('link', { name: 'Chiedi un’integrazione' }).click();
  await accessible(page, 'draft');

  const picture = page.getByRole('link', { name: 'Ingrandisci palo.jpg' });
  if (scripted) {
    await picture.press('Enter');
    const viewer = page.getByRole('dialog');
    await expect(
      viewer.getByText(/^Foto 1 di 2 · palo\.jpg · Anna Bianchi, cittadino .* · Nota di palo\.jpg$/),
    ).toBeVisible();
    await accessible(page, 'photo');
    await page.keyboard.press('ArrowRight');
    await expect(viewer.getByText(/^Foto 2 di 2 · strada\.jpg/)).toBeVisible();
    await expect(viewer.getByRole('link', { name: 'Scarica strada.jpg' })).toHaveAttribute('href', /allegati/);
    await page.keyboard.press('Escape');
    await expect(picture).toBeFocused();
  } else {
    const answer = await page.request.get((await picture.getAttribute('href')) ?? '');
    expect([answer.headers()['content-type'], answer.headers()['content-disposition']]).toEqual([
      'image/jpeg',
      expect.stringMatching(/^inline;/),
    ]);
  }

  const colleague = await otherBrowser();
  await logIn(colleague, 'olga', path);
  await expect(
    colleague.getByText(/^Anche Piero Fabbri sta guardando questa pratica .* e sta scrivendo\.$/),
  ).toBeVisible();
  await colleague
    .getByRole('navigation', { name: 'Azioni sulla pratica' })
    .getByRole('link', { name: 'Concludi…' })
    .click();
  await colleague.getByLabel('Com’è andata a finire').fill('Il palo è nuovo.');
  await colleague.getByRole('button', { name: 'Concludi la segnalazione' }).click();
  await expect(colleague.getByText('Pratica conclusa.').first()).toBeAttached();
  await expect(colleague.getByRole('navigation', { name: 'Azioni sulla pratica' })).toHaveCount(0);
  await accessible(colleague, 'concluded');

  await page.getByRole('button', { name: 'Chiedi l’integrazione' }).click();
  await expect(page.locator('#errori')).toContainText('ora è «Conclusa» (da Olga Neri, ');
  const typed = scripted ? panel.getByRole('textbox').first() : page.locator('#scrivi');
  if (scripted) await expect(typed).toHaveValue('Di che colore è il palo?');
  else await expect(typed).toContainText('Di che colore è il palo?');
  await accessible(page, 'too late');

  await page.goto(path);
  await expect(page.getByText('Avevi cominciato a scrivere: «Di che colore è il palo?»')).toBeVisible();
  await page.getByText(/^Storia della pratica/).click();
  const history = page.getByRole('region', { name: 'Solo per l’ufficio' }).getByRole('list').last();
  await expect(history.getByRole('listitem').filter({ hasText: 'Olga Neri ha chiuso la pratica' })).toHaveCount(1);
  await expect(history.getByRole('listitem').filter({ hasText: 'Olga Neri ha visto la pratica' })).toContainText(
    'solo per l’ufficio',
  );
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Il palo è nuovo.').first()).toBeVisible();
  // On paper the messages have the whole width.
  await expect(page.locator('.chat')).toHaveCSS('grid-template-columns', /^[\d.]+px$/);
  await expect(page.getByRole('region', { name: 'Solo per l’ufficio' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Elimina la bozza' }).click();
  await expect(page.getByText('Avevi cominciato a scrivere')).toHaveCount(0);

  // Another browser.
  await page.context().clearCookies();
  await page.goto(chatUrl);
  await expect(page.getByText('Il palo è nuovo.').first()).toBeVisible();
  await expect(page.getByText('sta guardando')).toHaveCount(0);
  await expect(page.getByText('Di che colore')).toHaveCount(0);
});

/** A small photo of one colour. */
async function photoOf(name: string) {
  const grey = { width: 640, height: 480, channels: 3 as const, background: '#808890' };
  return { name, mimeType: 'image/jpeg', buffer: await sharp({ create: grey }).jpeg().toBuffer() };
}

test('the number in the ente’s register has a form of its own, which asks before it replaces one', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const { operatorUrl, id } = await sendSegnalazione({ house, smtp }, newEmail('protocollo'));
  await logIn(page, 'piero', new URL(operatorUrl).pathname);
  const form = page.locator('#protocollo');
  await form.getByText('Protocollo dell’ente: non c’è ancora').click();
  await form.getByLabel('Numero di protocollo').fill('4711');
  await form.getByLabel('Registro (facoltativo)').fill('Generale');
  await form.getByRole('button', { name: 'Salva il protocollo' }).click();
  await expect(page.getByText('Protocollo dell’ente salvato.')).toBeVisible();

  await form.getByText(/^Protocollo dell’ente: 4711 del .*, registro Generale$/).click();
  await form.getByLabel('Numero di protocollo').fill('4712');
  await form.getByRole('button', { name: 'Correggi il protocollo' }).click();
  await expect(form.getByText(/spunta la casella per sostituirlo/).first()).toBeVisible();
  await expect(form.getByLabel('Numero di protocollo')).toHaveValue('4712');
  await accessible(page, 'register number refused');
  await form.getByLabel(/^Sostituisci il protocollo 4711/).check();
  await form.getByRole('button', { name: 'Correggi il protocollo' }).click();
  await expect(page.getByText(/^Il protocollo dell’ente è stato corretto: ora è 4712/)).toBeVisible();
  expect(
    withStore(house, (db) => db.prepare('select protocollo_ente as n from pratiche where id = ?').get(id)),
  ).toEqual({
    n: '4712',
  });
});

test('where offices are apart a case of another one asks why it is read, and opens then', async ({
  page,
  house,
  smtp,
  accessible,
  expected,
}) => {
  expected.errors.push(/403/);
  const { operatorUrl, id } = await sendSegnalazione({ house, smtp }, newEmail('riservata'));
  const setApart = (apart: string) =>
    changeStore(
      house,
      "update enti set dati_json = json_set(dati_json, '$.uffici_riservati', json(?)) where id = 'borgosereno'",
      apart,
    );
  changeStore(
    house,
    "update pratiche set assegnata_ufficio = (select id from uffici where nome = 'Ufficio tributi') where id = ?",
    id,
  );
  setApart('true');
  try {
    await logIn(page, 'piero', '/operatore');
    await expect(async () => {
      await page.goto(new URL(operatorUrl).pathname);
      await expect(page.getByText('Questa pratica è di un altro ufficio.')).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.getByRole('button', { name: 'Apri la pratica' }).click();
    await expect(page.getByRole('link', { name: /^Scrivi il motivo/ })).toBeVisible();
    await accessible(page, 'case of another office');
    await page.getByLabel('Perché la leggi').fill('Il cittadino ha chiamato noi.');
    await page.getByRole('button', { name: 'Apri la pratica' }).click();
    await expect(page.getByText(/^Scrivi come Piero /)).toBeVisible();
    const office = page.getByRole('region', { name: 'Solo per l’ufficio' });
    await office.getByText(/^Storia della pratica/).click();
    await expect(office.getByText('Motivo: Il cittadino ha chiamato noi.')).toBeVisible();
  } finally {
    setApart('false');
  }
});
