import { expect, test } from 'vitest';
import { CARTELLO } from '../../../../tests/typed-mezzi.ts';
import { receiptPdf } from '../../../platform/pdf/receipt.server.ts';
import { documentoOf } from './documento.server.ts';
import type { ShownDeclaredMezzo, ShownDichiarazione, ShownMezzo } from './shown.ts';

const SHOWN: ShownMezzo = { ...CARTELLO, Id: 'a', stima_cent: 32_000 };
const declared = (over: Partial<ShownDeclaredMezzo> = {}): ShownDeclaredMezzo => ({
  ...SHOWN,
  azione: 'nuovo',
  allegati: [],
  ...over,
});
const BOZZA: ShownDichiarazione = {
  Id: 'd',
  tipo: 'variazione',
  stato: 'bozza',
  ente: 'borgo',
  nome_ente: 'Comune di Borgo',
  posizione: { Id: 'p', codice_utente: 'IC-1' },
  richiedente: { nome: 'Anna', cognome: 'Bianchi', ruolo: 'legale_rappresentante', ragione_sociale: 'Bar S.r.l.' },
  mezzi: [declared()],
  allegati: [],
  stima_cent: 32_000,
  pratica: null,
  protocollo: null,
};
const PRATICA = {
  id: 'x',
  protocollo: '2026/000123',
  stato: 'inviata',
  inviata_il: '2026-11-20T09:00:00.000Z',
  termine_il: '2026-12-20',
  chat: '/richiesta/chat/a/x',
};
const ente = { nome: 'Comune di Borgo', colore: '#0066cc', indirizzo: 'Via Roma 1' };
const documento = (over: Partial<ShownDichiarazione> = {}) =>
  documentoOf({ ...BOZZA, ...over }, { ente, sandbox: false, createdAt: Date.parse('2026-11-21T09:00:00Z') });
const inParole = (over: Partial<ShownDichiarazione> = {}) => JSON.stringify(documento(over));

test('a declaration’s document is a draft without a number until it is sent, and then has the date of sending', () => {
  expect(documento()).toMatchObject({ draft: true, number: '', createdAt: Date.parse('2026-11-21T09:00:00Z') });
  const sent = documento({ pratica: PRATICA, protocollo: PRATICA.protocollo });
  expect(sent).toMatchObject({ draft: false, number: '2026/000123', createdAt: Date.parse(PRATICA.inviata_il) });
  expect(sent.facts).toContainEqual(['Da concludere entro il', '20 dicembre 2026']);
});

test('the document shows each change beside the old value, and each cessation with its day and reason', () => {
  const { sections = [] } = documento({
    mezzi: [
      declared({ azione: 'variazione', mezzo: 'a', prima: SHOWN, larghezza_cm: 150 }),
      declared({ azione: 'cessazione', mezzo: 'b', cessazione: { dal: '2026-12-31', motivo: 'Venduto' } }),
      declared({ tolto: true }),
      declared({ azione: 'variazione', mezzo: 'c' }),
    ],
  });
  const rows = sections.find((s) => s.title === 'Mezzi pubblicitari')?.facts ?? [];
  expect(rows.map(([nome]) => nome)).toEqual(['1. Cartello (variazione)', '2. Cartello (cessazione)']);
  expect(rows[0]?.[1]).toContain('Larghezza: 100 cm → 150 cm');
  expect(rows[1]?.[1]).toContain('non c’è più dal 31 dicembre 2026: Venduto');
});

test('the document calls the amount an estimate, and without a tariff says that the ente will tell it', () => {
  expect(inParole()).toMatch(/Stima del canone di un anno, per i mezzi che restano","320,00\u00a0€\. È una stima/);
  expect(inParole({ stima_cent: null, mezzi: [declared({ stima_cent: null })] })).toContain(
    'L’importo lo comunica l’ente.',
  );
});

test('the document names the applicant as far as it is known, and lists files by kind', () => {
  expect(inParole()).toMatch(/Anna Bianchi.*Legale rappresentante.*Bar S\.r\.l\./);
  expect(inParole({ richiedente: null })).not.toContain('Chi dichiara');
  const allegato = {
    Id: 'f',
    categoria: 'foto_bozzetti',
    nome: 'foto.jpg',
    tipo: 'jpeg',
    dimensione: 1,
    miniatura: true,
  };
  expect(inParole({ mezzi: [declared({ allegati: [allegato] })], allegati: [allegato] })).toMatch(
    /Foto e bozzetti: foto\.jpg.*Allegati della dichiarazione.*"Foto e bozzetti","foto\.jpg"/,
  );
  const statute = { ...allegato, categoria: 'altri_documenti', nome: 'statuto.pdf' };
  expect(inParole({ allegati: [statute] })).toContain('"Altri documenti, per riduzioni o esenzioni","statuto.pdf"');
});

test('two hundred devices are drawn as a tagged PDF, every page marked as a draft', async () => {
  const pdf = (await receiptPdf(documento({ mezzi: Array.from({ length: 200 }, () => declared()) }))).toString(
    'latin1',
  );
  expect(pdf).toContain('/MarkInfo');
  expect(pdf).toContain('/StructTreeRoot');
  expect(pdf.match(/\/Type \/Page\n/g)?.length).toBeGreaterThan(5);
});
