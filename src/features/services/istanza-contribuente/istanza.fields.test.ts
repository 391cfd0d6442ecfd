import { expect, test } from 'vitest';
import { bodyToSend, checkData } from '../../cases/form/form.checks.ts';
import type { FormValues } from '../../cases/form/form.ts';
import { makeIstanzaForm, withoutDocumentiPath } from './istanza.fields.ts';

const MAX_OGGETTO = 80;
const MAX_TEXT = 4000;

const WITH_DOCUMENTI = makeIstanzaForm('/servizio/istanza-contribuente/Rifiuti%20TARI/A-1,A-2');
const WITHOUT_DOCUMENTI = makeIstanzaForm('/servizio/istanza-contribuente/PAR/nessuno');

const values: FormValues = {
  privacy: 'on',
  ente: 'borgo',
  oggetto: 'Rimborso',
  testo: 'Ho pagato due volte.',
  nome: 'Anna',
  cognome: 'Bianchi',
  codice_fiscale: 'BNCNNA85M41Z999R',
  email: 'anna@esempio.it',
  telefono: '333 1234567',
  ruolo: 'persona_fisica',
};
const errorsOf = (over: FormValues, form = WITH_DOCUMENTI) =>
  checkData(form, { values: { ...values, ...over }, allegati: [], emailConfirmed: true, login: { noTaxCode: false } });

test('a petition is complete without files, about documents or about none', () => {
  expect(errorsOf({})).toEqual({});
  expect(errorsOf({}, WITHOUT_DOCUMENTI)).toEqual({});
});

test('the system and the documents that are sent come from the path', () => {
  expect(bodyToSend(WITH_DOCUMENTI, values, [])).toMatchObject({
    sistema__c: 'Rifiuti TARI',
    documenti: ['A-1', 'A-2'],
  });
  expect(bodyToSend(WITHOUT_DOCUMENTI, values, [])).toMatchObject({ sistema__c: 'PAR', ente: 'borgo' });
  expect(bodyToSend(WITHOUT_DOCUMENTI, values, [])).not.toHaveProperty('documenti');
});

test.each([
  ['ente', '', 'Scegli l’ente a cui scrivere.'],
  ['oggetto', '', 'Scrivi in poche parole di che cosa si tratta.'],
  ['oggetto', 'a'.repeat(MAX_OGGETTO + 1), 'Il testo è troppo lungo: scrivi al massimo 80 caratteri.'],
  ['testo', ' ', 'Scrivi che cosa chiedi e perché.'],
  ['testo', 'a'.repeat(MAX_TEXT + 1), 'Il testo è troppo lungo: scrivi al massimo 4000 caratteri.'],
])('%s: %j is refused in words, and nothing else is', (campo, value, parole) => {
  expect(errorsOf({ [campo]: value }, WITHOUT_DOCUMENTI)).toEqual({ [campo]: [parole] });
});

test('the longest texts are accepted', () => {
  expect(errorsOf({ oggetto: 'è'.repeat(MAX_OGGETTO), testo: 'à'.repeat(MAX_TEXT) })).toEqual({});
});

test('an empty form gets an error at every field, in the order of the screen', () => {
  const empty = Object.fromEntries(Object.keys(values).map((name) => [name, '']));
  const all = checkData(WITHOUT_DOCUMENTI, { values: empty, allegati: [], emailConfirmed: false });
  expect(Object.keys(all)).toEqual([
    'ente',
    'oggetto',
    'testo',
    'nome',
    'cognome',
    'codice_fiscale',
    'email',
    'telefono',
    'file_documento_identita',
  ]);
});

test('a link may name an ente only in a form that lets the citizen choose it', () => {
  expect([WITHOUT_DOCUMENTI.linkFields, WITH_DOCUMENTI.linkFields]).toEqual([['ente'], undefined]);
  expect(withoutDocumentiPath('Rifiuti TARI', 'a&b')).toBe(
    '/servizio/istanza-contribuente/Rifiuti%20TARI/nessuno?passo=privacy&ente=a%26b',
  );
});
