/** A report that is written without a connection waits in the browser, and is sent once when the connection is back. */
import type { Page } from '@playwright/test';
import type { Portal } from '../portal.ts';
import { logIn, logOut } from './accesso-flow.ts';
import { expect, newEmail, test, VISITOR_COOKIE } from './fixtures.ts';
import {
  attachFiles,
  countPratiche,
  fillData,
  goToSummary,
  openData,
  openReadyBozza,
  pngFile,
  pressSend,
  readProtocollo,
  SEND_API,
} from './flow.ts';
import { changeStore, withStore } from './store.ts';

/** What the browser prints while the line is gone. */
const OFFLINE_ERRORS = /net::ERR_/;
const WAITS = 'la invieremo appena torna la rete';
const SENT = /La segnalazione è partita: numero (\d{4}\/\d{6})/;

const attached = (page: Page, name: string) => page.locator('.allegati b', { hasText: name });

/** The connection goes once the citizen has begun to write. */
async function loseConnection(page: Page): Promise<void> {
  await page.locator('#descrizione').fill('Scritta dove non c’è campo.');
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/bozze/chiave')),
  );
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
}

/** Sends without a connection, with so many photos. */
async function sendOffline(page: Page, photos = 2, words = WAITS): Promise<void> {
  if (photos > 0) {
    const files = Array.from({ length: photos }, (_, at) => pngFile(`foto-${at + 1}.png`));
    await attachFiles(page, files, true);
    await expect(attached(page, `foto-${photos}.png`)).toBeVisible();
  }
  await goToSummary(page);
  await pressSend(page);
  await expect(page.getByRole('heading', { name: 'La segnalazione è in attesa' })).toBeFocused();
  await expect(page.locator('#coda .callout').getByText(words)).toBeVisible();
}

/** The citizen closes the page, and comes back when the line is there. */
async function comeBack(page: Page, path = '/segnalazione'): Promise<Page> {
  const tab = await page.context().newPage();
  await page.close();
  await tab.context().setOffline(false);
  await tab.goto(path);
  return tab;
}

const casesOf = (house: Portal, email: string) =>
  withStore(house, (db) =>
    db
      .prepare(
        `select protocollo, descrizione, (select count(*) from allegati a where a.pratica = p.id) as foto
         from (select p.*, p.anno || '/' || substr('000000' || p.numero, -6) as protocollo from pratiche p) p where email = ?`,
      )
      .all(email),
  );

const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    if (!names.includes('portale-in-attesa')) return [];
    const db = await new Promise<IDBDatabase>((done, failed) => {
      const request = indexedDB.open('portale-in-attesa');
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
    if (db.objectStoreNames.length === 0) return [];
    const all = await new Promise<unknown[]>((done) => {
      const request = db.transaction('voci').objectStore('voci').getAll();
      request.onsuccess = () => done(request.result);
    });
    db.close();
    return all.map(
      (record) => new TextDecoder().decode((record as { bytes?: Uint8Array }).bytes) + JSON.stringify(record),
    );
  });

/** How every PNG begins, as bytes and in Base64. Its three letters alone come up in sealed text by chance. */
const PNG_SIGNATURE = ['PNG\r\n\u001a\n', 'iVBORw0KGgo'];

// The line of its pages is cut.
test.use({ ownBrowser: true });

test.beforeEach(({ expected }) => {
  expected.errors.push(OFFLINE_ERRORS);
});

test('a report with photos that is written without a connection is sent once when it is back, and its number is shown', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const email = newEmail('coda');
  await openReadyBozza(page, { house, smtp }, email, 'dati');
  await loseConnection(page);
  await sendOffline(page);
  await accessible(page, 'waiting');
  // Sealed: neither the words nor the picture can be read.
  const kept = await keptIn(page);
  expect(kept).toHaveLength(3);
  for (const record of kept)
    for (const plain of ['Scritta dove', email, ...PNG_SIGNATURE, 'foto-1']) expect(record).not.toContain(plain);
  expect(countPratiche(house, email)).toBe(0);

  const tab = await comeBack(page);
  await expect(tab.locator('#coda').getByText(SENT).last()).toBeVisible();
  await accessible(tab, 'sent');
  const [, protocollo] = SENT.exec((await tab.locator('#coda .callout-title').textContent()) ?? '') ?? [];
  expect(casesOf(house, email)).toMatchObject([{ protocollo, descrizione: 'Scritta dove non c’è campo.', foto: 2 }]);
  await expect(tab.getByRole('button', { name: 'Riprendi' })).toHaveCount(0);

  // The sign stays until it has been read.
  await tab.goto('/');
  await tab.getByRole('button', { name: 'Chiudi l’avviso' }).click();
  await expect(tab.locator('#coda')).toBeHidden();
  expect(await keptIn(tab)).toEqual([]);
  await tab.reload();
  await expect(tab.locator('#coda')).toHaveCount(0);
  expect(countPratiche(house, email)).toBe(1);
});

test('the page that waits sends by itself when the connection is back', async ({ page, house, smtp }) => {
  const email = newEmail('aperta');
  await openReadyBozza(page, { house, smtp }, email, 'dati');
  await loseConnection(page);
  await sendOffline(page, 1);
  await page.context().setOffline(false);
  await expect(page.locator('#coda').getByText(SENT).last()).toBeVisible();
  expect(casesOf(house, email)).toMatchObject([{ foto: 1 }]);
});

test('photos and text survive a closed page before anything is sent', async ({ page, house, smtp }) => {
  await openReadyBozza(page, { house, smtp }, newEmail('chiusa'), 'dati');
  await loseConnection(page);
  await page.locator('#oggetto').fill('Buca profonda');
  await attachFiles(page, pngFile('buca.png'), true);
  await expect(attached(page, 'buca.png')).toBeVisible();
  await expect(page.getByText('quello che scrivi resta su questo dispositivo')).toBeVisible();
  const tab = await comeBack(page);
  await tab.getByRole('button', { name: 'Riprendi' }).click();
  await expect(tab.locator('#oggetto')).toHaveValue('Buca profonda');
  await expect(attached(tab, 'buca.png')).toBeVisible();
  expect(await keptIn(tab)).toEqual([]);
});

test('two tabs and a lost answer send one case', async ({ page, house, smtp }) => {
  const email = newEmail('due');
  await openReadyBozza(page, { house, smtp }, email, 'dati');
  await loseConnection(page);
  await sendOffline(page, 1);
  const context = page.context();
  let lost = 0;
  await context.route(`**${SEND_API}`, async (route) => {
    await route.fetch();
    lost += 1;
    await route.abort();
  });
  const [first, second] = [await context.newPage(), await context.newPage()];
  await page.close();
  await context.setOffline(false);
  await Promise.all([first.goto('/segnalazione'), second.goto('/')]);
  await expect.poll(() => lost).toBeGreaterThan(0);
  expect(countPratiche(house, email)).toBe(1);
  await context.unroute(`**${SEND_API}`);
  await first.reload();
  for (const tab of [first, second]) await expect(tab.locator('#coda').getByText(SENT).last()).toBeVisible();
  expect(casesOf(house, email)).toMatchObject([{ foto: 1 }]);
});

test('a send whose answer is lost with the line waits, and is not sent a second time', async ({
  page,
  house,
  smtp,
}) => {
  const email = newEmail('linea');
  await openReadyBozza(page, { house, smtp }, email, 'dati');
  await page.locator('#descrizione').fill('Scritta con la linea.');
  await goToSummary(page);
  await page.route(`**${SEND_API}`, async (route) => {
    await route.fetch();
    await page.context().setOffline(true);
    await route.abort();
  });
  await pressSend(page);
  await expect(page.getByRole('heading', { name: 'La segnalazione è in attesa' })).toBeFocused();
  await page.unroute(`**${SEND_API}`);
  await page.context().setOffline(false);
  await expect(page.locator('#coda').getByText(SENT).last()).toBeVisible();
  expect(countPratiche(house, email)).toBe(1);
});

test('a guest whose address is not confirmed yet finds the form filled in, and confirms it', async ({
  page,
  house,
  code,
  accessible,
}) => {
  const email = newEmail('codice');
  await openData(page);
  await loseConnection(page);
  await fillData(page, email);
  await sendOffline(page, 1, 'Quando torna la rete, prima conferma il tuo indirizzo');
  const tab = await comeBack(page);
  await expect(tab.locator('#coda .callout').getByText('conferma il tuo indirizzo e-mail')).toBeVisible();
  await accessible(tab, 'by hand');
  await tab.getByRole('button', { name: 'Apri e completa' }).click();
  await expect(tab).toHaveURL(/passo=dati/);
  await expect(tab.locator('#oggetto')).toHaveValue('Lampione spento');
  await expect(attached(tab, 'foto-1.png')).toBeVisible();
  await expect(tab.locator('#coda')).toHaveCount(0);
  await tab.getByRole('button', { name: /^Invia (il|un altro) codice/ }).click();
  await tab.locator('#otp').fill(await code(email));
  await goToSummary(tab);
  await pressSend(tab);
  await readProtocollo(tab);
  expect(casesOf(house, email)).toMatchObject([{ foto: 1 }]);
});

test('a report that the portal refuses says why, and opens with what was typed', async ({ page, house, smtp }) => {
  const email = newEmail('rifiuto');
  await openReadyBozza(page, { house, smtp }, email, 'dati');
  await loseConnection(page);
  await sendOffline(page, 1);
  // Two hours have passed: the confirmation of the address is over.
  changeStore(house, 'update prove_email set scade = 1');
  const tab = await comeBack(page, '/');
  await expect(tab.locator('#coda .callout').getByText('conferma il tuo indirizzo e-mail')).toBeVisible();
  expect(countPratiche(house, email)).toBe(0);
  await tab.getByRole('button', { name: 'Apri e completa' }).click();
  await expect(tab).toHaveURL(/passo=dati/);
  await expect(tab.locator('#descrizione')).toHaveValue('Scritta dove non c’è campo.');
  await expect(attached(tab, 'foto-1.png')).toBeVisible();
});

test('a report that waits leaves the next one alone, which was begun meanwhile', async ({ page, house, smtp }) => {
  const email = newEmail('prossima');
  await openReadyBozza(page, { house, smtp }, email, 'dati');
  await loseConnection(page);
  await sendOffline(page, 1);
  const draft = 'select count(*) n from bozze';
  changeStore(
    house,
    "update bozze set chiave = 'un-altra-chiave', valori_json = json_set(valori_json, '$.oggetto', 'La prossima')",
  );
  const tab = await comeBack(page);
  await expect(tab.locator('#coda').getByText(SENT).last()).toBeVisible();
  expect(withStore(house, (db) => db.prepare(draft).get())).toEqual({ n: 1 });
  await tab.getByRole('button', { name: 'Riprendi' }).click();
  await expect(tab.locator('#oggetto')).toHaveValue('La prossima');
  await expect(attached(tab, 'foto-1.png')).toHaveCount(0);
});

/** Mario writes a report without a connection. */
async function marioWrites(page: Page): Promise<void> {
  await logIn(page, 'mario', '/segnalazione');
  await page.getByLabel(/informativa sulla privacy/).check();
  await goOn(page);
  await fillPlace(page);
  await loseConnection(page);
  await sendOffline(page, 1);
}

const goOn = async (page: Page) => {
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page).toHaveURL(/passo=dati/);
};

async function fillPlace(page: Page): Promise<void> {
  await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Comune di Borgosereno' });
  await page.getByRole('radio', { name: 'Altro' }).check();
  await page.getByLabel('Tipo di disservizio').selectOption({ label: 'Strade, parcheggi e mobilità' });
  await page.locator('#indirizzo').fill('Via Garibaldi 4');
  await page.locator('#oggetto').fill('Lampione spento');
}

const marioOffline = (house: Portal) =>
  withStore(house, (db) =>
    Number(
      db
        .prepare(
          "select count(*) n from pratiche where descrizione = 'Scritta dove non c’è campo.' and email like 'mario%'",
        )
        .get()?.n,
    ),
  );

test('what a person wrote waits for their next login, and is sent for nobody else', async ({ page, house }) => {
  const before = marioOffline(house);
  await marioWrites(page);
  // The login of yesterday is over.
  changeStore(house, 'delete from accessi');
  const guest = await comeBack(page);
  await expect(guest.locator('#coda .callout').getByText('parte quando accede di nuovo')).toBeVisible();
  await guest.goto('/area-riservata');
  await logIn(guest, 'luca', '/segnalazione');
  await expect(guest.locator('#coda .callout').getByText('parte quando accede di nuovo')).toBeVisible();
  await expect(guest.getByText('Lampione spento')).toHaveCount(0);
  expect(marioOffline(house)).toBe(before);

  changeStore(house, 'delete from accessi');
  await logIn(guest, 'mario', '/segnalazione');
  await expect(guest.locator('#coda').getByText(SENT).last()).toBeVisible();
  expect(marioOffline(house)).toBe(before + 1);
});

test('a logout warns that what was not sent is lost, and deletes it', async ({ page, house, accessible }) => {
  const before = marioOffline(house);
  await marioWrites(page);
  await page.context().route(`**${SEND_API}`, (route) => route.abort());
  const tab = await comeBack(page, '/area-riservata');
  await tab.getByRole('banner').getByRole('button', { name: 'Esci' }).click();
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Vuoi uscire?');
  await expect(tab.getByRole('main')).toContainText('Se esci si cancella, con le sue foto, e non lo riceve nessuno.');
  await accessible(tab, 'logout');
  await tab.getByRole('link', { name: 'Resta collegato' }).click();
  await expect(tab).toHaveURL('/');

  await tab.getByRole('banner').getByRole('button', { name: 'Esci' }).click();
  await tab.getByRole('button', { name: 'Esci e cancella' }).click();
  await tab.waitForURL('**/login?state=uscito');
  await expect.poll(() => keptIn(tab)).toEqual([]);
  await tab.context().unroute(`**${SEND_API}`);
  await logIn(tab, 'mario', '/segnalazione');
  await expect(tab.locator('#coda')).toHaveCount(0);
  expect(marioOffline(house)).toBe(before);
});

test('what a guest wrote is no use to the next guest of the browser', async ({ page, house, smtp }) => {
  const email = newEmail('ospite');
  await openReadyBozza(page, { house, smtp }, email, 'dati');
  await loseConnection(page);
  await sendOffline(page, 1);
  await page.context().clearCookies({ name: VISITOR_COOKIE });
  const tab = await comeBack(page);
  await expect
    .poll(() =>
      keptIn(tab)
        .then((kept) => kept.filter((record) => record.includes('coda')))
        .then((l) => l.length),
    )
    .toBe(0);
  await expect(tab.getByText('Lampione spento')).toHaveCount(0);
  expect(countPratiche(house, email)).toBe(0);
});

test('a logout without anything that waits asks nothing', async ({ page }) => {
  await logIn(page, 'mario');
  await logOut(page, true);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accedi');
});
