import { expect, test } from 'vitest';
import { ESITO_TEXTS, esitoStati, returnKinds } from './esiti.ts';
import { waitBefore } from './esito.browser.ts';
import { canRetry, esitoText } from './esito-text.ts';
import type { Esito } from './shown.ts';

const esito = (over: Partial<Esito>): Esito => ({
  stato: 'in_verifica',
  IUV: '1',
  ente: 'Comune',
  causale: 'Mensa',
  importo_cent: 100,
  fornitore: 'pagopa',
  numero: '7KMQ4-9XTDR',
  annullabile: false,
  controllato_il: '2026-11-20T09:00:00.000Z',
  avvisi: [
    {
      IUV: '1',
      numero_avviso: '302000000900000109',
      dominioEC: '80000015554',
      ente: 'Comune',
      causale: 'Mensa',
      importo_cent: 100,
      pagato: false,
    },
  ],
  ...over,
});

test('the return address changes no word of a known outcome', () => {
  for (const stato of esitoStati.filter((s) => s !== 'in_verifica'))
    for (const returnKind of returnKinds)
      expect(esitoText(esito({ stato, fornitore: 'mooney' }), returnKind)).toEqual(ESITO_TEXTS[stato]);
});

test('the words for a cart that its owner left say only that no money has been taken so far', () => {
  const { title, text } = esitoText(esito({ stato: 'annullato' }), 'annullato');

  expect([title, text]).toEqual(['Pagamento annullato', expect.stringContaining('nessun addebito finora')]);
});

test('a return address that says ok promises nothing', () => {
  expect(esitoText(esito({}), 'ok')).toEqual(ESITO_TEXTS.in_verifica);
});

test('a payment that waits at a shop is told so by whatever address the browser came', () => {
  const negozio = { codice: '123456789012', entro: '2026-11-21T09:00:00.000Z' };

  for (const returnKind of [undefined, ...returnKinds])
    expect(esitoText(esito({ fornitore: 'mooney', negozio }), returnKind).title).toBe('Pagamento in attesa');
});

test('a citizen who left pagoPA may try again at once, one who left the second provider has to give that payment up first', () => {
  expect(canRetry(esito({}), 'annullato')).toBe(true);
  expect(canRetry(esito({}), 'ok')).toBe(false);
  expect(canRetry(esito({ fornitore: 'mooney' }), 'annullato')).toBe(false);
  expect(canRetry(esito({ fornitore: 'mooney', stato: 'annullato' }), undefined)).toBe(true);
});

test('a paid notice is not offered to be paid again', () => {
  const [avviso] = esito({}).avvisi;
  if (!avviso) throw new Error('no notice');

  expect(canRetry(esito({ stato: 'pagato', avvisi: [{ ...avviso, pagato: true }] }), 'annullato')).toBe(false);
});

test('the words for a notice that is perhaps paid by this attempt never say that no money was taken', () => {
  const [avviso] = esito({}).avvisi;
  if (!avviso) throw new Error('no notice');
  const { title, text } = esitoText(esito({ stato: 'non_completato', avvisi: [{ ...avviso, pagato: true }] }), 'ok');

  expect(title).toBe('Avviso già pagato');
  expect(text).not.toContain('nessun importo');
});

test('the words for a payment by an unknown payer say so, and who gets the receipt', () => {
  const { title, text } = esitoText(esito({ stato: 'pagato', senza_ricevuta: true }), 'ok');

  expect(title).toBe('Avviso pagato');
  expect(text).toMatch(/non pagarlo di nuovo.*la ricevuta si apre solo a chi deve l’importo.*nell’area riservata/);
});

test('the page waits longer before each reload, and stops', () => {
  const waits = Array.from({ length: 30 }, (_, round) => waitBefore(round)).filter((ms) => ms !== undefined);

  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits.length).toBeLessThan(30);
});
