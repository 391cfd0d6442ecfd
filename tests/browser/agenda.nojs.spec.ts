/** The agenda of an office and its calendar. */
import type { Page } from '@playwright/test';
import { addDays, midnightInRome, todayInRome } from '../../src/platform/atoms/date.ts';
import { isGiornoLavorativo } from '../../src/platform/atoms/giorni-lavorativi.ts';
import { ENTI } from '../../src/sandbox/demo/enti.ts';
import type { Portal } from '../portal.ts';
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { fillFields, linkIn, sendSegnalazione } from './flow.ts';
import { changeStore } from './store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** An appointment at the register office of Borgosereno, with this case, or of somebody else. */
function writeAppuntamento(
  house: Portal,
  pratica: string | null,
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
    `insert or ignore into appuntamenti (id, ente, calendario, postazione, inizio, fine, motivo, motivo_nome, stato, pratica, sequenza, creato)
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

/** A day on which the register office is open, so many days from now at least. */
function workingDayIn(days: number): string {
  const borgosereno = ENTI.find(({ id }) => id === 'borgosereno');
  let day = addDays(todayInRome(Date.now()), days);
  while (!isGiornoLavorativo(day, borgosereno)) day = addDays(day, 1);
  return day;
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

test('an operator closes some hours, whose citizen takes an offered time with one press, and then moves and cancels the appointment', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const email = newEmail('agenda');
  const { id, protocollo } = await sendSegnalazione({ house, smtp }, email);
  const day = workingDayIn(30);
  writeAppuntamento(house, id, midnightInRome(day) + 9 * HOUR, {
    ente: 'borgosereno',
    calendario: 'anagrafe',
    postazione: 1 + Math.floor(Math.random() * 2),
  });
  await logIn(page, 'olga', `/operatore/agenda?giorno=${day}`);
  await page.getByText('Chiudi un giorno o alcune ore').click();
  await page.getByLabel('Dalle ore').fill('9.00');
  await page.getByLabel('Alle ore', { exact: true }).fill('8.00');
  await page.getByRole('button', { name: 'Chiudi', exact: true }).click();
  await expect(page.getByRole('link', { name: /^L’ora in cui finisce viene dopo/ })).toBeVisible();
  await page.getByLabel('Alle ore', { exact: true }).fill('9.30');
  await page.getByLabel('Motivo').fill('Formazione');
  await page.getByRole('button', { name: 'Chiudi', exact: true }).click();
  await expect(page.getByText('Un appuntamento è fuori dai nuovi orari')).toBeVisible();
  await accessible(page, 'who has booked in the hours to close');
  await page.getByLabel(/^Vanno spostati/).check();
  await page.getByRole('button', { name: 'Chiudi', exact: true }).click();
  await expect(page.getByText('Chiusura salvata')).toBeVisible();
  await expect(rowOf(page, protocollo)).toContainText('Da spostare: avvisato');
  await accessible(page, 'a closed morning');

  const { text } = await smtp.mailTo(email, /scegli un altro orario/);
  const [first, second, third, ...others] = [
    ...text.matchAll(/https?:\S+\/servizio\/appuntamento\/\S+\?scegli=\S+/g),
  ].map(([offer]) => offer);
  if (!first || !second || !third || others.length > 0) throw new Error(`Three times are offered in: ${text}`);
  const momentOf = (offer: string) => new URL(offer).searchParams.get('scegli') ?? '';
  const takeByOthers = (offer: string) => {
    for (const postazione of [1, 2])
      writeAppuntamento(house, null, Date.parse(momentOf(offer)), {
        ente: 'borgosereno',
        calendario: 'anagrafe',
        postazione,
      });
  };
  await page.context().clearCookies();
  // What was offered is not held: a citizen who comes late reads so, with the times that are free by then.
  takeByOthers(first);
  await page.goto(first);
  await expect(page.getByText('Questo orario non è più libero')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sposta l’appuntamento' })).toBeVisible();
  await accessible(page, 'an offered time that is gone');
  await page.goto(second);
  await accessible(page, 'an offered time');
  takeByOthers(second);
  await page.getByRole('button', { name: 'Sì, confermo' }).click();
  await expect(page.locator('#inizio-errore')).toContainText('preso da un’altra persona. I prossimi liberi:');
  await expect(page.getByRole('button', { name: 'Sposta l’appuntamento' })).toBeVisible();
  await page.goto(third);
  await page.getByRole('button', { name: 'Sì, confermo' }).click();
  await expect(page.getByText('Appuntamento spostato')).toBeVisible();
  const moment = momentOf(third);
  await logIn(page, 'olga', `/operatore/agenda?giorno=${todayInRome(Date.parse(moment))}`);
  await expect(rowOf(page, protocollo)).not.toContainText('Da spostare');

  await rowOf(page, protocollo)
    .getByRole('link', { name: /^Sposta o annulla/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sposta o annulla un appuntamento');
  await accessible(page, 'one appointment, for the office');
  await page.getByRole('button', { name: 'Sposta a questo orario' }).click();
  await expect(page.getByText('Non cambia niente')).toBeVisible();
  await accessible(page, 'the time that it has already');
  const lastDay = page.locator('details[name="giorno"]').last();
  if (!(await lastDay.evaluate((details: HTMLDetailsElement) => details.open)))
    await lastDay.locator('summary').click();
  await lastDay.getByRole('radio').last().check();
  await page.getByRole('button', { name: 'Sposta a questo orario' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agenda: Ufficio anagrafe');
  await rowOf(page, protocollo)
    .getByRole('link', { name: /^Sposta o annulla/ })
    .click();
  await page.getByRole('button', { name: 'Annulla l’appuntamento' }).click();
  await expect(page.getByRole('link', { name: 'Scrivi il motivo: lo legge anche il cittadino.' })).toBeVisible();
  await page.getByLabel('Motivo').fill('Sciopero');
  await page.getByRole('button', { name: 'Annulla l’appuntamento' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agenda: Ufficio anagrafe');
  await expect(rowOf(page, protocollo)).toHaveCount(0);
});

test('an operator offers an appointment on the page of a case; its citizen chooses the time from a mail, and finds it on that page', async ({
  page,
  house,
  smtp,
  accessible,
  code,
}) => {
  const email = newEmail('proposta');
  const { operatorUrl } = await sendSegnalazione({ house, smtp }, email);
  await logIn(page, 'olga', new URL(operatorUrl).pathname);
  await expect(page.getByText('Nessuno in programma.')).toBeVisible();
  await page.getByRole('link', { name: 'Proponi un appuntamento' }).click();
  await page.getByRole('button', { name: 'Manda la proposta' }).click();
  await expect(page.getByRole('link', { name: 'Scegli l’ufficio e il motivo.' })).toBeVisible();
  await accessible(page, 'nothing offered yet');
  await page.getByLabel('Ufficio e motivo').selectOption({ label: 'Ufficio anagrafe: Cambio di residenza' });
  await page.getByRole('button', { name: 'Manda la proposta' }).click();
  await expect(page.getByText(/propone un appuntamento: Ufficio anagrafe, Cambio di residenza/)).toBeVisible();
  const { text } = await smtp.mailTo(email, /ci vediamo allo sportello/);
  await page.context().clearCookies();
  await page.goto(linkIn(text, /\/servizio\/appuntamento\?\S+/));
  await expect(page.getByText('Ufficio anagrafe').first()).toBeVisible();
  const next = () => page.locator('.cmp-nav-steps').getByRole('button', { name: 'Avanti' }).click();
  await next();
  await next();
  await page.locator('#dettagli').fill('Come mi ha chiesto l’ufficio.');
  await next();
  await fillFields(page, { nome: 'Anna', cognome: 'Bianchi', email });
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  // The first code was that of the report.
  await page.locator('#otp').fill(await code(email, 1));
  await page.getByLabel(/informativa sulla privacy/).check();
  await next();
  await page.locator('.cmp-nav-steps').getByRole('button', { name: 'Invia' }).click();
  await page.getByRole('link', { name: 'Torna dove eri' }).click();
  const booked = page.getByRole('region', { name: 'Il tuo appuntamento' });
  await expect(booked).toContainText('Ufficio anagrafe, Cambio di residenza');
  await expect(page.getByText(/Appuntamento prenotato: .+ \(numero \d{4}\/\d{6}\)/)).toBeVisible();
  await accessible(page, 'the appointment of a case');
  await booked.getByRole('link', { name: /^Vedi l’appuntamento/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Il tuo appuntamento' })).toBeVisible();
});

test('an operator books for somebody who calls, in the form that citizens have', async ({ page, accessible }) => {
  await logIn(page, 'olga', '/operatore/agenda');
  await page.getByRole('link', { name: 'Prenota per chi telefona' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Appuntamento per chi telefona');
  await page.getByRole('button', { name: 'Scegli giorno e ora' }).click();
  await expect(page.getByRole('link', { name: 'Scrivi il nome della persona.' })).toBeVisible();
  await accessible(page, 'nobody on the telephone');
  await page.getByLabel('Nome*', { exact: true }).fill('Ada');
  await page.getByLabel('Cognome').fill('Neri');
  await page.getByLabel('Codice fiscale').fill('NREDAA80A41H501Q');
  await page.getByLabel(/^Ho detto a chi telefona/).check();
  await page.getByRole('button', { name: 'Scegli giorno e ora' }).click();
  await expect(page).toHaveURL(/\/servizio\/appuntamento\?ente=borgosereno/);
  const caller = page.getByRole('region', { name: 'Al telefono' });
  await expect(caller).toContainText('Ada Neri');
  await caller.getByRole('button', { name: 'Ho finito con questa persona' }).click();
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

  // Longer hours that are taken back are shorter hours.
  await page.getByRole('link', { name: nome }).click();
  await entered.getByLabel(/^Alle/).fill('12.00');
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();
  await page.getByRole('link', { name: 'Modifiche' }).click();
  const last = page.locator('main li').filter({ hasText: nome }).first();
  await last.getByRole('button', { name: /^Ripristina/ }).click();
  await expect(last.getByText('Un appuntamento è fuori dai nuovi orari')).toBeVisible();
  await accessible(page, 'appointments outside the hours of before');
  await last.getByLabel(/^Restano come sono/).check();
  await last.getByRole('button', { name: /^Ripristina/ }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();
});
