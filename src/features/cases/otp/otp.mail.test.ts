import { expect, test } from 'vitest';
import { codiceMail } from './otp.mail.ts';

const ente = {
  nome: 'Comune di Borgosereno',
  colore: '#8a1538',
  contatti: { indirizzo: 'Piazza Grande 1', email: 'urp@borgosereno.example' },
};
const mail = codiceMail({ ente, codice: '048213', minutes: 10 });

test('the code is the first thing after the title, in the text and in the HTML of the mail', () => {
  expect(mail.text).toMatch(/^Il tuo codice di verifica\n\n048213\n\n/);
  expect(mail.html).toMatch(/<\/h1>\s*<p[^>]*><strong>048213<\/strong><\/p>/);
});

test('the mail says how long the code works, and what to do when the reader did not ask for it', () => {
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('Vale 10 minuti');
    expect(part).toContain('Se non l’hai chiesto tu, ignora questa e-mail');
  }
});

test('the mail with the code holds no link', () => {
  expect(mail.text).not.toMatch(/https?:|www\./);
  expect(mail.html).not.toMatch(/href|https?:|www\./);
});

test('the code is not in the subject', () => {
  expect(mail.subject).toBe('Comune di Borgosereno: il tuo codice di verifica');
});
