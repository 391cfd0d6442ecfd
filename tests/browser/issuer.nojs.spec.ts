/** Programs that call with the tokens of an issuer: the field of their page that is there only with PROGRAM_ISSUER. */
import { logIn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';

const ISSUER = 'https://accesso.esempio.it';
test.use({ settings: { PROGRAM_ISSUER: ISSUER } });

test('an administrator says by which name the issuer knows a program; a name that another one has is refused and kept', async ({
  page,
  accessible,
}) => {
  const client = `gestionale-${crypto.randomUUID().slice(0, 8)}`;
  const make = async (nome: string, asked: string) => {
    await page.getByLabel('Nome del programma').fill(nome);
    await page.getByLabel('E-mail di chi lo gestisce').fill('app@esempio.it');
    await page.getByLabel('Leggere le pratiche').check();
    await page.getByLabel('Identificativo presso l’emittente dei token').fill(asked);
    await page.getByRole('button', { name: 'Crea la chiave' }).click();
  };
  await logIn(page, 'sofia', '/gestione/programmi');
  await expect(page.getByText(`Se il programma chiama con i token di ${ISSUER}: il suo client_id.`)).toBeVisible();
  await make('Gestionale', 'con spazi');
  await expect(
    page.getByRole('link', { name: 'Scrivi l’identificativo senza spazi, com’è nell’emittente.' }),
  ).toBeVisible();
  await expect(page.getByLabel('Identificativo presso l’emittente dei token')).toHaveValue('con spazi');
  await make('Gestionale', client);
  await expect(page.getByText('La chiave di «Gestionale» è pronta')).toBeVisible();
  await page.getByRole('link', { name: 'Programmi', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: client })).toContainText('anche con i token di');
  await accessible(page, 'program with a client');
  await make('Un altro', client);
  await expect(page.getByRole('link', { name: 'Questo identificativo è già di un altro programma.' })).toBeVisible();
  await expect(page.getByLabel('Identificativo presso l’emittente dei token')).toHaveValue(client);
  await accessible(page, 'refused client');
});
