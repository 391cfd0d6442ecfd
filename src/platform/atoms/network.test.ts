import { expect, test } from 'vitest';
import { networksSchema } from './network.ts';

const networks = (typed: unknown) => networksSchema().safeParse(typed);

test.each([
  ['nothing', '', []],
  ['an address', ' 203.0.113.7 ', ['203.0.113.7/32']],
  [
    'networks with commas and blanks',
    '203.0.113.0/24, 10.0.0.1\n2001:db8::/32',
    ['203.0.113.0/24', '10.0.0.1/32', '2001:db8::/32'],
  ],
  ['an address of IPv6', '2001:db8::7', ['2001:db8::7/128']],
  ['a list', ['203.0.113.7'], ['203.0.113.7/32']],
  ['no field', undefined, []],
])('reads %s', (_name, typed, read) => {
  expect(networks(typed).data).toEqual(read);
});

test.each(['10.0.0.300', '10.0.0.0/33', 'comune.it', '2001:db8::/129', Array(21).fill('10.0.0.1').join(' ')])(
  'refuses %s in words',
  (typed) => {
    expect(networks(typed).error?.issues[0]?.message).toMatch(
      /^(«.+» non è un indirizzo né una rete|Al massimo 20 reti)/,
    );
  },
);
