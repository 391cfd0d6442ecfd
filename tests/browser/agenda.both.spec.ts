/** The agenda of an office and its calendar; the same with and without JavaScript. */
import type { Page } from '@playwright/test';
import { addDays, midnightInRome, todayInRome } from '../../src/platform/atoms/date.ts';
import type { Portal } from '../portal.ts';
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { sendSegnalazione } from './flow.ts';
import { changeStore } from './store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** An appointment at the register office of Borgosereno, with this case. */
function writeAppuntamento(
  house: Portal,
  pratica: string,
  inizio: number,
  { ente, calendario, postazione } = {
    ente: 'borgosereno',
    calendario: 'anagrafe',
    // Of its own, so that no other test is there at the same instant.
    postazione: 3 + Math.floor(Math.random() * 20),
  },
): void {
  changeStore(
    house,
    `insert into appuntamenti (id, ente, calendario, postazione, inizio, fine, motivo, motivo_nome, stato, pratica, sequenza, creato)
     values (?, ?, ?, ?, ?, ?, 'certificati', 'Certificati e informazioni', 'fissato', ?, 0, 0)`,
    crypto.randomUUID(),
    ente,
    calendario,
    postazione,
    inizio,
    inizio + 10 * MINUTE,
    pratica,
  );
}

const rowOf = (page: Page, numero: string) => page.getByRole('listitem').filter({ hasText: numero });

test('an operator sees who comes today, says that they have come and were received, and prints a list without names', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const { id, protocollo } = await sendSegnalazione({ house, smtp }, newEmail('agenda'));
  writeAppuntamento(house, id, Math.floor(Date.now() / MINUTE) * MINUTE - 5 * MINUTE);
  await logIn(page, 'olga', '/operatore/agenda');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agenda: Ufficio anagrafe');
  const row = rowOf(page, protocollo);
  await expect(row).toContainText('Certificati e informazioni');
  await accessible(page, 'today');
  await row.getByRole('button', { name: /^Arrivato/ }).click();
  await expect(row.locator('.stato')).toHaveText('Arrivato');
  await row.getByRole('button', { name: /^Servito/ }).click();
  await expect(row.locator('.stato')).toHaveText('Servito');
  await page.getByRole('link', { name: 'Tutta la settimana' }).click();
  await expect(page.locator('main').getByRole('heading', { level: 2 })).toHaveCount(7);
  await expect(rowOf(page, protocollo)).toContainText('Servito');
  await accessible(page, 'a week');
  await page.getByRole('link', { name: 'Foglio da appendere, senza nomi' }).click();
  await expect(page.getByRole('cell', { name: protocollo })).toBeVisible();
  await expect(page.getByText('Certificati e informazioni')).toHaveCount(0);
  await accessible(page, 'for the wall');
});

test('an administrator shortens the hours of a calendar, sees the coming two weeks, and says what becomes of who has booked', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const nome = `Sportello ${crypto.randomUUID().slice(0, 8)}`;
  await logIn(page, 'carlo', '/gestione/calendari');
  await page.getByRole('link', { name: 'Aggiungi' }).click();
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByRole('link', { name: 'Scrivi il nome dell’ufficio.' })).toBeVisible();
  await accessible(page, 'refused calendar');
  await page.getByLabel('Nome dell’ufficio').fill(nome);
  await page.getByLabel('Tipo di ufficio').fill('Anagrafe');
  await page.locator('#sportello').selectOption({ index: 1 });
  await page.getByLabel('Nome del motivo').fill('Certificati');
  await page.getByLabel('Durata in minuti').fill('15');
  const hours = page.getByRole('group', { name: 'Orario: aggiungi' });
  for (const day of ['Lunedì', 'Martedì', 'Mercoledì', 'Giovedì', 'Venerdì', 'Sabato', 'Domenica'])
    await hours.getByLabel(day).check();
  await hours.getByLabel(/^Dalle/).fill('9.00');
  await hours.getByLabel(/^Alle/).fill('24:00');
  await page.getByRole('button', { name: 'Anteprima' }).click();
  await expect(page.getByRole('link', { name: /^L’ora si scrive così/ })).toBeVisible();
  // What was filled in is an entry now, with an empty one below.
  const entered = page.getByRole('group', { name: 'Orario 1' });
  await expect(entered.getByLabel(/^Alle/)).toHaveValue('24:00');
  await entered.getByLabel(/^Alle/).fill('12.00');
  await page.getByRole('button', { name: 'Anteprima' }).click();
  await expect(page.getByRole('row', { name: /09:00–12:00 0 12/ }).first()).toBeVisible();
  await accessible(page, 'preview of a calendar');
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();
  await page.getByRole('link', { name: nome }).click();
  await expect(page.getByLabel('Codice').first()).toHaveValue('certificati');

  const { id } = await sendSegnalazione({ house, smtp }, newEmail('agenda'));
  const tomorrow = addDays(todayInRome(Date.now()), 1);
  const calendario = new URL(page.url()).searchParams.get('codice') ?? '';
  writeAppuntamento(house, id, midnightInRome(tomorrow) + 11 * HOUR, { ente: 'collelume', calendario, postazione: 1 });
  await entered.getByLabel(/^Alle/).fill('10.00');
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByText('Un appuntamento è fuori dai nuovi orari')).toBeVisible();
  await accessible(page, 'appointments outside the hours');
  await page.getByLabel(/^Restano come sono/).check();
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();
});
