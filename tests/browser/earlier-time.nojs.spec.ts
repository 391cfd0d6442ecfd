/** The waiting list of appointments: joined, left, an offer declined, taken, and over before it is answered. */
import type { Page } from '@playwright/test';
import { offeredTimes } from '../../src/features/cases/calendario/free-times.ts';
import { startInWords } from '../../src/features/cases/calendario/words.ts';
import { addDays, isoInstant, todayInRome } from '../../src/platform/atoms/date.ts';
import type { Portal } from '../portal.ts';
import { logIn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { changeStore, withStore } from './store.ts';

const BOOKING_PATH = '/servizio/appuntamento';
const today = todayInRome(Date.now());
const [NEAR_DAY, FAR_DAY] = [addDays(today, 3), addDays(today, 10)];

/** Two times in three days, and one a week later. */
const calendarOf = (codice: string) => ({
  ente: 'borgosereno',
  codice,
  nome: 'Ufficio delle attese',
  tipo: 'Anagrafe',
  sportello: 'urp',
  postazioni: 1,
  motivi: [{ codice: 'carta', nome: 'Carta d’identità', minuti: 30, cosa_serve: [], servizi: [] }],
  orari: [],
  chiusure: [],
  aperture_straordinarie: [
    { giorno: NEAR_DAY, dalle: '09:00', alle: '10:00' },
    { giorno: FAR_DAY, dalle: '09:00', alle: '09:30' },
  ],
  preavviso_ore: 1,
  orizzonte_giorni: 30,
  massimo_per_persona: 2,
  limite_modifica_ore: 1,
});

const NEAR_TIMES = offeredTimes(calendarOf(''), 30, { from: NEAR_DAY, to: NEAR_DAY, closed: {} });
const [FIRST, SECOND] = NEAR_TIMES.map(({ inizio }) => inizio) as [number, number];

/** An office whose near day other people have. */
async function openOffice(page: Page, house: Portal, codice: string): Promise<void> {
  withStore(house, (db) => {
    const calendario = calendarOf(codice);
    const taken = db.prepare(`insert or ignore into appuntamenti
      (id, ente, calendario, postazione, inizio, fine, motivo, motivo_nome, stato, sequenza, creato)
      values (?, 'borgosereno', ?, 1, ?, ?, 'carta', 'Carta d’identità', 'fissato', 0, 0)`);
    db.prepare('delete from appuntamenti where calendario = ?').run(codice);
    db.prepare('insert or replace into calendari values (?, ?, 95, ?)').run(
      calendario.ente,
      codice,
      JSON.stringify(calendario),
    );
    for (const { inizio, fine } of NEAR_TIMES) taken.run(`${codice}-${inizio}`, codice, inizio, fine);
  });
  // What a municipality offers is kept in memory for a while.
  await expect(async () => {
    await page.goto(`${BOOKING_PATH}?ente=borgosereno&calendario=${codice}`);
    await expect(page.getByText('Ufficio delle attese').first()).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** Somebody cancels: their time is free, and those on the list are looked at. */
const cancelAt = (house: Portal, codice: string, inizio: number): void =>
  withStore(house, (db) => {
    db.prepare('delete from appuntamenti where id = ?').run(`${codice}-${inizio}`);
    db.prepare(`insert into posta_in_uscita (id, tipo, corsia, dati_json, creata, da_inviare, tentativi, presa_fino)
      values (?, 'lista.orario-liberato', 'receipts', ?, 0, 0, 0, 0)`).run(
      `${codice}-${inizio}-${Math.random()}`,
      JSON.stringify({ ente: 'borgosereno', calendario: codice }),
    );
  });

const next = (page: Page) => page.locator('.cmp-nav-steps').getByRole('button', { name: 'Avanti' }).click();

/** Anna, logged in, books the only time that is left. */
async function bookFar(page: Page, house: Portal, codice: string): Promise<void> {
  await openOffice(page, house, codice);
  await logIn(page, 'anna', `${BOOKING_PATH}?ente=borgosereno&calendario=${codice}`);
  await next(page);
  await next(page);
  await page.locator('#dettagli').fill('La carta è scaduta.');
  await next(page);
  await page.getByLabel(/informativa sulla privacy/).check();
  await next(page);
  await page.locator('.cmp-nav-steps').getByRole('button', { name: 'Invia' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Appuntamento confermato' })).toBeVisible();
}

const offer = (page: Page) => page.locator('#proposta');
/** The work of the house takes a moment. */
const seeOffer = (page: Page, inizio: number) =>
  expect(async () => {
    await page.reload();
    await expect(offer(page)).toContainText(startInWords(inizio).split(' ore ')[0] ?? '', { timeout: 500 });
  }).toPass();

test('a citizen joins the list, declines an earlier time, and takes the next one with one press', async ({
  page,
  house,
  accessible,
  otherBrowser,
}, { project }) => {
  const codice = `attese-${project.name}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  await bookFar(page, house, codice);
  await accessible(page, 'confermato');
  await page.getByRole('button', { name: 'Avvisami se si libera prima' }).click();
  await expect(page.getByText('Ti scriviamo se si libera un orario prima del tuo.')).toBeVisible();
  await expect(page.getByText('Sei in lista per un orario prima.')).toBeVisible();
  await accessible(page, 'in lista');
  const path = new URL(page.url()).pathname;
  await page.goto(path);

  cancelAt(house, codice, FIRST);
  await seeOffer(page, FIRST);
  await expect(offer(page)).toContainText('dalle ore 09:00 alle ore 09:30');
  await accessible(page, 'proposta');

  const office = await otherBrowser();
  await logIn(office, 'olga', `/operatore/agenda?ufficio=borgosereno:${codice}&giorno=${NEAR_DAY}`);
  await expect(office.getByText('In lista per un orario prima: una persona.')).toBeVisible();
  await expect(office.getByText(/Proposto a chi è in lista, fino alle \d\d:\d\d/)).toBeVisible();
  await accessible(office, 'nell’agenda');

  await offer(page).getByRole('button', { name: 'No, grazie' }).click();
  await expect(page.getByText('Va bene, lo lasciamo a un’altra persona')).toBeVisible();
  await accessible(page, 'rifiutata');

  cancelAt(house, codice, SECOND);
  await seeOffer(page, SECOND);
  await offer(page).getByRole('button', { name: 'Sì, sposta il mio appuntamento' }).click();
  await expect(page.getByText('Appuntamento spostato')).toBeVisible();
  await expect(page.getByText(/dalle ore 09:30 alle ore 10:00/)).toBeVisible();
  await expect(offer(page)).toBeHidden();
});

test('a citizen joins the list from their area and leaves it; an offer that is over is told', async ({
  page,
  house,
  accessible,
}, { project }) => {
  const codice = `area-${project.name}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  await bookFar(page, house, codice);
  await page.goto('/area-riservata?scheda=scadenze');
  const row = page.getByRole('listitem').filter({ hasText: 'Ufficio delle attese' }).filter({ hasText: 'Avvisami' });
  await row
    .getByRole('button', { name: /Avvisami se si libera prima/ })
    .last()
    .click();
  await expect(page.getByText('Sei in lista per un orario prima.')).toBeVisible();
  const path = new URL(page.url()).pathname;

  await page.goto('/area-riservata?scheda=scadenze');
  await expect(page.getByText('Ti avvisiamo se si libera un orario prima.').last()).toBeVisible();
  await accessible(page, 'nell’area, in lista');

  await page.goto(path);
  cancelAt(house, codice, FIRST);
  await seeOffer(page, FIRST);
  await page.goto('/area-riservata?scheda=scadenze');
  await expect(page.getByRole('link', { name: /Si è liberato un orario prima/ }).last()).toBeVisible();
  await accessible(page, 'nell’area, proposta');
  changeStore(house, `update appuntamenti set scade = ? where calendario = ? and stato = 'tenuto'`, Date.now(), codice);
  await page.goto(`${path}?${new URLSearchParams({ proposta: isoInstant(FIRST) })}`);
  await expect(page.getByText('Questo orario non è più tenuto per te')).toBeVisible();
  await accessible(page, 'proposta scaduta');

  await page.getByRole('button', { name: 'Non avvisarmi più' }).click();
  await expect(page.getByText('Non ti avvisiamo più')).toBeVisible();
  await accessible(page, 'fuori dalla lista');

  // An earlier time is free now: nobody has to wait for it.
  await page.getByRole('button', { name: 'Avvisami se si libera prima' }).click();
  await expect(page.getByText(/Prima del tuo ce ne sono già di liberi/)).toBeVisible();
});
