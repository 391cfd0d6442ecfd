import { expect, test } from 'vitest';
import { checkMessage, isOneAddress } from './message.ts';

test.each([
  'maria@esempio.it',
  "o'brien+comune@posta.esempio.it",
  'ufficio.tributi_2@pec.comune.borgosereno.xx.it',
  'portale@localhost',
  'MARIA@ESEMPIO.IT',
  `${'a'.repeat(64)}@esempio.it`,
])('%s is one address', (address) => {
  expect(isOneAddress(address)).toBe(true);
});

test.each([
  '',
  'maria',
  '@esempio.it',
  'maria@',
  'maria@@esempio.it',
  'maria@esempio..it',
  'maria@-esempio.it',
  ' maria@esempio.it',
  'maria@esempio.it ',
  'maria@esempio.it\n',
  'a@esempio.it,b@esempio.it',
  'a@esempio.it%0d%0aBcc:b@esempio.it',
  'a@esempio.it\0',
  '<a@esempio.it>',
  'a@[127.0.0.1]',
  `${'a'.repeat(65)}@esempio.it`,
  `a@${'b.'.repeat(130)}it`,
])('%j is not one address', (address) => {
  expect(isOneAddress(address)).toBe(false);
});

test('an address of 100 kB is refused at once', () => {
  expect(isOneAddress(`a@${'a-'.repeat(50_000)}`)).toBe(false);
  expect(isOneAddress('a'.repeat(100_000))).toBe(false);
});

test('all faults of a message are reported together, by field', () => {
  const message = { messageId: 'x', to: 'a, b', subject: 'a\nb', text: '', html: '', replyTo: '', fromName: 'a\rb' };

  expect(() => checkMessage(message)).toThrow(
    expect.objectContaining({
      code: 'invalid',
      fields: Object.fromEntries(
        ['to', 'replyTo', 'subject', 'fromName', 'messageId'].map((field) => [field, [expect.any(String)]]),
      ),
    }),
  );
});
