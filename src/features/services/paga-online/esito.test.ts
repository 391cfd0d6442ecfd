import { expect, test } from 'vitest';
import { COSA_VEDE, ritorni, statiEsito } from './esiti.ts';
import { attesa } from './esito.browser.ts';
import { parole, siRiprova } from './esito.ts';
import type { Esito } from './paga-online.contract.ts';

const esito = (altro: Partial<Esito>): Esito => ({
  ...{ stato: 'in_verifica', IUV: '1', ente: 'Comune', causale: 'Mensa', importo_cent: 100, fornitore: 'pagopa' },
  ...{ annullabile: false, controllato_il: '2026-11-20T09:00:00.000Z' },
  avvisi: [
    {
      ...{ IUV: '1', numero_avviso: '302000000900000109', dominioEC: '80000015554', ente: 'Comune', causale: 'Mensa' },
      ...{ importo_cent: 100, pagato: false },
    },
  ],
  ...altro,
});

test('what the address says changes no word of a known outcome', () => {
  for (const stato of statiEsito.filter((s) => s !== 'in_verifica'))
    for (const ritorno of ritorni)
      expect(parole(esito({ stato, fornitore: 'mooney' }), ritorno)).toEqual(COSA_VEDE[stato]);
});

test('of a cart that its owner left nobody says more than that no money went so far', () => {
  const { titolo, testo } = parole(esito({ stato: 'annullato' }), 'annullato');

  expect([titolo, testo]).toEqual(['Pagamento annullato', expect.stringContaining('nessun addebito finora')]);
});

test('an address that says ok promises nothing', () => {
  expect(parole(esito({}), 'ok')).toEqual(COSA_VEDE.in_verifica);
});

test('who left pagoPA may try again at once, who left the second provider gives it up first', () => {
  expect(siRiprova(esito({}), 'annullato')).toBe(true);
  expect(siRiprova(esito({}), 'ok')).toBe(false);
  expect(siRiprova(esito({ fornitore: 'mooney' }), 'annullato')).toBe(false);
  expect(siRiprova(esito({ fornitore: 'mooney', stato: 'annullato' }), undefined)).toBe(true);
});

test('what is paid is not paid again', () => {
  const [avviso] = esito({}).avvisi;
  if (!avviso) throw new Error('no notice');

  expect(siRiprova(esito({ stato: 'pagato', avvisi: [{ ...avviso, pagato: true }] }), 'annullato')).toBe(false);
});

test('of what is paid, and perhaps by this very attempt, nobody says that no money went', () => {
  const [avviso] = esito({}).avvisi;
  if (!avviso) throw new Error('no notice');
  const { titolo, testo } = parole(esito({ stato: 'non_completato', avvisi: [{ ...avviso, pagato: true }] }), 'ok');

  expect(titolo).toBe('Avviso già pagato');
  expect(testo).not.toContain('nessun importo');
});

test('paid, and nobody knows by whom: it says so, and who has the receipt', () => {
  const { titolo, testo } = parole(esito({ stato: 'pagato', senza_ricevuta: true }), 'ok');

  expect(titolo).toBe('Avviso pagato');
  expect(testo).toMatch(/non pagarlo di nuovo.*Chi deve l’importo trova la ricevuta nella sua area riservata/);
});

test('the page waits longer and longer before it looks again, and comes to an end', () => {
  const attese = Array.from({ length: 30 }, (_, giro) => attesa(giro)).filter((ms) => ms !== undefined);

  expect(attese).toEqual(attese.toSorted((a, b) => a - b));
  expect(attese.length).toBeLessThan(30);
});
