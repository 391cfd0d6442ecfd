import { expect, test } from 'vitest';
import { checkMessage } from '../../../platform/mail/message.ts';
import { maskEmail, renderContattoChanged } from './utente.mail.ts';

const ente = {
  nome: 'Comune di Borgosereno',
  colore: '#8a1538',
  contatti: { indirizzo: 'Piazza Grande 1', email: 'urp@borgosereno.example' },
};
const mail = renderContattoChanged({
  ente,
  newAddress: maskEmail('giulia.ferri@esempio.it'),
  profiloUrl: 'https://portale.example/area-riservata/profilo-utente',
});

test.each([
  ['giulia.ferri@esempio.it', 'g…@esempio.it'],
  ['g@esempio.it', 'g…@esempio.it'],
  ['"a@b"@esempio.it', '"…@esempio.it'],
])('of %s no more is shown than %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});

test('the mail to the old address says what happened and what to do, with one link, to the portal', () => {
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('Se non sei stato tu');
    expect(part).toContain('Comune di Borgosereno');
    expect(part).not.toContain('giulia');
  }
  const links = [...mail.html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
  expect([...new Set(links)]).toEqual(['https://portale.example/area-riservata/profilo-utente']);
});

test('the mail can be sent as it is', () => {
  expect(() => checkMessage({ messageId: '<1@portale.example>', to: 'a@esempio.it', ...mail })).not.toThrow();
});
