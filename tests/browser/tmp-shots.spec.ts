import { logIn } from './accesso-flow.ts';
import { newEmail, test } from './fixtures.ts';
import { sendSegnalazione } from './flow.ts';
import { changeStore } from './store.ts';
import { addDays, midnightInRome, todayInRome } from '../../src/platform/atoms/date.ts';
import { mkdirSync } from 'node:fs';
test('shots', async ({ page, house, smtp }) => {
  mkdirSync('/tmp/h-agenda-shots', { recursive: true });
  const { id } = await sendSegnalazione({ house, smtp }, newEmail('agenda'));
  const monday = addDays(todayInRome(Date.now()), 2);
  const put = (day: string, h: number, m: number, len: number, desk: number, stato: string) =>
    changeStore(house, `insert into appuntamenti (id, ente, calendario, postazione, inizio, fine, motivo, motivo_nome, stato, pratica, sequenza, creato)
     values (?, 'borgosereno', 'anagrafe', ?, ?, ?, 'certificati', 'Certificati e informazioni', ?, ?, 0, 0)`,
      crypto.randomUUID(), desk, midnightInRome(day) + (h * 60 + m) * 60000, midnightInRome(day) + (h * 60 + m + len) * 60000, stato, id);
  put(monday, 9, 0, 20, 1, 'servito'); put(monday, 9, 0, 10, 2, 'non_venuto'); put(monday, 9, 20, 20, 1, 'arrivato'); put(monday, 10, 0, 30, 2, 'fissato'); put(monday, 11, 30, 20, 1, 'fissato');
  const today = todayInRome(Date.now());
  put(today, 8, 0, 20, 1, 'fissato'); put(today, 8, 30, 20, 2, 'arrivato');
  await logIn(page, 'olga', '/operatore/agenda');
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [name, path] of [
      ['today', '/operatore/agenda'],
      ['monday', `/operatore/agenda?giorno=${monday}`],
      ['week', `/operatore/agenda?giorno=${monday}&vista=settimana`],
      ['wall', `/operatore/agenda?giorno=${monday}&stampa=parete`],
      ['gestione', '/gestione/calendari?ente=borgosereno&codice=anagrafe'],
    ] as const) {
      await page.goto(path);
      await page.screenshot({ path: `/tmp/h-agenda-shots/${name}-${width}.png`, fullPage: true });
    }
    await page.goto('/gestione/calendari?ente=borgosereno&codice=anagrafe');
    await page.getByRole('button', { name: 'Anteprima' }).click();
    await page.screenshot({ path: `/tmp/h-agenda-shots/preview-${width}.png`, fullPage: false });
  }
});
