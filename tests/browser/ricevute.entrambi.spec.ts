/** What was paid and what is due, in the area and beside a case: states, receipts, ways to pay; with and without JavaScript. */
import type { Portal } from '../portal.ts';
import { entra } from './accesso.ts';
import { cambia, nelloStore } from './archivio.ts';
import { expect, test } from './fixtures.ts';

type Voce = { ente: string; numero: string; causale: string; cent: number };
const MENSA = {
  ente: 'borgosereno',
  numero: '302000000900000109',
  causale: 'Mensa scolastica, trimestre',
  cent: 64_50,
};
const SALA = { ente: 'borgosereno', numero: '302000000900000514', causale: 'Sala comunale', cent: 45_00 };

/** An attempt of who is logged in with this tax code; with its receipts when it is paid. */
function tentativo(house: Portal, codice: string, stato: string, voci: Voce[]): string {
  const id = crypto.randomUUID();
  const ora = Date.now();
  const utente =
    nelloStore(house, (db) => db.prepare('select id from utenti where codice_fiscale = ?').get(codice))?.id ?? null;
  const totale = voci.reduce((sum, v) => sum + v.cent, 0);
  cambia(
    house,
    `insert into pagamenti (id, fornitore, stato, proprietario, utente, email, importo_cent, creato, aggiornato, controllato, scade)
     values (?, 'pagopa', ?, ?, ?, 'anna@posta.example', ?, ?, ?, ?, ?)`,
    ...[id, stato, `u:${utente}`, utente, totale, ora, ora, ora, ora + 3600_000],
  );
  voci.forEach(({ ente, numero, causale, cent }, n) => {
    cambia(house, 'insert into pagamenti_avvisi values (?, ?, ?, ?, ?, ?)', id, n, ente, numero, causale, cent);
    if (stato !== 'pagato') return;
    const ricevuta = [`${id}-${n}`, 'pagopa', `rif-${id}`, ente, numero, id, causale, cent, ora, 'Banca di Prova', 0];
    cambia(house, 'insert into ricevute values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', ...ricevuta);
  });
  return id;
}

function via(house: Portal): void {
  for (const tabella of ['ricevute', 'pagamenti_avvisi', 'pagamenti']) cambia(house, `delete from ${tabella}`);
}

test.afterEach(({ house }) => via(house));

test('a payment has its receipt, one being verified the way to its outcome', async ({ page, house, accessible }) => {
  await entra(page, 'anna');
  tentativo(house, 'BNCNNA85M41Z999R', 'pagato', [SALA, { ...SALA, numero: '302000000900000999', cent: 5_00 }]);
  const aperto = tentativo(house, 'BNCNNA85M41Z999R', 'in_verifica', [MENSA]);
  await page.goto('/area-riservata?scheda=pagamenti');

  const pagata = page.getByRole('row').filter({ hasText: 'Sala comunale' });
  await expect(pagata).toContainText(/Avviso 3020 0000 0900 0005 14 e un altro/);
  await expect(pagata).toContainText('50,00');
  await expect(pagata).toContainText('Pagato');
  const ricevuta = pagata.getByRole('link', { name: 'Ricevuta del pagamento di Sala comunale (PDF)' });
  const pdf = await page.request.get((await ricevuta.getAttribute('href')) as string);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');

  const attesa = page.getByRole('row').filter({ hasText: '3020 0000 0900 0001 09' });
  await expect(attesa).toContainText('In verifica');
  await expect(attesa.getByRole('link', { name: 'Verifica il pagamento di Mensa scolastica' })).toHaveAttribute(
    'href',
    `/servizio/paga-online/pago-pa/esito?r=${aperto}`,
  );
  await expect(attesa.getByRole('link', { name: 'Ricevuta' })).toHaveCount(0);

  cambia(house, "update pagamenti set stato = 'annullato' where id = ?", aperto);
  await page.reload();
  await expect(attesa).toContainText(/Annullato da te: nessun addebito finora\. Ultimo controllo: /);
  await expect(attesa).not.toContainText('In verifica');
  await accessible(page, 'payments');
});

test('due dates hold the notices with one’s tax code, the way to pay them, and go into a calendar', async ({
  page,
  house,
  accessible,
}) => {
  await entra(page, 'anna');
  await page.goto('/area-riservata?scheda=scadenze');
  const mensa = page.getByRole('listitem').filter({ hasText: '3020 0000 0900 0001 09' });
  await expect(mensa.getByRole('link', { name: /^Paga / })).toHaveAttribute(
    'href',
    '/servizio/paga-online?numero_avviso=302000000900000109&dominioEC=80000015554',
  );
  await expect(mensa.getByText('in verifica')).toHaveCount(0);
  const calendario = await page
    .getByRole('link', { name: 'Aggiungi al calendario' })
    .evaluate((link: HTMLAnchorElement) => link.href);
  const ics = await (await page.request.get(calendario)).text();
  expect(ics.match(/^BEGIN:VEVENT/gm)?.length).toBe(await page.getByRole('link', { name: /^Paga / }).count());

  tentativo(house, 'BNCNNA85M41Z999R', 'in_verifica', [MENSA]);
  await page.reload();
  await expect(mensa).toContainText('Se hai appena pagato, non pagare di nuovo');
  await expect(mensa.getByRole('link', { name: /^verifica il pagamento/ })).toHaveAttribute(
    'href',
    /pago-pa\/esito\?r=/,
  );
  await accessible(page, 'due dates');
});

test('a request shows what is to be paid for it, and the receipt once it is', async ({ page, house, accessible }) => {
  const caso = nelloStore(house, (db) =>
    db.prepare("select id, email, tipo, codice from pratiche where ente = 'borgosereno' limit 1").get(),
  ) as { id: string; email: string; tipo: string; codice: string };
  const quota = { ente: 'borgosereno', numero: '302000000700000001', causale: 'Abbonamento, zona A', cent: 120_00 };
  cambia(house, "update pratiche set tipo = 'richiesta', codice = 'SF300' where id = ?", caso.id);
  cambia(
    house,
    `insert into avvisi (ente, numero_avviso, iuv, causale, importo_cent, stato, stato_da, pratica, dati_json, creato)
     values (?, ?, ?, ?, ?, 'da_pagare', 'decisione', ?, '{}', 0)`,
    ...[quota.ente, quota.numero, quota.numero.slice(1), quota.causale, quota.cent, caso.id],
  );
  try {
    const pagina = `/richiesta/chat/${encodeURIComponent(caso.email)}/${caso.id}`;
    await page.goto(pagina);
    const blocco = page.getByRole('region', { name: 'Da pagare' });
    await expect(blocco).toContainText(/Abbonamento, zona A, 120,00\s€: da pagare/);
    await expect(blocco.getByRole('link', { name: 'Paga Abbonamento, zona A' })).toHaveAttribute(
      'href',
      '/servizio/paga-online?numero_avviso=302000000700000001&dominioEC=80000015554',
    );
    await accessible(page, 'to pay');

    tentativo(house, '', 'pagato', [quota]);
    cambia(house, "update avvisi set stato = 'pagato' where numero_avviso = ?", quota.numero);
    await page.reload();
    const pagato = page.getByRole('region', { name: 'Pagamenti' });
    await expect(pagato).toContainText('pagato');
    const ricevuta = await pagato.getByRole('link', { name: /Scarica la ricevuta del pagamento/ }).getAttribute('href');
    const { pathname, search } = new URL(ricevuta as string);
    expect((await page.request.get(pathname + search)).status()).toBe(200);
    await accessible(page, 'paid');
  } finally {
    via(house);
    cambia(house, 'delete from avvisi where pratica = ?', caso.id);
    cambia(house, 'update pratiche set tipo = ?, codice = ? where id = ?', caso.tipo, caso.codice, caso.id);
  }
});
