/** An administrator sets up the ente by pages alone. */
import type { Page } from '@playwright/test';
import { codiceFiscaleOfEnte } from '../../scripts/data/fill/enti.ts';
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { ENTE_MAILBOX, sendSegnalazione } from './flow.ts';
import { changeStore } from './store.ts';

/** On a phone the list of the parts is closed at first. */
async function openPart(page: Page, name: string): Promise<void> {
  const parts = page.getByRole('navigation', { name: 'Parti dei dati' });
  const closed = parts.getByText('Altri dati e offerte');
  if (await closed.isVisible()) await closed.click();
  await parts.getByRole('link', { name, exact: true }).click();
}

test('an administrator adds an office with a person, reads what is wrong beside the field, and takes a change back', async ({
  page,
  accessible,
}) => {
  const nome = `Cimiteri ${crypto.randomUUID().slice(0, 8)}`;
  await logIn(page, 'sofia', '/operatore');
  await page.getByRole('link', { name: /^Gestione dell'ente/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestione dell’ente');
  await expect(page.getByRole('listitem').filter({ hasText: 'Un ufficio' })).toContainText('Fatto');
  await accessible(page, 'checklist');
  await page.getByRole('link', { name: 'Uffici e persone' }).click();
  await accessible(page, 'offices');
  await page.getByRole('link', { name: 'Aggiungi un ufficio' }).click();

  await page.getByLabel('E-mail').fill('non è un indirizzo');
  await page.getByLabel('Suolo pubblico').check();
  await page.getByRole('button', { name: "Salva l'ufficio" }).click();
  await expect(page.getByRole('link', { name: 'Scrivi il nome dell’ufficio.' })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue('non è un indirizzo');
  await expect(page.getByLabel('Suolo pubblico')).toBeChecked();
  await accessible(page, 'refused office');
  await page.getByLabel('Nome').fill(nome);
  await page.getByLabel('E-mail').fill('cimiteri@portolieve.example');
  await page.getByRole('button', { name: "Salva l'ufficio" }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ufficio «${nome}»`);

  await page.getByLabel('E-mail della persona da aggiungere').fill('sofia.marini@portolieve.example');
  await page.getByRole('button', { name: "Aggiungi all'ufficio" }).click();
  await page.getByLabel('Assente dal').fill('2026-12-20');
  await page.getByLabel('fino al').fill('2026-12-01');
  await page.getByRole('button', { name: /^Salva l'assenza/ }).click();
  await expect(page.getByRole('link', { name: 'L’ultimo giorno viene prima del primo.' })).toBeVisible();
  await expect(page.getByLabel('fino al')).toHaveValue('2026-12-01');
  await accessible(page, 'office with a person');

  await page.getByRole('link', { name: 'Modifiche', exact: true }).click();
  await accessible(page, 'changes');
  const change = page.getByRole('listitem').filter({ hasText: nome }).filter({ hasText: 'Sofia Marini' }).first();
  await change.getByRole('button', { name: /^Ripristina/ }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();
  await page.getByRole('link', { name: 'Uffici e persone' }).click();
  await page.getByRole('link', { name: nome }).click();
  await expect(page.getByText('Nessuna persona lavora ancora in questo ufficio.')).toBeVisible();
});

test('the last administrator keeps the right, another is asked first, and another ente is not found', async ({
  page,
  house,
  accessible,
}) => {
  await logIn(page, 'sofia', '/gestione/uffici');
  await page.getByRole('button', { name: /^Rinuncia/ }).click();
  await expect(page.getByText(/^L’ente resterebbe senza amministratori/)).toBeVisible();
  const second = crypto.randomUUID();
  const columns =
    'id, identita, ruolo, nome, cognome, codice_fiscale, residenza_json, enti_json, creato, ultimo_accesso';
  const values = "?, 'op:prova|' || ?, 'operatore', 'Rita', 'Blu', '', '{}', '[\"portolieve\"]', 0, 0";
  changeStore(house, `insert into utenti (${columns}) values (${values})`, second, second);
  changeStore(house, "insert into amministratori values ('portolieve', ?)", second);
  await page.getByRole('button', { name: /^Rinuncia/ }).click();
  await expect(page.getByText('Vuoi davvero rinunciare?')).toBeVisible();
  await accessible(page, 'giving up the right');
  await page.getByRole('link', { name: 'No, resto amministratore' }).click();
  await expect(page.getByRole('button', { name: /^Rinuncia/ })).toBeVisible();
  changeStore(house, 'delete from amministratori where utente = ?', second);
  changeStore(house, 'delete from utenti where id = ?', second);
  expect((await page.goto('/gestione?ente=borgosereno'))?.status()).toBe(404);
});

test('an operator who administers nothing is not let in, and is offered no way there', async ({ page }) => {
  await logIn(page, 'piero', '/operatore');
  await expect(page.getByRole('link', { name: /^Gestione dell'ente/ })).toHaveCount(0);
  expect((await page.request.get('/gestione')).status()).toBe(403);
});

test('a newcomer sets up a municipality of which the store has name and code only, and answers its first report', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const id = `nuovo-${crypto.randomUUID().slice(0, 8)}`;
  const nome = `Comune di ${id}`;
  // Of no other ente: each has its own.
  const codice_fiscale = codiceFiscaleOfEnte(Math.floor(Math.random() * 100_000));
  const bare = { id, nome, motto: '', regione: '', codice_fiscale, host: null, colore: '#0066cc' };
  const empty = { contatti: { indirizzo: '', email: '' }, url: {}, caselle: {}, categorie: [], giorni: {} };
  changeStore(
    house,
    'insert into enti (id, host, ordine, dati_json) values (?, null, 99, ?)',
    id,
    JSON.stringify({ ...bare, ...empty }),
  );
  await logIn(page, 'carlo', '/operatore');
  changeStore(house, `update utenti set enti_json = '["${id}"]' where nome = 'Carlo'`);
  changeStore(house, "insert into amministratori select ?, id from utenti where nome = 'Carlo'", id);

  await page.goto(`/gestione?ente=${id}`);
  await expect(page.getByText(/^Mancano ancora 7 cose/)).toBeVisible();
  await page.goto(`/gestione/dati?ente=${id}&parte=annunci`);
  await page.getByLabel('Testo').first().fill('Apriamo presto.');
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByText(/^Completa prima le altre parti\. Scrivi il motto\./)).toBeVisible();
  await openPart(page, 'Nome, colore e contatti');
  await page.getByLabel(/^Nome/).fill(`${nome} e Isole`);
  await page.getByLabel('Motto').fill('Servizi online');
  await page.getByLabel('Regione').fill('Regione di prova');
  await page.getByLabel('Indirizzo').fill('Piazza Nuova 1');
  await page.getByLabel('E-mail').fill('urp@nuovo.example');
  await page.getByLabel('Colore').fill('giallo');
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByRole('link', { name: /^Il colore si scrive # e sei cifre/ })).toBeVisible();
  await expect(page.getByLabel('Motto')).toHaveValue('Servizi online');
  await accessible(page, 'refused colour');
  await page.getByLabel('Colore').fill('#004d99');
  await page.getByRole('button', { name: 'Anteprima' }).click();
  await expect(page.getByText('Li vedi solo tu finché non salvi.')).toBeVisible();
  await expect(page.getByRole('banner').getByText(`${nome} e Isole`)).toBeVisible();
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();

  await openPart(page, 'Stemma');
  const crest = page.getByRole('banner').locator('img');
  await page
    .getByLabel(/^File SVG o PNG/)
    .setInputFiles({ name: 'vuoto.svg', mimeType: 'image/svg+xml', buffer: Buffer.alloc(0) });
  await page.getByRole('button', { name: 'Anteprima' }).click();
  await expect(page.getByRole('link', { name: /^Il disegno SVG/ })).toBeVisible();
  await accessible(page, 'refused crest');
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#004d99"/></svg>';
  await page
    .getByLabel(/^File SVG o PNG/)
    .setInputFiles({ name: 'stemma.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) });
  await page.getByRole('button', { name: 'Anteprima' }).click();
  await expect(page.getByText('Li vedi solo tu finché non salvi.')).toBeVisible();
  await expect(crest).toBeVisible();
  await accessible(page, 'crest before it is public');
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();
  await expect(crest).toBeVisible();
  await page
    .getByLabel(/^Sostituisci con un altro file/)
    .setInputFiles({ name: 'testo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('non è un disegno') });
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByRole('link', { name: /^Il disegno SVG/ })).toBeVisible();
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();
  await expect(crest).toBeVisible();

  await openPart(page, 'Servizi e caselle');
  const gestione = page.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'Gestione' });
  await expect(gestione).toHaveAttribute('aria-current', 'true');
  // On a desk two mailboxes stand in a row: eighteen, one below the other, were two screens.
  const mailboxes = page.getByRole('group', { name: 'Caselle di posta' }).getByRole('textbox');
  const [one, two] = await Promise.all([mailboxes.nth(0).boundingBox(), mailboxes.nth(1).boundingBox()]);
  if ((page.viewportSize()?.width ?? 0) >= 992) expect(two?.y).toBe(one?.y);
  await page.getByRole('checkbox', { name: 'Illuminazione e lampade votive' }).check();
  await page.getByRole('group', { name: 'Caselle di posta' }).getByLabel('Tutti gli altri servizi').fill(ENTE_MAILBOX);
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();
  await accessible(page, 'services');

  await openPart(page, 'Confine');
  await page.getByLabel('Oppure incolla qui il GeoJSON').fill('POLYGON((1 2))');
  await page.getByRole('button', { name: 'Anteprima' }).click();
  await expect(page.getByRole('link', { name: /^Questo testo non è un GeoJSON/ })).toBeVisible();
  await expect(page.getByLabel('Oppure incolla qui il GeoJSON')).toHaveValue('POLYGON((1 2))');
  const border = {
    type: 'Feature',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [9, 45],
          [9.1, 45],
          [9, 45.1],
          [9, 45],
        ],
      ],
    },
  };
  await page.getByLabel('Oppure incolla qui il GeoJSON').fill(JSON.stringify(border));
  await page.getByRole('button', { name: 'Anteprima' }).click();
  await expect(page.getByRole('img', { name: 'Il confine, con 4 punti' })).toBeVisible();
  await accessible(page, 'preview of a border');
  await page.getByRole('button', { name: 'Salva il confine' }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();

  await openPart(page, 'Sportelli');
  await page.getByRole('link', { name: 'Aggiungi' }).click();
  await page.getByLabel(/^Nome/).first().fill('Anagrafe');
  await page.getByLabel('A che cosa serve').fill('Certificati e carte d’identità.');
  await page.getByLabel(/^Indirizzo\*/).fill('Piazza Nuova 1');
  await page.getByLabel('Orari').fill('Lunedì 9:00–12:00');
  await page.getByLabel('Telefono').fill('0123 456789');
  await page.getByRole('button', { name: 'Anteprima' }).click();
  await expect(page.getByRole('group', { name: "C'è un problema" }).getByRole('link')).toHaveText(/e-mail/);
  await page.getByLabel('E-mail').fill('anagrafe@nuovo.example');
  await page.getByRole('button', { name: 'Anteprima' }).click();
  await expect(page.getByRole('region', { name: 'Anteprima' })).toContainText('Lunedì 9:00–12:00');
  await accessible(page, 'preview of a desk');
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByRole('link', { name: 'Anagrafe' })).toBeVisible();

  await openPart(page, 'Risposte pronte');
  await page.getByLabel('Nome').fill('Presa in carico');
  await page.getByLabel('Testo').fill('Gentile {cognome}');
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByRole('link', { name: /^Questo segnaposto non esiste: \{cognome\}/ })).toBeVisible();
  await page.getByLabel('Testo').first().fill('Gentile {nome}');
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();

  const oggetto = `Lampione ${id}`;
  const first = { ente: id, codice: 'SF510', oggetto };
  const { protocollo, email } = await sendSegnalazione({ house, smtp }, newEmail('primo'), first);
  await page.goto('/operatore');
  await page.getByRole('link', { name: oggetto }).click();
  await page.getByLabel('Messaggio', { exact: true }).fill('Domani mandiamo l’elettricista.');
  await page.getByRole('button', { name: 'Invia la risposta' }).click();
  await expect(page.getByText('Domani mandiamo l’elettricista.')).toBeVisible();
  expect((await smtp.mailTo(email, new RegExp(`${protocollo}: (?!.*ricevuta)`))).text).toContain(nome);
});

test('citizens read the hours, the days of closing and the legal notes that an administrator wrote', async ({
  page,
  house,
  accessible,
}) => {
  await logIn(page, 'sofia', '/gestione/dati?parte=orari');
  await page.getByLabel('Orari').fill('Lunedì 9:00–12:00\nMartedì 15:00–17:00');
  const [first] = await page.getByRole('group', { name: 'Giorni di chiusura: aggiungi' }).all();
  if (!first) throw new Error('no fields of a closing');
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await first.getByLabel('Dal').fill(soon);
  await first.getByLabel('Al', { exact: true }).fill('2020-01-01');
  await first.getByLabel('Motivo').fill('trasloco degli uffici');
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByRole('link', { name: 'L’ultimo giorno viene prima del primo.' })).toBeVisible();
  await expect(page.getByLabel('Motivo').first()).toHaveValue('trasloco degli uffici');
  await accessible(page, 'refused closing');
  await page.getByLabel('Al', { exact: true }).first().fill('');
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();

  await openPart(page, 'Note legali');
  await page.getByLabel('Testo delle note legali').fill('# Di chi è il sito\n\nDel Comune. <script>alert(1)</script>');
  await page.getByRole('button', { name: 'Anteprima' }).click();
  await expect(page.getByRole('region', { name: 'Anteprima del testo' })).toContainText('Di chi è il sito');
  await accessible(page, 'preview of a text');
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();

  await page.goto('/gestione/pagamenti?ente=portolieve');
  await expect(page.getByRole('heading', { level: 1, name: 'Pagamenti spontanei' })).toBeVisible();
  await accessible(page, 'payments without a notice');

  const town = house.base.replace('127.0.0.1', 'portolieve.localhost');
  await page.goto(`${town}/servizi/segnalazione`);
  await expect(page.getByText('Martedì 15:00–17:00')).toBeVisible();
  await expect(page.getByText(/\d{4} \(trasloco degli uffici\)$/)).toBeVisible();
  await accessible(page, 'hours');
  await page.goto(`${town}/informazioni/note-legali`);
  await expect(page.getByRole('heading', { level: 2, name: 'Di chi è il sito' })).toBeVisible();
  await expect(page.getByText('Del Comune. <script>alert(1)</script>')).toBeVisible();
  await accessible(page, 'own legal notes');
});
