/** A declaration of advertising devices that is begun: gone on with in its order, found again, never lost. */
import { entra } from './accesso.ts';
import { cambia } from './archivio.ts';
import { expect, someone, test } from './fixtures.ts';
import {
  accettaPrivacy,
  allegaA,
  apriMezzo,
  avanti,
  cartello,
  conLaLettera,
  diChi,
  foto,
  furgone,
  iniziata,
  PERCORSO,
  riga,
  salvaMezzo,
  scriviMezzo,
} from './mezzi.ts';

test('nobody jumps ahead of a step that is not done, and is told why; reload and back keep everything', async ({
  page,
  browser,
  house,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const email = someone('salto');
  await page.goto(`${PERCORSO}?tipo=nuovo`);
  await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Comune di Borgosereno' });
  const id = await accettaPrivacy(page);
  await page.goto(`${PERCORSO}/riepilogo/${id}`);
  await expect(page).toHaveURL(`${PERCORSO}/richiedente/${id}?verso=riepilogo`);
  await expect(page.getByText('Per passare a «Riepilogo» prima completa i dati')).toBeVisible();
  await accessible(page, 'prima il richiedente');
  await diChi(page, { email, code, scripted });
  await avanti(page);
  await expect(page).toHaveURL(`${PERCORSO}/mezzi/${id}`);
  await page.goto(`${PERCORSO}/riepilogo/${id}`);
  await expect(page).toHaveURL(`${PERCORSO}/mezzi/${id}?verso=riepilogo`);
  await expect(page.getByText('Per passare a «Riepilogo» prima aggiungi almeno un mezzo.')).toBeVisible();
  await accessible(page, 'prima un mezzo');
  await page.goto(`${PERCORSO}/riepilogo`);
  await expect(page).toHaveURL(PERCORSO);

  await page.goto(`${PERCORSO}/mezzi/${id}?mezzo=nuovo`);
  await scriviMezzo(page, cartello());
  await allegaA(page, 'foto_bozzetti', foto('insegna.png'), scripted);
  await salvaMezzo(page);
  await expect(riga(page, '1. Cartello')).toContainText('1 file');
  await page.reload();
  await expect(riga(page, '1. Cartello')).toContainText('Via Roma 1');
  await page.getByRole('button', { name: 'Indietro' }).click();
  await expect(page.locator('#nome')).toHaveValue('Anna');
  await expect(page.getByRole('button', { name: 'Togli carta.pdf' })).toBeVisible();
  await page.goto(`${PERCORSO}/tipo/${id}`);
  await expect(page.getByLabel(/informativa sulla privacy/)).toBeChecked();
  await accessible(page, 'il tipo di una iniziata');
  await page.goBack();
  await expect(page.locator('#telefono')).toHaveValue(/1234567/);

  const altri = await (await browser.newContext({ javaScriptEnabled: scripted })).newPage();
  for (const passo of ['tipo', 'richiedente', 'mezzi', 'allegati', 'riepilogo', 'conferma'])
    expect((await altri.goto(`${house.base}${PERCORSO}/${passo}/${id}`))?.status(), passo).toBe(404);
  expect(await altri.content()).not.toContain(email);
  await altri.context().close();
  expect((await page.goto(`${PERCORSO}/mezzi/aaaaaaaaaaaaaaaaaaaaaa`))?.status()).toBe(404);
  expect((await page.goto(`${PERCORSO}/altro/${id}`))?.status()).toBe(404);
});

test('what was begun stands at the bare address: taken up again it lacks nothing; thrown away it is gone', async ({
  page,
  browser,
  house,
  smtp,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const casa = { house, smtp };
  const { id } = await iniziata(page, casa, { persona: 'luca', tipo: 'variazione', mezzi: [furgone()] });
  await page.goto(PERCORSO);
  await expect(page.getByText('un mezzo, ultima modifica del')).toBeVisible();
  await accessible(page, 'le iniziate');

  // On another device, after the login.
  const altro = await (await browser.newContext({ javaScriptEnabled: scripted, baseURL: house.base })).newPage();
  await entra(altro, 'luca', PERCORSO);
  await altro.getByRole('link', { name: 'Riprendi' }).click();
  await expect(altro).toHaveURL(new RegExp(`${PERCORSO}/mezzi/${id}`));
  await expect(riga(altro, '8. Automezzo')).toContainText('AB123CD');
  await altro.goto('/area-riservata?scheda=dichiarazioni');
  await expect(altro.getByRole('link', { name: /^Riprendi: Variazione/ })).toHaveAttribute(
    'href',
    `${PERCORSO}/mezzi/${id}?riprendi=1`,
  );
  await altro.goto('/area-riservata?scheda=pratiche');
  await altro
    .getByRole('link', { name: /^Riprendi\s*: Variazione di mezzi pubblicitari, posizione BS-200202$/ })
    .click();
  await expect(altro).toHaveURL(`${PERCORSO}/mezzi/${id}?riprendi=1`);
  await altro.context().close();

  await page.getByRole('button', { name: 'Elimina' }).click();
  await expect(page).toHaveURL(PERCORSO);
  await expect(page.getByRole('link', { name: 'Riprendi' })).toHaveCount(0);
  expect((await page.goto(`${PERCORSO}/mezzi/${id}`))?.status()).toBe(404);
});

test('the hour of the codes goes by while a device is written: asked again, nothing is lost', async ({
  page,
  house,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  await page.goto(`${PERCORSO}?tipo=variazione`);
  await conLaLettera(page);
  const id = await accettaPrivacy(page);
  await diChi(page, { email: someone('ora'), code, scripted });
  await avanti(page);
  await apriMezzo(page, 'Modifica 2. Cartello');
  await scriviMezzo(page, { testo: 'Bar Centrale e tabacchi', altezza_cm: 210 });
  cambia(house, 'update concessioni set scade = 1');
  await salvaMezzo(page);
  await conLaLettera(page);
  await expect(page).toHaveURL(new RegExp(`/mezzi/${id}`));
  await page.getByRole('link', { name: 'Riprendi il mezzo' }).click();
  await expect(page.locator('#testo')).toHaveValue('Bar Centrale e tabacchi');
  await expect(page.locator('#altezza_cm')).toHaveValue('210');
});

test('the login ends while one writes: after the next everything is there, also what was just typed', async ({
  page,
  house,
  smtp,
  expected,
  javaScriptEnabled,
}) => {
  expected.errors.push(/401/);
  const scripted = javaScriptEnabled !== false;
  const { id } = await iniziata(page, { house, smtp }, { persona: 'luca', mezzi: [cartello()] });
  const diNuovo = async () => {
    await expect(page).toHaveURL(/\/login\?state=scaduto&da=/);
    await page.getByRole('button', { name: 'Entra con SPID' }).click();
    await page.getByRole('button', { name: 'Entra come Luca' }).click();
    await page.waitForURL(`**${PERCORSO}/**`);
  };
  await page.goto(`${PERCORSO}/richiedente/${id}`);
  await page.locator('#telefono').fill('333 7654321');
  cambia(house, 'update accessi set ultimo = 0');
  await avanti(page);
  await diNuovo();
  await expect(page.locator('#telefono')).toHaveValue('333 7654321');
  await avanti(page);

  await expect(riga(page, '1. Cartello')).toContainText('Via Roma 1');
  await apriMezzo(page, 'Aggiungi un mezzo');
  await scriviMezzo(page, furgone());
  await allegaA(page, 'foto_bozzetti', foto('furgone.png'), scripted);
  await page.locator('#targa').fill('AB123CE');
  cambia(house, 'update accessi set ultimo = 0');
  await salvaMezzo(page);
  await diNuovo();
  await expect(page.locator('#targa')).toHaveValue('AB123CE');
  await expect(page.getByRole('button', { name: 'Togli furgone.png' })).toBeVisible();
  await salvaMezzo(page);
  await expect(riga(page, '2. Automezzo')).toContainText('1 file');
  await expect(riga(page, '1. Cartello')).toContainText('Via Roma 1');
});
