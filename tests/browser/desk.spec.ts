/** The open list of an operator follows what arrives, by scripts alone. */
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { sendSegnalazione } from './flow.ts';
import { changeStore } from './store.ts';

// The clock of its pages is turned.
test.use({ ownBrowser: true });

test('an open list renews its numbers and says what has arrived, keeps its rows, and does not keep the login', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const word = `Fontana${crypto.randomUUID().slice(0, 8)}`;
  await sendSegnalazione({ house, smtp }, newEmail('prima'), { oggetto: `${word} prima` });
  await page.clock.install();
  await logIn(page, 'olga', `/operatore?q=${word}`);
  await page.mouse.move(200, 200);
  await expect(page).toHaveTitle(/^\(1\) Pratiche del tuo ente/);
  await sendSegnalazione({ house, smtp }, newEmail('dopo'), { oggetto: `${word} dopo` });
  const nineMinutesAgo = Date.now() - 9 * 60_000;
  changeStore(house, 'update accessi set ultimo = ?', nineMinutesAgo);
  await page.clock.fastForward(31_000);
  await expect(page.getByRole('status').filter({ hasText: 'È arrivata una pratica nuova' })).toBeVisible();
  await expect(page).toHaveTitle(/^\(2\) /);
  await expect(page.getByRole('link', { name: /^Da prendere in carico \(2\)$/ })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(1);
  await accessible(page, 'something has arrived');
  const { data } = await (await page.request.get('/api/v1/portale/accesso')).json();
  expect(data.secondi).toBeLessThan(7 * 60);
  await page.getByRole('link', { name: 'aggiorna l’elenco' }).click();
  await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(2);
});

test('a change of many cases shows how far it is, can be stopped, and leaves the rest ticked', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const word = `Tombino${crypto.randomUUID().slice(0, 8)}`;
  for (let n = 0; n < 6; n++)
    await sendSegnalazione({ house, smtp }, newEmail(`n${n}`), { oggetto: `${word} ${n}`, codice: 'SF310' });
  await logIn(page, 'piero', `/operatore?q=${word}`);
  // The desk wakes with the first sign of its operator.
  await page.mouse.move(200, 200);
  const held: (() => void)[] = [];
  await page.route('**/insieme', async (route) => {
    await new Promise<void>((done) => held.push(done));
    await route.continue();
  });
  await page.getByLabel('Spunta tutte le 6').check();
  await page.getByRole('button', { name: 'Assegna a me' }).click();
  await expect.poll(() => held.length).toBe(4);
  held.shift()?.();
  await expect(page.getByText('1 di 6')).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await accessible(page, 'a change under way');
  await page.getByRole('button', { name: 'Ferma' }).click();
  for (const go of held.splice(0)) go();
  await expect(page.getByRole('alert')).toContainText('Ti sei fermato prima della fine.');
  await expect(page.getByRole('alert')).toContainText('Una pratica resta spuntata.');
  await expect(page.getByText('1 spuntata:')).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeHidden();
});

test('a panel that an operator opens is there, with the focus, when the click is over: no key goes astray', async ({
  page,
  house,
  smtp,
}) => {
  const { operatorUrl } = await sendSegnalazione({ house, smtp }, newEmail('subito'));
  await logIn(page, 'piero', new URL(operatorUrl).pathname);
  const opener = page.getByRole('link', { name: 'Chiedi un’integrazione' });
  const focused = await opener.evaluate(async (link: HTMLElement) => {
    link.click();
    // The microtasks of the click are over, and no other task has begun.
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    return document.activeElement?.textContent;
  });
  expect(focused).toBe('Chiedi un’integrazione');
});
