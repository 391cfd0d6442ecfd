import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { otpSchema } from './otp.ts';

test.each(['123456', '000000'])('%s is a code', (code) => {
  expect(z.parse(otpSchema(), code)).toBe(code);
});

test.each([
  [true],
  [0],
  [123456],
  [['123456']],
  [{ $ne: 1 }],
  [' 123456'],
  ['123456 '],
  ['123456\n'],
  ['١٢٣٤٥٦'],
  ['１２３４５６'],
  ['12345'],
  ['1234567'],
  ['12345a'],
  ['1e5000'],
  ['+12345'],
  [''],
  [null],
  [undefined],
])('%j only looks like a code', (lookAlike) => {
  expect(z.safeParse(otpSchema(), lookAlike).success).toBe(false);
});
