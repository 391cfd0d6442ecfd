import { expect, test } from 'vitest';
import { sistemaNoto, TRIBUTI } from '../../cases/ente/sistemi.ts';
import { daInviare, erroriDati } from '../../cases/modulo/modulo.controlli.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import { moduloIstanza, senzaDocumenti } from './istanza.fields.ts';

const MAX_OGGETTO = 80;
const MAX_TESTO = 4000;

const SU = moduloIstanza('/servizio/istanza-contribuente/Rifiuti%20TARI/A-1,A-2');
const SENZA = moduloIstanza('/servizio/istanza-contribuente/PAR/nessuno');

const valori: Valori = {
  ...{ privacy: 'on', ente: 'borgo', oggetto: 'Rimborso', testo: 'Ho pagato due volte.' },
  ...{ nome: 'Anna', cognome: 'Bianchi', codice_fiscale: 'BNCNNA85M41Z999R', email: 'anna@esempio.it' },
  ...{ telefono: '333 1234567', ruolo: 'persona_fisica' },
};
const errori = (over: Valori, modulo = SU) =>
  erroriDati(modulo, { valori: { ...valori, ...over }, allegati: [], confermata: true, identita: true });

test('a petition is complete without files, about documents or about none', () => {
  expect(errori({})).toEqual({});
  expect(errori({}, SENZA)).toEqual({});
});

test('the path says what is sent: the system, and the documents when there are any', () => {
  expect(daInviare(SU, valori, [])).toMatchObject({ sistema__c: 'Rifiuti TARI', documenti: ['A-1', 'A-2'] });
  expect(daInviare(SENZA, valori, [])).toMatchObject({ sistema__c: 'PAR', ente: 'borgo' });
  expect(daInviare(SENZA, valori, [])).not.toHaveProperty('documenti');
});

test.each([
  ['ente', '', 'Scegli l’ente a cui scrivere.'],
  ['oggetto', '', 'Scrivi in poche parole di che cosa si tratta.'],
  ['oggetto', 'a'.repeat(MAX_OGGETTO + 1), 'Il testo è troppo lungo: scrivi al massimo 80 caratteri.'],
  ['testo', ' ', 'Scrivi che cosa chiedi e perché.'],
  ['testo', 'a'.repeat(MAX_TESTO + 1), 'Il testo è troppo lungo: scrivi al massimo 4000 caratteri.'],
])('%s: %j is told in words, and nothing else is', (campo, valore, parole) => {
  expect(errori({ [campo]: valore }, SENZA)).toEqual({ [campo]: [parole] });
});

test('the longest texts are taken', () => {
  expect(errori({ oggetto: 'è'.repeat(MAX_OGGETTO), testo: 'à'.repeat(MAX_TESTO) })).toEqual({});
});

test('nothing filled in names every field in the order of the screen', () => {
  const vuoti = Object.fromEntries(Object.keys(valori).map((nome) => [nome, '']));
  const tutti = erroriDati(SENZA, { valori: vuoti, allegati: [], confermata: false });
  expect(Object.keys(tutti)).toEqual([
    ...['ente', 'oggetto', 'testo', 'nome', 'cognome', 'codice_fiscale', 'email', 'telefono'],
    'file_documento_identita',
  ]);
});

test('a body may be named in a link only where it is chosen', () => {
  expect([SENZA.dalLink, SU.dalLink]).toEqual([['ente'], undefined]);
  expect(senzaDocumenti('Rifiuti TARI', 'a&b')).toBe(
    '/servizio/istanza-contribuente/Rifiuti%20TARI/nessuno?passo=privacy&ente=a%26b',
  );
});

test('what a petition can be about stands once in the list, by a system that exists', () => {
  const nomi = TRIBUTI.map(([, nome]) => nome);
  expect(new Set(nomi).size).toBe(nomi.length);
  expect(TRIBUTI.every(([codice]) => sistemaNoto(codice))).toBe(true);
});
