/** What was paid and what is due, in the area and beside a case: states, receipts, ways to pay; with and without JavaScript. */
import { logIn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { changeStore, withStore } from './store.ts';
import { writeTentativo } from './tentativi.ts';

const MENSA_ITEM = {
  ente: 'borgosereno',
  numero: '302000000900000109',
  causale: 'Mensa scolastica, trimestre',
  cent: 64_50,
};
const ROOM_ITEM = { ente: 'borgosereno', numero: '302000000900000514', causale: 'Sala comunale', cent: 45_00 };

test('a citizen finds the receipt of each payment, and the way to the outcome of one being verified', {
  tag: '@plain',
}, async ({ page, house, accessible }) => {
  await logIn(page, 'anna');
  writeTentativo(house, 'BNCNNA85M41Z999R', 'pagato', [
    ROOM_ITEM,
    { ...ROOM_ITEM, numero: '302000000900000999', cent: 5_00 },
  ]);
  const open = writeTentativo(house, 'BNCNNA85M41Z999R', 'in_verifica', [MENSA_ITEM]);
  await page.goto('/area-riservata?scheda=pagamenti');

  const paid = page.getByRole('row').filter({ hasText: 'Sala comunale' });
  // Of several it is not called by one of them.
  await expect(paid).toContainText(/^\s*2 avvisi/);
  await expect(paid).toContainText(/45,00\s€, avviso 3020 0000 0900 0005 14/);
  await expect(paid).toContainText(/5,00\s€, avviso 3020 0000 0900 0009 99/);
  await expect(paid).toContainText('50,00');
  await expect(paid).toContainText('Pagato');
  const ricevuta = paid.getByRole('link', { name: /^Ricevuta del pagamento di 2 avvisi, 50,00.€ \(PDF\)$/ });
  const pdf = await page.request.get((await ricevuta.getAttribute('href')) as string);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');

  const pending = page.getByRole('row').filter({ hasText: '3020 0000 0900 0001 09' });
  await expect(pending).toContainText('In verifica');
  await expect(pending.getByRole('link', { name: /^Verifica il pagamento di Mensa scolastica, / })).toHaveAttribute(
    'href',
    `/servizio/paga-online/pago-pa/esito?r=${open}`,
  );
  await expect(pending.getByRole('link', { name: 'Ricevuta' })).toHaveCount(0);

  changeStore(house, "update pagamenti set stato = 'annullato' where id = ?", open);
  await page.reload();
  await expect(pending).toContainText(/Annullato da te\s*Nessun addebito finora\. Ultimo controllo: /);
  await expect(pending).not.toContainText('In verifica');
  await accessible(page, 'payments');
});

test('a citizen’s due dates hold the notices under their tax code, the way to pay them, and go into a calendar', async ({
  page,
  house,
  accessible,
}) => {
  await logIn(page, 'anna');
  await page.goto('/area-riservata?scheda=scadenze');
  const mensa = page.getByRole('listitem').filter({ hasText: '3020 0000 0900 0001 09' });
  await expect(mensa.getByRole('link', { name: /^Paga / })).toHaveAttribute(
    'href',
    '/servizio/paga-online?avviso=302000000900000109-80000015554',
  );
  await expect(mensa.getByText('in verifica')).toHaveCount(0);
  const calendarHref = await page
    .getByRole('link', { name: 'Aggiungi al calendario' })
    .evaluate((link: HTMLAnchorElement) => link.href);
  const calendar = await (await page.request.get(calendarHref)).text();
  expect(calendar.match(/^BEGIN:VEVENT/gm)?.length).toBe(await page.getByRole('link', { name: /^Paga / }).count());

  writeTentativo(house, 'BNCNNA85M41Z999R', 'in_verifica', [MENSA_ITEM]);
  await page.reload();
  await expect(mensa).toContainText('Se hai appena pagato, non pagare di nuovo');
  await expect(mensa.getByRole('link', { name: /^verifica il pagamento/ })).toHaveAttribute(
    'href',
    /pago-pa\/esito\?r=/,
  );
  await accessible(page, 'due dates');
});

test('a request shows what is to be paid for it, and the receipt once it is', async ({ page, house, accessible }) => {
  const pratica = withStore(house, (db) =>
    db
      .prepare(
        `select id, email, tipo, codice from pratiche where ente = 'borgosereno' and email <> ''
           and id not in (select pratica from avvisi where pratica is not null) order by anno, numero limit 1`,
      )
      .get(),
  ) as { id: string; email: string; tipo: string; codice: string };
  const quota = { ente: 'borgosereno', numero: '302000000700000001', causale: 'Abbonamento, zona A', cent: 120_00 };
  changeStore(house, "update pratiche set tipo = 'richiesta', codice = 'SF300' where id = ?", pratica.id);
  changeStore(
    house,
    `insert into avvisi (ente, numero_avviso, iuv, causale, importo_cent, stato, stato_da, pratica, dati_json, creato)
     values (?, ?, ?, ?, ?, 'da_pagare', 'decisione', ?, '{}', 0)`,
    quota.ente,
    quota.numero,
    quota.numero.slice(1),
    quota.causale,
    quota.cent,
    pratica.id,
  );
  try {
    const path = `/richiesta/chat/${encodeURIComponent(pratica.email)}/${pratica.id}`;
    await page.goto(path);
    const duePanel = page.getByRole('region', { name: 'Da pagare' });
    await expect(duePanel).toContainText(/Abbonamento, zona A, 120,00\s€\s+Da pagare/);
    await expect(duePanel.getByRole('link', { name: 'Paga Abbonamento, zona A' })).toHaveAttribute(
      'href',
      '/servizio/paga-online?avviso=302000000700000001-80000015554',
    );
    await accessible(page, 'to pay');

    writeTentativo(house, '', 'pagato', [quota]);
    changeStore(house, "update avvisi set stato = 'pagato' where numero_avviso = ?", quota.numero);
    await page.reload();
    const paidPanel = page.getByRole('region', { name: 'Pagamenti' });
    await expect(paidPanel).toContainText('Pagato');
    const ricevuta = await paidPanel
      .getByRole('link', { name: /Scarica la ricevuta del pagamento/ })
      .getAttribute('href');
    const { pathname, search } = new URL(ricevuta as string);
    expect((await page.request.get(pathname + search)).status()).toBe(200);
    await accessible(page, 'paid');
  } finally {
    changeStore(house, 'delete from avvisi where pratica = ?', pratica.id);
    changeStore(
      house,
      'update pratiche set tipo = ?, codice = ? where id = ?',
      pratica.tipo,
      pratica.codice,
      pratica.id,
    );
  }
});
