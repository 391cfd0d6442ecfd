/** A case that another program deals with, as its citizen finds it: in the area, on its page, with and without JavaScript. */
import { pdfText } from '../files.ts';
import { logIn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { buildingProgram } from './programmi.ts';

/** Luca of the sandbox. */
const CF = 'VRDLCU72P15Z999A';

test('a permit that is dealt with elsewhere is in the area, and its page says how it stands, who deals with it and where', {
  tag: '@scripts',
}, async ({ page, house, accessible }) => {
  const program = buildingProgram(house);
  const opinion = new File([pdfText()], 'parere.pdf', { type: 'application/pdf' });
  const said = {
    numero: 'SUE-118',
    codice_fiscale: CF,
    servizio: 'Permesso di costruire',
    oggetto: `Tettoia ${crypto.randomUUID().slice(0, 8)}`,
    stato: 'in_elaborazione',
    indirizzo: 'https://edilizia.esempio.it/pratiche/118',
    messaggio: { id: 'm-1', testo: 'In allegato il parere.', filesAllegati: [await program.upload(opinion)] },
  };
  const { protocollo } = await program.say(said);

  await logIn(page, 'luca', '/area-riservata?scheda=pratiche');
  const row = page.getByRole('row').filter({ hasText: said.oggetto });
  await expect(row).toContainText('Permesso di costruire');
  await expect(row).toContainText('La segue Sportello edilizia, numero SUE-118');
  await expect(row).toContainText('In lavorazione');
  await expect(row).toContainText('1 da leggere');
  await expect(row.getByRole('link', { name: /Ricevuta/ })).toHaveCount(0);
  await accessible(page, 'among the cases');

  await row.getByRole('link', { name: `Apri la pratica ${protocollo}` }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText(said.oggetto);
  await expect(main).toContainText('La segue Sportello edilizia');
  await expect(main.getByRole('link', { name: 'Apri in Sportello edilizia' })).toHaveAttribute('href', said.indirizzo);
  await expect(main).toContainText('Per scrivere o aggiungere documenti vai lì.');
  await expect(main).toContainText('In allegato il parere.');
  await expect(main.getByRole('textbox')).toHaveCount(0);
  await expect(main.getByText('Entro', { exact: false })).toHaveCount(0);
  await accessible(page, 'a case elsewhere');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main
      .getByRole('link', { name: /parere\.pdf/ })
      .first()
      .click(),
  ]);
  expect(download.suggestedFilename()).toBe('parere.pdf');

  await page.goto('/area-riservata');
  await expect(main).toContainText('La segue Sportello edilizia.');
  await page.goto('/area-riservata?scheda=messaggi');
  await expect(page.getByRole('listitem').filter({ hasText: said.oggetto })).toContainText('In allegato il parere.');
});

test('a citizen writes where the program reads it, and reads there what it answers', async ({
  page,
  house,
  accessible,
  javaScriptEnabled,
}) => {
  const program = buildingProgram(house);
  const said = {
    numero: 'SUE-119',
    codice_fiscale: CF,
    servizio: 'Permesso di costruire',
    oggetto: `Veranda ${crypto.randomUUID().slice(0, 8)}`,
    stato: 'da_integrare',
    accetta_messaggi: true,
  };
  const { id } = await program.say(said);
  await logIn(page, 'luca', '/area-riservata');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: said.oggetto }).first().click();
  await expect(main).toContainText('Aspetta una tua risposta.');
  await expect(main).toContainText('il messaggio arriva a Sportello edilizia');
  await accessible(page, 'with a form');
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  await expect(main.getByText('Scrivi un messaggio o allega un file.').first()).toBeVisible();
  await accessible(page, 'refused message');
  await page.getByLabel('Messaggio', { exact: true }).fill('Ecco la firma che mancava.');
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  await expect(main).toContainText('Messaggio inviato.');
  const { eventi } = await program.read(id);
  expect(eventi.at(-1)).toMatchObject({ da: 'cittadino', testo: 'Ecco la firma che mancava.' });

  await program.say({ ...said, stato: 'accettata', messaggio: { id: 'm-1', testo: 'Il permesso è rilasciato.' } });
  // What is open learns of it by itself; a plain reload shows it as well.
  if (javaScriptEnabled === false) await page.reload();
  await expect(main.locator('.riga-stato')).toContainText('Accettata');
  await expect(main).toContainText('Il permesso è rilasciato.');
  await expect(main.getByLabel('Messaggio', { exact: true })).toHaveCount(0);
  await accessible(page, 'closed elsewhere');
});
