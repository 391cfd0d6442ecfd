import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ENTI } from '../../../sandbox/demo/enti.ts';
import { storedEnte } from './ente.fields.ts';

const STORED = {
  id: 'borgo',
  nome: 'Comune di Borgo',
  motto: '',
  regione: 'Lazio',
  codice_fiscale: '1',
  host: null,
  colore: '#ffff00',
  contatti: { indirizzo: 'Via 1', email: 'urp' },
  url: { sito: 'http://borgo.it', prenotazione_per: { SF999: '/' } },
  caselle: { SF999: 'urp' },
  categorie: ['SF999', 'SF999'],
  giorni: { SF999: 500 },
  inattivita_minuti: 1,
  pubblicazione: { SF999: 'subito' },
  risposte: [{ nome: 'R', testo: '{nessuno}', servizi: ['SF999'] }],
  stemma: { impronta: 'x', tipo: 'svg', larghezza: 1, altezza: 1 },
  annunci: [{ testo: 'x'.repeat(400), dal: '2026-02-02', al: '2026-01-01' }],
  aree: [1, 2].map(() => ({ id: 'A', nome: '', confine: { type: 'Polygon', coordinates: [] } })),
};

test('an ente that the import took under other rules is read as it was stored', () => {
  expect(storedEnte.parse(STORED)).toEqual(STORED);
});

test('every ente of the demo is read from the store with all that it has, in the same order', () => {
  for (const ente of ENTI) {
    const text = JSON.stringify(storedEnte.parse(ente));
    expect(JSON.parse(text)).toEqual(ente);
    expect(JSON.stringify(storedEnte.parse(JSON.parse(text)))).toBe(text);
  }
});

test.each<[string, object]>([
  ['without a field that every ente has', { url: undefined }],
  ['with a number for a text', { motto: 7 }],
  ['with a text for a picture', { stemma: 'stemma.svg' }],
  ['with a list inside an object of texts', { caselle: { '*': [] } }],
  ['with an article that there is not', { articolo: 'gli' }],
  ['that publishes at another time', { pubblicazione: { SF510: 'mai' } }],
])('an ente %s is no ente of the store', (_, over) => {
  expect(z.safeParse(storedEnte, { ...STORED, ...over }).success).toBe(false);
});
