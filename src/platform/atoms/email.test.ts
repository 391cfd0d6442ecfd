import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { canonicalMailbox, emailAddressSchema } from './email.ts';

const accepted = (typed: string): boolean => z.safeParse(emailAddressSchema(), typed).success;

test.each([
  ['anna@esempio.it', 'anna@esempio.it'],
  ['  Anna.Rossi+tasse@Esempio.IT \n', 'Anna.Rossi+tasse@esempio.it'],
  ["d'angelo@comune.città.it", "d'angelo@comune.xn--citt-3na.it"],
  ['x@a-b.esempio.museum', 'x@a-b.esempio.museum'],
  ['anna@esempio。it', 'anna@esempio.it'],
])('%j is stored as %j', (typed, stored) => {
  expect(z.parse(emailAddressSchema(), typed)).toBe(stored);
});

test.each([
  'anna',
  'anna@',
  '@esempio.it',
  'anna@esempio',
  'anna@@esempio.it',
  'a b@esempio.it',
  'anna@esempio.it.',
  '.anna@esempio.it',
  'anna.@esempio.it',
  'an..na@esempio.it',
  'anna@-esempio.it',
  'anna@esempio-.it',
  'anna@esem_pio.it',
  'anna@127.0.0.1',
  'anna@127.1',
  'anna@[::1]',
  'anna@esempio.it:25',
  'anna@esempio.it/x',
  'anna@esempio.it?x',
  'anna@%65sempio.it',
  '"anna"@esempio.it',
  'Anna <anna@esempio.it>',
  'perché@esempio.it',
  `anna@${'a'.repeat(64)}.it`,
  `${'a'.repeat(65)}@esempio.it`,
])('%j is refused', (typed) => {
  expect(accepted(typed)).toBe(false);
});

test.each([
  'a@x.it,b@y.it',
  'a@x.it;b@y.it',
  'a@x.it b@y.it',
  'a@x.it\r\nBcc: b@y.it',
  'a\r\n@x.it',
  'a@x\n.it',
  'a@x.it\0',
  'a@x\t.it',
])('%j cannot become a second recipient or header', (typed) => {
  expect(accepted(typed)).toBe(false);
});

test('254 characters are the most', () => {
  const domain = `${'b'.repeat(60)}.`.repeat(3);

  expect(accepted(`${'a'.repeat(64)}@${domain}${'c'.repeat(6)}`)).toBe(true);
  expect(accepted(`${'a'.repeat(64)}@${domain}${'c'.repeat(7)}`)).toBe(false);
});

test('the messages say what to do', () => {
  expect(z.safeParse(emailAddressSchema(), ' ').error?.issues[0]?.message).toBe('Scrivi l’indirizzo e-mail.');
  expect(z.safeParse(emailAddressSchema(), 'anna').error?.issues[0]?.message).toMatch(
    /^Controlla l’indirizzo e-mail: ad esempio nome@esempio.it/,
  );
});

test.each([
  'anna.rossi@esempio.it',
  'ANNA.ROSSI@ESEMPIO.IT',
  'annarossi@esempio.it',
  'a.n.n.a.rossi+1@esempio.it',
  'anna.rossi+a+b@esempio.it.',
  ' anna.rossi@esempio.it ',
  'ａnna.rossi@esempio.it',
  'anna。rossi@esempio。it',
  'anna．rossi@esempio｡it',
  'anna.rossi@ESEMPIO.it',
])('%j counts as the same mailbox', (address) => {
  expect(canonicalMailbox(address)).toBe('annarossi@esempio.it');
});

test('different mailboxes are counted separately', () => {
  expect(canonicalMailbox('anna@esempio.it')).not.toBe(canonicalMailbox('bruno@esempio.it'));
  expect(canonicalMailbox('anna@esempio.it')).not.toBe(canonicalMailbox('anna@es.empio.it'));
  expect(canonicalMailbox('anna@città.it')).toBe(canonicalMailbox('anna@xn--citt-3na.it'));
});

test('any string of any length has a canonical name', () => {
  for (const odd of ['', '@', '+', 'senza chiocciola', '@'.repeat(100_000), '\u0316\u0301'.repeat(50_000)]) {
    expect(canonicalMailbox(odd)).toContain('@');
  }
});
