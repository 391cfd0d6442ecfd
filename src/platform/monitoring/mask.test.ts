import { describe, expect, test } from 'vitest';
import { maskText, routeOf } from './mask.ts';

describe('no personal data is left in a message', () => {
  const rows: [what: string, secret: string][] = [
    ['e-mail', 'mario.rossi@comune.example.it'],
    ['e-mail with a tag and accents', 'niccolò+prova@città.it'],
    ['e-mail in an address', 'mario%40posta.it'],
    ['codice fiscale', 'RSSMRA85T10A562S'],
    ['codice fiscale, small letters', 'rssmra85t10a562s'],
    ['codice fiscale with omocodia', 'RSSMRA8RT1LA5S2F'],
    ['mobile number', '3471234567'],
    ['mobile number, written out', '+39 347 123 45 67'],
    ['land line', '06/1234567'],
    ['IBAN', 'IT60X0542811101000000123456'],
    ['IBAN, written out', 'IT60 X054 2811 1010 0000 0123 456'],
    ['one-time code', '123456'],
    ['one-time code in two halves', '123 456'],
    ['notice number', '302001234567890123'],
    ['partita IVA', '01234567890'],
    ['session id in hex', '9f86d081884c7d659a2feaa0c55ad015'],
    ['key in base64', 'q83vEjRWeJCrze8SNFZ4kA=='],
    ['key in base64url without digits', 'aBcDeFgHiJkLmNoPqRsTuV'],
    ['uuid', '3f2504e0-4f89-11d3-9a0c-0305e82c3301'],
    ['key in base64 with slashes', 'q83v/jRWeJ+rze8S/FZ4kA=='],
    ['id at the end of a path', '/Zk7wQ9x'],
    ['plate', 'AB123CD'],
    ['address, version 4', '203.0.113.77'],
    ['address, version 6', '2001:db8::8a2e:370:7334'],
    ['date of birth', '10/12/1985'],
    ['case number', '2026/000123'],
  ];
  test.each(rows)('%s', (_what, secret) => {
    for (const text of [secret, `Errore per ${secret}.`, `valore '${secret}' (${secret}), campo=${secret}`]) {
      expect(maskText(text)).not.toContain(secret);
    }
  });

  test('the text that could not be parsed is not quoted', () => {
    const error = catching(() => JSON.parse('Mario Rossi, via Roma 1'));
    expect(maskText(error.message)).not.toContain('Mario');
    const longer = catching(() => JSON.parse(`{"nome":"Mario Rossi", "note": vuoto, "altro": "${'x'.repeat(50)}"}`));
    expect(maskText(longer.message)).not.toContain('Rossi');
  });

  test('an address in a message loses query, ids and e-mail', () => {
    const text = 'GET https://portale.example/segnalazione/chat/m@x.it/Zk7?da=rossi#x non va';
    expect(maskText(text)).toBe('GET /segnalazione/chat/{…}/{…} non va');
    expect(maskText('manca /api/v1/posizione/documents/list/a1/UE9T?x=rossi')).toBe(
      'manca /api/v1/posizione/documents/list/{…}/{…}',
    );
  });

  test('a secret at the cut of a very long text is not left in half', () => {
    expect(maskText(`${'x '.repeat(990)}mario.rossi.di.verona@comune.example.it`)).not.toContain('mario');
  });
});

test.each([
  "Cannot read properties of undefined (reading 'importo')",
  'UNIQUE constraint failed: pratica.protocollo',
  'relation "pratica" does not exist',
  'isRepresentationValid is not a function',
  'HTTP 500 dopo 12.5 s',
])('parts that help the programmer stay: %s', (text) => {
  expect(maskText(text)).toBe(text);
});

test.each([
  ['https://portale.example/', '/'],
  ['https://portale.example', '/'],
  ['/segnalazione?passo=dati', '/segnalazione'],
  ['/servizio/rateizza-un-pagamento/ICPMB/2026-11,2026-12', '/servizio/rateizza-un-pagamento/{…}/{…}'],
  ['/segnalazione/chat/{email}/{id}', '/segnalazione/chat/{email}/{id}'],
  ['/segnalazione/chat/[email]/[id]', '/segnalazione/chat/[email]/[id]'],
  ['/api/v1/user', '/api/v1/user'],
  ['https://portale.example/_astro/Form.BkT1x3.js?v=1', '/_astro/Form.BkT1x3.js'],
])('the route of %s is %s', (address, route) => {
  expect(routeOf(address)).toBe(route);
});

function catching(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}
