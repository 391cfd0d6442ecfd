/** Appointments, with scripts and without: booked by a guest and by a citizen, moved and cancelled by a link, taken by another meanwhile. */
import type { Page } from '@playwright/test';
import { ENTI } from '../../src/sandbox/demo/enti.ts';
import type { Portal } from '../portal.ts';
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { fillFields } from './flow.ts';
import { changeStore, withStore } from './store.ts';

const BOOKING_PATH = '/servizio/appuntamento';
const LAMPADE_PATH = '/servizio/allacciamento-lampade-votive';
const PROVA = {
  ente: 'borgosereno',
  codice: 'prova-lampade',
  nome: 'Ufficio lampade votive',
  tipo: 'Cimiteri',
  sportello: 'urp',
  postazioni: 1,
  motivi: [
    { codice: 'allaccio', nome: 'Nuovo allaccio', minuti: 30, cosa_serve: ['la concessione'], servizi: ['SF500'] },
    { codice: 'guasto', nome: 'Luce guasta', minuti: 15, cosa_serve: [], servizi: [] },
  ],
  orari: [{ giorni: ['lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi'], dalle: '09:00', alle: '12:00' }],
  chiusure: [],
  aperture_straordinarie: [],
  preavviso_ore: 24,
  orizzonte_giorni: 60,
  massimo_per_persona: 2,
  limite_modifica_ore: 1,
};

/** An office of Borgosereno that nobody has booked yet. */
async function openOffice(page: Page, house: Portal): Promise<void> {
  withStore(house, (db) => {
    db.prepare('insert or replace into calendari values (?, ?, 90, ?)').run(
      PROVA.ente,
      PROVA.codice,
      JSON.stringify(PROVA),
    );
  });
  // What a municipality offers is kept in memory for a while.
  await expect(async () => {
    await page.goto(`${BOOKING_PATH}?ente=borgosereno`);
    await expect(page.getByLabel(PROVA.nome)).toBeVisible({ timeout: 500 });
  }).toPass();
}

const next = (page: Page) => page.locator('.cmp-nav-steps').getByRole('button', { name: 'Avanti' }).click();
const times = (page: Page) => page.getByRole('group', { name: 'Scegli un giorno e un orario' });

/** Chooses the last time of the last day that the page offers: of a month that is nearly over there may be one day. */
async function chooseLastTime(page: Page): Promise<void> {
  const day = times(page).locator('details').last();
  if (!(await day.evaluate((details: HTMLDetailsElement) => details.open))) await day.locator('summary').click();
  await day.getByRole('radio').last().check();
}

/** From the step of the applicant on, as a guest. */
async function leaveContacts(page: Page, email: string, code: (email: string) => Promise<string>): Promise<void> {
  await expect(page).toHaveURL(/passo=richiedente/);
  await fillFields(page, { nome: 'Anna', cognome: 'Bianchi', email });
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  await page.locator('#otp').fill(await code(email));
  await page.getByLabel(/informativa sulla privacy/).check();
  await next(page);
  await expect(page).toHaveURL(/passo=riepilogo/);
}

/** To the step of day and time of the office of the tests. */
async function chooseOffice(page: Page): Promise<void> {
  await page.getByLabel(PROVA.nome).check();
  await next(page);
  await expect(page).toHaveURL(/passo=orario/);
}

test('C.SE.2.2: a guest chooses office, free day and time, subject and reason, and leaves name and contacts, from a step of a service', async ({
  page,
  house,
  accessible,
  code,
}) => {
  await openOffice(page, house);
  const email = newEmail('anna');
  // From a step of a service, whose draft stays.
  await page.goto(`${LAMPADE_PATH}?passo=privacy`);
  await page.locator('[data-element="appointment-booking"]').click();
  await expect(page).toHaveURL(/\/servizio\/appuntamento\?per=SF500&da=/);
  await expect(page.getByRole('heading', { level: 1, name: 'Prenotazione appuntamento' })).toBeVisible();
  await page.locator('#ente').selectOption({ label: 'Comune di Borgosereno' });
  await page.getByRole('button', { name: 'Mostra i suoi uffici' }).click();

  // The office is the one that receives for this service; another may be chosen.
  await expect(page.getByLabel(PROVA.nome)).toBeChecked();
  await accessible(page, 'luogo');
  await next(page);

  // A free day and time: the first one, or another of a day.
  await expect(page).toHaveURL(/passo=orario/);
  await chooseLastTime(page);
  await accessible(page, 'orario');
  await next(page);

  // Subject and reason; the time is held meanwhile.
  await expect(page.getByText(/Ti teniamo questo orario fino alle \d\d:\d\d/)).toBeVisible();
  await expect(page.locator('#motivo')).toHaveValue('allaccio');
  await next(page);
  await expect(page.locator('#dettagli-errore')).toContainText('Scrivi in poche parole di che cosa hai bisogno.');
  await accessible(page, 'dettagli, errore');
  await page.locator('#dettagli').fill('Una luce nuova sul loculo 15.');
  await next(page);

  // Name and contacts.
  await leaveContacts(page, email, code);
  const summary = page.locator('main');
  for (const words of [PROVA.nome, 'Nuovo allaccio', 'Una luce nuova sul loculo 15.', 'Anna Bianchi', email])
    await expect(summary).toContainText(words);
  await accessible(page, 'riepilogo');
  await page.locator('.cmp-nav-steps').getByRole('button', { name: 'Invia' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Appuntamento confermato' })).toBeVisible();
  await expect(page.getByText(/L’appuntamento è fissato per .+ dalle ore 11:30 alle ore 12:00/)).toBeVisible();
  await expect(page.getByText('la concessione')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Aggiungi al tuo calendario' })).toBeVisible();
  // The office has a point on the map.
  const map = page.getByRole('img', { name: 'Mappa con il punto indicato' });
  await map.scrollIntoViewIfNeeded();
  await expect(map).toHaveJSProperty('naturalWidth', 480);
  await expect(page.getByRole('link', { name: /^Come arrivare/ })).toHaveAttribute('href', /mlat=[\d.]+&mlon=[\d.]+/);
  await accessible(page, 'confermato');
  await page.getByRole('link', { name: 'Torna dove eri' }).click();
  await expect(page).toHaveURL(/allacciamento-lampade-votive/);
});

test('C.SE.2.2: a citizen finds their name filled in, books the first free time, and has it in their area', async ({
  page,
  house,
  accessible,
}) => {
  await openOffice(page, house);
  await logIn(page, 'anna', `${BOOKING_PATH}?ente=borgosereno&calendario=${PROVA.codice}&motivo=guasto`);
  await expect(page.getByLabel(PROVA.nome)).toBeChecked();
  await next(page);
  await expect(times(page).getByRole('radio').first()).toBeChecked();
  await next(page);
  await page.locator('#dettagli').fill('La luce è spenta.');
  await next(page);
  for (const field of ['nome', 'cognome', 'codice_fiscale']) {
    await expect(page.locator(`#${field}`)).not.toHaveValue('');
    await expect(page.locator(`#${field}`)).toHaveAttribute('readonly', '');
  }
  await page.getByLabel(/informativa sulla privacy/).check();
  await next(page);
  await page.locator('.cmp-nav-steps').getByRole('button', { name: 'Invia' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Appuntamento confermato' })).toBeVisible();
  await page.goto('/area-riservata');
  const visit = page.getByRole('region', { name: 'Il tuo prossimo appuntamento' });
  await expect(visit).toContainText(PROVA.nome);
  await accessible(page, 'nell’area');
  await page.goto('/area-riservata?scheda=scadenze');
  const due = page.getByRole('link', { name: 'Appuntamento: Luce guasta' });
  await expect(due).toBeVisible();
  await accessible(page, 'tra le scadenze');
  await due.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Il tuo appuntamento' })).toBeVisible();
});

test('a time that another person takes meanwhile is told beside the next ones; what was typed stays', {
  tag: '@plain',
}, async ({ page, house, otherBrowser, accessible }) => {
  await openOffice(page, house);
  await chooseOffice(page);
  await accessible(page, 'per che cosa');
  await page.getByRole('button', { name: 'Luce guasta' }).click();
  const other = await otherBrowser();
  await other.goto(`${BOOKING_PATH}?ente=borgosereno&calendario=${PROVA.codice}&motivo=guasto`);
  await next(other);
  await next(other);
  await expect(other.getByText(/Ti teniamo questo orario/)).toBeVisible();
  // The page still offers it.
  await next(page);
  await expect(page.locator('#inizio-errore')).toContainText('preso da un’altra persona. I prossimi liberi:');
  await accessible(page, 'orario preso');
  await expect(page.locator('#motivo')).toHaveValue('guasto');
  await next(page);
  await expect(page.getByText(/Ti teniamo questo orario/)).toBeVisible();
});

test('an appointment is moved and cancelled from the link of its mail', { tag: '@plain' }, async ({
  page,
  house,
  accessible,
  code,
  smtp,
}) => {
  await openOffice(page, house);
  const email = newEmail('anna');
  await page.goto(`${BOOKING_PATH}?ente=borgosereno&calendario=${PROVA.codice}&motivo=guasto`);
  await next(page);
  await next(page);
  await page.locator('#dettagli').fill('La luce è spenta.');
  await next(page);
  await leaveContacts(page, email, code);
  await page.locator('.cmp-nav-steps').getByRole('button', { name: 'Invia' }).click();
  const mail = await smtp.mailTo(email, /appuntamento confermato/);
  const link = /https?:\S+\/servizio\/appuntamento\/\S+/.exec(mail.text)?.[0] ?? '';
  await page.goto(new URL(link).pathname);
  await expect(page.getByRole('heading', { level: 1, name: 'Il tuo appuntamento' })).toBeVisible();
  await accessible(page, 'il proprio appuntamento');
  await page.getByRole('link', { name: 'Sposta', exact: true }).click();
  await page.getByRole('button', { name: 'Sposta l’appuntamento' }).click();
  await expect(page.getByText('Non cambia niente')).toBeVisible();
  await accessible(page, 'non cambia niente');
  await page.getByRole('link', { name: 'Sposta', exact: true }).click();
  await chooseLastTime(page);
  await accessible(page, 'sposta');
  await page.getByRole('button', { name: 'Sposta l’appuntamento' }).click();
  await expect(page.getByText('Appuntamento spostato')).toBeVisible();
  await expect(page.getByText(/dalle ore 11:45 alle ore 12:00/)).toBeVisible();
  await page.getByRole('link', { name: 'Annulla l’appuntamento' }).click();
  await accessible(page, 'annulla');
  await page.getByRole('button', { name: 'Sì, annulla l’appuntamento' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Appuntamento annullato' })).toBeVisible();
  await smtp.mailTo(email, /appuntamento annullato/);
});

/**
 * From a page that leads there to the confirmation, as somebody who is logged in and takes the first free time.
 * @param known what the page that leads there says already @returns what they had to do
 */
async function bookCounting(
  page: Page,
  known: 'nothing' | 'office and reason',
): Promise<{ presses: number; typed: number }> {
  const counted = { presses: 0, typed: 0 };
  const press = async (action: Promise<void>) => {
    counted.presses += 1;
    await action;
  };
  await press(page.locator('[data-element="appointment-booking"]').first().click());
  if (known === 'nothing') await press(page.getByLabel(PROVA.nome).check());
  await press(next(page));
  if (known === 'nothing') await press(page.getByRole('button', { name: 'Luce guasta' }).click());
  await press(next(page));
  counted.typed += 1;
  await page.locator('#dettagli').fill('La luce è spenta.');
  await press(next(page));
  await expect(page.locator('#email')).not.toHaveValue('');
  await press(page.getByLabel(/informativa sulla privacy/).check());
  await press(next(page));
  await press(page.locator('.cmp-nav-steps').getByRole('button', { name: 'Invia' }).click());
  await expect(page.getByRole('heading', { level: 1, name: 'Appuntamento confermato' })).toBeVisible();
  return counted;
}

test('a few presses and one typed field lead from the home page of a municipality to an appointment, fewer from a service, and no more from the portal’s once it knows the municipality', async ({
  page,
  house,
}) => {
  await openOffice(page, house);
  const town = house.base.replace('127.0.0.1', ENTI.find(({ id }) => id === PROVA.ente)?.host ?? '');
  await page.goto(`${town}/login`);
  await page.getByRole('button', { name: 'Entra con SPID' }).click();
  await page.getByRole('button', { name: 'Entra come Anna' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Esci' })).toBeVisible();
  await page.goto(town);
  expect(await bookCounting(page, 'nothing')).toEqual({ presses: 9, typed: 1 });
  await page.goto(`${town}${LAMPADE_PATH}?passo=privacy`);
  expect(await bookCounting(page, 'office and reason')).toEqual({ presses: 7, typed: 1 });

  // On the host of all municipalities it is the one that she wrote to last.
  changeStore(house, 'delete from appuntamenti where pratica is not null');
  await logIn(page, 'anna', '/');
  expect(await bookCounting(page, 'nothing')).toEqual({ presses: 9, typed: 1 });
});

test('neither the way back after the send nor the same form in another tab makes a second appointment', {
  tag: '@plain',
}, async ({ page, context, house, accessible }) => {
  await openOffice(page, house);
  await logIn(page, 'anna', `${BOOKING_PATH}?ente=borgosereno&calendario=${PROVA.codice}&motivo=guasto`);
  await next(page);
  await next(page);
  await page.locator('#dettagli').fill('La luce è spenta.');
  await next(page);
  await page.getByLabel(/informativa sulla privacy/).check();
  await next(page);
  const other = await context.newPage();
  await other.goto(page.url());
  const send = (tab: Page) => tab.locator('.cmp-nav-steps').getByRole('button', { name: 'Invia' }).click();
  await send(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Appuntamento confermato' })).toBeVisible();
  const number = (await page.locator('[data-protocollo]').textContent()) ?? '';
  await page.goBack();
  await expect(page.getByText(`Hai già inviato la richiesta ${number}`)).toBeVisible();
  await accessible(page, 'dopo l’invio, indietro');
  await send(other);
  await expect(other.locator('[data-protocollo]')).toHaveText(number);
  const booked = withStore(house, (db) =>
    db.prepare('select count(*) n from appuntamenti where calendario = ?').get(PROVA.codice),
  );
  expect(booked?.n).toBe(1);
});

test('a link to an office that is gone leads to the choice of another', { tag: '@plain' }, async ({ page, house }) => {
  await openOffice(page, house);
  await page.goto(`${BOOKING_PATH}?ente=borgosereno&calendario=chiuso`);
  await next(page);
  await expect(page.locator('#calendario-errore')).toContainText('Scegli');
  await page.goto(`${BOOKING_PATH}?passo=orario`);
  await expect(page).toHaveURL(/passo=luogo/);
});

test('the month leads to the times of a day, by the arrows of the keyboard as well; without scripts there is the list', async ({
  page,
  house,
  accessible,
  javaScriptEnabled,
}) => {
  await openOffice(page, house);
  await page.goto(`${BOOKING_PATH}?ente=borgosereno&calendario=${PROVA.codice}&motivo=guasto`);
  await next(page);
  const month = page.getByRole('grid');
  const list = times(page).locator('details');
  if (javaScriptEnabled === false) {
    await expect(month).toBeHidden();
    await expect(list.first()).toBeVisible();
    return;
  }
  await accessible(page, 'il mese');
  // One day is reached by the tab key: the first that has a free time.
  const stop = month.locator('[tabindex="0"]');
  await expect(stop).toHaveAttribute(
    'data-giorno',
    ((await list.first().getAttribute('id')) ?? '').replace('giorno-', ''),
  );
  await stop.focus();
  const day = Number(await stop.textContent());
  await page.keyboard.press('Home');
  await expect(page.locator(':focus')).toHaveText(/^\s*\d+\s*$/);
  const last = month.getByRole('button').last();
  for (let n = 0; n < 31 && !(await last.evaluate((button) => button === document.activeElement)); n++)
    await page.keyboard.press('ArrowRight');
  await expect(last).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(last).toBeFocused();
  await month.locator(`[data-giorno$="-${String(day).padStart(2, '0')}"]`).press('Enter');
  await expect(list.first()).toHaveAttribute('open', '');
  await expect(list.first().getByRole('radio').first()).toBeFocused();
});
