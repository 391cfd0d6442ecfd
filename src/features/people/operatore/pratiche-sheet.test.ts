import { expect, test } from 'vitest';
import { csvBytes } from '../../../platform/csv.server.ts';
import type { PraticaListItem } from './operatore.contract.ts';
import { SHEET_TITLES, sheetRows } from './pratiche-sheet.ts';

const ITEM: PraticaListItem = {
  id: 'u',
  protocollo: '2026/000001',
  tipo: 'segnalazione',
  codice: 'SF310',
  servizio: 'Strade',
  ente: 'borgo',
  oggetto: '=HYPERLINK("http://x")',
  richiedente: '@anna; "Bianchi"',
  stato: 'da_integrare',
  inviata_il: '2026-11-20T23:30:00.000Z',
  termine_il: '2026-12-20',
  in_ritardo: false,
  non_letti: 2,
  chat: '/x',
  priorita: 'alta',
  etichette: ['neve', 'scuola'],
  area: 'Centro',
  protocollo_ente: '4711',
  protocollo_ente_il: '2026-11-21',
  protocollo_ente_anno: 2026,
  protocollo_atteso_dal: '2026-11-20T09:00:00.000Z',
  protocollo_ente_registro: 'Generale',
};

test('a list downloaded as a sheet has the words of the screen, and no cell that a spreadsheet takes for a formula', () => {
  const sheet = csvBytes([
    SHEET_TITLES,
    ...sheetRows([ITEM], new Map([['borgo', 'Comune di Borgo']]), new Map([['u', '+Via Roma 1']])),
  ]);
  const [head, row] = Buffer.from(sheet).toString('utf8').split('\r\n');
  expect(head).toMatch(/^\uFEFFNumero;Ente;Servizio;Oggetto;Richiedente;Stato;/);
  expect(row).toBe(
    `2026/000001;Comune di Borgo;Strade;"'=HYPERLINK(""http://x"")";"'@anna; ""Bianchi""";In attesa del cittadino;;;21/11/2026;20/12/2026;no;2;;"'+Via Roma 1";Centro;4711;21/11/2026;Generale;2026;;;20/11/2026;alta;neve, scuola`,
  );
});
